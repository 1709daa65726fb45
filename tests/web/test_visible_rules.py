"""The board shows the rules: squares that differ, lines with their counts, islands, multi-jumps and refusals."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.person import Person

PHONE = {"width": 390, "height": 844}


def settings(page: Page, **chosen: Any) -> None:
    """Store settings before the page loads."""
    page.add_init_script(f"localStorage['saltus.settings'] = {json.dumps(json.dumps(chosen))}")


def tones(browser: Browser, picture: bytes, files: int) -> list[list[float]]:
    """The relative luminance (WCAG) of each square in a picture of a board without its frame, row by row.

    Only the four corners of a square count: a piece leaves them free.
    """
    with_tools = browser.new_page()
    found: list[list[float]] = with_tools.evaluate(
        """async ([data, files]) => {
          const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const cell = image.width / files;
          const side = Math.floor(cell * 0.1);
          const part = (byte) => (byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
          const tone = (column, row) => {
            let sum = 0;
            for (const [x, y] of [[0.05, 0.05], [0.85, 0.05], [0.05, 0.85], [0.85, 0.85]]) {
              const { data } = context.getImageData((column + x) * cell, (row + y) * cell, side, side);
              for (let at = 0; at < data.length; at += 4)
                sum += 0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]);
            }
            return sum / (4 * side * side);
          };
          const rows = Math.round(image.height / cell);
          return Array.from({ length: rows }, (_, row) => Array.from({ length: files }, (_, at) => tone(at, row)));
        }""",
        [base64.b64encode(picture).decode(), files],
    )
    with_tools.close()
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["rock", "roman"])
def test_adjacent_squares_have_a_contrast_of_two_on_every_board(
    visit: Callable[..., Page], browser: Browser, address: str, game: str, scheme: str
) -> None:
    page = visit(color_scheme=scheme)
    person = Person(page, address)
    person.open(game)
    low: dict[str, float] = {}
    for board in ("oak", "slate", "mosaic"):
        page.evaluate("board => { localStorage['saltus.settings'] = JSON.stringify({ board }); }", board)
        page.reload()
        person.drawn(game)
        box = page.locator("#grid").bounding_box()
        assert box is not None
        rows = tones(browser, page.screenshot(clip=box), 8)
        pairs = [
            (rows[row][file], rows[row + down][file + across])
            for row in range(8)
            for file in range(8)
            for down, across in ((0, 1), (1, 0))
            if row + down < 8 and file + across < 8
        ]
        low[board] = min((max(pair) + 0.05) / (min(pair) + 0.05) for pair in pairs)
    assert {board: ratio for board, ratio in low.items() if ratio < 2} == {}
