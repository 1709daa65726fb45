"""Records as other programs and people write them: whose score stands first, draws that nobody claimed, short
captures, several games in a text, and what is told of what is amiss.

`records/white-first.pdn` was written by this program when it gave White's score first in every game; its tags
`Expected` and `Reason` say how the games ended.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import SIDES, Game, Move, Position
from saltus.games import load
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.match.turns import story
from saltus.notation.error import MAX_WARNINGS, RecordError
from saltus.notation.move import IllegalMove, move_text, read_move
from saltus.notation.position import position_text, read_position
from saltus.records import json, pdn, pdn_routes, record, sgf
from saltus.records.collection import read_all, read_each

from tests.support.strategies import act, boards, played, shuffle

ENGLISH, ITALIAN, ROCK = (load(key) for key in ("english", "italian", "rock"))
RECORDS = Path(__file__).parent / "samples"
BEFORE = (RECORDS / "white-first.pdn").read_text()


def result(match: Match) -> tuple[str | None, str]:
    """The winner and the reason; `open` if the game goes on."""
    return (match.outcome.winner, match.outcome.reason) if match.outcome else (None, "open")


def told(match: Match) -> list[str]:
    """The warnings of a match that was read."""
    return [warning.message for warning in match.warnings]


# -- whose score stands first ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "score", "winner"),
    [
        ("21", "1-0", "b"),
        ("21", "0-1", "w"),
        ("21", "2-0", "b"),
        ("21", "0-2", "w"),
        ("21", "1/2-1/2", None),
        ("21", "1-1", None),
        ("21,B,8,8,N1,0", "1-0", "b"),
        ("21,W,8,8,N1,0", "1-0", "w"),
        ("21, w", "0-1", "b"),
        ("22", "1-0", "w"),
        ("22", "0-2", "b"),
        ("22,W,8,8,N2,1", "1-0", "w"),
        ("22,B,8,8,N2,1", "1-0", "b"),
    ],
)
def test_the_score_of_the_side_that_starts_stands_first(game: str, score: str, winner: str | None) -> None:
    move = "11-15" if game.startswith("21") else "21-17"
    reason = "agreement" if winner is None else "resignation"
    for text in (
        f'[Result "{score}"]\n[GameType "{game}"]\n\n1. {move} {score}\n',
        f'[Result "{score}"]\n[GameType "{game}"]\n\n1. {move} *\n',
        f'[GameType "{game}"]\n\n1. {move} {score}\n',
    ):
        assert result(pdn.read(text)) == (winner, reason)
        assert told(pdn.read(text)) == []


def test_without_a_game_type_the_score_is_that_of_the_side_that_starts_the_game_that_is_meant() -> None:
    assert result(pdn.read("1. 11-15 1-0", ENGLISH)) == ("b", "resignation")
    assert result(pdn.read("1. 21-17 1-0", ITALIAN)) == ("w", "resignation")


def test_the_side_that_starts_the_game_counts_not_the_one_that_moves_first_in_a_position() -> None:
    text = '[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18,32:B14,1"]\n\n18x9 1-0'
    assert result(pdn.read(text)) == ("b", "resignation")


@pytest.mark.parametrize(
    ("game", "loser", "score", "game_type"),
    [
        (ENGLISH, "w", "1-0", "21,B,8,8,N1,0"),
        (ENGLISH, "b", "0-1", "21,B,8,8,N1,0"),
        (ITALIAN, "w", "0-1", "22,W,8,8,N2,1"),
        (ITALIAN, "b", "1-0", "22,W,8,8,N2,1"),
    ],
)
def test_the_score_of_the_side_that_starts_is_written_first(
    game: Game, loser: str, score: str, game_type: str
) -> None:
    match = Match(game)
    match.play(match.legal[0])
    match.resign("w" if loser == "w" else "b")
    text = pdn.write(match)
    assert f'[Result "{score}"]\n[GameType "{game_type}"]\n' in text
    assert text.endswith(f" {score}\n")
    assert result(pdn.read(text)) == result(match)


@pytest.mark.parametrize(
    ("tags", "score", "winner"),
    [
        ('[GameType "21"]', "1-0", "b"),
        ('[GameType "21"]', "0-2", "w"),
        ('[GameType "21,W,8,8,N1,0"]', "1-0", "w"),
        ('[GameType "22"]', "1-0", "w"),
        ('[GameType "22"]', "0-1", "b"),
        ('[GameType "22"]', "1/2-1/2", "draw"),
        ('[GameType "22"]', "1-1", "draw"),
        ('[GameType "22"]', "0-0", None),
        ('[GameType "22"]', "*", None),
        ('[GameType "20"]', "1-0", None),
        ("", "1-0", "b"),
    ],
)
def test_who_won_is_known_before_any_move_is_read(tags: str, score: str, winner: str | None) -> None:
    for text in (f'[Result "{score}"]\n{tags}\n\n1. x (0-1) {score}\n', f"{tags}\n\n1. x (0-1) {score}\n"):
        (only,) = record.parts(text, "pdn", ENGLISH)
        assert only.winner == winner


def test_who_won_is_left_open_before_the_moves_are_read_where_the_score_can_be_meant_both_ways() -> None:
    """In English checkers this program once wrote White's score first: only `read` can tell such texts."""
    assert {part.winner for part in record.parts(BEFORE)} == {None, "draw"}
    match = Match(ENGLISH)
    match.play(match.legal[0])
    match.resign("w")
    assert [part.winner for part in record.parts(pdn.write(match))] == ["b"]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("{A comment} 1. 11-15 *", "pdn"),
        ('{"Fine" game, 1. e4} 1. 11-15 *', "pdn"),
        ('{"quoted"} 11-15 *', "pdn"),
        ("{} 11-15 *", "pdn"),
        ('{\n}\n[GameType "21"]', "pdn"),
        ('\ufeff {"game": "english"}', "json"),
        ('{\r\n\t"a \\" b" :', "json"),
        ('{"cut off', "json"),
        ('{"cut off"', "json"),
        ("{}", "json"),
        ("{ \n", "json"),
    ],
)
def test_a_brace_begins_an_object_only_before_a_name_and_a_colon(text: str, form: str) -> None:
    assert record.detect(text) == form


