"""Studying a game: its list of moves with variations, and the analysis."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from saltus.games import load
from saltus.match.match import Match

from tests.support.person import Person, analyse, choose_entry, restart, step, unfold
from tests.support.settle import pass_time, standing
from tests.support.tiers import mostly_slow
from tests.web.test_result import link, opened


def played(person: Person, game: str, *moves: str) -> None:
    """A match of two people in which these moves have been typed."""
    person.open(game)
    person.people()
    for move in moves:
        write(person, move)


def write(person: Person, move: str) -> None:
    """Type a move and wait until it stands on the board."""
    before = person.position
    person.type(move)
    assert person.page.evaluate(
        "was => document.getElementById('grid').dataset.node !== String(was)",
        before,
    )
    person.wait("open", "over")


def listed(person: Person) -> str:
    """The text of the move list, in one line."""
    return " ".join(person.page.locator("#moves").inner_text().split())


def analysing(person: Person) -> None:
    """Switch the analysis on and wait for its first lines."""
    if person.page.locator("#analyse").get_attribute("aria-pressed") == "false":
        analyse(person.page)
    assert person.page.locator("#engine .chip").first.is_visible()


def searching(person: Person, holds: str, arg: object = None) -> None:
    """Let the engine search, which it does in its own time, until something holds."""
    person.page.evaluate(
        f"""async (arg) => {{
          while (!({holds})(arg)) await new Promise(requestAnimationFrame);
        }}""",
        arg,
    )


@pytest.fixture
def quiet(person: Person) -> Iterator[Person]:
    """A person who leaves the analysis off."""
    yield person
    if person.page.locator("#analyse").get_attribute("aria-pressed") == "true":
        analyse(person.page)


def test_replaced_line_stays_below_the_new_one_is_promoted_or_deleted_after_a_question(person: Person) -> None:
    played(person, "english", "11-15", "23-19", "9-14")
    step(person.page, "ArrowLeft")
    person.at(2)
    expect(person.page.locator("#prune")).to_be_hidden()  # the moves of the game itself are not deleted
    write(person, "8-11")
    assert listed(person) == "1. 11-15 23-19 2. 8-11 2.9-14"
    person.page.keyboard.press("Escape")
    person.page.locator("#moves .variation .move").click()
    person.at(3)
    assert listed(person) == "1. 11-15 23-19 2. 8-11 2.9-14", "looking at a line moves nothing in the list"
    person.page.locator("#promote").click()
    expect(person.page.locator("#moves .variation")).to_contain_text("8-11")
    assert listed(person) == "1. 11-15 23-19 2. 9-14 2.8-11"
    person.page.locator("#moves .variation .move").click()
    person.at(4)
    person.page.locator("#prune").click()
    assert "8-11" in person.page.locator("#ask-text").inner_text()
    person.page.locator("#ask-yes").click()
    person.listed(3)
    person.at(2)
    assert listed(person) == "1. 11-15 23-19 2. 9-14"


def test_list_is_gone_through_with_the_arrow_keys_and_ends_with_the_result(person: Person) -> None:
    played(person, "rock", "b1-b3", "a5-c5", "b3-b1", "c5-a5")
    # A repeated position is marked in the list, and announced.
    assert person.page.locator("#moves .times [aria-hidden]").all_inner_texts() == ["×2"]
    assert "occurred twice" in person.status
    assert "occurred twice" in person.spoken
    played(person, "english", "11-15", "23-19")
    step(person.page, "ArrowLeft")
    person.at(1)
    write(person, "22-17")
    person.page.evaluate("document.activeElement?.blur()")
    for key, node in (
        ("ArrowDown", 2),
        ("ArrowUp", 3),
        ("Home", 0),
        ("End", 3),
        ("ArrowLeft", 1),
        ("ArrowRight", 3),
    ):
        person.page.keyboard.press(key)
        person.at(node)
        if node:
            current = person.page.locator("#moves [aria-current=step]")
            expect(current).to_have_attribute("data-node", str(node))
    # Only the current move is a tab stop.
    assert person.page.locator('#moves .move[tabindex="0"]').all_inner_texts() == ["22-17"]
    played(person, "gambit", "b2-b4")
    person.page.locator("#resign").click()
    person.page.locator("#ask-yes").click()
    person.wait("over")
    person.page.locator("#panel-close").click()
    assert re.fullmatch(r"1\. b2xb4 Black wins · White resigned", listed(person))


def test_comment_follows_the_move_and_is_listed_saved_and_exported_with_its_annotation(person: Person) -> None:
    played(person, "english", "11-15", "23-19")
    page = person.page
    choose_entry(page, "study", "note")
    page.locator('.glyph[data-glyph="5"]').click()
    page.locator("#note textarea").fill("The usual reply,\nby the book.")
    assert page.locator("#moves .comment").is_visible()
    assert listed(person) == "1. 11-15 23-19!? The usual reply, by the book."
    page.locator("#note textarea").press("Escape")
    expect(page.locator("#note")).to_be_hidden()
    expect(page.locator("#grid [tabindex='0']")).to_be_focused()
    assert page.evaluate("() => localStorage.getItem('saltus.table.english').includes('by the book')")
    page.reload()
    person.wait("open")
    assert listed(person) == "1. 11-15 23-19!? The usual reply, by the book."
    page.evaluate("location.hash = 'game=english&panel=share'")
    page.locator("#panel input[value=pdn]").check()
    expect(page.locator("#panel textarea").first).to_have_value(
        re.compile(r"23-19 \$5 {The usual reply, by the book\.}")
    )
    page.locator("#panel-close").click()
    played(person, "rock", "c1-c3")
    choose_entry(page, "study", "note")
    page.locator("#note textarea").fill("To the middle.")
    step(page, "Home")
    person.at(0)
    expect(page.locator("#note textarea")).to_have_value("")
    page.locator("#note textarea").fill("A friendly game.")
    page.locator("#to-last").click()
    person.at(1)
    expect(page.locator("#note textarea")).to_have_value("To the middle.")
    assert page.locator("#moves .comment").nth(1).is_visible()
    assert listed(person) == "A friendly game. 1. c1-c3 To the middle."
    choose_entry(page, "study", "note")


@mostly_slow("game", ["english", "rock", "roman", "italian"], "english")
def test_analysis_runs_until_it_is_stopped_and_shows_the_chosen_number_of_lines(quiet: Person, game: str) -> None:
    quiet.open(game)
    quiet.people()
    analysing(quiet)
    depth = "() => Number(/depth (\\d+)/.exec(document.querySelector('.engine-words span').textContent)?.[1] ?? 0)"
    first = quiet.page.evaluate(depth)
    searching(quiet, f"first => ({depth})() > first", first)
    assert quiet.page.locator("#gauge").get_attribute("aria-valuetext")
    for count in ("3", "1"):
        quiet.page.select_option("#engine select", count)
        expect(quiet.page.locator(".engine-line .chip")).to_have_count(int(count))
    if game == "english":
        quiet.page.select_option("#engine select", "200")
        expect(quiet.page.locator(".engine-all .chip")).to_have_count(7)
        quiet.page.select_option("#engine select", "1")
    analyse(quiet.page)
    expect(quiet.page.locator("#engine")).to_be_hidden()
    expect(quiet.page.locator("#gauge")).to_be_hidden()


def test_what_was_found_of_a_game_is_never_shown_beside_another_and_a_new_game_begins_without(quiet: Person) -> None:
    page = quiet.page
    quiet.open("rock")
    analysing(quiet)
    page.evaluate(
        """() => {
          const beside = (window.beside = []);
          const seen = () => {
            const square = document.querySelector('#grid button')?.getAttribute('aria-label') ?? '';
            beside.push([square, document.querySelector('.engine-moves')?.textContent ?? '']);
            requestAnimationFrame(seen);
          };
          seen();
        }"""
    )
    quiet.open("english")
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
    analysing(quiet)
    assert page.evaluate("() => /\\d-\\d/.test(document.querySelector('.engine-moves')?.textContent ?? '')")
    seen = page.evaluate("window.beside")
    assert re.match("[a-h]", seen[0][0])
    assert not [one for one in seen if re.search("[a-h][1-8]", one[1]) and not re.match("[a-h]", one[0])]
    page.locator("#analyse").click()
    played(quiet, "english", "11-15", "23-19")
    analysing(quiet)
    restart(quiet.page)
    quiet.at(0)
    expect(quiet.page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
    expect(quiet.page.locator("#engine")).to_be_hidden()


def begun(quiet: Person) -> tuple[Page, list[str]]:
    """The page, and the moves of a game against the computer that goes on, at the person's second turn."""
    quiet.open("english")
    quiet.press("f6", "e5")
    quiet.at(2)
    quiet.wait("open")
    return quiet.page, quiet.moves


