"""Links to puzzles and sets of puzzles, and puzzles on a board that is embedded in another page."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from saltus.games import load
from saltus.study.puzzles import puzzles

from tests.support.person import Person, guest

ENGLISH = puzzles(load("english"))
ONE = next(one for one in ENGLISH if one.asked == 1 and len(one.line[0]) == 2)
"""A puzzle of one move of one step."""


def test_links_open_a_puzzle_or_a_set_and_what_is_wrong_in_them_is_left_out(
    visit: Callable[..., Page], address: str
) -> None:
    newcomer = Person(visit(permissions=["clipboard-read", "clipboard-write"]), address)
    page = newcomer.page
    page.goto(f"{newcomer.address}#game=english&puzzle={ONE.key}")
    assert page.locator(".puzzle .task").is_visible()
    page.click("[data-does=link]")
    expect(page.locator(".puzzle .confirmation")).to_contain_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}#game=english&puzzle={ONE.key}"
    newcomer.wait("open")
    newcomer.press(*ONE.line[0])
    assert page.locator(".verdict.done").is_visible()
    page.click("#panel-close")
    newcomer.listed(0)  # the own game is there again
    assert "puzzle" not in page.evaluate("location.hash")
    other = next(one for one in puzzles(load("gambit")) if one.turns > 1)
    page.evaluate("hash => { location.hash = hash; }", f"game=gambit&puzzle={other.key}")
    newcomer.drawn("gambit")
    expect(page.locator(".puzzle-grade")).to_contain_text(f"move 1 of {other.turns}")
    theme = next(one for one in ENGLISH if one.grade == 2 and one.themes).themes[0]
    page.goto("about:blank")
    page.goto(f"{newcomer.address}#game=english&theme={theme}&level=2")
    fitting = [one for one in ENGLISH if one.grade == 2 and theme in one.themes]
    expect(page.locator(".puzzle-sets .tile")).to_have_count(min(24, len(fitting)))
    page.evaluate("location.hash = 'game=english&theme=%3Cb%3E&level=9'")
    assert page.locator(".sets [data-theme]").first.is_visible()
    expect(page.locator("[name=puzzle-grade][value='0']")).to_be_checked()
    page.evaluate("location.hash = 'game=english&puzzle=nothing'")
    expect(page.locator("#live")).to_contain_text("There is no such puzzle.")
    expect(page.locator("[data-does=start]")).to_be_enabled()


def heard(page: Page, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("kind => heard.filter((one) => one.saltus === kind)", kind)
    return found


def wait_heard(page: Page, state: str) -> None:
    assert page.evaluate(
        "state => heard.some((one) => one.saltus === 'puzzle' && one.state === state)",
        state,
    )


def test_an_embedded_puzzle_tells_the_outer_page_how_it_goes_which_chooses_it_and_asks_for_help(
    page: Page, address: str
) -> None:
    guest(page, address, f"english&puzzle={ONE.key}")
    wait_heard(page, "open")
    told = heard(page, "puzzle")[0]
    assert (told["puzzle"], told["game"], told["misses"], told["task"]) == (
        ONE.key,
        "english",
        0,
        "White to move and win" if ONE.position[3] == 0 else "Black to move and win",
    )
    frame = page.frames[1]
    expect(frame.locator(".embedded-task")).to_have_text(told["task"])
    board = Person(frame, address)  # type: ignore[arg-type]
    board.wait("open")
    game = load("english")
    wanted = game.find(ONE.position, ONE.line[0])
    wrong = next(move for move in game.moves(ONE.position) if move != wanted and len(move.path) == 2)
    board.press(*wrong.path)
    wait_heard(page, "missed")
    assert heard(page, "puzzle")[-1]["misses"] == 1
    board.at(0)
    board.wait("open")
    board.press(*ONE.line[0])
    wait_heard(page, "solved")
    expect(frame.locator(".embedded-puzzle [data-does=give]")).to_be_hidden()
    assert frame.evaluate("localStorage.length") == 0
    guest(page, address, "english&puzzle=nothing")
    assert ["no such puzzle" in one["message"] for one in heard(page, "error")] == [True]
    guest(page, address, "rock")
    assert page.evaluate("() => heard.some((one) => one.saltus === 'ready')")

    def send(message: dict[str, object]) -> None:
        page.evaluate("message => frames[0].postMessage(message, '*')", message)

    send({"saltus": "puzzle", "game": "english", "puzzle": ONE.key})
    send({"saltus": "hint"})
    assert page.evaluate("() => heard.some((one) => one.saltus === 'puzzle' && one.helped)")
    send({"saltus": "solution"})
    wait_heard(page, "shown")
    send({"saltus": "puzzle", "game": "english", "puzzle": "nothing"})
    assert page.evaluate(
        "() => heard.some((one) => one.saltus === 'error' && one.message.includes('no such puzzle'))"
    )
    send({"saltus": "set", "game": "rock"})
    assert page.evaluate("() => heard.some((one) => one.saltus === 'state' && one.game === 'rock')")
    expect(page.frames[1].locator(".embedded-puzzle")).to_be_hidden()
