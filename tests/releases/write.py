"""Writes what this version writes, into a folder of its own beside this file: `0.1/`, `1.0/` and so on.

    PYTHONPATH=py:. build/venv/bin/python tests/releases/write.py 1.1

It is run once for each release that changes what is written (CONTRIBUTING.md, "Cutting a release"). A folder that is
there is never written again once its version has a tag: it is what people have on their devices. `first.py` wrote
that of the first edition.
"""

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import saltus
from bundle import site
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from saltus.games import keys, load
from saltus.study.puzzles import daily

from tests.releases import kept
from tests.support import chromium
from tests.support.collection import collection, give, imported, show
from tests.support.native import native_site
from tests.support.person import Person, choose_entry, enter_moves, restart, unfold
from tests.support.played import played as played_by_chance
from tests.web import test_lines, test_mistakes, test_puzzle_runs, test_puzzles

HERE = Path(__file__).parent
COMMENT = "The usual reply,\nby the book — “bună”."
FORMS = ("json", "pdn", "sgf", "position")
GAMES = 6
"""How many games of a collection are imported."""
PLIES = 24
"""How long the games are that are written in every form."""


def pretty(path: Path, value: Any) -> None:
    """Writes JSON to be looked at."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")


# -- the page --------------------------------------------------------------------------------------------


def fresh(browser: Browser, address: str) -> tuple[Person, BrowserContext]:
    """Someone who has never been here."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        service_workers="block",
        permissions=["clipboard-read", "clipboard-write"],
    )
    return Person(context.new_page(), address), context


def go(person: Person, place: str) -> None:
    """Follows a link within the page."""
    person.page.evaluate("place => { location.hash = place; }", place)


def close(person: Person) -> None:
    """Closes the panel, if one is open."""
    if person.page.locator("#panel-close").is_visible():
        person.page.click("#panel-close")


def change(person: Person, game: str) -> None:
    """Puts the match of another game on the board."""
    close(person)
    go(person, f"game={game}")
    person.drawn(game)
    person.wait("open", "over")


def link_of(person: Person, game: str) -> str:
    """Copies the link to the game on the board."""
    go(person, f"game={game}&panel=share")
    person.page.locator("#panel textarea[readonly]").wait_for()
    person.page.evaluate("navigator.clipboard.writeText('')")
    person.page.locator("#panel").get_by_role("button", name="Link", exact=False).first.click()
    person.page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('record=')")
    close(person)
    return str(person.page.evaluate("navigator.clipboard.readText()")).split("#")[1]


def resign(person: Person) -> None:
    person.page.locator("#resign").click()
    person.page.locator("#ask-yes").click()
    person.wait("over")
    person.page.keyboard.press("Escape")


def played(person: Person) -> dict[str, str]:
    """Plays a little of everything. Returns links to the games."""
    page, links = person.page, {}
    page.goto(f"{person.address}#game=english")
    person.wait("open")
    person.people()
    enter_moves(person, *test_lines.LINE)
    choose_entry(page, "study", "note")
    page.locator('.glyph[data-glyph="5"]').click()
    page.locator("#note textarea").fill(COMMENT)
    page.locator("#moves .comment").wait_for()
    page.locator("#note textarea").press("Escape")
    choose_entry(page, "study", "openings")
    unfold(page, "lines")
    page.click("[data-does='add b']")
    page.locator(".own-lines").wait_for()
    page.locator("[data-does='train b']").wait_for()
    close(person)
    links["english"] = link_of(person, "english")
    restart(page)
    person.at(0)
    enter_moves(person, "9-13", "22-18")

    change(person, "gambit")
    page.select_option("#player-bottom select", "0")
    page.select_option("#player-top select", "1")
    test_mistakes.lose(person)
    test_mistakes.mistakes(page)
    test_mistakes.reviewed(person)
    page.click("[data-does=reviews]")
    close(person)
    links["gambit"] = link_of(person, "gambit")

    change(person, "rock")
    person.people()
    enter_moves(person, "b1-b3", "a2-c2")
    resign(person)
    links["rock"] = link_of(person, "rock")
    change(person, "italian")
    person.wait("open")
    person.people()
    enter_moves(
        person, next(iter(saltus.legal(saltus.Match(saltus.load("italian"))))) if not person.moves else "10-14"
    )
    links["italian"] = link_of(person, "italian")
    change(person, "roman")
    person.people()
    links["roman"] = link_of(person, "roman")
    return links


def studied(person: Person) -> None:
    """Solves puzzles and a step of a lesson, imports games, and changes settings."""
    page = person.page
    change(person, "gambit")
    for one in (test_puzzles.LONG, test_puzzles.SHORT):
        choose_entry(page, "study", "puzzles")
        page.locator("[data-does=start]").wait_for()
        test_puzzles.choose(person, one)
        if one == test_puzzles.SHORT:
            person.press(*test_puzzles.wrong(one))
            page.locator(".verdict.missed").wait_for()
            person.at(0)
            person.wait("open")
            person.move(*one.line[0])
            page.locator(".verdict.done").wait_for()
        else:
            test_puzzles.solve(person, one)
        page.click("[data-does=back]")
        close(person)
    page.click("[data-panel=today]")
    page.click("[data-does=run-streak]")
    test_puzzle_runs.miss(person, test_puzzle_runs.on_board(person))
    page.locator(".run-result").wait_for()
    close(person)

    go(person, "game=gambit&panel=today")
    page.click("[data-does=solve]")
    page.locator(".puzzle .task").wait_for()
    day = int(page.evaluate("Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000)"))
    today = daily(saltus.load(page.evaluate("document.getElementById('canvas').dataset.drawn")), day)
    for ply in range(0, today.asked, 2):
        person.at(ply)
        person.wait("open")
        person.move(*today.line[ply])
    page.locator(".verdict.done").wait_for()
    page.get_by_role("button", name="Back to Today").click()
    close(person)
    change(person, "rock")

    change(person, "english")
    go(person, "game=english&panel=lesson")
    page.locator(".lesson .note").first.wait_for()
    person.wait("open")
    person.click("f6", "g5")
    page.locator(".verdict.done").wait_for()
    page.click("[data-does=next]")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('saltus.lesson.english'))?.at === 1")
    close(person)

    show(person)
    give(person, "\n\n".join(collection(GAMES)))
    imported(person, f"{GAMES} new games.")
    close(person)
    page.click("[data-panel=settings]")
    page.check("[name=theme][value=dark]", force=True)
    unfold(page, "entry")
    page.uncheck("[name=keys]")
    close(person)
    page.wait_for_function("() => localStorage.getItem('saltus.settings')?.includes('dark')")


