"""Who wins with five pieces in English checkers and Italian draughts, and what the search makes of it."""

from collections.abc import Iterator
from math import prod
from random import Random

import pytest
from saltus.core.game import Position
from saltus.core.resources import table_exists
from saltus.engine.search import KNOWN_LEAD, search
from saltus.games import load
from saltus.tablebase.base import Endings
from saltus.tablebase.places import classes, counts, sets
from workshop.solve import endings as workshop

from tests.support.endings import DRAUGHTS, TABLES, drawn, opposite


def five(key: str, seed: int, count: int) -> Iterator[Position]:
    """Random positions with five pieces, not over."""
    game, choose = load(key), Random(seed)
    while count:
        position = workshop.drawn(game, choose, 5, 5)
        if game.moves(position):
            count -= 1
            yield position


def result(key: str, position: Position) -> int:
    """1 if the side to move wins, 0 for a draw, -1 if it loses, with up to five pieces."""
    return workshop.result(TABLES[key], position)


@pytest.mark.parametrize("key", DRAUGHTS)
def test_every_result_is_the_best_of_those_after_it(key: str) -> None:
    """A sample; `workshop.solve.endings` compares all of them when it makes a table."""
    game, seen = load(key), set()
    for position in five(key, 1, 3_000):
        found = result(key, position)
        assert found == max(-result(key, game.play(position, move)) for move in game.moves(position))
        seen.add(found)
    assert seen == {1, 0, -1}


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_turned_board_with_the_colours_changed_has_the_same_result(key: str) -> None:
    for position in five(key, 2, 300):
        assert result(key, opposite(load(key), position)) == result(key, position)


def test_every_position_has_a_place_of_its_own() -> None:
    """The numbers of a set run from 0 to its count."""
    assert sum(prod(counts(sizes)) for sizes in classes(5)) == 187_110_300 - sum(
        prod(counts(sizes)) for pieces in (2, 3, 4) for sizes in classes(pieces)
    )
    for position in five("english", 3, 300):
        found = sets(position)
        assert all(0 <= number < count for number, count in zip(found[1:], counts(found.sizes), strict=True))


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_search_never_gives_away_what_is_known(key: str) -> None:
    """The best line keeps the result, the lines are in its order, and the scores agree with it."""
    game, seen = load(key), set()
    for position in five(key, 4, 150):
        if game.noisy_moves(position):
            continue
        *_, last = search(game, position, known=TABLES[key], lines=200, max_nodes=300)
        *_, single = search(game, position, known=TABLES[key], max_nodes=300)
        after = [-result(key, game.play(position, line.pv[0])) for line in last.lines]
        best = result(key, position)
        assert after == sorted(after, reverse=True)
        assert after[0] == -result(key, game.play(position, single.pv[0])) == best
        for line, kept in zip(last.lines, after, strict=True):
            assert line.score * kept >= KNOWN_LEAD * abs(kept)
            assert kept or not line.score
        seen.add(best)
    assert seen == {1, 0, -1}


def test_a_side_without_pieces_has_lost_to_five() -> None:
    full = sum(sorted(load("english").board.name)[:5])
    assert TABLES["english"].result((full, 0, full, 1)) == -1
    assert TABLES["english"].result((0, full, full, 0)) == -1


def test_nothing_is_known_of_six_pieces_nor_without_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("english")
    position = next(five("english", 8, 1))
    assert TABLES["english"].result(workshop.drawn(game, Random(8), 6, 6)) is None
    monkeypatch.setattr("saltus.tablebase.draughts.table_exists", lambda name: not name.endswith("-five"))
    four = game.knowledge()
    assert isinstance(four, Endings)
    assert four.result(position) is None
    fewer = next(drawn(game, 8, 1))
    assert four.score(fewer) == TABLES["english"].score(fewer)


def test_both_games_have_the_table() -> None:
    for key in DRAUGHTS:
        assert table_exists(f"{key}-five")
        assert set(load(key).tables) == {key, f"{key}-five"}
