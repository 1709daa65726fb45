"""The endings of English checkers and Italian draughts."""

from random import Random

import pytest
from saltus.core.score import WON
from saltus.engine.probe import exact
from saltus.engine.search import search
from saltus.games import load
from saltus.tablebase.draughts import MAX_PIECES

from tests.support.endings import DRAUGHTS, TABLES, best_after, drawn


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_search_that_knows_the_endings_finds_what_they_say_a_ply_before(key: str) -> None:
    """With five pieces a capture leads to a known position; the search finds the win at once, and its distance."""
    game, table = load(key), TABLES[key]
    choose, bits, found = Random(5), sorted(game.board.name), 0
    while found < 20:
        taken = choose.sample(bits, MAX_PIECES + 1)
        position = (sum(taken[:3]), sum(taken[3:]), sum(taken), choose.randrange(2))
        moves = game.moves(position)
        if not moves or not all(move.captured for move in moves):
            continue
        found += 1
        *_, last = search(game, position, known=table, lines=len(moves), max_depth=1)
        assert last.score == best_after(table, position)


def test_other_rules_than_those_of_the_table_are_not_answered() -> None:
    game = load("italian", {"federation": True})
    assert game.knowledge() is None
    assert exact(game, next(drawn(game, 8, 1))) is None


def test_the_table_holds_with_a_draw_by_repetition_too() -> None:
    game, plain = load("italian", {"repetition": True}), load("italian")
    position = next(each for each in drawn(plain, 12, 200) if TABLES["italian"].score(each) >= WON)
    found, known = exact(game, position), exact(plain, position)
    assert found is not None
    assert known is not None
    assert found.score == known.score
    again = game.play(position, game.moves(position)[0])
    assert exact(game, position, [again, again]) is None