def test_a_pdn_that_begins_with_a_comment_is_read() -> None:
    text = '{Played at "The Club"} [GameType "21"]\n\n1. 11-15 1-0\n\n{Second}\n[GameType "22"]\n\n1. 22-18 *'
    first, second = read_all(text)
    assert (result(first), result(second)) == (("b", "resignation"), (None, "open"))
    assert first.node.comment == "Second"
    only = record.read('{One} [Event "Cup"] {Two} [GameType "21"] ;three\n{four} 11-15 *')
    assert (only.tags, only.tree.root.comment, only.node.ply) == ({"Event": "Cup"}, "One Two three four", 1)


def test_scores_of_two_forms_that_say_the_same_agree() -> None:
    assert result(pdn.read('[Result "2-0"]\n\n11-15 1-0', ENGLISH)) == ("b", "resignation")
    with pytest.raises(RecordError, match="expected 2-0"):
        pdn.read('[Result "2-0"]\n\n11-15 1-1', ENGLISH)


def test_both_lost_is_no_result_and_told() -> None:
    for text in ('[Result "0-0"]\n\n11-15 0-0', '[Result "0-0"]\n\n11-15 *', "11-15 0-0"):
        match = pdn.read(text, ENGLISH)
        assert result(match) == (None, "open")
        assert told(match) == ["0-0 says that both sides lost; that is read as no result"]


def test_where_the_moves_end_the_game_the_board_decides_and_the_other_score_is_told() -> None:
    start = '[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18:B14"]\n'
    for score, warnings in (("0-1", 0), ("1-0", 1), ("2-0", 1), ("*", 0)):
        match = pdn.read(f"{start}\n18x9 {score}")
        assert result(match) == ("w", "no-pieces")
        assert len(match.warnings) == warnings
    match = pdn.read(f"{start}\n18x9 1-0")
    assert (match.warnings[0].line, match.warnings[0].column) == (5, 6)
    assert "1-0 is not how the moves end" in match.warnings[0].text
    with pytest.raises(RecordError, match="expected 0-1"):
        pdn.read(f"{start}\n18x9 1/2-1/2")


# -- texts with White's score first ----------------------------------------------------------------------


def expected(match: Match) -> tuple[str | None, str]:
    """How the game ended, according to its own tags."""
    winner, reason = match.tags["Expected"], match.tags["Reason"]
    return (winner if winner in ("w", "b") else None, reason)


