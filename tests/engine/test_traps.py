"""Gambit at full strength: the exact value of every position, and the trap among equally good moves."""

from functools import cache
from random import Random

import pytest
from saltus.core.game import Move, Position
from saltus.core.score import POINT_SCORE
from saltus.engine.search import search
from saltus.engine.think import SearchRequest, think
from saltus.games import load

GAMBIT = load("gambit")


@cache
def value(position: Position) -> int:
    """The final points of the side to move, by exhaustive search."""
    moves = GAMBIT.moves(position)
    if not moves:
        margin = GAMBIT.margin(position)
        assert margin is not None
        return margin
    return max(-value(GAMBIT.play(position, move)) for move in moves)


def wrong(position: Position, move: Move) -> float:
    """The share of the replies that lose points."""
    after = GAMBIT.play(position, move)
    replies = [-value(GAMBIT.play(after, reply)) for reply in GAMBIT.moves(after)]
    return sum(reply < max(replies) for reply in replies) / len(replies) if replies else 0.0


def middle(seed: int) -> Position:
    """A position of a random game, after five moves or more, with a choice of moves."""
    choose = Random(seed)
    while True:
        position = GAMBIT.start()
        for _ in range(choose.randint(5, 9)):
            if moves := GAMBIT.moves(position):
                position = GAMBIT.play(position, choose.choice(moves))
        if len(GAMBIT.moves(position)) > 1:
            return position


@pytest.mark.parametrize("seed", range(30))
def test_full_strength_plays_a_move_of_the_exact_value_with_the_best_trap(seed: int) -> None:
    position = middle(seed)
    *_, last = think(SearchRequest(GAMBIT, position))
    move = last.pv[0]
    assert last.score == POINT_SCORE * value(position)
    assert -value(GAMBIT.play(position, move)) == value(position)
    equal = [other for other in GAMBIT.moves(position) if -value(GAMBIT.play(position, other)) == value(position)]
    assert wrong(position, move) == max(wrong(position, other) for other in equal)


def test_ten_thousand_nodes_are_enough_for_an_exact_reply_to_a_first_move() -> None:
    """A fifth of a second in the browser. Of the 20 first moves 14 draw and 6 lose."""
    start = GAMBIT.start()
    for move in GAMBIT.moves(start)[::4]:
        after = GAMBIT.play(start, move)
        *_, quick = search(GAMBIT, after, max_nodes=10_000)
        *_, whole = search(GAMBIT, after)
        *_, reply = search(GAMBIT, GAMBIT.play(after, quick.pv[0]))
        assert -reply.score == whole.score