def saved(person: Person, opener: Callable[[], None], button: str, target: Path) -> None:
    """Saves a file from a panel."""
    opener()
    with person.page.expect_download() as download:
        person.page.locator(button).first.click()
    download.value.save_as(target)
    close(person)


def browser(folder: Path) -> None:
    """Writes what the page keeps in the browser, its files and its links."""
    site.dist()
    with native_site() as host, sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=chromium.path(), args=chromium.quick())
        person, _ = fresh(launched, host.address)
        links = played(person)
        studied(person)
        page = person.page

        def tools() -> None:
            show(person)
            page.click("[data-does=library-tools]")

        saved(person, tools, "[data-does=backup-save]", folder / "saltus.backup")
        change(person, "english")
        statistics = "#panel[data-kind=statistics]"
        saved(
            person,
            lambda: go(person, "game=english&panel=statistics"),
            f"{statistics} button:text-matches('^Save')",
            folder / "finished.json",
        )
        page.goto("about:blank")
        page.goto(f"{host.address}sw.js")
        pretty(
            folder / "storage.json", {"local": page.evaluate(kept.LOCAL), "database": page.evaluate(kept.DATABASE)}
        )

        friend, context = fresh(launched, host.address)
        friend.open("rock")
        friend.page.click("[data-panel=new]")
        friend.page.check("[name=who][value=link]", force=True)
        friend.page.click("#start")
        friend.wait("open")
        friend.press("b1", "b3")
        friend.at(1)
        record = json.loads(friend.page.evaluate("localStorage.getItem('saltus.table.rock')"))["record"]
        packed = friend.page.evaluate(kept.PACK, record)
        links["friend"] = f"game=rock&record={packed}&turn=b"
        links["puzzle"] = f"game=gambit&puzzle={test_puzzles.SHORT.key}"
        links["set"] = f"game=gambit&theme={test_puzzles.SHORT.themes[0]}&level={test_puzzles.SHORT.grade}"
        for panel in ("today", "library", "puzzles", "rules", "settings", "statistics"):
            links[f"panel {panel}"] = f"game=english&panel={panel}"
        context.close()
        launched.close()
    pretty(folder / "links.json", links)
    backup = gzip.decompress((folder / "saltus.backup").read_bytes())
    (folder / "saltus.backup").write_bytes(gzip.compress(backup, 9, mtime=0))


# -- Python ----------------------------------------------------------------------------------------------


def texts(folder: Path) -> None:
    """Writes games of each kind in every form, and what they are."""
    written = {}
    for key in keys():
        for match in (played_by_chance(load(key), seed, PLIES) for seed in (1, 2)):
            for form in sorted({*saltus.forms(match.game), "position"} & set(FORMS)):
                is_position = form == "position"
                text = saltus.position_text(match.game, match.position) if is_position else saltus.write(match, form)
                written[f"{key}.{match.tags['Round']}.{form}"] = {"text": text, "is": kept.meaning(match)}
    pretty(folder / "texts.json", written)


def programs(folder: Path) -> None:
    """Writes a library, a log of matches and a session of the bridge."""
    pdn, sgf = ("\n\n".join(collection(4, key, form)) for key, form in (("english", "pdn"), ("rock", "sgf")))
    for name, text in (("Club.pdn", pdn), ("Lines.sgf", sgf)):
        (folder / name).write_text(text, "utf-8")
        kept.ran(folder, "games", "import", name)
        (folder / name).unlink()
    kept.ran(folder, "games", "tags", "2", "Event=City match", "Annotator=Bună")
    kept.ran(folder, "games", "repertoire", "add", "english", "black", *test_lines.LINE)
    kept.ran(folder, "games", "review", "--everyone", "--nodes", "300", "id:1")
    pretty(folder / "library.json", kept.library(folder / "library.db"))
    match = ["match", "gambit", "--players", "1", "2", "--games", "4", "--nodes", "200", "--log", "match.jsonl"]
    (folder / "match.txt").write_text(kept.ran(folder, *match), "utf-8")
    told = kept.session(kept.examples())
    lines = ",\n".join(json.dumps(kept.shortened(each), ensure_ascii=False) for each in told)
    (folder / "bridge.json").write_text(f"[{lines}]\n", "utf-8")


def main(version: str) -> None:
    folder = HERE / version
    folder.mkdir()
    texts(folder)
    programs(folder)
    browser(folder)


if __name__ == "__main__":
    main(sys.argv[1])
