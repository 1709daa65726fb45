"""How the computer answers a draw offer."""

import pytest
from saltus.analysis.chances import ACCEPTED_AHEAD, ACCEPTED_BEHIND, LONG_GAME_PLIES, accepts_draw


@pytest.mark.parametrize("plies", [0, LONG_GAME_PLIES])
def test_the_computer_accepts_a_draw_when_it_is_clearly_behind(plies: int) -> None:
    assert accepts_draw(-ACCEPTED_BEHIND, plies)
    assert accepts_draw(-ACCEPTED_BEHIND + 1, plies) == (plies == LONG_GAME_PLIES)


def test_in_a_long_game_it_accepts_unless_it_is_clearly_ahead() -> None:
    assert accepts_draw(ACCEPTED_AHEAD, LONG_GAME_PLIES)
    assert not accepts_draw(ACCEPTED_AHEAD, LONG_GAME_PLIES - 1)
    assert not accepts_draw(ACCEPTED_AHEAD + 1, LONG_GAME_PLIES)