LAYOUTS: dict[str, Callable[[str], str]] = {
    "as written": lambda text: text,
    "with the line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "with a mark of its encoding": lambda text: "\ufeff" + text,
    "with spaces around": lambda text: f"\n\n  {text}\n\n \n",
    "with spaces at the ends of lines": lambda text: text.replace("\n", " \n"),
    "without the last line end": str.rstrip,
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_texts_with_the_score_of_white_first_are_read_as_they_were_meant(layout: str) -> None:
    matches = read_all(LAYOUTS[layout](BEFORE))
    assert len(matches) == 12
    assert len({expected(match) for match in matches}) >= 6
    for match in matches:
        assert result(match) == expected(match), match.tags
        assert told(match) == []


@pytest.mark.parametrize("number", range(12))
def test_a_text_with_the_score_of_white_first_is_known_by_itself_and_written_anew_with_the_other(number: int) -> None:
    match = pdn.read(record.part(BEFORE, number))
    assert result(match) == expected(match)
    again = pdn.read(pdn.write(match))
    assert result(again) == expected(match)
    assert 'GameType "21,B' in pdn.write(match)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: re.sub(r" (\d+)\. ", r"\n\1. ", text),
        lambda text: text.replace("1. 11-15", "1.11-15"),
        lambda text: text.replace('"21"]', '"21"]\n[Other ""]', 1),
        lambda text: text.replace('[GameType "21"]', '[GameType "21,B"]'),
        lambda text: text.replace("11-15 22-18", "11-15  22-18"),
        lambda text: text.replace('[Round "?"]\n[White "Ada"]', '[White "Ada"]\n[Round "?"]'),
        lambda text: re.sub(r"(\d)x(\d)", r"\1:\2", text),
        lambda text: text.replace("\n\n", "\n"),
    ],
)
def test_a_text_of_another_program_with_the_same_tags_is_read_by_the_standard(change: Callable[[str], str]) -> None:
    first = BEFORE[: BEFORE.index("\n[Event", 10)]
    assert result(pdn.read(first)) == ("b", "resignation")
    other = change(first)
    assert other != first
    assert result(pdn.read(other)) == ("w", "resignation")


def test_the_seven_tags_alone_do_not_make_a_text_an_old_one() -> None:
    tags = "".join(f'[{name} "?"]\n' for name in ("Event", "Site", "Date", "Round", "White", "Black"))
    text = tags + '[Result "1-0"]\n[GameType "21"]\n\n1. 11-15 22-18\n2. 15x22 25x18 1-0\n'
    assert result(pdn.read(text)) == ("b", "resignation")


