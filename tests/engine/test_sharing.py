"""Two searches that exchange table entries."""

import random
from base64 import b64decode, b64encode
from typing import Any

import pytest
from saltus.core.game import Game, Position
from saltus.core.score import WIN
from saltus.engine.search import MIN_SHARED_DEPTH, SearchInfo, search
from saltus.engine.sharing import BITBOARD_BYTES, ENTRY, export_entries, import_entries
from saltus.engine.tt import MAX_DIRTY, TranspositionTable
from saltus.games import keys, load

DEPTH = {"english": 7, "italian": 7, "rock": 4, "roman": 4, "gambit": 4}


def middle(game: Game) -> Position:
    """A position after some random moves."""
    choose, setup = random.Random(4), game.setups[0]
    position = game.start(setup.key, 4 if setup.seeded else None)
    for _ in range(6 if game.longest is None else 1):
        position = game.play(position, choose.choice(game.moves(position)))
    return position


def found(game: Game, table: TranspositionTable, *, depth: int | None = None, helps: bool = False) -> SearchInfo:
    """The end of a search to this depth."""
    *_, last = search(game, middle(game), table=table, max_depth=depth or DEPTH[game.key], helps=helps)
    return last


def entries(text: str) -> list[tuple[Any, ...]]:
    return list(ENTRY.iter_unpack(b64decode(text)))


def entry(position: Position, depth: int, bound: int, score: int, move: int) -> bytes:
    boards = (board.to_bytes(BITBOARD_BYTES, "little") for board in position[:3])
    return ENTRY.pack(*boards, position[3], depth, bound, score, move)


@pytest.mark.parametrize("key", keys())
def test_shared_entries_save_the_other_search_positions(key: str) -> None:
    game, table, other = load(key), TranspositionTable(), TranspositionTable()
    best_share = found(game, table, helps=True)
    assert import_entries(other, export_entries(table)) > 0
    after = found(game, other)
    assert after.nodes < best_share.nodes
    assert after.pv[0] in game.moves(middle(game))


def test_an_entry_is_shared_once_and_only_from_a_minimum_depth() -> None:
    game, table = load("english"), TranspositionTable()
    found(game, table)
    told_first = entries(export_entries(table))
    assert told_first
    assert len({one[:4] for one in told_first}) == len(told_first)
    assert all(depth >= MIN_SHARED_DEPTH for *_, depth, _, _, _ in told_first)
    assert export_entries(table) == ""


def test_entries_to_share_are_bounded() -> None:
    game, table = load("english"), TranspositionTable()
    found(game, table, depth=13)
    assert len(table.current) > 2 * MAX_DIRTY
    assert MAX_DIRTY // 4 < len(entries(export_entries(table))) <= MAX_DIRTY


def test_deeper_entries_are_not_overwritten() -> None:
    game, table, other = load("italian"), TranspositionTable(), TranspositionTable()
    found(game, table)
    found(game, other)
    text = export_entries(table)
    before = dict(other.current)
    assert import_entries(other, text) == 0
    assert other.current == before


@pytest.mark.parametrize("key", keys())
def test_a_helping_search_finds_the_same_value_in_another_order(key: str) -> None:
    game = load(key)
    values = [
        [step.score for step in search(game, middle(game), max_depth=3, selective=False, helps=helps)][-1]
        for helps in (False, True)
    ]
    assert values[0] == values[1]


@pytest.mark.parametrize("text", ["entries", "?", "QUJD", b64encode(b"\0" * (ENTRY.size + 1)).decode()])
def test_malformed_entries_are_refused(text: str) -> None:
    table = TranspositionTable()
    with pytest.raises(ValueError, match="no entries"):
        import_entries(table, text)
    assert not table.current


@pytest.mark.parametrize(
    ("bound", "score"),
    [(0, 0), (4, 0), (3, WIN + 1), (3, -WIN - 1)],
    ids=["no bound", "no bound either", "high", "low"],
)
def test_impossible_entries_are_ignored(bound: int, score: int) -> None:
    game, table = load("english"), TranspositionTable()
    text = b64encode(entry(game.start(), 9, bound, score, 0)).decode()
    assert import_entries(table, text) == 0
    assert not table.current


def test_an_entry_with_an_illegal_move_does_no_harm() -> None:
    """Every position after the first gets an entry with a best move that does not exist."""
    game, table = load("english"), TranspositionTable()
    start = game.start()
    after = [game.play(start, move) for move in game.moves(start)]
    text = b64encode(b"".join(entry(position, 1, 3, 0, 255) for position in after)).decode()
    assert import_entries(table, text) == len(after)
    line = [start]
    *_, last = search(game, start, table=table, max_depth=6)
    for move in last.pv:
        assert move in game.moves(line[-1])
        line.append(game.play(line[-1], move))
    assert len(line) > 2
