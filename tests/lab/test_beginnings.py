"""The five games as the game lab has them to be changed: with their switches as they are, each has the moves and the
endings of the game that is shipped; with any others it still is a game, and says its rules as they are then.
"""

import re
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from saltus import games, lab
from saltus.core.game import Game, Move, Position
from saltus.lab.contract import examine
from saltus.lab.own import game_in

from tests.support.tiers import mostly_slow

BEGINNINGS = Path(lab.__file__).parent / "beginnings"
SHIPPED = {f"my_{key}": key for key in ("english", "italian", "rock", "gambit", "roman")}
PERFT_DEPTHS = {"my_english": 5, "my_italian": 5, "my_rock": 3, "my_gambit": 4, "my_roman": 3}
LONGEST_GAME = 150
LIKE_A_SWITCH = re.compile(r"[A-Z_]+ = (True|False|\d+)\b")
YES_OR_NO = re.compile(r"([A-Z_]+) = (True|False)  # ([^,].*)")
NUMBER = re.compile(r"([A-Z_]+) = (\d+)  # (.+), (\d+) to (\d+)")

every_key = pytest.mark.parametrize("key", SHIPPED)


class Switch(NamedTuple):
    """A line of a file that the page shows as a check box or a number field."""

    name: str
    value: str
    others: tuple[str, ...]  # The other value, or the ends of the range.


def text_of(key: str) -> str:
    return (BEGINNINGS / f"{key}.py").read_text("utf-8")


def switches(key: str) -> list[Switch]:
    found = []
    for line in filter(LIKE_A_SWITCH.match, text_of(key).splitlines()):
        if both := YES_OR_NO.fullmatch(line):
            found.append(Switch(both[1], both[2], (str(both[2] == "False"),)))
        else:
            number = NUMBER.fullmatch(line)
            assert number, line
            name, value, _, low, high = number.groups()
            assert int(low) <= int(value) <= int(high)
            found.append(Switch(name, value, tuple(end for end in (low, high) if end != value)))
    return found


