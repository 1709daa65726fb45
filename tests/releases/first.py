"""Wrote `0.1/`: what the first edition kept in the browser, its file of finished games, its links and its texts.

It was run once, in a checkout of the first edition's last commit, 637d71d1, after `python3 build.py dist` there:

    python tests/releases/first.py CHECKOUT CHROMIUM FOLDER

with Playwright installed. It plays a little of everything, as a person at that page would.
"""

import json
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

COMMENT = "The usual reply,\nby the book — “bună”."


def write(checkout: Path, chromium: str, folder: Path) -> None:
    """Plays at the page of the checkout, and writes what it keeps."""
    sys.path[:0] = [str(checkout), str(checkout / "py"), str(checkout / "tests" / "browser")]
    build, puzzles = import_module("build"), import_module("test_puzzles")
    server = build.server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
            service_workers="block",
            permissions=["clipboard-read", "clipboard-write"],
        )
        page = context.new_page()
        me = import_module("person").Person(page, address)
        texts, links = {}, {}

        def close() -> None:
            if page.locator("#panel-close").is_visible():
                page.click("#panel-close")

        def change(game: str) -> None:
            page.evaluate("game => { location.hash = `game=${game}`; }", game)
            me.drawn(game)
            me.wait("open", "over")

        def typed(*moves: str) -> None:
            for move in moves:
                before = me.position
                page.locator("#typed-move").fill(move)
                page.locator("#typed-move").press("Enter")
                page.wait_for_function(
                    "was => document.getElementById('grid').dataset.node !== String(was)", arg=before
                )
                page.keyboard.press("Escape")
                me.wait("open", "over")

        def written(game: str) -> None:
            """Keeps the link to the game on the board, and its text in every form."""
            page.evaluate("game => { location.hash = `game=${game}&panel=share`; }", game)
            page.locator("#panel textarea[readonly]").wait_for()
            for form in page.eval_on_selector_all("#panel input[name=form]", "all => all.map(one => one.value)"):
                page.locator(f'#panel input[value="{form}"]').check(force=True)
                page.wait_for_timeout(400)
                texts[f"{game}.{form}"] = page.locator("#panel textarea[readonly]").input_value()
            page.locator("#panel button", has_text="Link").click()
            page.wait_for_timeout(400)
            links[game] = page.evaluate("navigator.clipboard.readText()").split("#")[1]
            close()

        def over() -> None:
            page.locator("#resign").press("Enter")
            page.locator("#ask-yes").press("Enter")
            me.wait("over")
            page.keyboard.press("Escape")

        page.goto(f"{address}#game=english")
        me.wait("open")
        me.people()
        typed("11-15", "23-19", "8-11", "22-17")
        page.locator("#annotate").click()
        page.locator('.glyph[data-glyph="5"]').click()
        page.locator("#note textarea").fill(COMMENT)
        page.locator("#moves .comment").wait_for()
        page.locator("#note textarea").press("Escape")
        page.locator("#undo").click()
        me.wait("open")
        typed("26-23")  # a variation
        page.wait_for_timeout(700)
        written("english")
        page.keyboard.press("n")  # a new game: this one goes to the earlier games
        page.locator("#start").click()
        me.at(0)
        me.wait("open")
        me.people()
        typed("9-13")

        change("gambit")
        page.select_option("#player-top select", "1")
        page.select_option("#player-bottom select", "0")
        me.wait("open")
        me.press("f2", "h4")
        me.at(2)
        me.wait("open")
        over()
        page.evaluate("location.hash = 'game=gambit&panel=report'")
        page.locator("#panel .sides").wait_for()
        page.wait_for_timeout(1500)
        close()
        written("gambit")

        change("rock")
        me.people()
        typed("b1-b3", "a2-c2")
        over()
        written("rock")

        change("italian")
        me.at(1)
        me.people()
        typed("10-14")  # the computer has begun
        written("italian")

        change("roman")
        page.select_option("#player-top select", "2")
        me.wait("open")
        written("roman")

        for one, is_wrong in ((puzzles.LONG, False), (puzzles.SHORT, True)):
            page.evaluate("location.hash = 'game=gambit&panel=exercises'")
            puzzles.choose(me, one)
            if is_wrong:
                puzzles.enter(me, puzzles.wrong(one))
                page.locator(".verdict.missed").wait_for()
                me.at(0)
                me.wait("open")
                puzzles.enter(me, one.line[0])
                page.locator(".verdict.done").wait_for()
            else:
                puzzles.solve(me, one)
            page.click("[data-does=back]")
        close()
        change("english")
        page.evaluate("location.hash = 'game=english&panel=lesson'")
        page.locator(".lesson .note", has_text="Step 1 of").wait_for()
        me.wait("open")
        me.click("c3", "b4")
        page.locator(".verdict.done").wait_for()
        page.click("[data-does=next]")
        page.locator(".lesson .note", has_text="Step 2 of").wait_for()
        close()
        page.click("[data-panel=settings]")
        page.check("[name=theme][value=dark]", force=True)
        page.uncheck("[name=keys]")
        page.select_option("[name=language]", "it")
        close()
        page.evaluate("location.hash = 'game=english&panel=statistics'")
        with page.expect_download() as download:
            page.locator("#panel .row.wrap button").first.click()
        download.value.save_as(folder / "finished.json")
        kept: dict[str, Any] = {"local": page.evaluate("({ ...localStorage })"), "database": None}

        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        me.page = page
        page.goto(f"{address}#game=rock")
        me.wait("open")
        page.click("[data-panel=new]")
        page.check("[name=who][value=link]", force=True)
        page.click("#start")
        me.wait("open")
        me.click("b1", "b3")
        me.at(1)
        page.click("[data-does=share]")
        page.locator("#status", has_text="copied").wait_for()
        links["friend"] = page.evaluate("navigator.clipboard.readText()").split("#")[1]
        browser.close()
    for name, content in (("storage", kept), ("texts", texts), ("links", links)):
        text = json.dumps(content, ensure_ascii=False, indent=1)
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve(), sys.argv[2], Path(sys.argv[3]).resolve())
