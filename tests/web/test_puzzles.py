"""Puzzles on the page: tried, missed, hinted at, shown, and coming again."""

import json
import re

import pytest
from playwright.sync_api import expect
from saltus.core.game import SIDE_NAMES, SIDES
from saltus.games import load
from saltus.study.puzzles import Puzzle, puzzles, themes

from tests.support.person import Person, analyse, choose_entry
from tests.support.settle import pass_time, standing

GAMBIT = load("gambit")
PAGE = 24
"""How many puzzles of a set are shown at first."""


def single(one: Puzzle) -> list[tuple[str, ...]]:
    """The paths of the turns of one jump that cannot go on."""
    paths = [move.path for move in GAMBIT.moves(one.position)]
    return [path for path in paths if len(path) == 2 and not any(p[:2] == path and len(p) > 2 for p in paths)]


ALL = puzzles(GAMBIT)
LONG = next(one for one in ALL if one.turns > 1 and any(path != one.line[0] for path in single(one)))
SHORT = next(one for one in ALL if one.turns == 1 and one.line[0] in single(one))
"""One turn of one jump, which cannot go on."""


def ends_the_game(one: Puzzle) -> bool:
    position = one.position
    for path in one.line[: one.asked]:
        position = GAMBIT.play(position, next(move for move in GAMBIT.moves(position) if move.path == path))
    return GAMBIT.outcome(position) is not None


LAST = next(one for one in ALL if ends_the_game(one))


def over_at_once(one: Puzzle) -> list[tuple[str, ...]]:
    """The paths of the wrong turns of one jump that end the game."""
    paths = [path for path in single(one) if path != one.line[0]]
    after = {
        path: GAMBIT.play(one.position, next(m for m in GAMBIT.moves(one.position) if m.path == path))
        for path in paths
    }
    return [path for path in paths if GAMBIT.outcome(after[path]) is not None]


ENDING = next(one for one in ALL if one.goal == "win" and over_at_once(one))
"""A wrong turn ends the game, so that no reply refutes it."""


@pytest.fixture
def pupil(person: Person) -> Person:
    """Someone with a begun game of Gambit on the table, and the puzzles beside it."""
    person.open("gambit")
    person.people()
    person.press("a2", "a4")
    person.at(1)
    choose_entry(person.page, "study", "puzzles")
    expect(person.page.locator("[data-does=start]")).to_be_enabled()
    every_set(person)
    return person


def every_set(person: Person) -> None:
    """Show all sets: what was chosen before stays chosen."""
    if person.page.locator("[data-does=sets]").count():
        person.page.click("[data-does=sets]")
    person.page.locator(".sets").wait_for()


def choose(person: Person, one: Puzzle) -> None:
    """Lay a puzzle of a set."""
    every_set(person)
    person.page.click(f"[data-theme={one.themes[0]}]")
    tile = person.page.locator(f".puzzle-sets [data-puzzle='{one.key}']")
    while not tile.count():
        person.page.click("[data-does=more]")
    tile.click()
    person.page.locator(".puzzle .task").wait_for()
    person.wait("open")
    person.at(0)


def wrong(one: Puzzle) -> tuple[str, ...]:
    """The path of a turn that is not the solution, and that ends by itself."""
    return next(path for path in single(one) if path != one.line[0])


def figure(person: Person, label: str) -> str:
    return (
        person.page.locator(".puzzle-figures div", has=person.page.get_by_text(label, exact=True))
        .locator("dd")
        .inner_text()
    )


def solve(person: Person, one: Puzzle) -> None:
    for ply in range(0, one.asked, 2):
        person.at(ply)
        person.wait("open")
        person.move(*one.line[ply])
        if ply + 2 < one.asked:
            person.at(ply + 2)
    person.page.locator(".verdict.done").wait_for()


@pytest.mark.pyodide
def test_puzzles_are_solved_and_the_game_that_made_way_comes_back(pupil: Person) -> None:
    page = pupil.page
    choose(pupil, LONG)
    solve(pupil, LONG)
    page.click("[data-does=back]")
    pupil.at(1)
    pupil.listed(1)
    expect(page.locator(f".puzzle-sets [data-puzzle='{LONG.key}']")).to_have_class(re.compile("solved"))
    every_set(pupil)
    assert figure(pupil, "solved") == f"1 of {len(ALL)}"
    assert (figure(pupil, "streak"), figure(pupil, "first try")) == ("1", "100 %")
    choose(pupil, LAST)
    solve(pupil, LAST)
    assert pupil.phase == "over", "and yet there is no sheet of a result"
    expect(page.locator("#panel[data-kind=puzzles] [data-does=next]")).to_have_text("Next puzzle")
    expect(page.locator(".player option:checked")).to_have_text(["Opponent", "You"])
    page.click("#panel-close")