@given(st.data(), st.sampled_from([ENGLISH, ITALIAN]))
@settings(deadline=None)
def test_no_text_written_today_looks_like_one_with_the_score_of_white_first(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    text = pdn.write(match)
    last = match.tree.main_line[-1]
    assert pdn.read(text).outcome == (last.outcome or last.ending)
    assert '[GameType "21"]' not in text


# -- draws that nobody claimed ---------------------------------------------------------------------------

KINGS = "W:WK25:BK4"
SHUFFLE = ["25-22", "4-8", "22-25", "8-4"]


def kings(turns: list[str], score: str = "*", start: str = KINGS) -> str:
    """A game of English checkers with kings."""
    return f'[SetUp "1"]\n[FEN "{start}"]\n[GameType "21"]\n\n{" ".join(turns)} {score}\n'


def main_line(match: Match) -> list[str]:
    """The turns of the main line."""
    return [
        move_text(match.game, before.position, after.move)
        for before, after in pairwise(match.tree.main_line)
        if after.move
    ]


def test_a_game_that_goes_on_after_a_third_repetition_is_read_as_played() -> None:
    match = pdn.read(kings(SHUFFLE * 4 + SHUFFLE[:2], "1-0"))
    assert len(match.tree.main_line) == 19
    assert result(match) == ("b", "resignation")
    due = [node.ply for node in match.tree.main_line if node.claimable]
    assert due == list(range(8, 19))
    assert all(node.outcome is None for node in match.nodes)
    assert told(match)[0] == "a draw could have been claimed here: The same position for the third time: draw."
    # One for each run of turns at which a draw was due.
    assert len(match.warnings) == 1


def test_a_game_that_ends_with_a_third_repetition_is_drawn_unless_the_record_says_otherwise() -> None:
    for score in ("*", "1/2-1/2", "1-1"):
        match = pdn.read(kings(SHUFFLE * 2, score))
        assert result(match) == (None, "repetition")
        assert told(match) == []
    match = pdn.read(kings(SHUFFLE * 2, "0-1"))
    assert result(match) == ("w", "resignation")
    assert len(match.warnings) == 1
    match.undo()
    assert [(claim.side, claim.kind) for claim in match.claims] == [("w", "draw"), ("b", "draw")]


def tour(turns: int) -> list[str]:
    """Turns of two kings without progress and without a third repetition."""
    match = Match(ENGLISH, position=read_position(ENGLISH, "W:WK32,K31:BK1,K2"))
    stood: dict[Position, int] = {}
    texts: list[str] = []
    for number in range(turns):
        moves = [
            (stood.get(ENGLISH.play(match.position, move), 0), (number * 7 + place) % 5, place)
            for place, move in enumerate(match.legal)
            if not any(reply.captured for reply in ENGLISH.moves(ENGLISH.play(match.position, move)))
        ]
        move = match.legal[min(moves)[2]]
        texts.append(move_text(ENGLISH, match.position, move))
        position = ENGLISH.play(match.position, move)
        stood[position] = stood.get(position, 0) + 1
        assert stood[position] < 3
        match = Match(ENGLISH, position=position)
    return texts


def test_a_game_that_goes_on_after_the_quiet_turns_are_over_is_read_as_played() -> None:
    turns = tour(100)
    match = pdn.read(kings(turns, "1-0", "W:WK32,K31:BK1,K2"))
    assert main_line(match) == turns
    assert result(match) == ("b", "resignation")
    due = [node.claimable.reason for node in match.tree.main_line if node.claimable]
    assert due == ["quiet"] * 21
    drawn = pdn.read(kings(turns, "1/2-1/2", "W:WK32,K31:BK1,K2"))
    assert result(drawn) == (None, "quiet")


def test_a_game_played_here_still_ends_with_the_third_repetition() -> None:
    match = Match(ENGLISH, position=read_position(ENGLISH, KINGS))
    for text in SHUFFLE * 2:
        match.play(text)
    assert result(match) == (None, "repetition")
    with pytest.raises(IllegalMove, match="over"):
        match.play(SHUFFLE[0])
    read = pdn.read(kings(SHUFFLE * 2 + SHUFFLE[:1]))
    read.goto(8)
    assert result(read) == (None, "open")
    read.play("25-21")
    read.undo()
    read.play(SHUFFLE[0])
    assert result(read) == (None, "repetition")


def test_a_draw_that_was_not_claimed_at_once_may_be_claimed() -> None:
    match = pdn.read(kings(SHUFFLE * 2 + SHUFFLE[:1]))
    match.goto(8)
    assert [(claim.side, claim.kind) for claim in match.claims] == [("w", "draw"), ("b", "draw")]
    match.claim("b", "draw")
    assert match.outcome is not None
    assert match.outcome.text == "Claimed. The same position for the third time: draw."
    for form in ("pdn", "json"):
        back = record.read(record.write(match, form))
        assert back.outcome == match.outcome
        assert record.write(back, form) == record.write(match, form)


def test_taking_the_rest_of_a_record_away_makes_the_draw_one_again() -> None:
    match = pdn.read(kings(SHUFFLE * 2 + SHUFFLE[:1]))
    match.goto(8)
    match.prune(9)
    assert result(match) == (None, "repetition")
    assert (match.legal, match.claims, match.node.claimable) == ([], (), None)


def shape(node: Node) -> tuple[object, ...]:
    """What a record keeps of a node where draws were due."""
    return (node.move, node.outcome, node.claimable, node.ending, [child.id for child in node.onward])


@pytest.mark.parametrize("score", ["*", "1-0", "0-1", "1/2-1/2"])
@pytest.mark.parametrize("length", [8, 9, 12, 13, 18])
def test_draws_that_were_not_claimed_survive_every_form(length: int, score: str) -> None:
    turns = (SHUFFLE * 5)[:length]
    match = pdn.read(kings(turns, score))
    for form in ("pdn", "json"):
        text = record.write(match, form)
        back = record.read(text)
        assert [shape(node) for node in back.nodes] == [shape(node) for node in match.nodes]
        assert result(back) == result(match)
        assert record.write(back, form) == text


def alike(left: Match, right: Match) -> None:
    """Assert that two trees are the same, the main children first."""
    todo = [(left.tree.root, right.tree.root)]
    while todo:
        one, other = todo.pop()
        assert shape(one)[:-1] == shape(other)[:-1]
        assert (one.main and one.main.move) == (other.main and other.main.move)
        assert len(one.children) == len(other.children)
        todo += zip(one.onward, other.onward, strict=True)


@given(st.data(), st.sampled_from([9, 12, 18]))
@settings(deadline=None, max_examples=200)
def test_whatever_is_done_after_draws_that_were_not_claimed_every_form_keeps(
    data: st.DataObject, length: int
) -> None:
    match = pdn.read(kings((SHUFFLE * 5)[:length], data.draw(st.sampled_from(["*", "1-0", "1/2-1/2"]))))
    for kind, number in data.draw(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 99)), max_size=12)):
        if kind < 18:
            act(match, kind, number)
        elif kind == 18:
            match.promote(number % len(match.nodes))
        elif kind == 19 and len(match.nodes) > 1:
            match.prune(1 + number % (len(match.nodes) - 1))
        elif match.claims:
            match.claim(SIDES[number % 2], "draw")
        # Nothing is ever both over and to be claimed, and a draw that was not claimed is followed by something.
        for node in match.nodes:
            assert node.outcome is None or node.claimable is None
            assert node.outcome is None or not (node.children or node.ending)
            assert node.claimable is None or node.children or node.ending
    for form in ("json", "pdn"):
        text = record.write(match, form)
        back = record.read(text)
        alike(match, back)
        assert record.write(back, form) == text


