"""A game saved as one HTML page: it opens from a file, asks nothing of the network, and replays the game."""

from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, expect
from saltus.printing.game import printed, replayed
from saltus.records.record import read

from tests.printing.test_printing import TEXT, evil
from tests.support.settle import advance

PLAY_MS = 900
"""How long the page shows each position while it plays."""


@pytest.fixture
def replay(page: Page, tmp_path: Path) -> Page:
    path = tmp_path / "game.html"
    path.write_text(replayed(read(TEXT)), "utf-8")
    page.goto(path.as_uri())
    return page


def pieces(page: Page) -> int:
    return page.locator("#board use[href='#w'], #board use[href='#b']").count()


def test_a_game_is_followed_by_keys_and_buttons_plays_by_itself_and_cannot_run_anything(
    replay: Page, tmp_path: Path
) -> None:
    """The `page` fixture fails on any error or refused script; a dialog would be one that ran."""
    current = replay.locator(".moves [aria-current]")
    expect(current).to_have_count(0)
    for told in ("1. 11-15", "23-19", "2. 8-11!"):
        replay.keyboard.press("ArrowRight")
        expect(current).to_have_text(told)
    expect(replay.locator("#comment")).to_have_text("good")
    expect(replay.locator("#board .mark")).to_have_count(2)
    replay.get_by_role("button", name="Last position").click()
    expect(current).to_have_text("3. 9-13")
    expect(replay.locator("#comment")).to_have_text("Black wins.")
    replay.get_by_role("button", name="Back").click()
    expect(current).to_have_text("2… 22-17")
    replay.get_by_role("button", name="2. 9-14").click()
    expect(replay.get_by_role("img")).to_have_attribute("aria-label", "Position after 2. 9-14")
    replay.keyboard.press("ArrowRight")
    expect(current).to_have_text("22-17")
    expect(replay.locator("#comment")).to_have_text("so")
    replay.keyboard.press("Home")
    expect(current).to_have_count(0)
    assert pieces(replay) == 24
    first = replay.locator("#board use[href='#b']").first
    before = first.get_attribute("y")
    replay.get_by_role("button", name="Flip the board").click()
    assert first.get_attribute("y") != before
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    advance(replay, 2 * PLAY_MS)
    expect(current).to_have_text("23-19")
    replay.get_by_role("button", name="Pause").click()
    expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()
    advance(replay, 2 * PLAY_MS)
    expect(current).to_have_text("23-19")
    asked: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    replay.on("dialog", dismiss)
    for write in (replayed, printed):
        path = tmp_path / "evil.html"
        path.write_text(write(evil()), "utf-8")
        replay.goto(path.as_uri())
        expect(replay.locator("h1")).to_contain_text("alert(1)")
    assert asked == []
