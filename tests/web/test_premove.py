"""Moves entered in advance, and what is drawn on the board with the right button."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from saltus.games import load
from saltus.match.match import Match
from saltus.records import record
from saltus.study.puzzles import puzzles

from tests.support.person import Person
from tests.support.settle import advance, standing
from tests.support.squares import at

ENGLISH = load("english")
TURNS = next(
    one for one in puzzles(ENGLISH) if one.turns == 2 and all(len(path) == 2 for path in one.line[: one.asked])
)
"""A puzzle of two turns, each of one step or jump."""

SEEN = "() => document.getElementById('canvas').toDataURL()"
"""The picture of the board."""


@pytest.fixture
def held(newcomer: Person) -> Iterator[Person]:
    """Someone who has made the first move of the puzzle; the other side has yet to answer."""
    page = newcomer.page
    page.goto(f"{newcomer.address}#game=english&puzzle={TURNS.key}")
    with standing(page):
        newcomer.click(*TURNS.line[0])
        assert newcomer.position == 1
        yield newcomer


def drawn(page: Page, square: str) -> str:
    """A pixel of a square, near its upper left corner."""
    return str(
        page.evaluate(
            """square => {
              const canvas = document.getElementById('canvas');
              const box = canvas.getBoundingClientRect();
              const at = document.querySelector(`#grid [data-square=${square}]`).getBoundingClientRect();
              const ratio = canvas.width / box.width;
              const x = (at.x + at.width * 0.3 - box.x) * ratio;
              const y = (at.y + at.height * 0.06 - box.y) * ratio;
              const one = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
              one.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
              return one.getImageData(0, 0, 1, 1).data.join();
            }""",
            square,
        )
    )


def test_a_move_in_advance_is_played_once_the_other_side_has_moved(held: Person) -> None:
    start, end = TURNS.line[2]
    before = drawn(held.page, end)
    held.click(start, end)
    assert drawn(held.page, end) != before, "its squares are marked"
    assert held.position == 1, "and nothing is played yet"
    held.go_on()
    assert held.page.locator(".verdict.done").is_visible()


def test_a_move_in_advance_is_taken_back_by_escape_and_by_its_piece(held: Person) -> None:
    start, end = TURNS.line[2]
    before = drawn(held.page, end)
    held.click(start, end)
    held.page.keyboard.press("Escape")
    assert drawn(held.page, end) == before
    held.click(start, start)
    held.go_on()
    assert (held.position, held.phase) == (2, "open")
    assert held.named("selected") == []


def test_what_is_not_possible_any_more_is_not_played_and_a_move_in_advance_is_heard(person: Person) -> None:
    """The computer's only move is forced; no piece steps as far as the first move in advance wants.

    A screen reader enters the others by the squares' buttons, as a mouse does on the board.
    """
    match = Match(ENGLISH, position=at(ENGLISH, "w", w="b2 f2 h2", b="h8"))
    table = {"record": record.write(match, "json"), "rows": ["." * 8] * 8, "bottom": "w", "players": {"w": 0, "b": 1}}
    person.resume("english", table)
    with standing(person.page):
        person.click("f2", "g3", "b2", "e5")
    person.go_on()
    assert (person.position, person.phase) == (2, "open")
    assert len(person.moves) == 2
    assert person.spoken == "Black: 4 – 8. The move in advance is not possible any more.", "nor is the answer unheard"
    person.resume("english", table)
    heard = ["25 selected in advance.", "Move in advance: 25 – 21.", "Move in advance cancelled."]
    with standing(person.page):
        person.press("f2", "g3")
        for square, text in zip(("b2", "a3", "a3"), heard, strict=True):
            person.press(square)
            assert person.spoken == text
        person.press("b2", "a3")
        assert [square for square in ("b2", "a3") if "selected" in person.squares[square]] == ["b2", "a3"]
    person.go_on()
    assert [text for text in person.heard if text.startswith("Black: 4 – 8. White: ")]
    assert person.moves[2] == "25-21"


def test_the_right_button_draws_and_a_press_wipes(person: Person) -> None:
    person.open("rock")
    person.people()
    page = person.page

    def right(*squares: str) -> None:
        page.mouse.move(*person.place(squares[0]))
        page.mouse.down(button="right")
        page.mouse.move(*person.place(squares[-1]))
        page.mouse.up(button="right")

    def seen() -> str:
        return str(page.evaluate(SEEN))

    bare = seen()
    right("d4")
    circled = seen()
    assert circled != bare
    right("d4", "d6")
    assert seen() not in (bare, circled)
    right("d4", "d6")
    assert seen() == circled, "what is drawn twice goes"
    person.click("e5")
    advance(page, 1200)  # the square flashes
    assert seen() == bare
    assert person.moves == []
