"""Roman Solitaire's evaluation: catching the last piece."""

from itertools import combinations
from random import Random

import pytest
from saltus.core.game import Position
from saltus.engine.search import search
from saltus.engine.tt import TranspositionTable
from saltus.evaluation.roman import PLACE, evaluate, plies_to_catch
from saltus.games import load

ROMAN = load("roman")
SQUARES = sorted(PLACE)


def where(rows: list[str]) -> tuple[int, int]:
    white, black, _, _ = ROMAN.position(rows, "w")
    return white, black


def test_a_group_closes_in_on_pieces_that_stand_alone() -> None:
    """Three against three: the same shapes, and the same distance from the middle."""
    scattered = ["b......b", "........", "........", "........", "........", "........", "........", "b......."]
    close = [*scattered[:2], ".www....", *scattered[3:]]
    far = [*scattered[:5], "....www.", *scattered[6:]]
    assert evaluate(*where(close)) > evaluate(*where(far)) > 0


@pytest.mark.parametrize("seed", range(40))
def test_more_hunters_take_no_longer(seed: int) -> None:
    drawn = Random(seed).sample(SQUARES, 7)
    hunters, lone = drawn[:6], drawn[6]
    best = min(plies_to_catch(sum(three), lone) for three in combinations(hunters, 3))
    assert plies_to_catch(sum(hunters), lone) == best


def test_a_piece_that_is_shut_in_is_caught_sooner_than_one_at_large() -> None:
    shut_in = plies_to_catch(*where(["........"] * 4 + ["........", ".w......", "..w.....", "b.w....."]))
    at_large = plies_to_catch(*where(["w......w", *["........"] * 3, "...b....", *["........"] * 2, "w......."]))
    assert shut_in + 10 < at_large


@pytest.mark.parametrize(("fewer", "more"), [(2, 3), (3, 4)])
def test_with_another_hunter_it_is_worth_more(fewer: int, more: int) -> None:
    drawn = Random(7).sample(SQUARES, 5)
    assert evaluate(sum(drawn[:fewer]), drawn[4]) < evaluate(sum(drawn[:more]), drawn[4])


@pytest.mark.parametrize(
    "rows",
    [
        ["........", "........", ".....w..", "........", "........", ".b......", "........", "..w....w"],
        ["........", "....w...", "........", "........", ".w...w..", "........", "........", ".....b.."],
        ["........", ".w..b...", "........", "........", "w.......", "........", ".....w..", "........"],
    ],
)
def test_three_catch_one_that_keeps_away(rows: list[str]) -> None:
    """Positions where 2,000 nodes a move are too few. The lone piece flees as long as its search can see."""
    position, table = ROMAN.position(rows, "w"), TranspositionTable()
    past: list[Position] = []
    for ply in range(100):
        if not ROMAN.moves(position):
            break
        nodes = 300 if position[3] else 8_000
        *_, last = search(ROMAN, position, past=past, quiet=ply, table=table, max_nodes=nodes)
        past.append(position)
        position = ROMAN.play(position, last.pv[0])
    assert position[0]
    assert not position[1]
