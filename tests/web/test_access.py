"""Accessibility: no axe violations, controls wide enough for fingers, and a focus that is visible and never lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bundle import site, toolchain
from playwright.sync_api import Browser, Page

from tests.support.club import FAST, club
from tests.support.panels import OPEN_ALWAYS
from tests.support.person import Person

AXE = toolchain.NODE / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}


def looked_at(browser: Browser, **how: Any) -> Page:
    context = browser.new_context(reduced_motion="reduce", **how)
    context.add_init_script(path=AXE)
    return context.new_page()


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[Page]:
    page = looked_at(browser, viewport={"width": 1440, "height": 900})
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    page = looked_at(browser, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    yield page
    page.context.close()


def faults(page: Page, *rules: str) -> list[str]:
    """What axe finds, by all of its rules or by these: the rule and the first elements that break it."""
    found: list[str] = page.evaluate(
        """async (rules) => {
          const say = ({ target, any }) => `${target} (${any[0]?.message ?? ''})`;
          const how = rules.length ? { runOnly: rules } : {};
          const { violations } = await axe.run({ ...how, resultTypes: ['violations'] });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(say).join(' | ')}`);
        }""",
        rules,
    )
    return found


def sit(page: Page, address: str, game: str = "english") -> None:
    """Open a game, unless the page is open already."""
    if not page.url.startswith(address):
        page.goto(f"{address}#game={game}")
        Person(page, address).wait("open")


def show(page: Page, address: str, game: str, panel: str) -> None:
    """Open a panel of a game by its address, in a page that may be open already."""
    sit(page, address, game)
    page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel={panel}")
    page.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
    assert page.locator("#panel-body > *").count()


def shut(page: Page) -> None:
    page.click("#panel-close")
    page.locator("#panel").wait_for(state="hidden")


def settle(page: Page, theme: str, contrast: str = "normal") -> None:
    page.evaluate(
        """([theme, contrast]) => {
          const { dataset } = document.documentElement;
          dataset.theme = theme;
          if (contrast === 'more') dataset.contrast = 'more'; else delete dataset.contrast;
        }""",
        [theme, contrast],
    )


@pytest.mark.slow("test_on_a_phone_a_panel_fits_axe_finds_nothing_and_every_control_is_44_pixels_wide")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("contrast", ["normal", "more"])
def test_axe_finds_nothing_in_any_panel_on_a_desk(desk: Page, address: str, theme: str, contrast: str) -> None:
    found = {}
    for panel in OPEN_ALWAYS:
        show(desk, address, "english", panel)
        settle(desk, theme, contrast)
        if said := faults(desk):
            found[panel] = said
        shut(desk)
    assert found == {}


@pytest.mark.slow("web/test_access_states.py::test_axe_finds_nothing_in_any_state_and_mode_and_all_fits")
@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_in_the_result_sheet(browser: Browser, address: str, size: dict[str, int]) -> None:
    page = looked_at(browser, viewport=size)
    sit(page, address)
    page.locator("#resign").dispatch_event("click")
    page.locator("#ask-yes").click()
    page.locator("#panel[data-kind=result]:not([hidden])").wait_for()
    found = {}
    for theme in ("light", "dark"):
        settle(page, theme)
        found[theme] = faults(page)
    page.context.close()
    assert found == {"light": [], "dark": []}


SMALL = """() => [...document.querySelectorAll('button, select, input, summary, .segment, .check')].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  const inside = one.closest('label');
  const { width: w, height: h } = inside?.getBoundingClientRect() ?? { width: 0, height: 0 };
  return one.checkVisibility() && !one.closest('#grid') && width > 0
    && (width < 44 || height < 43.5) && (w < 44 || h < 43.5);
}).map((one) => one.outerHTML.slice(0, 90))"""
"""What a finger misses."""


OUTSIDE = """({ width, height }) => {
  const { left, top, right, bottom } = document.getElementById('panel').getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= width + 0.5 && bottom <= height + 0.5;
  const wide = document.documentElement.scrollWidth;
  return [...(isInside ? [] : ['off the screen']), ...(wide > width ? [`${wide} wide`] : [])];
}"""
"""Whether the panel or the page runs off the screen."""


def test_on_a_phone_a_panel_fits_axe_finds_nothing_and_every_control_is_44_pixels_wide(
    phone: Page, address: str
) -> None:
    found = {}
    for panel in OPEN_ALWAYS:
        if said := faults_on_phone(phone, address, panel):
            found[panel] = said
        shut(phone)
    assert found == {}


def faults_on_phone(phone: Page, address: str, panel: str) -> list[str]:
    """What is wrong in a panel by night, and with the contrast also by day."""
    show(phone, address, "roman", panel)
    said = [*faults(phone), *phone.evaluate(SMALL), *phone.evaluate(OUTSIDE, PHONE)]
    settle(phone, "light")
    said += faults(phone, "color-contrast")
    settle(phone, "dark")
    return said


@pytest.mark.slow("test_on_a_phone_a_panel_fits_axe_finds_nothing_and_every_control_is_44_pixels_wide")
def test_on_a_phone_the_panel_of_games_with_others_is_as_the_others_are(phone: Page, tmp_path: Path) -> None:
    """It is there where a server of games serves the page."""
    with club(str(tmp_path / "games"), FAST, site=site.DIST) as server:
        assert faults_on_phone(phone, f"{server.address}/", "online") == []
        phone.goto("about:blank")


def test_focus_enters_a_panel_returns_to_its_opener_and_is_visible_at_every_tab_stop(
    desk: Page, address: str
) -> None:
    sit(desk, address)
    for panel in ("games", "rules", "settings", "new"):
        opener = desk.locator(f"[data-panel={panel}]:visible").first
        opener.press("Enter")
        desk.locator(f"#panel[data-kind={panel}]:not([hidden])").wait_for()
        assert desk.evaluate("document.activeElement.id") == "panel-title"
        if panel == "settings":
            assert faults(desk) == []
        desk.keyboard.press("Escape")
        desk.locator("#panel").wait_for(state="hidden")
        assert desk.evaluate("document.activeElement.dataset.panel") == panel
    desk.locator("#choose").focus()
    seen = set()
    for _ in range(40):
        desk.keyboard.press("Tab")
        place = desk.evaluate(
            """() => {
              const one = document.activeElement;
              if (one === document.body) return null;
              const { outlineStyle, outlineWidth } = getComputedStyle(one);
              const { width, height } = one.getBoundingClientRect();
              const shown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 0 && height > 0;
              return [one.id || one.dataset.panel || one.dataset.square || one.tagName, shown];
            }"""
        )
        if place is None:
            break
        name, shown = place
        assert shown, name
        seen.add(name)
    assert {"rules", "settings", "hint", "flip"} <= seen