def test_what_is_tried_in_analysis_never_changes_a_game_against_the_computer(
    quiet: Person,
) -> None:
    """However it is made; it is listed as a variation, and goes when the game is on the board again."""
    page, played = begun(quiet)
    kept = "() => JSON.parse(localStorage['saltus.table.english']).record"
    analysing(quiet)
    page.locator("#engine .engine-moves .move").nth(3).click()
    quiet.at(6)
    before = page.evaluate(kept)
    expect(page.locator("#moves .variation .move")).to_have_count(4)
    expect(page.locator("#status-text")).to_contain_text("your game stays as it is")
    expect(page.locator("#status-actions button")).to_have_text(["Back to the game", "Play from here"])
    analyse(page)
    quiet.listed(2)
    assert (quiet.moves, quiet.wait("open"), quiet.position) == (played, "open", 2)
    expect(page.locator("#status-text")).to_contain_text("What you tried is in the library")
    analysing(quiet)
    write(quiet, page.locator("#engine .engine-moves .move").first.inner_text())
    step(page, "a")
    step(page, "a")
    quiet.listed(2)
    expect(page.locator("#status-text")).to_contain_text("your game stays as it is")
    analysing(quiet)
    write(quiet, page.locator("#engine .engine-moves .move").first.inner_text())
    assert quiet.phase == "open", "a person plays both sides"
    page.locator("#status [data-does=to-game]").click()
    quiet.listed(2)
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "false")
    assert quiet.moves == played
    assert page.evaluate(kept) == before
    analysing(quiet)
    page.locator("#engine .engine-moves .move").first.click()
    quiet.at(3)
    page.reload()
    quiet.at(2)
    assert quiet.moves == played


