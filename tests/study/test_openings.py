"""The opening books, on samples, and the ballots of English checkers."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
import saltus.data
from saltus.core.board import Board, square
from saltus.core.game import Game, Position
from saltus.engine.search import search
from saltus.games import load
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.records import record
from saltus.study.ballots import BALLOTS, NAMES, after, ballot, ballot_of, begin, name_of
from saltus.study.openings import (
    BEST_LINE_PLIES,
    MAX_VALUE_CENTIPIECES,
    Book,
    book_key,
    book_keys_after,
    opening_book,
)
from workshop.mine.openings import packed

BOOKS = ["english", "italian", "rock"]
ENGLISH = load("english")


def there(key: str) -> Book:
    found = opening_book(load(key))
    assert found is not None
    return found


def walks(key: str, seed: int, count: int) -> Iterator[Position]:
    """Positions of a book, along random lines of played moves."""
    known, game, choose = there(key), load(key), Random(seed)
    while count:
        position = game.start()
        while (page := known.page(position)) and (played := [move for move in page.moves if move.games]):
            yield position
            count -= 1
            if not count:
                return
            position = game.play(position, choose.choice(played).move)


def mirrored(game: Game, position: Position) -> list[Position]:
    """The equivalent positions for the mover: the rotated board with colours swapped; in Rock, every mirror image."""
    white, black, kings, side = position
    board = game.board

    def moved(bits: int, turn: tuple[bool, bool, bool]) -> int:
        found = 0
        for name in board.names(bits):
            file, rank = Board.file_of(name), Board.rank_of(name)
            file, rank = 7 - file if turn[0] else file, 7 - rank if turn[1] else rank
            found |= board.bit[square(rank, file) if turn[2] else square(file, rank)]
        return found

    if game.has_kings:
        over = (True, True, False)
        return [(moved(black, over), moved(white, over), moved(kings, over), 1 - side)]
    turns = [(x, y, z) for x, y, z in product((False, True), repeat=3)]
    return [(moved(white, turn), moved(black, turn), 0, side) for turn in turns] + [
        (moved(black, turn), moved(white, turn), 0, 1 - side) for turn in turns
    ]


# -- the books ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BOOKS)
def test_moves_of_a_book_are_legal_and_each_is_there_once(key: str) -> None:
    game = load(key)
    for position in walks(key, 1, 100):
        page = there(key).page(position)
        assert page is not None
        moves = [move for known in page.moves for move in (known.move, *known.alike)]
        assert len(moves) == len(set(moves))
        assert set(moves) <= set(game.moves(position))


@pytest.mark.parametrize("key", BOOKS)
def test_position_is_worth_as_much_as_its_best_move(key: str) -> None:
    for position in walks(key, 2, 100):
        page = there(key).page(position)
        assert page is not None
        assert page.value == max(known.value for known in page.moves)
        assert abs(page.value) <= MAX_VALUE_CENTIPIECES


@pytest.mark.parametrize("key", BOOKS)
def test_best_line_keeps_the_value_of_the_position_that_it_begins_with(key: str) -> None:
    game = load(key)
    for position in walks(key, 6, 60):
        value = there(key).value(position)
        found = there(key).best_line(position)
        assert value is not None
        if found is None:
            page = there(key).page(position)
            assert page is not None
            assert abs(value) == MAX_VALUE_CENTIPIECES or value not in [known.value for known in page.moves]
            continue
        assert found[0] == value
        assert 1 <= len(found[1]) <= BEST_LINE_PLIES
        for ply, move in enumerate(found[1]):
            assert there(key).value(position) == (-value if ply % 2 else value)
            position = game.play(position, move)


@pytest.mark.parametrize("key", ["italian", "rock"])
def test_games_that_come_to_a_position_go_on_from_it(key: str) -> None:
    """In English checkers the positions after a ballot have no predecessor in the book."""
    game, start = load(key), there(key).page(load(key).start())
    assert start is not None
    for known in start.moves:
        page = there(key).page(game.play(game.start(), known.move))
        assert page is not None
        assert page.games in (known.games, 0)
        assert known.games == known.won + known.drawn + known.lost


@pytest.mark.parametrize("key", BOOKS)
def test_head_of_a_book_says_the_command_that_made_it_and_how_many_games(key: str) -> None:
    [folder] = saltus.data.__path__
    head, _, _ = (Path(folder) / f"{key}-openings.table").read_bytes().partition(b"\n\n")
    assert f"python3 -m workshop.mine.openings {key} --searches" in head.decode()
    start = there(key).page(load(key).start())
    assert start is not None
    begun = start.games * (2 if key == "english" else 1)
    assert f"{begun:,} games" in head.decode()


@pytest.mark.parametrize("key", BOOKS)
def test_what_looks_the_same_to_the_mover_is_the_same_in_the_book(key: str) -> None:
    game = load(key)
    for position in walks(key, 3, 10):
        page = there(key).page(position)
        for other in mirrored(game, position):
            assert book_key(game, other) == book_key(game, position)
            turned = there(key).page(other)
            assert turned is not None
            assert page is not None
            assert [known[2:] for known in turned.moves] == [known[2:] for known in page.moves]


@pytest.mark.parametrize("key", BOOKS)
def test_move_leads_to_the_key_of_the_position_after_it_which_is_no_other_ones(key: str) -> None:
    game = load(key)
    seen: dict[int, set[Position]] = {}
    for position in walks(key, 4, 20):
        for move, told in book_keys_after(game, position):
            found = game.play(position, move)
            alike = {found, *mirrored(game, found)}
            assert told == book_key(game, found)
            assert seen.setdefault(told, alike) & alike


def test_mirror_images_are_one_move_of_the_book() -> None:
    page = there("rock").page(load("rock").start())
    assert page is not None
    assert sum(1 + len(known.alike) for known in page.moves) == len(load("rock").moves(load("rock").start()))
    assert {len(known.alike) for known in page.moves} == {3}


def test_position_beyond_a_book_is_not_in_it() -> None:
    position = ENGLISH.position([*["........"] * 5, "..W.W...", "........", "B......."], "w")
    assert there("english").page(position) is None
    assert there("english").value(position) is None


def test_what_is_packed_is_read_again() -> None:
    game = ENGLISH
    start = game.start()
    first, second, *_ = game.moves(start)
    keys = [book_key(game, game.play(start, move)) for move in (first, second)]
    values = {book_key(game, start): -7, keys[0]: 7, keys[1]: MAX_VALUE_CENTIPIECES}
    made = Book(packed(values, {book_key(game, start): {keys[0]: (1, 2, 3), keys[1]: (0, 0, 70_000)}}), game)
    page = made.page(start)
    assert page is not None
    assert (page.value, len(made)) == (-7, 3)
    assert [known[2:] for known in page.moves] == [(-MAX_VALUE_CENTIPIECES, 0, 0, 65_535), (-7, 1, 2, 3)]


def test_game_without_a_book_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opening_book(load("roman")) is None
    monkeypatch.setattr("saltus.core.resources.TABLE_SUFFIX", ".nothing")
    assert opening_book(ENGLISH) is None


# -- the ballots --------------------------------------------------------------------------------------------


def test_ballots_are_three_legal_turns_to_as_many_positions() -> None:
    assert [each.number for each in BALLOTS] == list(range(1, 175))
    assert len({after(each.text) for each in BALLOTS}) == 174
    assert sum(each.deck for each in BALLOTS) == 156
    assert {len(each.turns) for each in BALLOTS} == {3}


def test_beginnings_that_are_no_ballots_lose_a_man() -> None:
    game, others = ENGLISH, set()
    for first in game.moves(game.start()):
        one = game.play(game.start(), first)
        for second in game.moves(one):
            two = game.play(one, second)
            others |= {game.play(two, third) for third in game.moves(two)}
    assert len(others) == 216
    others -= {after(each.text) for each in BALLOTS}
    assert len(others) == 42
    for position in others:
        *_, found = search(game, position, max_depth=7)
        assert abs(found.score) >= 60, game.rows(position)


@pytest.mark.parametrize("control", [TimeControl(300.0, 5.0), TimeControl(60.0, 180.0), TimeControl(60.0)])
def test_clocks_are_full_after_a_ballot_and_in_its_record(control: TimeControl) -> None:
    """Nobody made its three moves, so that nobody gets their increments."""
    match = Match(load("english"), clock=control)
    begin(match, ballot(126))
    full = (control.initial, control.initial, control.increment)
    assert match.clock == full
    again = record.read(record.write(match, "json"))
    assert again.clock == full
    again.play(again.legal[0], spent=2.0)
    assert again.clock == (full[0] - 2.0 + control.increment, full[1], control.increment)


def test_ballot_begins_a_match_and_is_in_its_record() -> None:
    match = Match(load("english"))
    begin(match, ballot(126))
    assert match.position == after("11-15 23-19 8-11")
    assert match.tags == {"Ballot": "126", "Opening": "11-15 23-19 8-11, Old Faithful"}
    with pytest.raises(ValueError, match="from its first position"):
        begin(match, ballot(1))
    with pytest.raises(ValueError, match="English checkers"):
        begin(Match(load("italian")), ballot(1))
    with pytest.raises(ValueError, match="from 1 to 174, not 175"):
        ballot(175)


def test_every_name_belongs_to_one_position() -> None:
    assert len({after(text) for text in NAMES}) == len(NAMES)
    for text, name in NAMES.items():
        assert name_of(ENGLISH, after(text)) == name


def test_opening_has_its_name_by_whatever_order_of_turns_it_came() -> None:
    assert name_of(ENGLISH, after("9-14 23-19 11-15 27-23")) == "Defiance"
    assert ballot_of(ENGLISH, after("9-14 23-19 11-15")) == ballot_of(ENGLISH, after("11-15 23-19 9-14"))
