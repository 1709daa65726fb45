"""Pictures of every panel and every game in three sizes and two themes, in build/pictures/, to be looked at.

What a test can see of them: nothing runs off the page, and the panel lies on the screen.
"""

import re

import pytest
from person import Person
from playwright.sync_api import Browser

import build

PICTURES = build.BUILD / "pictures"
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desk": (1440, 900)}
PANELS = re.findall(r"^ +(\w+): async \(\) => \(await import", (build.WEB / "main.js").read_text("utf-8"), re.M)
GAMES = ["english", "gambit", "rock", "roman", "italian"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_panel_and_game_fits_the_page(browser: Browser, address: str, size: str, theme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=size != "desk",
        is_mobile=size == "phone",
    )
    page = context.new_page()
    person = Person(page, address)
    folder = PICTURES / f"{size}-{theme}"
    folder.mkdir(parents=True, exist_ok=True)
    page.goto(f"{address}#game={GAMES[-1]}")
    person.wait("open")
    for game in GAMES:
        page.evaluate("hash => { location.hash = hash; }", f"game={game}")
        person.drawn(game)
        person.wait("open")
        page.screenshot(path=folder / f"{game}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game
    for panel in PANELS:
        page.evaluate("hash => { location.hash = hash; }", f"game={GAMES[-1]}&panel={panel}")
        page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
        page.wait_for_function("() => document.getElementById('panel-body').childElementCount > 0")
        page.screenshot(path=folder / f"panel-{panel}.png")
        box = page.locator("#panel").bounding_box()
        assert box, panel
        assert box["x"] >= 0, panel
        assert box["y"] >= 0, panel
        assert box["x"] + box["width"] <= width + 0.5, panel
        assert box["y"] + box["height"] <= height + 0.5, panel
        assert page.evaluate("document.documentElement.scrollWidth") <= width, panel
        page.click("#panel-close")
        page.locator("#panel").wait_for(state="hidden")
    context.close()


def test_a_long_panel_beside_a_low_board_does_not_make_the_page_longer(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}#game=gambit&rule=island")
    page.locator("#rule-island.here canvas").wait_for()
    box = page.locator("#rule-island").bounding_box()
    assert box
    assert 0 < box["y"] < 900 - box["height"]
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight]") == [0, 900]
    context.close()