def test_what_was_tried_beyond_a_game_can_be_restored_beside_it_and_from_an_earlier_move_is_a_variation(
    quiet: Person,
) -> None:
    # From an earlier move.
    page, played = begun(quiet)
    analysing(quiet)
    step(page, "Home")
    quiet.at(0)
    write(quiet, "9-13")
    analyse(page)
    quiet.at(2)
    quiet.wait("open")
    assert page.locator("#moves .variation .move").all_inner_texts() == ["9-13"]
    assert [move for move in quiet.moves if move != "9-13"] == played
    # Beyond it: as a game of its own. The game itself never has it, and is put aside then.
    page, played = begun(quiet)
    analysing(quiet)
    for again in range(2):
        page.locator("#engine .engine-moves .move").nth(1 + again).click()
        quiet.at(4 + again)
        page.locator("#annotate").click()
        page.locator("#note textarea").fill(f"A try {again}")
        page.locator("#note .note-done").click()
        tried = quiet.moves
        page.locator("#status [data-does=to-game]").click()
        quiet.listed(2)
        if not again:
            analysing(quiet)
    page.locator("#status [data-does=back]").click()
    quiet.listed(5)
    assert quiet.moves == tried
    expect(page.locator("#moves")).to_contain_text("A try 1")
    choose_entry(page, "study", "library")
    unfold(page, "earlier")
    entry = page.locator("#panel .fold .kept")
    expect(entry).to_have_count(1)
    entry.click()
    quiet.listed(2)
    assert quiet.moves == played
    quiet.wait("open")


def test_one_person_plays_both_sides_in_analysis_and_its_lines_stay_in_sight_above_the_book(quiet: Person) -> None:
    quiet.open("english")
    analysing(quiet)
    write(quiet, "9-13")
    assert quiet.page.locator("#engine .chip").first.is_visible()
    assert quiet.phase == "open"
    write(quiet, "22-18")
    assert quiet.moves == ["9-13", "22-18"], "one person plays both sides"
    assert quiet.page.locator("#engine .chip").first.is_visible()
    quiet.page.locator("#analyse").click()
    quiet.listed(0)
    quiet.wait("open")
    played(quiet, "english", "11-15", "23-19")
    analysing(quiet)
    page = quiet.page
    page.evaluate("location.hash = 'game=english&panel=openings'")
    assert page.locator("#book .book-move").first.is_visible()
    panel, line = (page.locator(what).bounding_box() for what in ("#panel", ".engine-line >> nth=0"))
    assert panel
    assert line
    assert line["y"] + line["height"] <= panel["y"]
    expect(page.locator(".engine-line .move").first).to_be_visible()
    # What is tried in the book beyond a game of two leaves the engine on.
    page.locator("#book .book-move").first.click()
    quiet.at(3)
    page.locator("#panel [data-does=to-game]").click()
    quiet.listed(2)
    page.click("#panel-close")
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "true")
    analyse(page)