@pytest.mark.parametrize("ended", ["W+R", "B+T", "0", "?"])
def test_sgf_goes_on_after_a_draw_that_was_not_claimed(ended: str) -> None:
    match = Match(ROCK)
    turns = shuffle(match)
    moves = "".join(f";{'WB'[number % 2]}[{turn}]" for number, turn in enumerate(turns * 3))
    start = sgf.write(match).replace("RE[?]", f"RE[{ended}]").rstrip()[:-1]
    found = sgf.read(f"{start}{moves})")
    assert len(found.tree.main_line) == 13
    assert found.tree.main_line[8].claimable is not None
    assert "could have been claimed" in told(found)[0]
    winner = {"W": "w", "B": "b"}.get(ended[0])
    assert (found.outcome and found.outcome.winner) == winner
    assert (found.outcome and found.outcome.reason) == {"W+R": "resignation", "B+T": "flag"}.get(ended, "repetition")
    back = sgf.read(sgf.write(found))
    assert [shape(node) for node in back.nodes] == [shape(node) for node in found.nodes]


def test_a_match_can_walk_through_draws_that_nobody_claimed() -> None:
    match = pdn.read(kings(SHUFFLE * 4, "1-0"))
    while match.can_undo:
        match.undo()
    steps = 0
    while match.can_redo:
        assert match.legal
        match.redo()
        steps += 1
    assert steps == 17
    for number in reversed(range(len(match.nodes))):
        match.goto(number, ended=False)
        assert match.legal
        assert match.node.id == number


def test_a_game_that_is_over_on_the_board_does_not_go_on() -> None:
    with pytest.raises(RecordError, match="over"):
        pdn.read('[FEN "W:W18:B14"]\n[GameType "21"]\n\n18x9 9-13 *')


# -- short captures --------------------------------------------------------------------------------------

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
        ("20x4 *", 1, "Several moves fit"),
        ("20x4 17-21 *", 1, "Several moves fit"),
        ("20x4 (24-27) *", 1, "Several moves fit"),
        ("20x4 17-21 (20x4 24-27) *", 1, "Several moves fit"),
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
    assert told(match) == ["several routes fit this capture and come to the same position; the first is taken"]
    assert (match.warnings[0].line, match.warnings[0].column) == (4, 1)
    with pytest.raises(IllegalMove, match="Several moves fit"):
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
        with pytest.raises(RecordError, match="Several moves fit"):
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
    monkeypatch.setattr(pdn_routes, "MAX_ROUTES", 1)
    with pytest.raises(RecordError, match="Several moves fit"):
        pdn.read(f"{FORKED}20x4 24-27 *")


# -- several games, and words in the place of moves --------------------------------------------------------

TREES = """(;FF[4]GM[9]PB[Dark]PW[Light]RE[B+R]
;B[b8-b6];W[a7-c7]
(;B[c8-e6];W[resign])(;B[d8-d6]))

(;GM[1]SZ[19]PB[a ( ; \\] b];B[aa])
(;GM[9]EV[Second]
;B[e1-e3];W[draw])
"""


