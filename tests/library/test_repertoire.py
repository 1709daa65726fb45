"""Repertoires: the moves of one side, and where games left them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from saltus.games import load
from saltus.library.entry import Entry, entry_of
from saltus.library.lines import add_lines, remove_line, repertoire, repertoires, train_line
from saltus.library.repertoire import Departure, Repertoire, own_lines, weights
from saltus.library.store import Library
from saltus.match.match import Match
from saltus.notation.move import move_text
from saltus.records.record import read

LINES = '[GameType "21"]\n\n1. 11-15 23-19 (1... 22-18 2. 15x22 25x18 3. 8-11) 2. 8-11 22-17 3. 9-13 *\n'
"""Black's lines: against 23-19 and against 22-18."""
NOW = 1_800_000_000_000


def match(moves: str) -> Match:
    return read(f'[GameType "21"]\n\n{moves} *\n')


def entry(moves: str) -> Entry:
    return entry_of(match(moves))


@pytest.fixture
def black() -> Repertoire:
    return Repertoire(load("english"), "b", own_lines(read(LINES), "b"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "games.db") as made:
        yield made


def test_the_moves_of_one_side_are_taken_from_a_game_and_its_variations(black: Repertoire) -> None:
    game = black.game
    told = [move_text(game, position, move) for position, moves in black.moves.items() for move in moves]
    assert sorted(told) == sorted(["11-15", "8-11", "9-13", "15x22", "8-11"])
    assert black.roots() == [game.start()]
    assert len(list(black.walk(game.start()))) == len(black.moves)


def test_replies_are_those_with_an_answer(black: Repertoire) -> None:
    game = black.game
    after = game.play(game.start(), black.moves[game.start()][0])
    assert [move_text(game, after, move) for move, _ in black.replies(after)] == ["22-18", "23-19"]


def test_a_move_is_added_once_and_only_for_its_side(black: Repertoire) -> None:
    game = black.game
    (move,) = black.moves[game.start()]
    assert not black.add(game.start(), move)
    assert black.add(game.start(), game.moves(game.start())[0])
    after = game.play(game.start(), move)
    with pytest.raises(ValueError, match="the other side's"):
        black.add(after, game.moves(after)[0])


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("1. 9-14 22-18", Departure("own", 0)),
        ("1. 11-15 23-19 2. 9-14", Departure("own", 2)),
        ("1. 11-15 24-19 2. 15x24", Departure("other", 1)),
        ("1. 11-15 23-19 2. 8-11 22-18", Departure("other", 3)),
        ("1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14", Departure("end", 5)),
        ("1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25", Departure("end", 5)),
        ("1. 11-15 23-19", Departure("game", 2)),
        ("1. 11-15", Departure("game", 1)),
    ],
)
def test_where_a_game_left_the_lines(black: Repertoire, moves: str, left: Departure) -> None:
    assert black.departure(entry(moves)) == left


def test_lines_are_entered_from_any_order_of_moves(black: Repertoire) -> None:
    """The game begins elsewhere and reaches a position of the lines later."""
    game = black.game
    lines = Repertoire(game, "b", [(position, move) for position, (move, *_) in list(black.moves.items())[1:]])
    assert lines.departure(entry("1. 11-15 23-19 2. 8-11 22-17 3. 12-16")) == Departure("own", 4)
    assert lines.departure(entry("1. 9-13")) is None


def test_a_line_that_goes_in_a_circle_ends() -> None:
    text = '[GameType "21"]\n[SetUp "1"]\n[FEN "B:WK32:BK1"]\n\n1. 1-6 32-27 2. 6-1 27-32 3. 1-6 *\n'
    circle = read(text)
    lines = Repertoire(circle.game, "b", own_lines(circle, "b"))
    assert len(list(lines.walk(circle.start))) == 2
    assert lines.roots() == [circle.start]


def test_replies_that_were_played_more_are_likelier() -> None:
    game = load("english")
    one, other, *_ = game.moves(game.start())
    assert weights([one, other], {one: 7}) == [8, 1]


def test_repertoires_are_kept(library: Library, black: Repertoire) -> None:
    game = black.game
    assert add_lines(library, game, "b", own_lines(read(LINES), "b")) == 5
    assert add_lines(library, game, "b", own_lines(read(LINES), "b")) == 0
    assert add_lines(library, game, "w", own_lines(read(LINES), "w")) == 4
    assert repertoires(library) == {("english", "w"): 3, ("english", "b"): 5}
    found = repertoire(library, "english", "b")
    assert found.repertoire.moves == black.moves
    assert found.progress == {}
    assert repertoire(library, "rock", "w").repertoire.moves == {}


def test_moves_are_removed(library: Library, black: Repertoire) -> None:
    game, start = black.game, black.game.start()
    add_lines(library, game, "b", [(start, move) for move in game.moves(start)[:3]])
    assert remove_line(library, game, start, game.moves(start)[1]) == 1
    assert remove_line(library, game, start, game.moves(start)[1]) == 0
    assert remove_line(library, game, start) == 2
    assert repertoires(library) == {}


def test_answers_are_kept_by_position(library: Library, black: Repertoire) -> None:
    game, start = black.game, black.game.start()
    add_lines(library, game, "b", own_lines(read(LINES), "b"))
    missed = train_line(library, game, start, None, False, NOW)
    assert repertoire(library, "english", "b").progress == {start: missed}
