"""The solution of Gambit: its table of exact values, and the playouts from positions beyond the table, agree with
exhaustive search."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest
from saltus.core.game import Position
from saltus.core.resources import load_table
from saltus.core.score import POINT_SCORE
from saltus.engine.probe import exact
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import load
from saltus.tablebase.gambit import MAX_PLAYED_OUT, Solution, TooLong, key, sides, solution, unpack
from workshop.solve.gambit import pack, unkey

GAMBIT = load("gambit")
TABLE = unpack(load_table("gambit"))


def margin(position: Position) -> int:
    """The final point lead of the side to move; the game must be over."""
    points = GAMBIT.margin(position)
    assert points is not None
    return points


@cache
def value(position: Position) -> int:
    """The final point lead of the side to move with best play, by exhaustive search."""
    moves = GAMBIT.moves(position)
    if not moves:
        return margin(position)
    return max(-value(GAMBIT.play(position, move)) for move in moves)


def random_position(seed: int, plies: int) -> Position:
    """The position after `plies` random moves, in which the game is not over."""
    random = Random(seed)
    while True:
        position = GAMBIT.start()
        for _ in range(plies):
            if moves := GAMBIT.moves(position):
                position = GAMBIT.play(position, random.choice(moves))
        if GAMBIT.moves(position):
            return position


def symmetric(position: Position) -> list[Position]:
    """The eight positions that are the same by symmetry: rotated, mirrored, and each with the colours swapped."""
    rows, side = GAMBIT.rows(position), "wb"[position[3]]
    swap = str.maketrans("wb", "bw")
    boards = [[row[::way] for row in rows[::down]] for way in (1, -1) for down in (1, -1)]
    return [
        *(GAMBIT.position(board, side) for board in boards),
        *(GAMBIT.position([row.translate(swap) for row in board], side.translate(swap)) for board in boards),
    ]


@pytest.mark.parametrize("plies", range(5, 9))
def test_the_margin_of_every_move_agrees_with_exhaustive_search(plies: int) -> None:
    for seed in range(12):
        position = random_position(seed, plies)
        found = Solution(TABLE).margins(*sides(position))
        assert found == [(move, -value(GAMBIT.play(position, move))) for move in GAMBIT.moves(position)]


def test_a_table_value_is_the_best_margin_of_the_moves() -> None:
    """A sample; `python3 -m workshop.solve.gambit` checks every entry when it makes the table."""
    solved = Solution(TABLE)
    for one in Random(1).sample(sorted(TABLE), 400):
        assert TABLE[one] == max(margin for _, margin in solved.margins(*unkey(one)))


def test_fourteen_first_moves_draw_and_six_lose_by_one() -> None:
    found = Solution(TABLE).margins(*sides(GAMBIT.start()))
    assert sorted(margin for _, margin in found) == [-1] * 6 + [0] * 14


def test_a_playout_stays_below_a_third_of_its_limit() -> None:
    """The longest of all 273,944 plays out about 1,200 positions: `python3 -m workshop.solve.gambit --check`."""
    solved = Solution(TABLE)
    for seed in range(100):
        solved.known, before = {}, solved.played
        solved.margins(*sides(random_position(seed, 3 + seed % 4)))
        assert solved.played - before < MAX_PLAYED_OUT / 3


def test_symmetric_positions_have_one_key() -> None:
    for seed in range(20):
        assert len({key(*sides(position)) for position in symmetric(random_position(seed, 4))}) == 1


def test_a_key_can_be_read_back() -> None:
    for seed in range(20):
        position = sides(random_position(seed, 4))
        assert key(*unkey(key(*position))) == key(*position)


def test_a_table_can_be_packed_and_unpacked() -> None:
    assert unpack(pack(TABLE)) == TABLE


def test_the_principal_variation_keeps_the_margin_to_the_end() -> None:
    for seed in range(10):
        position = random_position(seed, seed % 6)
        known = exact(GAMBIT, position)
        assert known is not None
        margins = []
        for move in known.pv:
            margins.append(Solution(TABLE).margin(*sides(position)))
            position = GAMBIT.play(position, move)
        margins.append(margin(position))
        assert not GAMBIT.moves(position)
        assert all(one == -other for one, other in pairwise(margins))


def test_an_exact_result_lists_every_move_with_its_value_best_first() -> None:
    position = random_position(3, 3)
    known = exact(GAMBIT, position)
    assert known is not None
    assert {line.pv[0] for line in known.lines} == set(GAMBIT.moves(position))
    scores = [line.score for line in known.lines]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == known.score == POINT_SCORE * Solution(TABLE).margin(*sides(position))


def test_level_10_never_gives_away_a_point() -> None:
    """In games against other levels, from the first move on."""
    for level in range(1, 10, 2):
        position, side = GAMBIT.start(), level // 2 % 2
        while GAMBIT.moves(position):
            *_, last = think(SearchRequest(GAMBIT, position), Limits(level=10 if position[3] == side else level))
            after = GAMBIT.play(position, last.pv[0])
            if position[3] == side:
                assert solution().margin(*sides(after)) == -solution().margin(*sides(position))
            position = after


def test_a_crowded_custom_position_is_too_long_to_solve_and_has_no_exact_result() -> None:
    crowded = GAMBIT.position(["bbbb....", "wwwwwwww", "bbbb....", "........"], "w")
    with pytest.raises(TooLong):
        Solution(TABLE).margins(*sides(crowded))
    assert exact(GAMBIT, crowded) is None


def test_without_the_table_there_is_no_exact_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.core.resources.TABLE_SUFFIX", ".nothing")
    assert exact(GAMBIT, GAMBIT.start()) is None
