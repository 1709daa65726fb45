"""The player's ratings: which games count, and what the statistics show of them."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.person import Person, restart
from tests.support.person import take_hint as asked_hint
from tests.web.test_ladder import RATED, archived, keep, rate
from tests.web.test_result import WINNING, about_to_win


def ratings(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("localStorage['saltus.ratings'] ?? '{}'")))


def statistics(page: Page, game: str = "gambit") -> None:
    if page.locator("#panel-close").is_visible():
        page.click("#panel-close")
    page.evaluate("game => { location.hash = `game=${game}&panel=statistics`; }", game)
    assert page.locator("#panel[data-kind=statistics] .parts").is_visible()


def lose(person: Person) -> None:
    """Play a move of Gambit, and resign."""
    person.type("b2-b4")
    person.listed(2)


def resign(person: Person) -> None:
    person.page.locator("#resign").click()
    person.page.locator("#ask-yes").click()
    person.wait("over")
    assert person.page.evaluate("() => JSON.parse(localStorage['saltus.past'] ?? '[]').length")


def test_games_count_once_also_those_of_earlier_visits(person: Person) -> None:
    page = person.page
    person.open("gambit")
    for does, kind in (("play", "opponents"), ("puzzle", "puzzles")):
        statistics(page)
        page.locator(f".invitation [data-does={does}]").click()
        assert page.locator(f"#panel[data-kind={kind}]:not([hidden])").is_visible()
        page.click("#panel-close")
        page.evaluate("history.replaceState(null, '', '#game=gambit')")
    games = [archived("gambit", 4, winner, when) for when, winner in enumerate("wbb", 1)]
    keep(person, *reversed(games))
    statistics(page)
    first = ratings(page)["games"]["gambit"]
    assert first["count"] == 3
    assert first["rating"] > 1200
    expect(page.locator(".rating-number").first).to_have_text(str(round(first["rating"])))
    expect(page.locator(".trend").first).to_be_visible()
    page.reload()
    person.wait("open")
    statistics(page)
    assert ratings(page)["games"]["gambit"] == first
    page.click("#panel-close")
    about_to_win(person)
    keep(person, *(archived("gambit", 4, "draw", when) for when in (5, 4, 3, 2, 1)))
    person.type(WINNING)
    sheet = page.locator(".result-effect")
    expect(sheet).to_contain_text("Rating")
    expect(sheet.locator(".up")).to_have_text(re.compile("^\\+[1-9]"))
    statistics(page)
    rated = ratings(page)["games"]["gambit"]
    assert (rated["count"], rated["rating"] > 1200) == (6, True)
    kept = page.locator("#panel .pasts .kept")
    expect(kept.first).to_contain_text("(+")
    expect(kept.first).to_contain_text("You beat Cat")
    expect(kept.filter(has_text="(")).to_have_count(1)


def take_hint(person: Person) -> None:
    """Ask for a hint before the first move."""
    page = person.page
    rated = "With a hint, this game no longer counts for your rating."
    expect(page.locator("#hint")).to_have_accessible_name("Hint")
    expect(page.locator("#hint")).to_have_accessible_description(rated)
    page.click("#hint")
    page.click("#ask [value=no]")
    assert not page.evaluate("() => 'saltus.aids' in localStorage")
    asked_hint(page)
    assert page.evaluate("() => 'saltus.aids' in localStorage")
    expect(page.locator("#hint")).to_have_accessible_description("")
    expect(page.locator("#status.hint")).to_be_visible()
    page.click("#hint")
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator(".toast")).to_have_count(0)
    lose(person)


def take_back(person: Person) -> None:
    page = person.page
    lose(person)
    person.wait("open")
    page.click("#undo")
    person.at(0)
    person.wait("open")
    person.press("a2", "a4")
    assert len(person.moves) > 2
    expect(page.locator("#status")).to_contain_text("no longer counts for your rating")
    expect(page.locator(".toast")).to_have_count(0)


def change_players(person: Person) -> None:
    lose(person)
    person.wait("open")
    person.page.select_option("#player-top select", "2")


UNRATED: dict[str, Callable[[Person], None]] = {
    "given up early": lose,
    "hint": take_hint,
    "take-back": take_back,
    "players changed": change_players,
}
"""By the reason why a game is not rated, what is done in it before it is given up."""


def test_a_game_that_is_given_up_in_the_opening_or_played_with_help_does_not_count(person: Person) -> None:
    for why, play in UNRATED.items():
        person.open("gambit")
        rate(person, "gambit")
        restart(person.page)
        play(person)
        person.wait("open", "over")
        resign(person)
        if play is lose:
            expect(person.page.locator(".result-effect")).to_have_text("not rated (given up early)")
        statistics(person.page)
        assert ratings(person.page)["games"] == {"gambit": RATED}, why
        expect(person.page.locator("#panel .pasts .kept")).to_contain_text(f"not rated ({why})")


def test_everything_is_taken_along_and_deleted_and_nonsense_is_as_if_there_were_nothing(person: Person) -> None:
    page = person.page
    person.open("gambit")
    # Only the first try at a puzzle is rated.
    page.evaluate("location.hash = 'game=gambit&panel=puzzles'")
    page.click("[data-does=start]")
    assert page.locator(".puzzle .task").is_visible()
    person.wait("open")
    page.click("[data-does=hint]")
    rated = ratings(page)["puzzles"]
    assert (rated["count"], rated["rating"] < 1200) == (1, True)
    page.click("[data-does=give]")
    page.click("[data-does=back]")
    assert page.locator(".tiles").first.is_visible()
    assert ratings(page)["puzzles"] == rated
    keep(person, archived("gambit", 4, "b", 1))
    page.evaluate(
        "() => { localStorage['saltus.days'] = JSON.stringify({ puzzles: { 5: {} }, boards: { 6: 'x' } }); }"
    )
    statistics(page)
    page.get_by_role("button", name="Delete all").click()
    page.locator("#ask-yes").click()
    expect(page.locator("#panel .empty")).to_be_visible()
    left = page.evaluate("Object.keys(localStorage).filter(key => /ratings|days|aids|past[.]/.test(key))")
    assert left == []
    for nonsense in ("{", "7", '{"games": 3, "puzzles": []}', '{"games": {"gambit": {"rating": "x"}}}'):
        page.evaluate(
            "text => { for (const key of ['ratings', 'days', 'aids']) localStorage[`saltus.${key}`] = text; }",
            nonsense,
        )
        keep(person, archived("gambit", 4, "b", 1))
        statistics(page)
        expect(page.locator(".rating-number").first).not_to_have_text("–")
        page.click("#panel-close")
        page.evaluate("location.hash = 'game=gambit&panel=today'")
        assert page.locator(".today").is_visible()
