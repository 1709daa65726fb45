"""The endings of Roman Solitaire, with its house rules."""

import pytest
from saltus.core.game import Game, Position
from saltus.engine.probe import exact
from saltus.games import load
from saltus.match.match import Match

from tests.support.endings import TABLES, drawn


def test_without_the_table_of_five_pieces_four_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("roman")
    five = next(drawn(game, 10, 1, 5))
    four = next(each for each in drawn(game, 10, 60, 4) if (each[0] | each[1]).bit_count() == 4)
    monkeypatch.setattr("saltus.games.roman.table_exists", lambda name: name == "roman")
    assert exact(game, five) is None
    assert exact(game, four) is not None


def test_draws_without_end_leave_what_is_known_of_them_known() -> None:
    """Neither side can win and both shuffle: the draw stays known."""
    game = load("roman")
    position = next(each for each in drawn(game, 11, 200, 4) if not TABLES["roman"].score(each))
    there, back = game.moves(position)[:2]
    past = [position, game.play(position, there), game.play(position, back)] * 2
    found = exact(game, position, past[:3])
    assert found is not None
    assert found.score == 0


def test_a_drawn_ending_is_won_from_a_side_that_only_shuffles() -> None:
    """It is not played on in the same positions again, which would be a draw by repetition."""
    game = load("roman")
    even = (each for each in drawn(game, 12, 400, 4) if each[0].bit_count() == each[1].bit_count() == 2)
    for position in [each for each in even if not TABLES["roman"].score(each)][:20]:
        match = Match(game, position=position)
        ours = match.side
        while not match.outcome:
            found = exact(game, match.position, match.past, match.quiet)
            assert found is not None
            match.play(found.pv[0] if match.side == ours else match.legal[0], spent=None)
        assert match.outcome.winner == ours


def lead(position: Position, side: int) -> int:
    return position[side].bit_count() - position[1 - side].bit_count()


def replied(game: Game, position: Position, side: int) -> list[int]:
    """The lead of a side after each reply that draws."""
    ends = (game.play(position, move) for move in game.moves(position))
    return [lead(end, side) for end in ends if not TABLES["roman"].score(end)]


def test_of_drawing_moves_one_that_leaves_most_pieces_comes_first() -> None:
    game = load("roman")
    even = (each for each in drawn(game, 14, 400, 4) if each[0].bit_count() == each[1].bit_count() == 2)
    for position in [each for each in even if not TABLES["roman"].score(each)][:20]:
        found = exact(game, position)
        assert found is not None
        after = [game.play(position, line.pv[0]) for line in found.lines if not line.score]
        left = [min(lead(one, position[3]), *replied(game, one, position[3])) for one in after]
        assert left == sorted(left, reverse=True)


def test_house_rules_that_are_switched_off_do_not_stand_in_the_way() -> None:
    """Without the draw after 120 plies no win comes too late."""
    game = load("roman", {"quiet": False})
    position = next(each for each in drawn(game, 13, 200) if TABLES["roman"].score(each))
    assert exact(game, position, (), 100_000) is not None
    assert exact(load("roman"), position, (), 119) is None
