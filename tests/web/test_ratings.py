"""The player's ratings: which games count, and what the statistics show of them."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.person import Person
from tests.web.test_ladder import archived, keep
from tests.web.test_result import about_to_win


def ratings(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("localStorage['saltus.ratings'] ?? '{}'")))


def statistics(page: Page, game: str = "gambit") -> None:
    if page.locator("#panel-close").is_visible():
        page.click("#panel-close")
    page.evaluate("game => { location.hash = `game=${game}&panel=statistics`; }", game)
    assert page.locator("#panel[data-kind=statistics] .parts").is_visible()


PLAYED = [("b", 60), ("w", 80), ("draw", 80), ("b", 80)]
"""The winners of four games and how accurately the person, who had Black, played them."""


def accurate(share: int) -> dict[str, Any]:
    """What the archive keeps of a game in which so many percent of what was at stake were kept."""
    return {"accuracy": share, "stakes": {"lost": 1 - share / 100, "stake": 1}}


def figures(page: Page) -> dict[str, str]:
    """The figures of a game, by what they are called."""
    told = page.locator(".stat-figures").first.locator("div")
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in told.all()}


def lose(person: Person) -> None:
    """Play a move of Gambit, and resign."""
    person.type("b2-b4")
    person.listed(2)


def resign(person: Person) -> None:
    person.page.locator("#resign").click()
    person.page.locator("#ask-yes").click()
    person.wait("over")
    assert person.page.evaluate("() => JSON.parse(localStorage['saltus.past'] ?? '[]').length")


def test_games_of_earlier_visits_count_once(person: Person) -> None:
    page = person.page
    person.open("gambit")
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


def test_a_finished_game_counts(person: Person) -> None:
    about_to_win(person)
    keep(person, *(archived("english", 4, "draw", when) for when in (5, 4, 3, 2, 1)))
    resign(person)
    sheet = person.page.locator(".result-effect")
    expect(sheet).to_contain_text("Rating")
    expect(sheet.locator(".down")).to_have_text(re.compile("^−[1-9]"))
    statistics(person.page, "english")
    rated = ratings(person.page)["games"]["english"]
    assert (rated["count"], rated["rating"] < 1200) == (6, True)
    kept = person.page.locator("#panel .pasts .kept")
    expect(kept.first).to_contain_text("(−")
    expect(kept.first).to_contain_text("Cat won.")
    expect(kept.filter(has_text="(")).to_have_count(1)


def test_a_game_given_up_in_the_opening_does_not_count(person: Person) -> None:
    person.open("gambit")
    lose(person)
    resign(person)
    expect(person.page.locator(".result-effect")).to_have_text("not rated (given up early)")
    statistics(person.page)
    assert "gambit" not in ratings(person.page).get("games", {})
    expect(person.page.locator("#panel .pasts .kept")).to_contain_text("not rated (given up early)")


def test_statistics_show_every_game_that_was_played_and_one_of_them_closely(person: Person) -> None:
    page = person.page
    person.open("gambit")
    rock = [archived("rock", 4, winner, when, **accurate(share)) for when, (winner, share) in enumerate(PLAYED, 10)]
    keep(person, *reversed(rock), archived("gambit", 4, "b", 1))
    statistics(page)
    expect(page.locator(".stat-game-name")).to_have_text(["Gambit", "Rock"])
    expect(page.locator("[name=filter]:checked")).to_have_value("gambit")
    assert figures(page).keys() == {"best streak"}
    page.locator(".stat-game", has_text="Rock").click()
    expect(page.locator("[name=filter]:checked")).to_have_value("rock")
    assert figures(page) == {"accuracy": "75%", "best streak": "1"}
    assert page.locator(".outcome-figures li").all_inner_texts() == ["Won 2", "Drawn 1", "Lost 1"]
    assert page.locator(".pasts .outcome-sign .offscreen").all_inner_texts() == ["Won", "Drawn", "Lost", "Won"]
    expect(page.locator("#panel .pasts .kept").first).to_contain_text("Accuracy 80%")
    page.click("#panel-close")


def test_empty_statistics_lead_to_a_first_game_and_a_first_puzzle(person: Person) -> None:
    page = person.page
    person.open("gambit")
    for does, kind in (("play", "opponents"), ("puzzle", "puzzles")):
        page.evaluate("location.hash = 'game=gambit&panel=statistics'")
        page.locator(f".invitation [data-does={does}]").click()
        assert page.locator(f"#panel[data-kind={kind}]:not([hidden])").is_visible()
        page.click("#panel-close")
        page.evaluate("history.replaceState(null, '', '#game=gambit')")


def test_a_game_with_a_hint_before_its_first_move_does_not_count(person: Person) -> None:
    page = person.page
    person.open("gambit")
    person.wait("open")
    rated = "With a hint, this game no longer counts for your rating."
    expect(page.locator("#hint")).to_have_accessible_name("Hint")
    expect(page.locator("#hint")).to_have_accessible_description(rated)
    page.click("#hint")
    assert page.evaluate("() => 'saltus.aids' in localStorage")
    expect(page.locator("#hint")).to_have_accessible_description("")
    expect(page.locator("#status.hint")).to_contain_text("no longer counts for your rating")
    expect(page.locator(".toast")).to_have_count(0)
    lose(person)
    person.wait("open")
    resign(person)
    statistics(page)
    assert "gambit" not in ratings(page).get("games", {})
    expect(page.locator("#panel .pasts .kept")).to_contain_text("not rated (hint)")


def test_a_game_with_a_move_taken_back_does_not_count(person: Person) -> None:
    page = person.page
    person.open("gambit")
    lose(person)
    person.wait("open")
    page.click("#undo")
    person.at(0)
    person.wait("open")
    person.press("a2", "a4")
    assert page.evaluate("() => document.querySelectorAll('#moves .move').length > 2")
    person.wait("open", "over")
    expect(page.locator("#status")).to_contain_text("no longer counts for your rating")
    expect(page.locator(".toast")).to_have_count(0)
    resign(person)
    statistics(page)
    assert "gambit" not in ratings(page).get("games", {})
    expect(page.locator("#panel .pasts .kept")).to_contain_text("not rated (take-back)")


def test_a_game_whose_opponent_was_changed_does_not_count(person: Person) -> None:
    page = person.page
    person.open("gambit")
    lose(person)
    person.wait("open")
    page.select_option("#player-top select", "2")
    resign(person)
    statistics(page)
    assert "gambit" not in ratings(page).get("games", {})
    expect(page.locator("#panel .pasts .kept")).to_contain_text("not rated (players changed)")


def test_only_the_first_try_at_a_puzzle_is_rated(person: Person) -> None:
    page = person.page
    person.open("gambit")
    page.evaluate("location.hash = 'game=gambit&panel=puzzles'")
    page.click("[data-does=start]")
    assert page.locator(".puzzle .task").is_visible()
    person.wait("open")
    page.click("[data-does=hint]")
    assert page.evaluate("() => localStorage['saltus.ratings']")
    rated = ratings(page)["puzzles"]
    assert (rated["count"], rated["rating"] < 1200) == (1, True)
    page.click("[data-does=give]")
    page.click("[data-does=back]")
    assert page.locator(".tiles").first.is_visible()
    assert ratings(page)["puzzles"] == rated


def test_everything_is_taken_along_and_deleted(person: Person) -> None:
    page = person.page
    person.open("gambit")
    keep(person, archived("gambit", 4, "b", 1))
    page.evaluate(
        "() => { localStorage['saltus.days'] = JSON.stringify({ puzzles: { 5: {} }, boards: { 6: 'x' } }); }"
    )
    statistics(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all as JSON").click()
    told = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert told["games"][0]["game"] == "gambit"
    assert told["ratings"]["gambit"]["count"] == 1
    assert told["days"]["boards"] == {"6": "x"}
    assert "streak" in told["puzzles"]
    page.get_by_role("button", name="Delete all").click()
    page.locator("#ask-yes").click()
    expect(page.locator("#panel .empty")).to_be_visible()
    left = page.evaluate("Object.keys(localStorage).filter(key => /ratings|days|aids|past[.]/.test(key))")
    assert left == []


def test_nonsense_in_the_store_is_as_if_there_were_nothing(person: Person) -> None:
    page = person.page
    person.open("gambit")
    for nonsense in (
        "{",
        "7",
        '{"games": 3, "puzzles": []}',
        '{"games": {"gambit": {"rating": "x"}}}',
    ):
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
