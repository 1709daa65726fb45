"""One style sheet alone lays the page out by the size of the window."""

import re

from bundle.toolchain import WEB

SHEETS = sorted({*WEB.glob("style/*.css"), *WEB.glob("features/*/style.css")})
LAYOUTS = WEB / "style" / "layouts.css"

NAMED = {"phone", "phone-flat", "frame", "tablet", "desk", "wide"}


def test_only_layouts_asks_how_large_the_window_is() -> None:
    assert LAYOUTS in SHEETS
    asking = re.compile(r"@media[^{]*\b(?:width|height|aspect-ratio|orientation)\b")
    assert [sheet.name for sheet in SHEETS if asking.search(sheet.read_text("utf-8"))] == [LAYOUTS.name]


def test_each_layout_has_its_rules_and_no_other_is_named() -> None:
    named = {one for sheet in SHEETS for one in re.findall(r'data-layout="([^"]*)"', sheet.read_text("utf-8"))}
    script = (WEB / "lib" / "screen.ts").read_text("utf-8")
    assert named == NAMED
    assert {one for one in NAMED if f"'{one}'" in script} == NAMED