def test_line_tried_while_the_game_is_paused_or_to_its_end_leads_back_to_the_game(quiet: Person) -> None:
    # Two computers are paused.
    page = quiet.page
    quiet.open("english")
    with standing(page):
        page.select_option(".player[data-side=b] select", "1")
        pass_time(page, 2)
        page.locator("#status [data-does=pause]").click()
    quiet.wait("paused")
    played = quiet.moves
    analysing(quiet)
    page.locator("#engine .engine-moves .move").first.click()
    with standing(page):
        page.locator("#status [data-does=to-game]").click()
        pass_time(page, 2)
        assert quiet.moves[: len(played)] == played
        assert len(quiet.moves) > len(played), "they play on"
        assert page.locator("#moves .variation").count() == 0
        page.select_option(".player[data-side=b] select", "0")
    # A line that ends does not end the game.
    quiet.open("english")
    opened(quiet, "english", "B:W18:B14,5")
    page.select_option(".player[data-side=w] select", "4")
    analysing(quiet)
    write(quiet, "14-23")
    assert quiet.phase == "over"
    expect(page.locator("#status-actions button")).to_have_text(["Back to the game"])
    page.locator("#status [data-does=to-game]").click()
    quiet.listed(0)
    quiet.wait("open")
    expect(page.locator("#moves .moves-result")).to_have_count(0)


CUT = """() => {
  const list = document.getElementById('moves');
  const { top, bottom } = list.getBoundingClientRect();
  const { borderTopWidth } = getComputedStyle(list);
  const upper = top + parseFloat(borderTopWidth);
  const lower = bottom - parseFloat(borderTopWidth) - parseFloat(getComputedStyle(list, '::after').height);
  const rows = [...list.querySelectorAll('li')].map(one => one.getBoundingClientRect());
  const edges = [upper, lower];
  return rows.some(one => edges.some(edge => one.top < edge - 2 && one.bottom > edge + 2));
}"""
"""Whether a row of the list of moves is cut by its upper or lower edge."""