class Lab:
    """Games with switches turned, each from a file of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def game(self, key: str, **turned: object) -> Game:
        text = text_of(key)
        for name, value in turned.items():
            text, times = re.subn(rf"^{name} = \w+", f"{name} = {value}", text, flags=re.MULTILINE)
            assert times == 1
        file = self.folder / f"{key}-{'-'.join(map(str, turned.values()))}.py"
        file.write_text(text, "utf-8")
        return game_in(str(file), hash(text))()


@pytest.fixture
def made(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


def facts(moves: list[Move]) -> set[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    return {move[:3] for move in moves}


def as_text(game: Game, position: Position) -> set[str]:
    return {"-".join(move.path) for move in game.moves(position)}


def both_games(own: Game, shipped: Game, seed: int) -> Iterator[tuple[Position, Position]]:
    """The positions of a random game, as both have them."""
    random = Random(seed)
    setup = random.choice(shipped.setups)
    position = shipped.start(setup.key, seed if setup.seeded else None)
    mine = own.start(setup.key, seed if setup.seeded else None)
    for _ in range(LONGEST_GAME):
        yield mine, position
        legal = shipped.moves(position)
        if not legal:
            return
        move = random.choice(legal)
        found = own.find(mine, move.path)
        assert found is not None
        assert own.progress(mine, found) == shipped.progress(position, move)
        mine, position = own.play(mine, found), shipped.play(position, move)


def check_same(own: Game, shipped: Game, mine: Position, position: Position) -> None:
    assert (own.rows(mine), mine[3]) == (shipped.rows(position), position[3])
    assert facts(own.moves(mine)) == facts(shipped.moves(position))
    assert own.counting(mine) == shipped.counting(position)
    ended, expected = own.outcome(mine), shipped.outcome(position)
    if ended is None or expected is None:
        assert ended is expected
        return
    assert ended.winner == expected.winner
    assert (ended.scores, ended.islands) == (expected.scores, expected.islands)
    if expected.reason in own.rules:
        assert ended.reason == expected.reason


# -- as they are -----------------------------------------------------------------------------------------


@every_key
def test_each_switch_has_the_form_that_the_page_reads(key: str) -> None:
    assert len(switches(key)) >= 3


@every_key
def test_a_beginning_has_as_many_games_as_the_shipped_one(made: Lab, key: str) -> None:
    own, shipped = made.game(key), games.load(SHIPPED[key])
    seed = 1 if shipped.setups[0].seeded else None
    assert (own.first, own.bottom, own.pieces) == (shipped.first, shipped.bottom, shipped.pieces)
    assert (own.repetitions, own.quiet_limit) == (shipped.repetitions, shipped.quiet_limit)
    depth = PERFT_DEPTHS[key]
    assert own.perft(own.start(seed=seed), depth) == shipped.perft(shipped.start(seed=seed), depth)


@every_key
def test_random_games_are_those_of_the_shipped_one(made: Lab, key: str) -> None:
    own, shipped = made.game(key), games.load(SHIPPED[key])
    for seed in range(3):
        for mine, position in both_games(own, shipped, seed):
            check_same(own, shipped, mine, position)


@pytest.mark.slow("test_random_games_are_those_of_the_shipped_one")
@every_key
def test_many_random_games_are_those_of_the_shipped_one(made: Lab, key: str) -> None:
    own, shipped = made.game(key), games.load(SHIPPED[key])
    for seed in range(3, 100):
        for mine, position in both_games(own, shipped, seed):
            check_same(own, shipped, mine, position)


# -- with switches turned --------------------------------------------------------------------------------

TURNED = [(key, one.name, other) for key in SHIPPED for one in switches(key) for other in one.others]
FIRST = [next(row for row in TURNED if row[0] == key) for key in SHIPPED]


@mostly_slow("key,name,value", TURNED, *FIRST, ids=["-".join(row) for row in TURNED])
def test_a_turned_switch_keeps_the_contract(made: Lab, key: str, name: str, value: str) -> None:
    *_, checked = examine(made.game(key, **{name: value}), 200)
    assert checked == 200


@pytest.mark.slow("test_a_turned_switch_keeps_the_contract")
@every_key
def test_all_switches_together_keep_the_contract(made: Lab, key: str) -> None:
    names = [one.name for one in switches(key)]
    for values in product(*((one.value, *one.others) for one in switches(key))):
        *_, checked = examine(made.game(key, **dict(zip(names, values, strict=True))), 50)
        assert checked == 50


@every_key
def test_the_rules_are_said_as_the_switches_have_them(made: Lab, key: str) -> None:
    """A switch changes a sentence, unless it only changes the board and its pieces, which the page draws."""
    drawn = {"RANKS_OF_MEN", "FILES", "PIECES"}
    said = made.game(key).rules
    changed = {
        one.name for one in switches(key) for other in one.others if made.game(key, **{one.name: other}).rules != said
    }
    assert changed == {one.name for one in switches(key)} - drawn


def position(game: Game, side: str, *pieces: str) -> Position:
    """The position with these pieces, such as `wc3` or `Bd4`."""
    rows = game.board.rows({piece[1:]: piece[0] for piece in pieces})
    return game.position(rows, side)


def legal(game: Game, side: str, *pieces: str) -> set[str]:
    return as_text(game, position(game, side, *pieces))


def test_english_checkers_can_be_changed(made: Lab) -> None:
    as_it_is = made.game("my_english")
    free = made.game("my_english", MUST_CAPTURE=False)
    assert legal(as_it_is, "w", "wc3", "bd4", "bh8") == {"c3-e5"}
    assert legal(free, "w", "wc3", "bd4", "bh8") == {"c3-e5", "c3-b4"}
    backward = made.game("my_english", MEN_CAPTURE_BACKWARD=True)
    assert legal(as_it_is, "w", "we5", "bd4") == {"e5-d6", "e5-f6"}
    assert legal(backward, "w", "we5", "bd4") == {"e5-c3"}
    flying = made.game("my_english", FLYING_KINGS=True)
    assert legal(as_it_is, "w", "Wa1", "bd4") == {"a1-b2"}
    assert legal(flying, "w", "Wa1", "bd4") == {"a1-e5", "a1-f6", "a1-g7", "a1-h8"}
    assert legal(flying, "w", "Wa1", "bd4", "bg5") == {"a1-f6-h4", "a1-e5", "a1-g7", "a1-h8"}
    assert "a1-b2" in legal(flying, "w", "Wa1", "bh2")
    assert legal(flying, "b", "Wa1", "bd4") == {"d4-c3", "d4-e3"}
    few = made.game("my_english", RANKS_OF_MEN=1)
    assert [part.bit_count() for part in few.start()[:2]] == [4, 4]


def test_a_man_that_captures_backward_stops_where_it_is_crowned(made: Lab) -> None:
    backward = made.game("my_english", MEN_CAPTURE_BACKWARD=True)
    assert legal(backward, "w", "wd6", "be7", "bg7") == {"d6-f8"}


def test_italian_draughts_can_be_changed(made: Lab) -> None:
    as_it_is = made.game("my_italian")
    free = made.game("my_italian", MUST_CAPTURE=False)
    assert legal(as_it_is, "w", "wc4", "bd5") == {"c4-e6"}
    assert legal(free, "w", "wc4", "bd5") == {"c4-e6", "c4-b5"}
    takes_kings = made.game("my_italian", MEN_CAPTURE_KINGS=True)
    assert legal(as_it_is, "w", "wc4", "Bd5") == {"c4-b5"}
    assert legal(takes_kings, "w", "wc4", "Bd5") == {"c4-e6"}
    any_size = made.game("my_italian", BIGGEST_CAPTURE=False)
    pieces = "wa2", "bb3", "bd5", "wg6", "bf7"
    assert legal(as_it_is, "w", *pieces) == {"a2-c4-e6-g8"}
    assert legal(any_size, "w", *pieces) == {"a2-c4-e6-g8", "g6-e8"}


def test_rock_can_be_changed(made: Lab) -> None:
    as_it_is, mover_wins = made.game("my_rock"), made.game("my_rock", MOVER_WINS=True)
    both = "wa1", "wb1", "bh8", "bg8"
    for side, mover in pairwise("wbw"):
        drawn, won = (game.outcome(position(game, side, *both)) for game in (as_it_is, mover_wins))
        assert drawn is not None
        assert won is not None
        assert (drawn.winner, drawn.reason) == (None, "both-connected")
        assert (won.winner, won.reason) == (mover, "both-connected")
    lone = made.game("my_rock", LONE_PIECE_CONNECTED=False)
    few = "wa1", "bc3", "bh8"
    connected = as_it_is.outcome(position(as_it_is, "b", *few))
    assert connected is not None
    assert connected.winner == "w"
    assert lone.outcome(position(lone, "b", *few)) is None
    before = position(lone, "w", "wa1", "bc3")
    (capture,) = (move for move in lone.moves(before) if move.captured)
    captured = lone.outcome(lone.play(before, capture))
    assert captured is not None
    assert (captured.winner, captured.reason) == ("w", "all-captured")
    endless = made.game("my_rock", DRAW_BY_REPETITION=False)
    assert (as_it_is.repetitions, endless.repetitions) == (3, 0)


def test_gambit_can_be_changed(made: Lab) -> None:
    as_it_is, goes_on = made.game("my_gambit"), made.game("my_gambit", MUST_CONTINUE=True)
    row = "ba1", "wb1", "wd1"
    assert legal(as_it_is, "b", *row) == {"a1-c1", "a1-c1-e1"}
    assert legal(goes_on, "b", *row) == {"a1-c1-e1"}
    for files in (4, 10):
        wide = made.game("my_gambit", FILES=files)
        assert wide.rows(wide.start())[1] == "w" * files
    flat = made.game("my_gambit", FURTHER_POINTS=0)
    islands = "ba1", "ba2", "wh1"
    for game, points in ((as_it_is, 3), (flat, 1)):
        ended = game.outcome(position(game, "w", *islands))
        assert ended is not None
        assert ended.scores == {"w": 1, "b": points}


def test_roman_solitaire_can_be_changed(made: Lab) -> None:
    as_it_is = made.game("my_roman")
    compulsory = made.game("my_roman", MUST_CAPTURE=True)
    assert legal(as_it_is, "w", "wa1", "bb1") == {"a1-c1", "a1-a2", "a1-b2"}
    assert legal(compulsory, "w", "wa1", "bb1") == {"a1-c1"}
    straight = made.game("my_roman", DIAGONALS=False)
    assert legal(as_it_is, "w", "wa1", "bb2") == {"a1-a2", "a1-b1", "a1-c3"}
    assert legal(straight, "w", "wa1", "bb2") == {"a1-a2", "a1-b1"}
    few = made.game("my_roman", PIECES=2)
    for setup in few.setups:
        assert [part.bit_count() for part in few.start(setup.key, 7)[:2]] == [2, 2]
