"""The opponents: who was beaten, who comes next, and what is said of them."""

import json
from typing import Any

from playwright.sync_api import expect

from tests.support.person import Person
from tests.support.settle import standing


def archived(game: str, level: int, winner: str, when: int, **more: Any) -> dict[str, Any]:
    players = {"w": level, "b": 0}
    return {
        "id": f"{game}{when}",
        "game": game,
        "when": when,
        "players": players,
        "winner": winner,
        "plies": 40,
        **more,
    }


def keep(person: Person, *games: dict[str, Any]) -> None:
    """Keep these games, the last first."""
    whole = [{"reason": "no-moves", **one} for one in games]
    person.page.evaluate("games => { localStorage['saltus.past'] = JSON.stringify(games); }", whole)


RATED = {"rating": 1300, "deviation": 200, "count": 3, "best": 0, "when": 1, "trend": [1200, 1250, 1300]}


def rate(person: Person, game: str) -> None:
    """Give the player a rating in a game."""
    ratings = {"games": {game: RATED}}
    person.page.evaluate("all => { localStorage['saltus.ratings'] = JSON.stringify(all); }", ratings)


ANIMALS = ["Mouse", "Frog", "Rabbit", "Cat", "Fox", "Owl", "Wolf", "Bear", "Tiger", "Dragon"]


def test_ladder_has_the_same_ten_animals_in_every_game_shows_who_was_beaten_and_keeps_the_game_of_a_challenge(
    person: Person,
) -> None:
    page = person.page
    person.open("rock")
    page.evaluate("location.hash = 'game=rock&panel=opponents'")
    expect(page.locator(".rung-name strong")).to_have_text(ANIMALS)
    pictures = "all => all.map(({ innerHTML }) => innerHTML)"
    drawn = page.locator(".rung .portrait").evaluate_all(pictures)
    assert len(set(drawn)) == len(ANIMALS)
    for other in page.locator("[name=opponents-game]").all():
        other.check(force=True)
        expect(page.locator(".rung-name strong")).to_have_text(ANIMALS)
        assert page.locator(".rung .portrait").evaluate_all(pictures) == drawn
    page.click("#panel-close")
    with standing(page):
        for place, level in (("top", 9), ("bottom", 9), ("top", 2)):
            page.select_option(f"#player-{place} select", str(level))
            expect(page.locator(f"#player-{place} .portrait")).to_have_attribute("data-face", str(level))
            assert page.locator(f"#player-{place} .portrait").evaluate("one => one.innerHTML") == drawn[level - 1]
        page.select_option("#player-bottom select", "0")
    page.evaluate("location.hash = 'game=roman&panel=new'")
    expect(page.locator(".opponent-choice")).to_contain_text("Frog")
    page.select_option("[name=level]", "10")
    expect(page.locator(".opponent-choice")).to_contain_text("Dragon")
    expect(page.locator(".opponent-choice")).to_contain_text("No handicap")
    person.open("rock")
    keep(
        person,
        archived("rock", 4, "b", 3),
        archived("rock", 3, "b", 2),
        archived("rock", 5, "w", 1),
    )
    page.evaluate("location.hash = 'game=rock&panel=opponents'")
    rungs = page.locator(".rung")
    expect(rungs).to_have_count(10)
    assert rungs.evaluate_all("all => all.map(one => one.dataset.level)") == [str(n) for n in range(1, 11)]
    expect(page.locator(".ladder-summary")).to_contain_text("2 of 10 beaten")
    expect(page.locator(".rung .badge.done")).to_have_count(2)
    expect(page.locator("[data-level='5']")).to_contain_text("0 won, 0 drawn, 1 lost")
    expect(page.locator(".rung.is-next")).to_have_count(1)
    expect(page.locator(".rung:disabled")).to_have_count(0)
    page.click("[data-level='7']")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#player-top select")).to_have_value("7")
    expect(page.locator("#player-top select option:checked")).to_have_text("Level 7 · Wolf")
    person.open("gambit")
    person.people()
    person.press("a2", "a4")
    person.at(1)
    page.evaluate("location.hash = 'game=rock'")
    person.drawn("rock")
    person.wait("open")
    page.click(".tools [data-panel=today]")
    page.click("#panel [data-does=opponents]")
    page.check("[name=opponents-game][value=gambit]", force=True)
    page.click("[data-level='2']")
    person.drawn("gambit")
    saved = json.loads(page.evaluate("localStorage['saltus.table.gambit']"))
    assert 2 in saved["players"].values()
    kept = json.loads(page.evaluate("localStorage['saltus.shelf']"))
    assert [(one["key"], one["plies"]) for one in kept] == [("gambit", 1)]
