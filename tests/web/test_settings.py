"""Sounds, speed, languages, earlier games, play by link, and the board as a guest in another page."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.support.held import Held
from tests.support.person import Person, choose_entry, guest, restart, seated, take_hint, unfold
from tests.support.settle import settle, unsettled

# -- sounds, speed ------------------------------------------------------------------------------------------


def test_a_move_makes_a_sound_after_a_gesture_unless_sounds_are_off_which_open_settings_show(
    newcomer: Person,
) -> None:
    page = newcomer.page
    page.add_init_script(
        """window.began = 0;
        const { start } = AudioScheduledSourceNode.prototype;
        AudioScheduledSourceNode.prototype.start = function (...at) {
          window.began++;
          return start.apply(this, at);
        };"""
    )
    newcomer.open("rock")
    newcomer.people("top")
    assert (
        page.evaluate("performance.getEntriesByType('resource').filter(e => e.name.endsWith('synth.js')).length") == 0
    )
    page.keyboard.press("Shift")
    assert page.evaluate("performance.getEntriesByType('resource').some(e => e.name.endsWith('synth.js'))")
    newcomer.click("b1", "b3")
    newcomer.at(1)
    assert page.evaluate("began") > 0
    page.keyboard.press("s")
    page.locator("#live", has_text="Sound off").wait_for()
    before = page.evaluate("began")
    newcomer.click("a2", "c2")
    newcomer.at(2)
    assert page.evaluate("began") == before
    page.keyboard.press("s")
    page.locator("#live", has_text="Sound on").wait_for()
    page.click("#resign")
    page.click("#ask-yes")
    newcomer.wait("over")
    assert page.evaluate("began") > before
    page.click("[data-panel=settings]")
    sound = page.get_by_role("checkbox", name="Sound")
    expect(sound).to_be_checked()
    for is_on in (False, True):
        page.locator("#panel-title").press("s")
        assert sound.is_checked() == is_on


# -- languages ----------------------------------------------------------------------------------------------


LANGUAGES = {"it-IT": ("it", "Annulla"), "ro-RO": ("ro", "Anulează"), "fr-FR": ("en", "Undo")}
"""The language of the page and its word on a button, by that of the browser."""


def test_the_page_uses_the_browsers_language(visit: Callable[..., Page], address: str) -> None:
    for locale, (language, word) in LANGUAGES.items():
        page = visit(locale=locale)
        page.goto(address)
        asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
        expect(page.locator("#undo")).to_have_text(word)
        expect(page.locator("html")).to_have_attribute("lang", language)
        words = {url.rsplit("/", 1)[1] for url in asked if "/strings/" in url}
        assert words == {f"{language}.json"}, "only the words of one language are fetched"
        for width in (390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            too_long = page.eval_on_selector_all(
                ".action:not([hidden])",
                "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)",
            )
            assert too_long == [], (locale, width)


def test_a_language_change_applies_at_once_and_to_refusals_and_the_last_one_stays_when_an_earlier_arrives_later(
    newcomer: Person,
) -> None:
    page = newcomer.page
    newcomer.open("english")
    held = Held(page, "**/strings/it.json")
    page.evaluate("location.hash = 'game=english&panel=settings'")
    choice = page.locator("#panel [name=language]")
    with unsettled(page):
        choice.select_option("it")
        choice.select_option("ro")
        expect(page.locator("html")).to_have_attribute("lang", "ro")
    held.let_go()
    settle(page)
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    expect(page.locator("#undo")).to_have_text("Anulează")
    expect(choice).to_have_value("ro")
    newcomer.open("english")
    page.click("[data-panel=settings]")
    page.select_option("[name=language]", "it")
    expect(page.locator("#panel-title")).to_have_text("Impostazioni")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.click("#panel-close")
    newcomer.click("b6", "e5")
    page.locator("#status.refusal").wait_for()
    assert "15 non è né accanto a 9" in newcomer.status
    assert newcomer.squares["b6"].startswith("9, pedina nera")
    take_hint(page)
    page.locator("#status.hint").wait_for()
    assert not re.search(r"\b(It|takes|keeps|goes)\b", newcomer.status)
    page.click("[data-panel=settings]")
    page.select_option("[name=language]", "pirate")
    expect(page.locator("html")).to_have_attribute("lang", "en-x-pirate")
    expect(page.locator("#game-name")).to_have_text("πCheckers")
    page.select_option("[name=language]", "system")
    expect(page.locator("#panel-title")).to_have_text("Settings")
    page.click("#panel-close")


# -- nothing is lost ----------------------------------------------------------------------------------------


def test_starting_again_loses_nothing(person: Person) -> None:
    """The game before can be gone back to at once, and is found among the earlier ones."""
    person.open("rock")
    person.people("top")
    page = person.page
    person.click("c1", "c3")
    shown = person.squares
    restart(page)
    person.at(0)
    page.click("[data-does=back]")
    assert person.moves == ["c1-c3"]
    assert {name: label[:14] for name, label in person.squares.items()} == {n: s[:14] for n, s in shown.items()}
    page.click("[data-panel=new]")
    page.click("#start")
    person.at(0)
    choose_entry(page, "study", "library")
    unfold(page, "earlier")
    page.locator(".kept").first.click()
    assert person.moves == ["c1-c3"]


# -- play by link -------------------------------------------------------------------------------------------


def test_a_game_is_played_by_exchanging_links(person: Person, context: BrowserContext, address: str) -> None:
    """Whoever gives a seat to a friend in the middle of a game hears of the link, too."""
    person.open("rock")
    page = person.page
    person.people()
    person.click("b1", "b3", "a2", "c2")
    page.select_option("#player-top select", "-1")
    expect(page.locator("#status")).to_contain_text("Then send the link to your friend.")
    assert "Your move (White)" in person.status
    person.open("rock")
    page.click("[data-panel=new]")
    page.check("[name=who][value=link]", force=True)
    page.click("#start")
    assert "Then send the link to your friend." in person.status
    person.click("b1", "b3")
    person.at(1)
    assert "Whoever opens it makes the next move." in person.status
    page.click("[data-does=share]")
    page.get_by_text("Link copied").first.wait_for()
    expect(page.locator("#status")).to_contain_text("Your friend sends a link back.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{address}#game=rock&record=")
    sent = page.get_by_role("dialog")
    expect(sent.locator(".code path")).to_have_attribute("d", re.compile(r"^(M\d+ \d+h1v1h-1z){200,}$"))
    friend = Person(context.new_page(), address)
    friend.page.goto(link)
    friend.at(1)
    friend.wait("open")
    assert "Your move (Black)" in friend.status
    assert friend.page.url == f"{address}#game=rock"
    expect(friend.page.locator("#hint")).to_be_hidden()
    friend.page.keyboard.press("h")
    expect(friend.page.locator("#status")).to_contain_text("No hints while you play a friend.")
    friend.click("a2", "c2")
    friend.at(2)
    friend.page.locator("[data-does=share]").wait_for()
    friend.click("c1", "c3")
    assert friend.position == 2, "the other side is not theirs to move"


def test_whoever_makes_a_link_chooses_the_side_and_the_friend_gets_the_other(
    person: Person, context: BrowserContext, address: str
) -> None:
    person.open("english")
    page = person.page
    page.click("[data-panel=new]")
    page.check("[name=who][value=link]", force=True)
    sides = page.locator("[name=seat]")
    assert [one.get_attribute("value") for one in sides.all()] == ["b", "w", "any"]
    expect(page.locator("[name=seat]:checked")).to_have_value("b")
    page.check("[name=seat][value=w]", force=True)
    page.click("#start")
    expect(page.locator("#player-bottom")).to_have_attribute("data-side", "w")
    assert "Whoever opens it makes the next move." in person.status
    page.click("#status [data-does=share]")
    page.get_by_text("Link copied").first.wait_for()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    friend = Person(context.new_page(), address)
    friend.page.goto(page.evaluate("navigator.clipboard.readText()"))
    friend.wait("open")
    assert "Your move (Black)" in friend.status
    expect(friend.page.locator("#player-bottom")).to_have_attribute("data-side", "b")
    friend.type("11-15")
    friend.at(1)
    friend.page.click("#status [data-does=share]")
    friend.page.get_by_text("Link copied").first.wait_for()
    page.goto(friend.page.evaluate("navigator.clipboard.readText()"))
    person.at(1)
    person.wait("open")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "Your move (White)" in person.status


# -- a guest in another page --------------------------------------------------------------------------------


def test_an_embedded_board_exchanges_messages_with_its_page_and_its_address_seats_the_players(
    page: Page, address: str
) -> None:
    guest(page, address, "english")
    seated(page)

    def hears(kind: str, count: int = 1) -> dict[str, object]:
        found: list[dict[str, object]] = page.evaluate("kind => heard.filter((one) => one.saltus === kind)", kind)
        assert len(found) >= count
        return found[-1]

    def tell(**message: object) -> None:
        page.evaluate("said => document.getElementById('board').contentWindow.postMessage(said, '*')", message)

    assert hears("ready")["game"] == "english"
    empty = "........"
    rows = [empty, empty, "..b.....", empty, empty, "..w.....", empty, empty]
    wanted = {"saltus": "set", "game": "english", "side": "w", "players": {"w": 0, "b": 0}, "bottom": "w"}
    tell(**wanted, rows=rows)
    assert "c6" in str(hears("error")["message"])
    rows[2] = ".b......"
    tell(**wanted, rows=rows)
    assert hears("state")["rows"] == rows
    frame = page.frame_locator("#board")
    expect(frame.locator("#canvas")).to_be_visible()
    expect(frame.locator("#undo")).to_be_hidden()
    frame.locator("[data-square=c3]").press("Enter")
    frame.locator("[data-square=d4]").press("Enter")
    move = hears("move")
    assert move["last"]["path"] == ["c3", "d4"]  # type: ignore[index]
    tell(saltus="play", move="a1-a2")
    assert hears("refused")["text"]
    tell(saltus="undo")
    assert hears("state", 2)["rows"] == rows
    # Against the computer the position goes back to the person's turn. To go back is no move.
    tell(saltus="set", game="english", players={"w": 1, "b": 0})
    hears("state", 3)
    tell(saltus="play", move="11-15")
    assert hears("move", 3)["side"] == "b"
    tell(saltus="undo")
    assert (hears("state", 4)["ply"], hears("move", 3)["ply"]) == (0, 2)
    assert page.evaluate("heard.filter((one) => one.saltus === 'move').length") == 3
    # Without `players` they stay in the same game; another one begins with a person against the computer.
    tell(saltus="set", game="english")
    hears("state", 5)
    tell(saltus="play", move="11-15")
    assert hears("move", 5)["ply"] == 2
    tell(saltus="set", game="gambit", players={"w": 0, "b": 0})
    tell(saltus="set", game="english")
    hears("state", 7)
    tell(saltus="play", move="11-15")
    assert hears("move", 7)["ply"] == 2
    tell(saltus="sing")
    hears("error", 2)
    assert page.evaluate("Object.keys(localStorage)") == []
    for players, replies in (("0-0", 0), ("0-1", 1)):
        guest(page, address, f"rock&players={players}")
        seated(page)
        tell(saltus="play", move="b1-b3")
        assert len(page.evaluate("heard.filter((one) => one.saltus === 'move')")) == 1 + replies
        assert hears("move")["ply"] == 1 + replies
        expect(frame.locator("#status")).to_have_attribute("data-phase", "open")
