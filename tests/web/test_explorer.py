"""The opening book beside the board, and matches that begin with a ballot."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.held import Held
from tests.support.person import Person, enter_moves, unfold
from tests.support.settle import settle, unsettled
from tests.web.test_ladder import rate


def show(person: Person, game: str) -> None:
    """Open the book of a game beside the board."""
    person.page.evaluate("game => { location.hash = `game=${game}&panel=openings`; }", game)


def offered(person: Person) -> list[str]:
    """The moves that the book shows."""
    return [text.split("\n")[0] for text in person.page.locator("#book .book-text").all_inner_texts()]


def choose(person: Person, move: str) -> None:
    """Play a move of the book by the keyboard."""
    person.page.locator(f'#book [data-move="{move}"]').press("Enter")


def begin(person: Person, kind: str, who: str) -> None:
    """In the form for a new game, choose how it begins and who plays."""
    page = person.page
    page.click("[data-panel=new]")
    unfold(page, "begin")
    page.locator(f"label:has(input[name=begin][value={kind}])").click()
    if kind == "chosen":
        page.get_by_role("searchbox").fill("white doc")
        page.locator("label:has(input[name=ballot][value='68'])").click()
    page.locator(f"label:has(input[name=who][value={who}])").click()
    page.click("#start")


@pytest.mark.pyodide
def test_the_book_plays_its_moves_says_where_it_ends_and_a_ballot_is_played_from_both_sides_or_drawn(
    person: Person,
) -> None:
    page = person.page
    person.open("english")
    person.people()
    show(person, "english")
    assert len(offered(person)) == 7
    first = page.locator('#book [data-move="f6 e5"]')
    assert first.locator(".offscreen").inner_text().startswith("11-15. Old Faithful. ")
    first.hover()
    expect(page.locator('#book .shown[data-move="f6 e5"]')).to_be_visible()
    first.click()
    person.listed(1)
    expect(first).to_have_count(0)
    assert "23-19" in offered(person)
    page.click("#to-before")
    expect(first).to_be_visible()
    choose(person, "b6 c5")
    person.at(2)
    assert person.moves == ["11-15", "9-14"]
    assert page.locator(".variation .move").all_inner_texts() == ["11-15", "9-14"], "both are only tried out"
    for number, move in enumerate(("22-17", "14-18"), 3):
        person.type(move)
        person.at(number)
    # Beyond it the best moves are shown, with the value of the position.
    rest, best = page.locator(".book-rest"), page.locator(".best-moves .book-move").first
    expect(rest).to_contain_text("Out of book since 2. 14-18")
    expect(best.locator(".chip > :first-child")).to_have_text(re.compile(r"[+−]?\d"))
    expect(rest).to_contain_text(re.compile("Even|White|Black"))
    best.press("Enter")
    person.at(5)
    page.locator("#panel").get_by_role("button", name="Back to the book").click()
    person.at(3)
    page.click("#panel-close")
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
    for game, words in (("roman", "has no opening book"), ("gambit", "This game is solved")):
        show(person, game)
        expect(page.get_by_text(words)).to_be_visible()
    page.click("#panel-close")
    person.open("english")
    begin(person, "chosen", "w")
    person.listed(3)
    assert person.moves == ["10-14", "22-18", "12-16"]
    expect(page.locator("#status-text")).to_contain_text("White Doctor")
    page.click("#resign")
    page.click("#ask-yes")
    page.locator("#panel").get_by_role("button", name="Play again").click()
    person.listed(4)
    assert person.moves[:3] == ["10-14", "22-18", "12-16"]
    assert page.locator("#player-bottom").get_attribute("data-side") == "b"
    begin(person, "lot", "both")
    person.listed(3)
    person.at(3)
    assert person.phase == "open"


def test_the_book_is_a_place_to_look_and_leaves_a_game_against_the_computer_as_it_is(touch: Person) -> None:
    """One tap tries a move out: the computer does not reply, a reload forgets it, and one press leads back."""
    person, page = touch, touch.page
    first, to_game = page.locator("#book .book-move").first, page.locator("#panel [data-does=to-game]")
    person.open("english")
    rate(person, "english")
    person.press("f6", "e5")
    person.at(2)
    played = person.moves
    show(person, "english")
    expect(page.locator("#panel-body")).to_contain_text("with the first tried move it no longer counts")
    first.tap()
    person.at(3)
    expect(page.locator("#panel-body")).not_to_contain_text("only tried out here")
    first.tap()
    person.at(4)
    assert person.phase == "open", "a person plays both sides"
    page.locator(".step-bar [data-does=before]").tap()
    person.at(3)
    to_game.tap()
    person.at(2)
    assert person.moves == played
    expect(page.locator("#panel-body")).to_contain_text("your game stays as it is.")
    expect(to_game).to_have_count(0)
    first.tap()
    person.at(3)
    page.reload()
    person.at(2)
    assert person.moves == played
    for does in ("to-game", "play-on"):
        show(person, "english")
        first.tap()
        person.at(3)
        page.locator("#panel-close").tap()
        expect(page.locator("#status-actions button")).to_have_text(["Back to the game", "Play from here"])
        page.locator(f"#status [data-does={does}]").tap()
        assert person.moves[:2] == played
        person.listed(2 if does == "to-game" else 4)
        person.wait("open")


def test_while_the_book_is_open_every_move_is_tried_out(newcomer: Person) -> None:
    """However it is made. In a game that counts the best moves are shown only when asked for."""
    person, page = newcomer, newcomer.page
    person.open("english")
    person.people()
    enter_moves(person, "11-15", "23-19")
    # The review fetches the book, too: who opens it meanwhile waits for the same file.
    held = Held(page, "**/english-openings.table")
    with unsettled(page):
        with page.expect_request("**/english-openings.table"):
            page.evaluate("location.hash = 'game=english&panel=review'")
        show(person, "english")
        expect(page.locator("#panel .book-rest")).to_have_text("Loading the opening book…")
    held.let_go()
    settle(page)
    assert offered(person)
    person.at(2)  # though the review was on its way to the start
    page.click("#panel-close")
    page.select_option(".player[data-side=w] select", "4")
    show(person, "english")
    played = person.moves
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
    to_game = page.locator("#panel [data-does=to-game]")
    ways: list[Callable[[], None]] = [
        lambda: person.press("b6", "a5"),
        lambda: person.click("b6", "a5"),
        lambda: person.type("9-13"),
    ]
    for way in ways:
        way()
        person.at(3)
        assert person.phase == "open", "the computer does not reply"
        to_game.click()
        person.at(2)
        assert person.moves == played
    person.type("1-2")
    expect(page.locator("#status.refusal")).to_be_visible()
    expect(to_game).to_have_count(0)
