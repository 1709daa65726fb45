"""The review of a game: its graph, what moves cost, the better moves, and finding them oneself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.person import Person, enter_moves
from tests.support.settle import pass_time, standing
from tests.support.tiers import mostly_slow

LOST = ["f2xh4", "e3xe1", "c2xe2", "h3xh1"]
"""A game of Gambit, in which every turn gives points away."""


def played(person: Person, *moves: str) -> None:
    """A match of Gambit between two people."""
    person.open("gambit")
    person.people()
    for number, move in enumerate(moves, 1):
        person.type(move)
        person.at(number)
    person.page.keyboard.press("Escape")
    person.wait("open", "over")


def reviewed(person: Person) -> None:
    """The review panel, filled."""
    person.page.evaluate("location.hash = 'game=gambit&panel=review'")
    assert person.page.locator("#panel .sides").is_visible()


def resigned(person: Person) -> None:
    """The end of the game on the board, without its sheet."""
    person.page.locator("#resign").click()
    person.page.locator("#ask-yes").click()
    assert person.page.locator(".result").is_visible()
    person.page.locator("#panel-close").click()


@pytest.mark.pyodide
def test_review_marks_the_mistakes_tells_them_in_words_and_writes_them_into_the_record(person: Person) -> None:
    played(person, *LOST)
    reviewed(person)
    page = person.page
    assert page.locator("#moves .mark").all_inner_texts() == ["??", "??", "??", "??"]
    expect(page.locator(".moment")).to_have_count(4)
    expect(page.locator(".moment").first).to_contain_text(
        "1. f2xh4 gave away a point: it was a draw, now White wins by a point."
    )
    # One word names what is counted of both sides.
    rows = [row.split() for row in page.locator(".sides tbody tr").all_inner_texts()]
    # What was done well comes first.
    assert rows[0] == ["Good", "moves", "0", "of", "2", "0", "of", "2"]
    assert rows[1:] == [["??", "Blunders", "2", "2"], ["?", "Mistakes", "0", "0"], ["?!", "Inaccuracies", "0", "0"]]
    # Between two people both sides are practised, by one button.
    expect(page.locator("[data-does=find]")).to_have_text("Find 4 better moves")
    assert page.get_by_text("Only moves with a choice are counted.").is_visible()
    expect(page.locator("#panel .parts.review .how")).to_contain_text("Moves without a choice don’t count.")
    expect(page.locator(".moment .better")).to_have_text([re.compile(r"^Better: \w\dx\w\d")] * 4)
    expect(page.locator(".moment canvas:not([data-waits])")).to_have_count(4)
    # The words, the figure and the arrows are about the move, whichever position is on the board.
    page.locator(".moment").first.click()
    words = [r"^1\. f2xh4 gave away a point: it was a draw, now White wins by a point\.$", r"^Better: \w\dx\w\d\. "]
    # What is wrong with it and why the other is better stand before the lines.
    expect(page.locator(".turn-rest > *")).to_have_count(4)
    for at, text in enumerate(words):
        expect(page.locator(".turn-rest > *").nth(at)).to_have_text(re.compile(text))
    expect(page.locator(".turn-rest > *").last).to_have_text(re.compile(r"^After f2xh4 the answer is \w\dx"))
    change = page.locator(".turn-head .note")
    expect(change).to_have_text("A draw → White wins by 1 point")
    told = change.inner_text()
    page.locator("#to-next").click()
    person.at(1)
    expect(change).to_have_text(told)
    assert "glyphs" not in page.evaluate("localStorage['saltus.table.gambit']")
    page.locator("[data-does=write]").click()
    expect(page.locator("#panel [role=status]")).to_contain_text("are saved in the game")
    expect(page.locator("#moves .comment").first).to_contain_text("Better: ")
    assert page.locator("#moves .move").first.inner_text() == "f2xh4??"
    assert page.evaluate("() => localStorage['saltus.table.gambit'].includes('glyphs')")
    page.locator("#panel-close").click()


def test_review_begins_with_the_book_and_its_graph_is_a_slider_that_covers_what_is_not_known_yet(
    person: Person,
) -> None:
    """The book is fetched first, so the first positions are known at once. Unknown ones would look lost for White."""
    person.open("italian")
    person.people()
    for number, move in enumerate(["23-20", "10-13"], 1):
        person.type(move)
        person.at(number)
    person.page.keyboard.press("Escape")
    person.wait("open")
    with person.page.expect_response(lambda reply: "italian-openings" in reply.url) as fetched:
        person.page.evaluate("location.hash = 'game=italian&panel=review'")
    assert fetched.value.ok
    expect(person.page.locator("#panel .sides")).to_be_visible()
    person.page.locator("#panel-close").click()
    person.open("rock")
    person.people()
    for number, move in enumerate(["b1-b3", "a2-c2", "g1-g3", "a7-c7"], 1):
        person.type(move)
        person.at(number)
    person.page.keyboard.press("Escape")
    person.wait("open")
    # Every state of the cover is kept: the review of a short game may be over before a test has looked.
    person.page.evaluate(
        """() => {
          window.covers = [];
          const note = () => {
            const shape = document.querySelector('.graph-unknown')?.getAttribute('d');
            if (typeof shape === 'string' && shape !== window.covers.at(-1)) window.covers.push(shape);
          };
          const options = { subtree: true, childList: true, attributes: true, attributeFilter: ['d'] };
          new MutationObserver(note).observe(document.body, options);
          location.hash = 'game=rock&panel=review';
        }"""
    )
    assert person.page.locator("#panel .sides").is_visible()
    expect(person.page.locator(".graph-unknown")).to_have_attribute("d", "")
    covers = [shape for shape in person.page.evaluate("window.covers") if shape]
    assert covers[0] == "M0 0H4V100H0Z"
    widths = [int(shape.split("H")[1].split("V")[0]) for shape in covers]
    assert widths == sorted(widths, reverse=True)
    person.page.locator("#panel-close").click()
    played(person, *LOST)
    reviewed(person)
    graph = person.page.locator(".graph")
    expect(graph).to_have_attribute("aria-valuemax", "4")
    graph.focus()
    for key, node in (("Home", 0), ("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3)):
        graph.press(key)
        person.at(node)
        expect(graph).to_have_attribute("aria-valuenow", str(node))
    expect(graph).to_be_focused()
    assert "c2xe2, blunder" in (graph.get_attribute("aria-valuetext") or "")
    box = graph.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + 2, box["y"] + 20)
    person.at(0)
    person.page.locator("#panel-close").click()


def test_every_mistake_is_reached_with_its_reason_and_after_the_last_one_is_said_what_comes_next(
    person: Person,
) -> None:
    moves = ["f2xh4", "h3xh1", "b2xf2", "f3xh3", "h4xh2", "d3xf1", "a2xa4", "b3xd1"]
    played(person, *moves)
    reviewed(person)
    page = person.page
    # One list, one count: all of them are listed, gone through, and practised.
    expect(page.locator(".moment")).to_have_count(8)
    expect(page.locator("[data-does=find]")).to_have_text("Find 8 better moves")
    for move in moves:
        page.locator("[data-does='next mistake']").click()
        # The move that is told is marked in the list: the board shows the position before it.
        expect(page.locator("#moves .asked")).to_contain_text(move)
        expect(page.locator(".turn-head strong")).to_contain_text(move)
        expect(page.locator(".turn-why")).to_contain_text(move)
        expect(page.locator(".turn-why")).not_to_contain_text("Winning chances")
    page.locator("#panel-close").click()
    played(person, *LOST)
    reviewed(person)
    person.at(0)  # with the summary; nothing is to be said of the start
    expect(page.locator(".turn-card")).to_have_count(0)
    for move in ("1. f2xh4", "1… e3xe1", "2. c2xe2", "2… h3xh1"):
        page.locator("[data-does='next mistake']").click()
        expect(page.locator(".turn-head")).to_contain_text(move)
    page.locator("#panel-close").click()
    person.at(4)  # the game goes on where it was
    resigned(person)
    reviewed(person)
    for _ in LOST:
        page.locator("[data-does='next mistake']").click()
    expect(page.locator("[data-does='next mistake']")).to_have_text("End")
    page.locator("[data-does='next mistake']").click()
    person.at(4)
    card = page.locator(".turn-card")
    expect(card).to_contain_text("That was the last mistake.")
    expect(card.locator("button")).to_have_text(["Find 4 better moves", "Play again"])
    expect(page.locator("[data-does='next mistake']")).to_have_count(0)
    page.locator(".moment").last.click()
    expect(page.locator(".turn-head")).to_contain_text("2… h3xh1")
    page.locator("#panel-close").click()


def test_better_line_and_own_moves_are_tried_beside_the_game_and_left_for_the_next_mistake(person: Person) -> None:
    played(person, *LOST)
    reviewed(person)
    page = person.page
    page.locator(".moment").nth(2).click()
    person.at(2)
    expect(page.locator(".turn-head")).to_contain_text("2. c2xe2")
    page.locator("#to-next").click()
    person.at(3)
    line = page.locator(".turn-better .move")
    line.nth(1).click()
    assert page.locator("#moves .variation").count() == 1
    # The card stays while its line is looked at, and the move that led to the board is marked.
    expect(line.nth(1)).to_have_attribute("aria-current", "step")
    expect(page.locator(".turn-head")).to_contain_text("2. c2xe2")
    expect(page.locator(".turn-why")).to_contain_text("c2xe2")
    page.locator("#to-before").click()
    expect(line.first).to_have_attribute("aria-current", "step")
    page.locator("[data-does=follow]").click()
    expect(page.locator(".moment")).to_have_count(4)
    expect(page.locator(".turn-rest")).to_contain_text(re.compile("The line ends here: (Black|White|A draw)"))
    expect(line.last).to_have_attribute("aria-current", "step")
    expect(page.locator(".turn-card .chip")).to_have_text(re.compile(r"^([+−]\d+|=)$"))
    line.first.click()
    expect(line.first).to_have_attribute("aria-current", "step")
    page.locator("[data-does=return]").click()
    person.at(2)
    page.locator("#to-next").click()
    person.at(3)  # in the game, and not in the line that was looked at
    page.locator("#to-before").click()
    person.at(2)
    page.locator("[data-does='next mistake']").click()
    person.at(3)
    expect(page.locator(".turn-head")).to_contain_text("2… h3xh1")
    page.locator(".moment").nth(2).click()
    person.at(2)
    # A move of one's own leaves the game and its review as they are.
    person.page.locator(".graph").press("Home")
    person.at(0)
    person.wait("open")
    person.press("b2", "b4")
    if person.page.locator("#status [data-does=end]").count():
        person.page.locator("#status [data-does=end]").click()
    expect(page.locator('#moves .variation[aria-label="Variation: b2xb4"]')).to_have_count(1)
    expect(person.page.locator(".turn-head")).to_have_text("Variation: b2xb4")
    expect(person.page.locator(".moment")).to_have_count(4)
    person.page.locator("#panel-close").click()


TASKS = [
    f"{side}: find a better move than {move}"
    for side, move in zip(("Black", "White", "Black", "White"), LOST, strict=True)
]
"""The better moves of both sides, in the order of the game."""


def test_better_moves_are_found_and_the_game_comes_back(person: Person) -> None:
    played(person, *LOST)
    reviewed(person)
    page = person.page
    page.locator("[data-does=find]").click()
    expect(page.locator("#panel-title")).to_have_text("Find the better move")
    expect(page.locator("#panel .task")).to_have_text(TASKS[0])
    expect(page.locator(".puzzle-grade")).to_contain_text("1 of 4")
    person.wait("open")
    page.locator("[data-does=hint]").click()
    expect(page.locator("#panel .note").filter(has_text="Move this piece")).to_have_count(1)
    page.keyboard.press("Escape")
    missed = page.locator("#panel .verdict.missed")
    with standing(page):
        person.press("f2", "h4")
        pass_time(page, 1)
        expect(missed).to_have_text(
            re.compile(r"^That’s the move that was played\. 1\. f2xh4 gave away a point.*Try again\.$")
        )
        # The answer that the review knows is shown before the move goes back.
        expect(page.locator("#moves .move")).to_have_count(2)
        person.go_on()
    person.at(0)
    person.wait("open")
    person.press("c2", "a4")
    # Of the next one it is said what is wrong with it, too.
    expect(missed).to_contain_text(re.compile(r"c2xa4.*(White|Points: −1|better move)"))
    person.at(0)
    person.wait("open")
    page.locator("[data-does=give]").click()
    expect(page.locator("#panel .verdict.shown")).to_contain_text("The better move was ")
    better = page.locator(".mistake-lesson dd").first.inner_text().split()[0]
    assert person.spoken.startswith(f"The better move was {better}. {better}")
    expect(page.locator("[data-does=next]")).to_have_text("Next")
    # The board stops there, and the line is told in words.
    expect(page.locator("#moves .move")).to_have_text([better])
    # Its moves can be gone through, as in the review.
    line = page.locator(".mistake-lesson .move")
    expect(line.first).to_have_attribute("aria-current", "step")
    line.nth(1).click()
    person.at(2)
    expect(line.nth(1)).to_have_attribute("aria-current", "step")
    page.locator("[data-does=next]").click()
    for number, task in enumerate(TASKS[1:], 2):
        expect(page.locator("#panel .task")).to_have_text(task)
        expect(page.locator(".puzzle-grade")).to_contain_text(f"{number} of 4")
        person.wait("open")
        page.locator("[data-does=give]").click()
        if number < 4:
            page.locator("[data-does=next]").click()
    expect(page.locator("#panel .puzzle")).to_contain_text("You found 0 of 4")
    expect(page.locator("[data-does=next]")).to_have_count(0)
    page.locator("[data-does=back]").click()
    assert page.locator("#panel .sides").is_visible()
    person.at(0)
    assert [move.rstrip("?") for move in person.moves] == LOST
    assert better != LOST[0]
    page.locator("#panel-close").click()


def find_better(person: Person) -> str:
    """Find the better move of the turning point; which it is."""
    page = person.page
    page.locator(".moment").click()
    better = page.locator(".turn-card .better").inner_text().split()[0]
    page.locator("[data-does=find]").click()
    person.wait("open")
    person.press(*better.split("x"))
    end = page.locator("[data-does=end]")
    if end.count():
        end.click()
    return better


def test_a_better_move_is_found_with_a_hint_at_the_second_try_or_at_once(person: Person) -> None:
    played(person, LOST[0])
    reviewed(person)
    page = person.page
    page.locator("[data-does='next mistake']").click()
    expect(page.locator("#live")).to_contain_text(re.compile(r"^1\. f2xh4 gave away a point.* Better: \w\dx\w\d"))
    better = page.locator(".turn-card .better").inner_text().split()[0]
    page.locator("[data-does=find]").click()
    person.wait("open")
    person.press(*LOST[0].split("x"))
    assert page.locator("#panel .verdict.missed").is_visible()
    person.at(0)
    person.wait("open")
    person.press(*better.split("x"))
    expect(page.locator("#panel .puzzle")).to_contain_text("You found it!")
    page.locator("#panel-close").click()
    person.at(1)
    # A hint takes a wrong move back, and stands in the place of what was said of it.
    reviewed(person)
    page.locator("[data-does=find]").click()
    person.wait("open")
    with standing(page):
        person.press(*LOST[0].split("x"))
        assert page.locator("#panel .verdict.missed").is_visible()
        page.locator("[data-does=hint]").click()
        person.go_on()
    expect(page.locator("#panel .note").filter(has_text="Move this piece")).to_have_count(1)
    person.at(0)
    expect(page.locator("#panel .verdict.missed")).to_have_count(0)
    page.locator("#panel-close").click()
    # At once it is praised, and the game goes on where it was.
    reviewed(person)
    better = find_better(person)
    expect(page.locator("#panel .verdict.done")).to_have_text("Solved!")
    expect(page.locator(".mistake-lesson dd").first).to_contain_text(f"{better} ")
    expect(page.locator("#panel .puzzle")).to_contain_text("You found it!")
    page.locator("#panel-close").click()
    expect(page.locator("#panel")).to_be_hidden()
    person.at(1)  # the game goes on where it was
    assert person.moves == [LOST[0]]


def test_practice_passes_over_a_mistake_and_the_review_leads_to_the_next_game(person: Person) -> None:
    played(person, *LOST)
    resigned(person)
    reviewed(person)
    page = person.page
    expect(page.locator("[data-does=find]")).to_have_text("Find 4 better moves")
    page.locator("[data-does=find]").click()
    for task in TASKS[1:]:
        person.wait("open")
        page.locator("[data-does=skip]").click()
        expect(page.locator("#panel .task")).to_have_text(task)
    person.wait("open")
    expect(page.locator("[data-does=skip]")).to_have_count(0)
    page.locator("[data-does=give]").click()
    expect(page.locator("[data-does=back]")).to_have_text("Back to the review")
    page.locator("[data-does=back]").click()
    assert page.locator("#panel .sides").is_visible()
    person.at(0)
    page.locator("#panel-close").click()
    expect(page.locator("#status-actions button")).to_have_text(["Play again", "Review"])
    # Without mistakes there is nothing to practise.
    played(person, "c2xc4")
    resigned(person)
    reviewed(person)
    page = person.page
    expect(page.locator(".step-bar")).to_contain_text("No mistakes to practise.")
    page.locator("[data-does=review-next]").click()
    expect(page.locator("#panel")).to_be_hidden()
    person.listed(0)
    person.wait("open")


@mostly_slow("size", [(360, 740), (390, 844)], (360, 740), ids=["360", "390"])
def test_on_a_phone_the_review_is_in_sight_below_the_whole_board(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    width, height = size
    person = people(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = person.page
    person.open("gambit")
    person.people()
    enter_moves(person, *LOST)
    reviewed(person)
    bar = page.locator(".step-bar").bounding_box()
    summary = page.locator(".sides").bounding_box()
    assert bar
    assert summary
    assert summary["y"] + summary["height"] <= bar["y"], "nothing covers what is to be seen first"
    page.locator(".step-bar [data-does=next]").tap()
    person.at(1)
    page.locator(".step-bar [data-does=before]").tap()
    person.at(0)
    page.locator("[data-does='next mistake']").tap()
    assert page.locator(".turn-card .better").is_visible()
    tops = {
        name: page.locator(place).bounding_box()
        for name, place in {
            "board": "#board",
            "panel": "#panel",
            "graph": ".graph",
            "follow": "[data-does=follow]",
            "steps": ".step-bar",
        }.items()
    }
    edges = {name: (box["y"], box["y"] + box["height"]) for name, box in tops.items() if box}
    assert edges["board"][1] <= edges["panel"][0] + 1, edges
    assert edges["panel"][0] < edges["graph"][0], edges
    assert edges["follow"][1] <= edges["steps"][0], edges
    assert edges["steps"][1] <= height + 1, edges


BROKEN = """all => all.filter(one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const tops = [...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top / 9));
  return new Set(tops).size > 1;
}).map(one => one.textContent)"""
"""The elements whose text stands in more than one line."""


@mostly_slow("size", [(360, 740), (640, 480), (960, 600)], (640, 480), ids=["360", "640", "960"])
def test_no_move_is_broken_and_the_summary_is_in_sight_in_a_small_window(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    width, height = size
    person = people(viewport={"width": width, "height": height}, locale="ro")
    page = person.page
    person.open("rock")
    person.people()
    enter_moves(person, "b1-b3", "a2-c2", "g1-g3", "h2-f2", "f1-d3", "a5-c7")
    page.evaluate("location.hash = 'game=rock&panel=review'")
    summary, panel = page.locator(".sides").bounding_box(), page.locator("#panel-body").bounding_box()
    assert summary
    assert panel
    assert summary["y"] + summary["height"] <= panel["y"] + panel["height"], (summary, panel)
    assert page.locator(".sides tbody :is(th, td)").evaluate_all(BROKEN) == []
    assert page.locator("#moves .move").evaluate_all(BROKEN) == []
