"""Short captures, which several routes of a piece may fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import Game, Move, Position
from saltus.match.match import Match
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove, move_text, read_move
from saltus.notation.position import position_text
from saltus.records import pdn, pdn_replay

from tests.support.strategies import boards
from tests.support.texts import ENGLISH, ITALIAN, main_line, told

FORKED = '[SetUp "1"]\n[FEN "W:WK5,K20:B8,15,16,17,23,24,K31"]\n[GameType "21"]\n\n'
"""20x4 may be 20x11x4, after which 24-27 can be played but 16-19 cannot, or 20x27x18x11x4, the other way round."""


@pytest.mark.parametrize(
    ("moves", "first"),
    [
        ("20x4 24-27", "20x11x4"),
        ("20x4 16-19", "20x27x18x11x4"),
        ("20x4 17-21 5-1 24-27", "20x11x4"),
        ("20x4 17-21 5-1 16-19", "20x27x18x11x4"),
        ("20x4 {a note} 17-21 $1 (17-22 5-1) 5-1 (5-9) 16-19", "20x27x18x11x4"),
        ("20x4 (20x4 24-27) 16-19", "20x27x18x11x4"),
        ("20x4 (20x4 16-19) 24-27", "20x11x4"),
        ("20x4 (20x4 16-19 (17-22 (31-26)) 4-8) (20x11x4 15-18) (20x4 17-22 5-1 16-20) 24-27", "20x11x4"),
    ],
)
def test_a_short_capture_is_settled_by_what_follows_it_on_its_line(moves: str, first: str) -> None:
    match = pdn.read(f"{FORKED}{moves} *")
    assert main_line(match)[0] == first
    assert told(match) == []
    full = pdn.write(match)
    assert pdn.write(pdn.read(full)) == full


def test_a_variation_is_settled_by_its_own_line() -> None:
    match = pdn.read(f"{FORKED}20x4 (20x4 16-19) (20x4 17-21 5-1 16-20) 24-27 *")
    root = match.tree.root
    texts = [move_text(ENGLISH, root.position, child.move) for child in root.onward if child.move]
    assert texts == ["20x11x4", "20x27x18x11x4"]
    assert len(root.children[1].children) == 2


@pytest.mark.parametrize(
    ("moves", "column", "says"),
    [
        ("20x4 *", 1, "More than one move matches"),
        ("20x4 17-21 *", 1, "More than one move matches"),
        ("20x4 (24-27) *", 1, "More than one move matches"),
        ("20x4 17-21 (20x4 24-27) *", 1, "More than one move matches"),
        ("20x4 17-21 5-1 1-5 *", 16, "not a legal move"),
        ("20x4 8-12 *", 6, "not a legal move"),
        ("20x4 24-27 (16-19) *", 13, "not a legal move"),
    ],
)
def test_a_short_capture_that_stays_open_is_refused_where_it_stands(moves: str, column: int, says: str) -> None:
    with pytest.raises(RecordError, match=says) as caught:
        pdn.read(FORKED + moves)
    assert (caught.value.line, caught.value.column) == (5, column)


def test_routes_to_the_same_position_are_one_with_a_warning_in_a_whole_game_only() -> None:
    text = '[FEN "W:WK27:B15,16,23,24,4"]\n[GameType "21"]\n\n27x27 *'
    match = pdn.read(text)
    legal = ENGLISH.moves(match.start)
    routes = [move for move in legal if move.path[0] == move.path[-1]]
    assert len(routes) == 2
    assert match.line[1].move == routes[0]
    assert told(match) == ["more than one route fits this capture and leads to the same position; the first is used"]
    assert (match.warnings[0].line, match.warnings[0].column) == (4, 1)
    with pytest.raises(IllegalMove, match="More than one move matches"):
        read_move(ENGLISH, match.start, "27x27")


@given(st.data(), st.sampled_from([ENGLISH, ITALIAN]))
@settings(deadline=None, max_examples=150)
def test_a_game_of_short_captures_is_read_as_the_routes_that_can_be_played_on(
    data: st.DataObject, game: Game
) -> None:
    start = data.draw(boards(game))
    match = Match(game, position=start)
    for _ in range(data.draw(st.integers(1, 8))):
        if match.legal:
            match.play(match.legal[data.draw(st.integers(0, len(match.legal) - 1))])
    number = game.board.number
    turns = [node.move.path for node in match.line if node.move]
    texts = [f"{number[path[0]]}x{number[path[-1]]}" for path in turns]
    text = f'[FEN "{position_text(game, start)}"]\n[GameType "{game.pdn}"]\n\n{" ".join(texts)} *'
    # Every way to play the game on from all routes, without merging any.
    ways: list[tuple[Position, tuple[Move, ...]]] = [(start, ())]
    for path in turns:
        ways = [
            (game.play(position, move), (*done, move))
            for position, done in ways
            for move in (game.moves(position) if game.outcome(position) is None else [])
            if move.path and (move.path[0], move.path[-1]) == (path[0], path[-1])
        ]
    if len({position for position, _ in ways}) > 1:
        with pytest.raises(RecordError, match="More than one move matches"):
            pdn.read(text)
        return
    back = pdn.read(text)
    assert back.position == match.position
    assert tuple(node.move for node in back.line if node.move) in [done for _, done in ways]
    assert bool(back.warnings) == (len(ways) > 1)


def test_reading_short_captures_takes_time_in_proportion_to_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the positions for which moves are generated, which takes most of the time."""
    made = 0
    moves = type(ENGLISH).moves

    def counted(self: Game, position: Position) -> list[Move]:
        nonlocal made
        made += 1
        return moves(self, position)

    monkeypatch.setattr(type(ENGLISH), "moves", counted)
    counts = []
    for length in (20, 40, 80):
        made = 0
        pdn.read(f"{FORKED}{'20x4 (' * length}20x4 24-27{') 24-27' * length} *")
        counts.append(made)
        made = 0
        lines = f"{FORKED}20x4 {'(20x4 17-21 5-1 16-20) ' * length}17-21 5-1 24-27 *"
        pdn.read(lines)
        counts.append(made)
    assert counts[2] < 2.2 * counts[0]
    assert counts[4] < 2.2 * counts[2]
    assert counts[3] < 2.2 * counts[1]
    assert counts[5] < 2.2 * counts[3]


def test_more_routes_than_are_looked_at_side_by_side_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdn_replay, "MAX_ROUTES", 1)
    with pytest.raises(RecordError, match="More than one move matches"):
        pdn.read(f"{FORKED}20x4 24-27 *")
