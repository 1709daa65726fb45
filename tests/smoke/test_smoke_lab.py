"""The game lab in every browser: somebody's game is played, and a program that has left Python reaches nothing."""

import pytest

from tests.smoke.visitor import Visitor
from tests.support.attack import ATTACK, attack
from tests.support.served import Host

pytestmark = pytest.mark.slow(
    "web/test_lab.py::test_a_changed_game_is_played_and_checked",
    "web/test_lab.py::test_a_program_that_has_left_python_reaches_nothing",
)


def test_a_game_of_ones_own_is_played_in_the_lab(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=english")
    visitor.press("[data-menu=study]")
    visitor.press(".dropdown [data-entry=lab]")
    visitor.press("[data-does=lab-play]:enabled")
    visitor.browser.until("return document.getElementById('game-name').textContent === 'My game'")
    visitor.turn()
    visitor.play("a1", "a2")


def test_a_program_that_has_left_python_reaches_nothing(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=gambit")
    visitor.browser.run(ATTACK, *attack(f"{host.address}sw.js"))
    visitor.browser.until("return document.documentElement.dataset.came !== undefined")
    assert visitor.browser.run("return document.documentElement.dataset.came") == ""