def test_the_game_trees_of_an_sgf_text_are_listed_as_the_games_of_a_pdn_text_are() -> None:
    parts = record.parts(TREES)
    assert [(part.key, part.tags, part.turns, part.winner) for part in parts] == [
        ("rock", {"Black": "Dark", "White": "Light", "Result": "B+R"}, 3, "b"),
        (None, {"Black": "a ( ; ] b"}, 1, None),
        ("rock", {"Event": "Second"}, 1, None),
    ]
    assert "".join(TREES[part.start : part.end] for part in parts) == TREES
    assert result(sgf.read(record.part(TREES, 0))) == ("b", "resignation")
    assert result(record.read(record.part(TREES, 2))) == (None, "agreement")
    with pytest.raises(RecordError, match="holds 3 games"):
        record.part(TREES, 3)


def test_several_game_trees_are_read_as_several_games() -> None:
    found = list(read_each(TREES))
    assert [isinstance(each, Match) for each in found] == [True, False, True]
    wrong = found[1]
    assert isinstance(wrong, RecordError)
    assert (wrong.line, wrong.column) == (5, 6)
    assert str(wrong).startswith("line 5, column 6: game 2 of 3: expected GM[9]")
    with pytest.raises(RecordError, match="line 5, column 6: game 2 of 3"):
        read_all(TREES)
    without = TREES.replace(TREES[TREES.index("(;GM[1]") : TREES.index("(;GM[9]EV")], "")
    first, second = read_all(without)
    assert story(first) == ["b8-b6", "a7-c7", "c8-e6"]
    assert story(second) == ["e1-e3"]
    with pytest.raises(RecordError, match="one game"):
        sgf.read(without)


@pytest.mark.parametrize(
    ("moves", "ended"),
    [
        (";B[e1-e3];W[resign]", ("b", "resignation")),
        (";B[e1-e3];B[resign]", ("w", "resignation")),
        (";B[e1-e3];W[draw]", (None, "agreement")),
        (";B[e1-e3];B[Draw]", (None, "agreement")),
        (";B[e1-e3];W[time]", ("b", "flag")),
        (";B[e1-e3];B[timeout]", ("w", "flag")),
        (";B[e1-e3];W[ draw ]C[agreed]", (None, "agreement")),
    ],
)
def test_a_word_in_the_place_of_a_move_says_how_the_game_ended(moves: str, ended: tuple[str | None, str]) -> None:
    match = sgf.read(f"(;GM[9]{moves})")
    assert result(match) == ended
    assert len(match.nodes) == 2
    assert result(sgf.read(sgf.write(match))) == ended


def test_a_tag_given_twice_counts_once_and_is_told() -> None:
    text = '[Event "a"]\n[White "Ada"]\n [Event "b"]\n[GameType "21"]\n[GameType "22"]\n\n11-15 *'
    match = pdn.read(text)
    assert match.game.key == "english"
    assert match.tags["Event"] == "a"
    assert [(warning.line, warning.column) for warning in match.warnings] == [(3, 2), (5, 1)]
    assert match.warnings[0].text == "line 3, column 2: Event is given twice; the first counts"
    (part,) = record.parts(text)
    assert (part.key, part.tags["Event"]) == ("english", "a")


def test_warnings_point_into_the_whole_text_and_are_not_without_end() -> None:
    one = '[Event "a"]\n[Event "b"]\n[GameType "21"]\n\n1. 11-15 *'
    first, second, third = read_all(f"{one}\n\n{one} {one}\n")
    places = [(warning.line, warning.column) for match in (first, second, third) for warning in match.warnings]
    assert places == [(2, 1), (8, 1), (12, 1)]
    many = pdn.read('[Event "a"]\n' * 1000 + '[GameType "21"]\n*')
    assert len(many.warnings) == MAX_WARNINGS


def test_errors_of_a_game_among_several_point_into_the_whole_text() -> None:
    text = '[GameType "21"]\n\n1. 11-15 * [GameType "21"] 1. 9-14 9-9 *\n[GameType "21"]\n1. 11-15 12-1 *\n'
    found = list(read_each(text))
    assert [isinstance(each, Match) for each in found] == [True, False, False]
    places = [(each.line, each.column) for each in found if isinstance(each, RecordError)]
    assert places == [(3, 36), (5, 10)]


def test_json_and_positions_are_one_game_each() -> None:
    match = Match(ROCK)
    assert record.parts(json.write(match)) == []
    assert record.parts(position_text(ROCK, match.start)) == []
    (found,) = read_all(json.write(match))
    assert found.start == match.start
    (error,) = read_each("{}")
    assert isinstance(error, RecordError)
    with pytest.raises(RecordError, match="empty"):
        list(read_each(" "))