def test_the_list_shows_whole_rows_and_the_current_move_also_when_it_gets_less_room(quiet: Person) -> None:
    match = Match(load("english"))
    while match.ply < 60 and not match.outcome:
        match.play(match.legal[0])
    quiet.follow(link(match))
    inside = """() => {
      const now = document.querySelector('#moves [aria-current]').getBoundingClientRect();
      const list = document.getElementById('moves').getBoundingClientRect();
      return now.top >= list.top && now.bottom <= list.bottom;
    }"""
    assert quiet.page.evaluate(inside)
    room = "() => document.getElementById('moves').clientHeight"
    before = quiet.page.evaluate(room)
    quiet.page.set_viewport_size({"width": 1280, "height": 640})
    assert quiet.page.evaluate(f"before => ({room})() < before", before)
    assert quiet.page.evaluate(inside)
    quiet.page.set_viewport_size({"width": 1280, "height": 800})
    page = quiet.page
    for width, tall in ((1280, 800), (960, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": tall})
        step(page, "Home")
        quiet.at(0)
        page.evaluate("document.querySelectorAll('#moves .move')[40].click()")
        for node in range(42, 46):
            page.keyboard.press("ArrowRight")
            quiet.at(node)
        assert page.evaluate(f"() => !({CUT})()")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_line_of_the_engine_is_unfolded_and_its_moves_are_previewed_and_played_without_a_shift(
    quiet: Person,
) -> None:
    played(quiet, "english", "11-15", "23-19")
    analysing(quiet)
    page = quiet.page
    searching(quiet, "() => document.querySelectorAll('.engine-line .move').length > 9")
    last = """() => {
      const line = document.querySelector('.engine-line').getBoundingClientRect();
      const moves = [...document.querySelectorAll('.engine-line .move')].map(one => one.getBoundingClientRect());
      return moves.every(one => one.bottom <= line.bottom + 1);
    }"""
    assert not page.evaluate(last)
    page.get_by_role("button", name="Whole line").click()
    assert page.evaluate(last)
    page.get_by_role("button", name="Whole line").click()
    page.select_option("#engine select", "3")
    expect(page.locator(".engine-line .chip")).to_have_count(3)
    # Nothing shifts while the engine thinks.
    shifts = quiet.page.evaluate(
        """async () => {
          let sum = 0;
          const watch = new PerformanceObserver((list) => {
            for (const one of list.getEntries()) sum += one.value;
          });
          watch.observe({ type: 'layout-shift' });
          await new Promise((done) => setTimeout(done, 1500));
          watch.disconnect();
          return sum;
        }"""
    )
    quiet.page.select_option("#engine select", "1")
    assert shifts == 0
    analyse(page)
    played(quiet, "english", "11-15", "23-19", "9-14")
    step(quiet.page, "ArrowLeft")
    quiet.at(2)
    analysing(quiet)
    quiet.page.select_option("#engine select", "1")
    searching(quiet, "() => document.querySelectorAll('.engine-line .move').length > 1")
    before = quiet.squares
    quiet.page.locator(".engine-line .move").nth(1).hover()
    assert quiet.page.evaluate(
        "was => [...document.querySelectorAll('#grid button')].map(one => one.ariaLabel).join() !== was",
        ",".join(before.values()),
    )
    quiet.page.mouse.move(5, 5)
    quiet.says("c5", "14, empty")
    assert quiet.position == 2
    move = quiet.page.locator(".engine-line .move").first
    move.focus()
    move.press("Enter")
    assert quiet.page.evaluate("() => document.getElementById('grid').dataset.node !== '2'")
    assert quiet.moves[2] == "9-14", "what is played while one analyses is a variation"


def test_the_engine_calls_a_forced_move_the_only_one_a_draw_even_and_goes_on_where_a_game_was_given_up(
    quiet: Person,
) -> None:
    played(quiet, "english", "11-15", "23-19")
    page = quiet.page
    page.click("#resign")
    page.click("#ask-yes")
    quiet.wait("over")
    page.click("#panel-close")
    analysing(quiet)
    expect(page.locator("#engine .engine-words strong")).to_have_text(re.compile("Even|better"))
    expect(page.locator("#moves .moves-result")).to_contain_text("resigned")
    page.locator("#engine .engine-moves .move").first.click()
    expect(page.locator("#engine .move.shown")).to_have_count(1)
    assert quiet.position == 2
    analyse(page)
    opened(quiet, "english", "B:W18,25,29,30,31,32:B14,1,2,3,4,5,6,7")
    analysing(quiet)
    effort = "document.querySelector('.engine-words span').textContent"
    searching(quiet, f"() => Number(/^the only move · depth (\\d+)$/.exec({effort})?.[1]) > 5")
    expect(quiet.page.locator(".engine-words")).to_contain_text("Black is")
    expect(quiet.page.locator(".engine-line")).to_have_count(1)
    analyse(page)
    # By its own judgement White's three men are better than two kings; the table of five pieces knows more.
    opened(quiet, "english", "B:W9,24,32:BK10,K11")
    analysing(quiet)
    searching(quiet, "() => document.querySelector('.engine-words').textContent.includes('Even')")
    expect(quiet.page.locator(".engine-score")).to_have_text("0.0")


def test_gambit_is_solved_with_the_margin_of_every_move(quiet: Person) -> None:
    quiet.open("english")
    analysing(quiet)
    quiet.page.select_option("#engine select", "1")
    analyse(quiet.page)
    played(quiet, "gambit", "b2-b4")
    analysing(quiet)
    assert quiet.page.locator(".engine-all .chip").first.is_visible()
    searching(quiet, "() => /solved/.test(document.querySelector('.engine-words span').textContent)")
    legal = quiet.page.evaluate("() => document.querySelectorAll('.engine-all .move').length")
    margins = quiet.page.locator(".engine-all .chip > :first-child").all_inner_texts()
    assert len(margins) == legal > 10
    assert [text for text in margins if not re.fullmatch(r"[+−]\d+|=", text)] == []
    assert re.match(
        r"(White|Black) wins by \d+ points?|A draw",
        quiet.page.locator(".engine-words").inner_text(),
    )
