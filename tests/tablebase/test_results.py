"""Who wins with five or six pieces in English checkers and Italian draughts, and what the search makes of it."""

import shutil
from collections.abc import Iterator
from math import ceil, prod
from random import Random

import pytest
from saltus.core.game import Position
from saltus.core.resources import table_exists
from saltus.engine.search import KNOWN_LEAD, search
from saltus.games import load
from saltus.tablebase.base import Endings, Values
from saltus.tablebase.draughts import DraughtsEndings
from saltus.tablebase.places import classes, counts, sets
from saltus.tablebase.results import BLOCK, LENGTHS, RESULTS, Results
from workshop.solve import endings as workshop

from tests.support.endings import DRAUGHTS, TABLES, drawn, opposite
from tests.support.tiers import mostly_slow


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


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """As on a machine that does not have these tables."""
    monkeypatch.setattr("saltus.tablebase.draughts.table_exists", lambda name: not name.endswith(names))


def test_nothing_is_known_of_five_pieces_without_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "-five", "-six")
    game = load("english")
    four = game.knowledge()
    assert isinstance(four, Endings)
    assert four.result(next(five("english", 8, 1))) is None
    fewer = next(drawn(game, 8, 1))
    assert four.score(fewer) == TABLES["english"].score(fewer)


def test_nothing_is_known_of_six_pieces_without_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "-six")
    game = load("english")
    shipped = game.knowledge()
    assert isinstance(shipped, Endings)
    assert shipped.result(workshop.drawn(game, Random(8), 6, 6)) is None
    assert shipped.result(next(five("english", 8, 1))) is not None


def all_won(pieces: int) -> Results:
    """A table in which the side to move wins wherever it cannot capture."""
    blocks = sum(ceil(prod(counts(sizes)) / BLOCK) for sizes in classes(pieces))
    whole = LENGTHS.index(BLOCK) + RESULTS.index(1)
    return Results(pieces, Values("none", b"\1\0" * blocks + bytes([whole]) * blocks))


@pytest.mark.parametrize("key", DRAUGHTS)
def test_six_pieces_are_known_where_their_table_is(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table answers where nothing can be captured; a capture leads to the tables of fewer pieces."""
    without(monkeypatch, "-six")
    game, choose, seen = load(key), Random(9), set()
    six = DraughtsEndings(game, 80, results={6: all_won(6)})
    for _ in range(300):
        position = workshop.drawn(game, choose, 6, 6)
        captures = game.noisy_moves(position)
        best = max((-result(key, game.play(position, move)) for move in captures), default=1)
        assert six.result(position) == best
        seen.add((bool(captures), best))
    assert seen == {(False, 1), (True, 1), (True, 0), (True, -1)}


def test_a_capture_from_six_pieces_is_open_without_the_table_of_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Except where it leaves so few that their result is known, and this wins."""
    without(monkeypatch, "-five", "-six")
    game, choose, seen = load("english"), Random(10), set()
    six = DraughtsEndings(game, 54, results={6: all_won(6)})
    for _ in range(2_000):
        position = workshop.drawn(game, choose, 6, 6)
        after = [game.play(position, move) for move in game.noisy_moves(position)]
        if not after:
            continue
        wins = any(six.holds(child) and six.score(child) < 0 for child in after)
        known = all(map(six.holds, after))
        expected = 1 if wins else max(-result("english", child) for child in after) if known else None
        assert six.result(position) == expected
        seen.add(expected)
    assert {None, 1} <= seen


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
@mostly_slow("key", DRAUGHTS, "english")
def test_results_are_solved_as_distances_are(key: str) -> None:
    """Two algorithms in C: a sample of three pieces, without a capture."""
    game, table, choose = load(key), TABLES[key], Random(11)
    three = Results(3, Values("none", workshop.solve_results(key, 3)))
    seen = set()
    for _ in range(5_000):
        position = workshop.drawn(game, choose, 3, 3)
        if game.noisy_moves(position):
            continue
        score = table.score(position)
        found = three.result(position)
        assert found == (score > 0) - (score < 0)
        seen.add(found)
    assert seen == {1, 0, -1}


def test_both_games_have_the_table() -> None:
    for key in DRAUGHTS:
        assert table_exists(f"{key}-five")
        assert set(load(key).tables) == {key, f"{key}-five"}, "those that a page may fetch"