def test_a_wrong_turn_is_taken_back_and_comes_again_hints_come_in_steps_and_the_solution_is_played_out(
    pupil: Person,
) -> None:
    """Until it is back it is still the turn that was asked for, and a hint that is asked for meanwhile comes then."""
    page, one = pupil.page, SHORT
    choose(pupil, one)
    pupil.move(*wrong(one))
    expect(page.locator(".verdict.missed")).to_be_visible()
    pupil.at(0)
    pupil.wait("open")
    pupil.listed(0)
    expect(page.locator(".player option:checked")).to_have_text(["Opponent", "You"])
    pupil.move(*one.line[0])
    expect(page.locator(".verdict.done")).to_contain_text("not on the first try")
    page.click("[data-does=back]")
    expect(page.locator(f".puzzle-sets [data-puzzle='{one.key}']")).to_have_class(re.compile("waits"))
    every_set(pupil)
    assert figure(pupil, "streak") == "0"
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage['saltus.puzzles']);
          for (const one of Object.values(kept.games.gambit)) one.due = 1;
          localStorage['saltus.puzzles'] = JSON.stringify(kept);
        }"""
    )
    page.click("#panel-close")
    pupil.at(1)
    choose_entry(page, "study", "puzzles")
    expect(page.locator("[data-does=start]")).to_have_text("Review")
    expect(page.locator(".puzzles")).to_contain_text("1 puzzle to review")
    page.click("[data-does=start]")
    solve(pupil, one)
    page.click("[data-does=back]")
    choose(pupil, LONG)
    with standing(page):
        pupil.move(*wrong(LONG))
        expect(page.locator(".verdict.missed")).to_be_visible()
        expect(page.locator(".puzzle-grade")).to_contain_text(f"move 1 of {LONG.turns}")
        pupil.at(1)
        page.click("[data-does=hint]")
    pupil.go_on()
    pupil.at(0)
    expect(page.locator("#live")).to_contain_text(LONG.line[0][0])
    page.click("#panel-close")
    choose_entry(page, "study", "puzzles")
    choose(pupil, LONG)
    page.click("[data-does=hint]")
    expect(page.locator("#live")).to_contain_text(LONG.line[0][0])
    page.click("[data-does=hint]")
    expect(page.locator("#status")).to_contain_text("The move is ")
    page.click("[data-does=give]")
    pupil.at(len(LONG.line))
    # Each move of the line that is told shows its position.
    told = page.locator(".puzzle-line .move")
    told.first.click()
    pupil.at(1)
    expect(told.first).to_have_attribute("aria-current", "step")
    told.nth(len(LONG.line) - 1).click()
    pupil.at(len(LONG.line))
    expect(page.locator(".puzzle")).to_contain_text(f"Why {SIDE_NAMES[SIDES[LONG.position[3]]]} ")
    page.click("[data-does=analyse]")
    expect(page.locator("#panel")).to_be_hidden()
    pupil.listed(len(LONG.line))
    pupil.at(0)
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "true")
    analyse(page)


def test_a_wrong_turn_is_refuted_by_the_reply_or_by_what_the_game_ends_with(pupil: Person) -> None:
    page = pupil.page
    for one, path, told in ((ENDING, over_at_once(ENDING)[0], "ends the game. "), (LONG, wrong(LONG), " plays ")):
        choose(pupil, one)
        pupil.move(*path)
        pupil.at(0)
        expect(page.locator(".verdict.missed")).to_contain_text(told)
        page.click("[data-does=back]")


def test_computers_that_made_way_play_on_and_the_analysis_comes_back(person: Person) -> None:
    person.open("english")
    page = person.page
    with standing(page):  # or they would play to the end
        page.select_option("#player-top select", "1")
        page.select_option("#player-bottom select", "1")
        analyse(page)
        choose_entry(page, "study", "puzzles")
        page.locator(".tiles .tile").first.click()
        expect(page.locator(".puzzle .task")).to_be_visible()
        expect(page.locator("#engine")).to_be_hidden()
        page.click("#panel-close")
        assert person.wait("thinking", "paused") == "thinking"
        expect(page.locator("#engine")).to_be_visible()
        count = len(person.moves)
        pass_time(page, 2)
        assert len(person.moves) > count
        analyse(page)
        person.people()


def test_puzzles_are_chosen_by_day_grade_theme_and_rating(pupil: Person) -> None:
    page = pupil.page
    tiles, more = page.locator(".puzzle-sets .tile"), page.locator("[data-does=more]")
    page.click("[data-does=daily]")
    expect(page.locator(".puzzle .task")).to_be_visible()
    page.keyboard.press("Escape")
    pupil.at(1)
    choose_entry(page, "study", "puzzles")
    # Nobody has a rating yet that puzzles could fit: they begin with the easiest.
    expect(page.locator("#panel .note", has_text="Start with these")).to_be_visible()
    expect(page.locator("#panel .note", has_text="fit your rating")).to_have_count(0)
    first = page.locator(".puzzle-start .tile").evaluate_all("all => all.map(({ dataset }) => dataset.puzzle)")
    assert first == [one.key for one in ALL[: len(first)]]
    page.check("[name=puzzle-grade][value='2']", force=True)
    theme = next(one for one in ALL if one.grade == 2).themes[0]
    page.click(f"[data-theme={theme}]")
    fitting = [one for one in ALL if one.grade == 2 and theme in one.themes]
    expect(tiles).to_have_count(min(PAGE, len(fitting)))
    page.check("[name=puzzle-grade][value='0']", force=True)
    expect(tiles).to_have_count(min(PAGE, sum(theme in one.themes for one in ALL)))
    page.click("[data-does=sets]")
    expect(tiles).to_have_count(0)
    expect(page.locator(".sets [data-theme]")).to_have_count(len(themes(ALL)))

    largest = max(themes(ALL), key=lambda theme: sum(theme in one.themes for one in ALL))
    count = sum(largest in one.themes for one in ALL)
    assert count > PAGE
    row = page.locator(f".sets [data-theme={largest}]")
    expect(row.locator("progress")).to_have_attribute("max", str(count))
    row.click()
    for shown in range(PAGE, count, PAGE):
        expect(tiles).to_have_count(shown)
        more.click()
    expect(tiles).to_have_count(count)
    expect(more).to_have_count(0)

    rated = {"rating": 1200 + 170 * (9 - 4), "deviation": 90, "count": 40, "best": 0, "when": 1, "trend": [1]}
    page.evaluate(
        "rated => { localStorage['saltus.ratings'] = JSON.stringify({ games: {}, puzzles: rated }); }", rated
    )
    page.click("#panel-close")
    choose_entry(page, "study", "puzzles")
    expect(page.locator("#panel .note", has_text="fit your rating")).to_be_visible()
    page.click("[data-does=start]")
    found = re.search(r"[0-9]+", page.locator(".puzzle-grade").inner_text())
    assert found
    closest = min(abs(one.level - 9) for one in ALL)
    assert abs(int(found[0]) - 2050) <= 170 * closest + 1


def test_on_a_phone_another_game_s_puzzle_is_solved_with_a_finger_and_nothing_overlaps(touch: Person) -> None:
    page, one = touch.page, SHORT
    page.goto(f"{touch.address}#game=rock&panel=puzzles")
    expect(page.locator("[data-does=start]")).to_be_enabled()
    page.locator("label", has=page.locator("[name=puzzle-game][value=gambit]")).tap()
    page.locator(f"[data-theme={one.themes[0]}]").tap()
    tile = page.locator(f".puzzle-sets [data-puzzle='{one.key}']")
    while not tile.count():
        page.locator("[data-does=more]").tap()
    tile.tap()
    touch.drawn("gambit")
    beside(touch)
    # A tap with no piece chosen is no try, though in a game it plays the one move that ends there.
    ends = [move.path[-1] for move in GAMBIT.moves(one.position)]
    page.touchscreen.tap(*touch.place(next(end for end in ends if ends.count(end) == 1 and end != one.line[0][-1])))
    touch.at(0)
    expect(page.locator(".verdict.missed")).to_have_count(0)
    assert page.evaluate("localStorage['saltus.puzzles'] ?? ''") == "", "neither is it known as one that was missed"
    for name in one.line[0]:
        page.touchscreen.tap(*touch.place(name))
    expect(page.locator(".verdict.done")).to_be_visible()
    page.locator("[data-does=next]").tap()
    expect(page.locator(".verdict.open")).to_be_visible()
    page.locator("#panel-close").tap()
    touch.drawn("rock")
    kept = json.loads(page.evaluate("localStorage['saltus.puzzles']"))
    assert list(kept["games"]["gambit"]) == [one.key]
    page.goto(f"{touch.address}#game=english&panel=puzzles")
    page.locator("[data-does=start]").tap()
    touch.wait("open")
    beside(touch)


def beside(person: Person) -> None:
    """See that the puzzle has the board without players, and its panel below."""
    page = person.page
    expect(page.locator(".puzzle .task")).to_be_visible()
    expect(page.locator(".player").first).to_be_hidden()
    board, panel = page.locator("#board").bounding_box(), page.locator("#panel").bounding_box()
    assert board
    assert panel
    assert board["y"] + board["height"] <= panel["y"] + 1
    assert panel["y"] + panel["height"] <= 845
