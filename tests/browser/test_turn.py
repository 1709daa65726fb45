"""Narrowing a path square by square: what each square does to a half-entered turn (`web/turn.js`)."""

from typing import Any

import pytest
from client import bare
from playwright.sync_api import Page

SQUARE = ["c3 e5 g7", "c3 a5 c7", "c3 e5 c7"]
"""Two chains that end on the same square, and one that does not."""
ROUND = ["d4 f6 d8 b6 d4"]
"""A king that comes back to where it began."""
OPTIONAL = ["a2 a4", "a2 a4 c2", "a2 a4 c2 e4"]
"""A chain that may end after each jump."""
STEPS = ["b6 a5", "b6 c5", "d6 c5", "d6 e5"]


@pytest.fixture(scope="module")
def module(browser: Any, address: str) -> Any:
    """A page that has nothing but the module."""
    page: Page = browser.new_page()
    page.evaluate("async (module) => { window.turn = await import(module); }", f"{bare(page, address)}turn.js")
    yield page
    page.close()


def enter(module: Page, paths: list[str], draft: str, square: str) -> str:
    """What the square does: the new draft, `play` and the path, `ask`, or `refuse` and the path."""
    moves = [{"path": path.split(), "captured": [], "crowns": False, "text": path} for path in paths]
    entry = module.evaluate(
        "([moves, draft, square]) => window.turn.enter(moves, draft, square)", [moves, draft.split(), square]
    )
    if entry["kind"] == "play":
        return f"play {entry['move']['text']}"
    if entry["kind"] == "refuse":
        return f"refuse {' '.join(entry['path'])}"
    return "ask" if entry["kind"] == "ask" else " ".join(entry["draft"])


def test_piece_is_taken_up_exchanged_and_put_down(module: Page) -> None:
    assert enter(module, STEPS, "", "b6") == "b6"
    assert enter(module, STEPS, "b6", "d6") == "d6"
    assert enter(module, STEPS, "b6", "b6") == ""


def test_last_square_of_the_only_turn_plays_it(module: Page) -> None:
    assert enter(module, STEPS, "b6", "a5") == "play b6 a5"


def test_destination_plays_the_only_turn_that_ends_there(module: Page) -> None:
    assert enter(module, STEPS, "", "a5") == "play b6 a5"
    assert enter(module, STEPS, "", "c5") == "refuse c5"
    assert enter(module, SQUARE, "c3", "g7") == "play c3 e5 g7"


def test_chain_is_entered_jump_by_jump(module: Page) -> None:
    assert enter(module, SQUARE, "c3", "e5") == "c3 e5"
    assert enter(module, SQUARE, "c3 e5", "c7") == "play c3 e5 c7"


def test_square_that_two_paths_end_on_asks_which(module: Page) -> None:
    assert enter(module, SQUARE, "c3", "c7") == "ask"


def test_chain_that_may_end_waits_to_be_ended(module: Page) -> None:
    assert enter(module, OPTIONAL, "a2", "a4") == "a2 a4"
    assert enter(module, OPTIONAL, "a2 a4", "a4") == "play a2 a4"
    assert enter(module, OPTIONAL, "a2 a4", "c2") == "a2 a4 c2"
    assert enter(module, OPTIONAL, "a2 a4 c2", "e4") == "play a2 a4 c2 e4"


def test_piece_may_come_back_to_its_own_square(module: Page) -> None:
    assert enter(module, ROUND, "d4 f6 d8 b6", "d4") == "play d4 f6 d8 b6 d4"


def test_half_a_chain_that_must_go_on_is_not_put_down(module: Page) -> None:
    assert enter(module, SQUARE, "c3 e5", "e5") == "c3 e5"


def test_any_other_square_is_refused_with_the_whole_path(module: Page) -> None:
    assert enter(module, STEPS, "b6", "f4") == "refuse b6 f4"
    assert enter(module, STEPS, "", "f4") == "refuse f4"
