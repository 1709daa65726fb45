"""The game lab: somebody's own rules on the board, in a frame without any way out."""

import base64
import re
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from saltus import lab

from tests.support.attack import ATTACK, attack
from tests.support.person import Person, choose_entry
from tests.support.settle import pass_until, unsettled

pytestmark = pytest.mark.pyodide

BEGINNINGS = Path(lab.__file__).parent / "beginnings"
MINE = (BEGINNINGS / "mygame.py").read_text("utf-8")


def open_lab(newcomer: Person) -> Page:
    newcomer.open("english")
    choose_entry(newcomer.page, "study", "lab")
    expect(newcomer.page.locator(".cm-content")).to_be_visible()
    return newcomer.page


def write(page: Page, text: str) -> None:
    """Paste a text into the editor, in place of what is there."""
    page.locator(".cm-content").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.locator(".cm-content").evaluate(
        """(editor, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def play(page: Page) -> None:
    with unsettled(page):
        page.locator("[data-does=lab-play]").click()


def begin(page: Page) -> None:
    """Play, and wait until the game is on the board and was checked."""
    play(page)
    expect(page.locator(".form-foot")).to_contain_text("all well")


ADDRESSES = """() => {
  window.addresses = [];
  const note = () => window.addresses.push(location.hash);
  const name = document.getElementById('game-name');
  new MutationObserver(note).observe(name, { childList: true, subtree: true, characterData: true });
}"""
"""Notes the address whenever another game comes to the board."""


def test_a_changed_game_is_played_and_checked(newcomer: Person) -> None:
    page = open_lab(newcomer)
    write(page, MINE.replace('"a1", "b1", "c1", "d1", "e1"', '"a2", "b1", "c1", "d1", "e1"'))
    page.evaluate(ADDRESSES)
    play(page)
    expect(page.locator("#game-name")).to_have_text("My game")
    assert page.evaluate("window.addresses") == ["#game=mygame"], "the address changes with the board"
    expect(page.locator(".form-foot")).to_contain_text("1,000 positions checked, all well")
    expect(page.locator(".form-foot [role]")).to_have_count(0)  # it is said once, and how far it has come is not
    assert newcomer.squares["a2"]
    newcomer.move("a2", "a3")
    newcomer.wait("open")
    assert len(newcomer.moves) == 2, "the computer has replied"
    # A change keeps the game, if it is one by the new rules, too.
    write(page, "# another line\n" + MINE.replace('"a1", "b1", "c1", "d1", "e1"', '"a2", "b1", "c1", "d1", "e1"'))
    play(page)
    expect(page.locator(".form-foot")).to_contain_text("all well")
    assert len(newcomer.moves) == 2
    with unsettled(page):
        page.get_by_role("button", name="New game").click()
    newcomer.wait("open")
    assert newcomer.moves == []
    # The names that a game can have stand below.
    page.locator("[data-fold=lab-guide] summary").click()
    expect(page.locator(".lab-guide dt").first).to_have_text("key, name, goal")
    # The address is that of the game on the board: the text is kept, and so is the game, for the next visit.
    newcomer.move("a2", "a3")
    newcomer.wait("open")
    page.click("#panel-close")
    assert page.url.endswith("#game=mygame")
    page.reload()
    with unsettled(page):
        expect(page.locator("#game-name")).to_have_text("My game")
        expect(page.locator(".moves .move")).to_have_count(2)
    assert page.url.endswith("#game=mygame")
    expect(page.locator("#panel")).to_be_hidden()
    choose_entry(page, "study", "lab")
    page.get_by_label("Begin with").select_option(label="My game (yours)")
    expect(page.locator(".cm-content")).to_contain_text("# another line")
    # What was deleted by mistake comes back.
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".cm-content")).not_to_contain_text("# another line")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cm-content")).to_contain_text("# another line")
    expect(page.get_by_label("Begin with").locator("option:checked")).to_have_text("My game (yours)")


def test_each_of_two_games_with_one_name_and_key_begins_anew_after_the_other(newcomer: Person) -> None:
    page = open_lab(newcomer)
    beginning = page.get_by_label("Begin with")
    for nth in "first", "second":
        beginning.select_option("mygame")
        write(page, f"{MINE}\n# the {nth}\n")
        begin(page)
        newcomer.wait("open")
        assert newcomer.moves == [], nth
        newcomer.move("a1", "a2")
        newcomer.wait("open")
        assert len(newcomer.moves) == 2
    expect(beginning.locator("option", has_text="yours")).to_have_text(["My game (yours 2)", "My game (yours)"])
    # What was never played is not in the list of games, which has the other by its number.
    beginning.select_option("mygame")
    write(page, MINE.replace('name = "My game"', 'name = "A draft"').replace("return found", "return found)"))
    play(page)
    expect(page.locator(".form-foot .fault")).to_contain_text("This is no Python")
    page.click("#choose")
    expect(page.locator(".cards .card-name", has_text=re.compile("My game|draft"))).to_have_text(
        ["My game (2)", "My game"]
    )
    # After a reload it is the second that goes on, also where it is changed.
    page.reload()
    choose_entry(page, "study", "lab")
    expect(beginning.locator("option:checked")).to_have_text("My game (yours 2)")
    write(page, f"{MINE}\n# the second, changed\n")
    begin(page)
    assert len(newcomer.moves) == 2
    beginning.select_option(label="My game (yours)")
    begin(page)
    assert newcomer.moves == []


def test_games_of_the_computer_with_itself_are_told_and_what_an_own_game_has_not_is_not_offered(
    newcomer: Person,
) -> None:
    page = open_lab(newcomer)
    write(page, MINE.replace('first = "w"', 'first = "b"').replace("]), 0, 0", "]), 0, 1"))
    play(page)
    with unsettled(page):
        page.get_by_role("button", name="Is it a good game?").click()
    expect(page.locator("#lab-measured")).to_contain_text("a win is one point")
    expect(page.locator(".form-rows")).to_contain_text("Less than a minute left")  # the page's clock stands
    with unsettled(page):
        page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Is it a good game?")).to_be_visible()
    expect(page.locator("#lab-measured")).to_contain_text("the lead changed")
    # Each side's part has its colour, also where Black moves first.
    expect(page.locator("#lab-measured")).to_contain_text(re.compile("Black: .* won; White: .* won"))
    expect(page.locator(".book-bar").first.locator("span")).to_have_class(["black", "drawn", "white"])
    expect(page.locator(".form-rows")).not_to_contain_text("left")
    # What such a game has not is not offered.
    page.locator("#panel-close").click()
    expect(page.locator("#status")).not_to_contain_text("Learn to play")
    page.locator("[data-menu=study]").click()
    for entry in "lesson", "openings":
        expect(page.locator(f".dropdown [data-entry={entry}]")).to_be_disabled()
    page.locator(".dropdown [data-entry=puzzles]").click()
    expect(page.locator(".puzzles")).to_contain_text("is a game of your own and has no puzzles")


FAULTS = [
    (("class MyGame(Game):", "class MyGame(Game:"), r"Line \d+: This is no Python"),
    (("return found", "return found / 0"), "Line 42: TypeError"),
    (("return found", "return [*found, Move(('a1', 'e5'))]"), "a1-e5"),
    (("return found", "while found.append('a' * 10**6) is None: pass"), "Line 42: MemoryError"),
    (("from typing", "import js\nfrom typing"), "Line 3: .* import of js halted"),
    (('key = "mygame"', 'key = "english"'), "give yours another key"),
    ((MINE, "x = 1"), "There is no class of .Game. with a .key."),
]
"""Changes of a game, and what is said of each."""


def test_what_is_wrong_is_said_at_its_place(newcomer: Person) -> None:
    page = open_lab(newcomer)
    fault = page.locator(".form-foot .fault")
    for change, said in FAULTS:
        write(page, MINE.replace(*change))
        play(page)
        expect(fault).to_contain_text(re.compile(said))
        expect(page.locator("#live")).to_have_text(fault.inner_text())
    # The text is still there, and what was wrong before leaves nothing behind.
    write(page, MINE)
    play(page)
    expect(page.locator(".form-foot")).to_contain_text("positions checked")
    # A program that never ends is ended, and the game from before is back.
    write(page, MINE.replace("return found", "while True: pass"))
    play(page)
    pass_until(page, "() => document.querySelector('.form-foot .fault') !== null", 100)
    expect(fault).to_contain_text("did not answer for five seconds")
    # Another worker, which looks at itself, finds where.
    expect(fault).to_contain_text(re.compile("Line 42: .moves. does not come to an end"))
    expect(page.locator("#game-name")).to_have_text("English checkers")
    expect(page.locator("#status")).to_contain_text("did not answer for five seconds")  # the panel may be closed
    expect(page.locator(".cm-content")).to_contain_text("while True: pass")
    # Inside a call that is not Python's nothing finds where, which is said, too.
    write(page, MINE.replace("return found", "return found[sum(range(10**12)):]"))
    play(page)
    pass_until(page, "() => document.querySelector('.form-foot .fault')?.textContent.includes('a single call')", 100)
    expect(fault).to_contain_text("the line is not known")
    write(page, MINE)
    play(page)
    expect(page.locator("#game-name")).to_have_text("My game")


def test_without_a_network_the_lab_says_so_and_the_next_try_plays(forgiving: BrowserContext, address: str) -> None:
    page = forgiving.new_page()
    page.route("**/lab.pack", lambda route: route.abort())
    page.goto(f"{address}#game=gambit&panel=lab")
    play = page.locator("[data-does=lab-play]:enabled")
    play.click()
    expect(page.locator(".form-foot .fault")).to_contain_text("couldn’t be loaded. Check your connection")
    page.unroute("**/lab.pack")
    play.click()
    expect(page.locator("#game-name")).to_have_text("My game")


def test_a_link_asks_before_it_runs(newcomer: Person) -> None:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(MINE.replace('name = "My game"', 'name = "Theirs"').encode()) + packer.flush()
    newcomer.open("english")
    page = newcomer.page
    page.goto(f"{newcomer.address}#lab={base64.urlsafe_b64encode(packed).decode().rstrip('=')}")
    expect(page.locator(".panel [role=alert]").first).to_contain_text("Theirs: a game from somebody else")
    assert page.locator("iframe").count() == 0
    expect(page.locator("#game-name")).to_have_text("English checkers")
    page.get_by_role("button", name="Run it").click()
    expect(page.locator("#game-name")).to_have_text("Theirs")
    # Cut off by a chat, it is told, and nothing runs.
    page.goto(f"{newcomer.address}#lab={base64.urlsafe_b64encode(packed[:-40]).decode().rstrip('=')}")
    expect(page.locator("#status")).to_contain_text("link is damaged")


def test_a_program_that_has_left_python_reaches_nothing(forgiving: BrowserContext, address: str) -> None:
    """What a stranger's Python could do at most: run as a script in its worker. Its frame lets nothing out."""
    page = forgiving.new_page()
    page.goto(f"{address}#game=gambit")
    page.evaluate(f"given => (function () {{ {ATTACK} }})(...given)", attack(f"{address}sw.js"))
    page.wait_for_selector("html[data-came]", state="attached")
    assert page.get_attribute("html", "data-came") == ""
    # Nor could the frame itself, which runs nobody's script, carry anything to another address.
    refused = page.evaluate(
        """() => new Promise((done) => {
          const refused = [];
          addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
            refused.push(`${violatedDirective} ${blockedURI}`);
            if (refused.length === 2) done(refused);
          });
          const to = 'http://elsewhere.test/';
          for (const how of [{ src: to }, { srcdoc: `<meta http-equiv="refresh" content="0;url=${to}">` }]) {
            const made = Object.assign(document.createElement('iframe'), how);
            made.setAttribute('sandbox', 'allow-scripts');
            document.body.append(made);
          }
        })"""
    )
    assert [one.rstrip("/") for one in refused] == ["frame-src http://elsewhere.test"] * 2
