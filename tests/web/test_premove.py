"""Moves entered in advance, and what is drawn on the board with the right button."""

from datetime import datetime, timedelta

from playwright.sync_api import Page
from saltus.games import load
from saltus.match.match import Match
from saltus.records import record
from saltus.study.puzzles import puzzles

from tests.support.page import until, whole
from tests.support.person import Person
from tests.support.squares import at

ENGLISH = load("english")
TURNS = next(
    one for one in puzzles(ENGLISH) if one.turns == 2 and all(len(path) == 2 for path in one.line[: one.asked])
)
"""A puzzle of two turns, each of one step or jump."""

SEEN = """() => new Promise((done) => {
  const told = () => done(document.getElementById('canvas').toDataURL());
  requestAnimationFrame(() => requestAnimationFrame(told));
})"""
"""The picture of the board, once it is drawn."""

LATER_MS = 3000
"""After this time the other side has moved, on the clock of the page."""


def stop(page: Page) -> None:
    """Let the time of the page stand still: nothing is answered. A clock that is only installed goes on."""
    now = datetime.now()
    page.clock.install(time=now)
    page.clock.pause_at(now + timedelta(minutes=1))


def held(person: Person) -> Page:
    """The puzzle on the board, while the time of the page stands still."""
    page = person.page
    page.goto(f"{person.address}#game=english&puzzle={TURNS.key}")
    page.locator(".puzzle .task").wait_for()
    person.wait("open")
    stop(page)
    person.click(*TURNS.line[0])
    person.at(1)
    return page


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


def test_a_move_in_advance_is_played_once_the_other_side_has_moved(newcomer: Person) -> None:
    page = held(newcomer)
    start, end = TURNS.line[2]
    before = drawn(page, end)
    newcomer.click(start, end)
    page.clock.run_for(100)
    assert drawn(page, end) != before, "its squares are marked"
    assert newcomer.position == 1, "and nothing is played yet"
    page.clock.run_for(LATER_MS)
    page.locator(".verdict.done").wait_for()


def test_a_move_in_advance_is_taken_back_by_escape_and_by_its_piece(newcomer: Person) -> None:
    page = held(newcomer)
    start, end = TURNS.line[2]
    before = drawn(page, end)
    newcomer.click(start, end)
    page.keyboard.press("Escape")
    page.clock.run_for(100)
    assert drawn(page, end) == before
    newcomer.click(start, start)
    page.clock.run_for(LATER_MS)
    newcomer.at(2)
    newcomer.wait("open")
    assert newcomer.named("selected") == []


def test_what_is_not_possible_any_more_is_not_played(person: Person) -> None:
    """The computer's only move is forced; no piece steps as far as the move in advance wants."""
    match = Match(ENGLISH, position=at(ENGLISH, "w", w="b2 f2 h2", b="h8"))
    table = {"record": record.write(match, "json"), "rows": ["." * 8] * 8, "bottom": "w", "players": {"w": 0, "b": 1}}
    person.resume("english", table)
    person.click("f2", "g3", "b2", "e5")
    person.at(2)
    person.wait("open")
    assert len(person.moves) == 2
    assert person.spoken == "Black: 4 – 8. The move in advance is not possible any more.", "nor is the answer unheard"


def test_a_move_in_advance_is_heard(person: Person) -> None:
    """By a screen reader, which enters it by the squares' buttons as a mouse does on the board."""
    match = Match(ENGLISH, position=at(ENGLISH, "w", w="b2 f2 h2", b="h8"))
    table = {"record": record.write(match, "json"), "rows": ["." * 8] * 8, "bottom": "w", "players": {"w": 0, "b": 1}}
    person.resume("english", table)
    stop(person.page)
    person.move("f2", "g3")
    heard = ["25 selected in advance.", "Move in advance: 25 – 21.", "Move in advance cancelled."]
    for square, text in zip(("b2", "a3", "a3"), heard, strict=True):
        person.press(square)
        assert person.spoken == text
    person.press("b2", "a3")
    assert [square for square in ("b2", "a3") if "selected" in person.squares[square]] == ["b2", "a3"]

    def is_heard() -> bool:
        person.page.clock.run_for(100)  # again and again: the computer answers in its own time
        return "Black: 4 – 8. White: " in person.spoken

    until(person.page, is_heard)
    assert person.position == 3


def test_the_right_button_draws_and_a_press_wipes(person: Person) -> None:
    person.open("rock")
    person.people()
    page = person.page
    whole(page)

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
    page.wait_for_timeout(1200)  # the square flashes
    assert seen() == bare
    assert person.moves == []
