"""The opening book beside the board, and matches that begin with a ballot."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.held import Held
from tests.support.page import settled, whole
from tests.support.person import Person, enter_moves, unfold

pytestmark = pytest.mark.running

ROWS = "n => document.querySelectorAll('#book .book-move').length === n"
"""Whether the book shows so many moves."""


def explore(person: Person, game: str) -> None:
    """Two people at a game, and the book open beside it."""
    person.open(game)
    person.people()
    person.page.evaluate("game => { location.hash = `game=${game}&panel=openings`; }", game)
    person.page.locator("#book .book-move").first.wait_for()


def offered(person: Person) -> list[str]:
    """The moves that the book shows."""
    return [text.split("\n")[0] for text in person.page.locator("#book .book-text").all_inner_texts()]


def choose(person: Person, move: str) -> None:
    """Play a move of the book by the keyboard."""
    person.page.locator(f'#book [data-move="{move}"]').press("Enter")


def begin(person: Person, kind: str) -> None:
    """In the form for a new game, choose how it begins."""
    person.page.click("[data-panel=new]")
    unfold(person.page, "begin")
    person.page.locator(f"label:has(input[name=begin][value={kind}])").click()


@pytest.mark.pyodide
def test_opening_book_lists_moves_plays_one_and_follows_the_board(person: Person) -> None:
    explore(person, "english")
    page = person.page
    assert len(offered(person)) == 7
    first = page.locator('#book [data-move="f6 e5"]')
    assert first.locator(".offscreen").inner_text().startswith("11-15. Old Faithful. ")
    first.hover()
    page.locator('#book .shown[data-move="f6 e5"]').wait_for()
    first.click()
    person.listed(1)
    page.locator('#book [data-move="f6 e5"]').wait_for(state="detached")
    assert "23-19" in offered(person)
    page.locator("#to-before").click()
    page.locator('#book [data-move="f6 e5"]').wait_for()


def test_book_move_within_a_game_becomes_a_variation(person: Person) -> None:
    explore(person, "english")
    choose(person, "f6 e5")
    person.at(1)
    person.page.locator("#to-first").click()
    person.at(0)
    person.page.locator('#book [data-move="b6 c5"]').wait_for()
    choose(person, "b6 c5")
    person.at(2)
    assert person.moves == ["11-15", "9-14"]
    assert person.page.locator(".variation .move").all_inner_texts() == ["11-15", "9-14"], "both are only tried out"


def test_book_is_a_place_to_look_and_leaves_a_game_against_the_computer_as_it_is(newcomer: Person) -> None:
    """Its moves are tried out: the computer does not reply, a reload forgets them, and one press leads back."""
    person = newcomer
    page = person.page
    person.open("english")
    person.press("f6", "e5")
    person.at(2)
    person.wait("open")
    played = person.moves
    page.evaluate("location.hash = 'game=english&panel=openings'")
    expect(page.locator("#panel-body")).to_contain_text("with the first tried move it no longer counts")
    page.locator("#book .book-move").first.click()
    person.at(3)
    expect(page.locator("#panel-body")).not_to_contain_text("only tried out here")
    page.locator("#book .book-move").first.click()
    person.at(4)
    assert person.phase == "open", "a person plays both sides"
    page.locator("#panel [data-does=to-game]").click()
    person.at(2)
    person.listed(2)
    assert person.moves == played
    expect(page.locator("#panel-body")).to_contain_text("your game stays as it is.")
    expect(page.locator("#panel [data-does=to-game]")).to_have_count(0)
    page.locator("#book .book-move").first.click()
    person.at(3)
    page.reload()
    whole(page)
    person.at(2)
    assert person.moves == played
    person.wait("open")
    page.evaluate("location.hash = 'game=english&panel=openings'")
    page.locator("#book .book-move").first.click()
    person.at(3)
    page.click("#panel-close")
    expect(page.locator("#status-actions button")).to_have_text(["Back to the game", "Play from here"])
    page.locator("#status [data-does=to-game]").click()
    person.listed(2)
    assert person.moves == played
    person.wait("open")


def test_line_from_the_book_is_played_on_when_asked_for(newcomer: Person) -> None:
    person = newcomer
    page = person.page
    person.open("english")
    page.evaluate("location.hash = 'game=english&panel=openings'")
    choose(person, "f6 e5")
    person.at(1)
    page.click("#panel-close")
    page.locator("#status [data-does=play-on]").click()
    person.at(2)
    person.wait("open")
    assert person.moves[0] == "11-15"


def test_on_a_touch_screen_one_tap_plays_a_move_of_the_book(touch: Person) -> None:
    explore(touch, "english")
    touch.page.locator('#book [data-move="f6 e5"]').tap()
    touch.at(1)
    touch.page.locator(".step-bar [data-does=before]").tap()
    touch.at(0)
    touch.page.locator("#panel-close").tap()


def test_out_of_the_book_the_best_moves_are_shown_with_the_value_of_the_position(person: Person) -> None:
    explore(person, "english")
    page = person.page
    for number, move in enumerate(("9-14", "22-17", "14-18"), 1):
        person.type(move)
        person.at(number)
    expect(page.locator(".book-rest")).to_contain_text("Out of book since 2. 14-18")
    best = page.locator(".best-moves .book-move").first
    expect(best.locator(".chip > :first-child")).to_have_text(re.compile(r"[+−]?\d"))
    expect(page.locator(".book-rest")).to_contain_text(re.compile("Even|White|Black"))
    best.press("Enter")
    person.at(4)
    page.locator("#panel").get_by_role("button", name="Back to the book").click()
    person.at(2)
    page.locator("#panel-close").click()
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")


def test_while_the_book_is_open_every_move_is_tried_out(newcomer: Person) -> None:
    """However it is made. In a game that counts the best moves are shown only when asked for."""
    person = newcomer
    page = person.page
    person.open("english")
    person.people()
    enter_moves(person, "11-15", "23-19")
    page.select_option(".player[data-side=w] select", "4")
    played = person.moves
    page.evaluate("location.hash = 'game=english&panel=openings'")
    page.locator("#book .book-move").first.wait_for()
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
    ways: list[Callable[[], None]] = [
        lambda: person.press("b6", "a5"),
        lambda: person.click("b6", "a5"),
        lambda: person.type("9-13"),
    ]
    for way in ways:
        way()
        person.at(3)
        assert person.phase == "open", "the computer does not reply"
        page.locator("#panel [data-does=to-game]").click()
        person.at(2)
        person.listed(2)
        assert person.moves == played
    person.type("1-2")
    page.locator("#status.refusal").wait_for()
    expect(page.locator("#panel [data-does=to-game]")).to_have_count(0)
    page.click("#panel-close")


def test_page_says_where_the_book_ends_and_which_games_have_none(person: Person) -> None:
    explore(person, "english")
    for number, (square, move) in enumerate((("b6", "b6 c5"), ("a3", "a3 b4"), ("c5", "c5 a3")), 1):
        person.page.locator(f'#book [data-move^="{square}"]').first.wait_for()
        choose(person, move)
        person.at(number)
    person.page.get_by_text("Out of book since 2. 14x21.").wait_for()
    for game, words in (("roman", "has no opening book"), ("gambit", "This game is solved")):
        person.open(game, "open", "thinking")
        person.page.evaluate("game => { location.hash = `game=${game}&panel=openings`; }", game)
        person.page.get_by_text(words).wait_for()


def test_book_that_a_review_is_fetching_is_waited_for(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.open("english")
    newcomer.people()
    newcomer.press("b6", "c5")
    newcomer.at(1)
    held = Held(page, "**/english-openings.table")
    with page.expect_request("**/english-openings.table"):
        page.evaluate("location.hash = 'game=english&panel=review'")
    page.evaluate("location.hash = 'game=english&panel=openings'")
    expect(page.locator("#panel .book-rest")).to_have_text("Loading the opening book…")
    settled(page)
    expect(page.locator("#panel .book-rest")).to_have_text("Loading the opening book…")
    held.let_go()
    page.locator("#book .book-move").first.wait_for()


@pytest.mark.pyodide
def test_chosen_ballot_is_played_from_both_sides(person: Person) -> None:
    person.open("english")
    page = person.page
    begin(person, "chosen")
    page.get_by_role("searchbox").fill("white doc")
    page.locator("label:has(input[name=ballot][value='68'])").click()
    page.locator("label:has(input[name=who][value=w])").click()
    page.click("#start")
    person.listed(3)
    assert person.moves == ["10-14", "22-18", "12-16"]
    page.locator("#status-text", has_text="White Doctor").wait_for()
    person.wait("open")
    page.click("#resign")
    page.click("#ask-yes")
    person.wait("over")
    page.locator("#panel").get_by_role("button", name="Play again").click()
    person.listed(4)
    assert person.moves[:3] == ["10-14", "22-18", "12-16"]
    assert page.locator("#player-bottom").get_attribute("data-side") == "b"


def test_ballot_can_be_drawn_at_random(person: Person) -> None:
    person.open("english")
    begin(person, "lot")
    person.page.locator("label:has(input[name=who][value=both])").click()
    person.page.click("#start")
    person.listed(3)
    person.wait("open")
    assert person.page.locator("#grid").get_attribute("data-node") == "3"
