"""A feature is a folder and a row: without both there is a page that plays, and nothing offers what is gone."""

import re
import shutil
from pathlib import Path

import pytest
from bundle import runtime, site, toolchain
from playwright.sync_api import Page, expect

from tests.support.native import IS_POSSIBLE, native_site
from tests.support.person import Person
from tests.support.tiers import mostly_slow

ROWS = {"statistics": 1, "online": 4}
"""How many rows of `shell.ts` name a feature: its panel, and what it does for others."""


@pytest.mark.skipif(not IS_POSSIBLE, reason="the rules are in Python itself")
@mostly_slow("feature", list(ROWS), "statistics")
def test_a_page_without_a_feature_plays(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, feature: str
) -> None:
    web = tmp_path / "web"
    shutil.copytree(toolchain.WEB, web, ignore=shutil.ignore_patterns("node_modules"))
    shutil.rmtree(web / "features" / feature)
    shell = web / "shell.ts"
    text, rows = re.subn(rf"^.*/features/{feature}/.*\n", "", shell.read_text("utf-8"), flags=re.M)
    assert rows == ROWS[feature]
    shell.write_text(text, "utf-8")
    monkeypatch.setattr(site, "WEB", web)
    folder = tmp_path / "without"
    site.make_site(folder, site.stock_parts() if runtime.is_stock() else site.split_parts())
    monkeypatch.undo()
    own = toolchain.WEB / "features" / feature / "style.css"
    style = own.read_text("utf-8") if own.is_file() else ""
    (sheet,) = folder.glob("assets/web-*/style/later.css")
    styled = set(re.findall(r"\.[\w-]+", sheet.read_text("utf-8")))
    assert styled
    assert not set(re.findall(r"^\.[\w-]+", style, re.M)) & styled
    with native_site(folder) as host:
        person = Person(page, host.address)
        person.open("rock")
        person.people("top", "bottom")
        person.press("b1", "b3")
        person.listed(1)
        page.click("[data-menu=study]")
        entries = page.locator(".dropdown-item")
        expect(entries.first).to_be_visible()
        expect(page.locator(f"[data-entry={feature}]")).to_have_count(0)
