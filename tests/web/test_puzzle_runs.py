"""Runs of puzzles: a streak that ends with the first miss, and three minutes with three misses."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect
from saltus.core.game import Game
from saltus.games import load
from saltus.study.puzzles import Puzzle, puzzles

from tests.support.person import Person, choose_entry
from tests.support.settle import sleep

GAMBIT = load("gambit")
ALL = puzzles(GAMBIT)


@pytest.fixture
def runner(person: Person) -> Person:
    """Someone with a begun game of Gambit on the table, before the choice of runs."""
    person.open("gambit")
    person.people()
    person.press("a2", "a4")
    person.at(1)
    person.page.click("[data-panel=today]")
    expect(person.page.locator("[data-does=run-streak]")).to_be_enabled()
    return person


def on_board(person: Person) -> Puzzle:
    """The puzzle on the board, known by its position."""
    person.wait("open")
    person.at(0)
    letters = person.page.evaluate(
        """() => JSON.parse(document.getElementById('games').textContent) && [...document.querySelectorAll(
          '#grid button')].map(one => [one.dataset.square, one.ariaLabel])"""
    )
    return _known(GAMBIT, dict(letters))


def _known(game: Game, labels: dict[str, str]) -> Puzzle:
    def letter(label: str) -> str:
        return "w" if "white" in label.lower() else "b" if "black" in label.lower() else "."

    seen = {square: letter(label) for square, label in labels.items()}

    def fits(one: Puzzle) -> bool:
        rows = game.rows(one.position)
        board = game.board
        return all(
            rows[board.ranks - int(square[1:])]["abcdefgh".index(square[0])].lower() == letter
            for square, letter in seen.items()
        )

    return next(one for one in ALL if fits(one))


def solve(person: Person, one: Puzzle) -> None:
    """Solve the puzzle on the board."""
    for ply in range(0, one.asked, 2):
        person.at(ply)
        person.wait("open")
        person.move(*one.line[ply])


def miss(person: Person, one: Puzzle) -> None:
    """Enter a move that is not the solution."""
    wanted = GAMBIT.find(one.position, one.line[0])
    assert wanted
    after = GAMBIT.play(one.position, wanted)
    wrong = next(move for move in GAMBIT.moves(one.position) if GAMBIT.play(one.position, move) != after)
    person.move(*wrong.path)


def score(person: Person, points: int) -> None:
    expect(person.page.locator(".run-score strong")).to_have_text(str(points))


def kept(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(person.page.evaluate("localStorage['saltus.runs']"))
    return found


def memory(person: Person) -> dict[str, Any]:
    """What is known of the puzzles that were tried."""
    found: dict[str, Any] = json.loads(person.page.evaluate("localStorage['saltus.puzzles']"))
    return found


def test_a_streak_grows_harder_without_help_and_ends_with_the_first_miss(runner: Person) -> None:
    page = runner.page
    page.click("[data-does=run-streak]")
    score(runner, 0)
    page.keyboard.press("h")
    expect(page.locator("#status")).to_contain_text("No help during a challenge.")
    expect(page.locator("[data-does=give]")).to_have_count(0)
    page.click("[data-does=leave]")
    runner.at(1)
    page.click("[data-does=run-streak]")
    levels = []
    for count in range(2):
        score(runner, count)
        one = on_board(runner)
        levels.append(one.level)
        solve(runner, one)
    score(runner, 2)
    last = on_board(runner)
    assert sorted([*levels, last.level]) == [*levels, last.level]
    miss(runner, last)
    expect(page.locator(".run-total")).to_have_text("2")
    expect(page.locator(".run-best")).to_have_text("New best!")
    runner.at(len(last.line))  # the solution is played
    page.click("[data-does=back]")
    runner.at(1)
    expect(page.locator("[data-does=run-streak]")).to_contain_text("Best: 2")
    (best,) = kept(runner)["best"].values()
    assert (best["kind"], best["game"], best["score"]) == ("streak", "gambit", 2)
    assert memory(runner)["games"]["gambit"][last.key]["box"] == 0
    rated = json.loads(page.evaluate("localStorage['saltus.ratings'] ?? 'null'"))
    assert rated is None or rated["puzzles"]["count"] == 0
    page.click("#panel-close")
    choose_entry(page, "study", "puzzles")
    expect(page.locator(".puzzles .puzzle-sets")).to_be_visible()
    expect(page.locator(".puzzles .due")).to_have_count(0)  # the miss comes back in ten minutes
    page.click("#panel-close")
    choose_entry(page, "study", "statistics")
    expect(page.locator(".best-runs tbody tr")).to_have_text(["Gambit2–"])


def test_three_misses_the_clock_or_leaving_end_the_run_against_the_clock(runner: Person) -> None:
    page = runner.page
    clock, result = page.locator(".run-clock"), page.locator(".run-result")
    page.click("[data-does=run-rush]")
    expect(clock).to_have_text("3:00")
    solve(runner, on_board(runner))
    score(runner, 1)
    for count in range(3):
        expect(page.locator(".run-miss.done")).to_have_count(count)
        miss(runner, on_board(runner))
    expect(result).to_be_visible()
    expect(page.locator(".run-total")).to_have_text("1")
    expect(page.locator(".run")).to_contain_text("You missed 3 puzzles")
    page.click("[data-does=retry-0]")
    expect(page.locator(".puzzle .task")).to_be_visible()
    expect(page.locator("[data-does=hint]")).to_be_visible()
    page.click("#panel-close")
    runner.at(1)

    page.click("[data-panel=today]")
    page.click("[data-does=run-rush]")
    on_board(runner)
    known = memory(runner)
    sleep(page, 162)
    expect(clock).to_have_class("run-clock low")
    sleep(page, 25)
    expect(result).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("Time’s up!")
    assert memory(runner) == known, "time that runs out is no miss"

    page.click("[data-does=again]")
    solve(runner, on_board(runner))
    score(runner, 1)
    page.click("#panel-close")
    runner.at(1)
    runner.listed(1)
    assert [result["score"] for result in kept(runner)["last"]] == [1, 1], "of three misses, and by leaving"
