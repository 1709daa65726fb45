"""The solution of Gambit: the table and the playouts from it agree with exhaustive search."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest
from saltus.core.game import Position
from saltus.core.resources import load_table
from saltus.core.score import POINT_SCORE
from saltus.engine.levels import think
from saltus.engine.probe import exact
from saltus.games import load
from saltus.tablebase.gambit import MAX_PLAYED_OUT, Solution, TooLong, key, pack, sides, solution, unkey, unpack

GAMBIT = load("gambit")
TABLE = unpack(load_table("gambit"))


def margin(position: Position) -> int:
    """The points of the side to move, once it cannot move."""
    points = GAMBIT.margin(position)
    assert points is not None
    return points


@cache
def value(position: Position) -> int:
    """The final points of the side to move, by exhaustive search."""
    moves = GAMBIT.moves(position)
    if not moves:
        return margin(position)
    return max(-value(GAMBIT.play(position, move)) for move in moves)


def arisen(seed: int, plies: int) -> Position:
    """A position of a random game, not over."""
    choose = Random(seed)
    while True:
        position = GAMBIT.start()
        for _ in range(plies):
            if moves := GAMBIT.moves(position):
                position = GAMBIT.play(position, choose.choice(moves))
        if GAMBIT.moves(position):
            return position


def alike(position: Position) -> list[Position]:
    """The position turned and mirrored, with the colours exchanged."""
    rows, side = GAMBIT.rows(position), "wb"[position[3]]
    swap = str.maketrans("wb", "bw")
    boards = [[row[::way] for row in rows[::down]] for way in (1, -1) for down in (1, -1)]
    return [
        *(GAMBIT.position(board, side) for board in boards),
        *(GAMBIT.position([row.translate(swap) for row in board], side.translate(swap)) for board in boards),
    ]


@pytest.mark.parametrize("plies", range(5, 9))
def test_the_margin_of_every_move_is_what_trying_everything_finds(plies: int) -> None:
    for seed in range(12):
        position = arisen(seed, plies)
        found = Solution(TABLE).margins(*sides(position))
        assert found == [(move, -value(GAMBIT.play(position, move))) for move in GAMBIT.moves(position)]


def test_what_the_table_says_is_the_best_of_what_comes_after() -> None:
    """A sample; `python3 -m workshop.solve.gambit` compares all of them when it makes the table."""
    solved = Solution(TABLE)
    for one in Random(1).sample(sorted(TABLE), 400):
        assert TABLE[one] == max(margin for _, margin in solved.margins(*unkey(one)))


def test_fourteen_first_moves_draw_and_six_lose_by_one() -> None:
    found = Solution(TABLE).margins(*sides(GAMBIT.start()))
    assert sorted(margin for _, margin in found) == [-1] * 6 + [0] * 14


def test_no_answer_in_a_game_plays_out_a_third_of_what_it_may() -> None:
    """The longest of all 273,944 plays out about 1,200 positions: `python3 -m workshop.solve.gambit --check`."""
    solved = Solution(TABLE)
    for seed in range(100):
        solved.known, before = {}, solved.played
        solved.margins(*sides(arisen(seed, 3 + seed % 4)))
        assert solved.played - before < MAX_PLAYED_OUT / 3


def test_turned_boards_and_changed_colours_have_one_key() -> None:
    for seed in range(20):
        assert len({key(*sides(position)) for position in alike(arisen(seed, 4))}) == 1


def test_a_key_can_be_read_back() -> None:
    for seed in range(20):
        position = sides(arisen(seed, 4))
        assert key(*unkey(key(*position))) == key(*position)


def test_a_table_can_be_packed_and_unpacked() -> None:
    assert unpack(pack(TABLE)) == TABLE


def test_best_play_gives_nothing_away_until_the_end() -> None:
    for seed in range(10):
        position = arisen(seed, seed % 6)
        known = exact(GAMBIT, position)
        assert known is not None
        margins = []
        for move in known.pv:
            margins.append(Solution(TABLE).margin(*sides(position)))
            position = GAMBIT.play(position, move)
        margins.append(margin(position))
        assert not GAMBIT.moves(position)
        assert all(one == -other for one, other in pairwise(margins))


def test_every_move_is_told_with_what_it_is_worth_the_best_first() -> None:
    position = arisen(3, 3)
    known = exact(GAMBIT, position)
    assert known is not None
    assert {line.pv[0] for line in known.lines} == set(GAMBIT.moves(position))
    scores = [line.score for line in known.lines]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == known.score == POINT_SCORE * Solution(TABLE).margin(*sides(position))


def test_full_force_never_gives_away_a_point() -> None:
    """Against players of other levels, from the first move on."""
    for level in range(1, 10, 2):
        position, side = GAMBIT.start(), level // 2 % 2
        while GAMBIT.moves(position):
            *_, last = think(GAMBIT, position, 10 if position[3] == side else level)
            after = GAMBIT.play(position, last.pv[0])
            if position[3] == side:
                assert solution().margin(*sides(after)) == -solution().margin(*sides(position))
            position = after


def test_a_position_set_up_by_hand_that_would_take_long_is_not_answered_at_once() -> None:
    crowded = GAMBIT.position(["bbbb....", "wwwwwwww", "bbbb....", "........"], "w")
    with pytest.raises(TooLong):
        Solution(TABLE).margins(*sides(crowded))
    assert exact(GAMBIT, crowded) is None


def test_where_the_table_is_not_there_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.core.resources.TABLE_SUFFIX", ".nothing")
    assert exact(GAMBIT, GAMBIT.start()) is None
