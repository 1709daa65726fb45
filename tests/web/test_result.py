"""The end of a game: the result sheet, its next step, and what is said, shared and counted."""

import base64
import re
import zlib
from collections.abc import Callable
from typing import Any

from bundle.strings import texts as texts_of
from playwright.sync_api import Page, expect
from saltus.games import load
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.notation.position import read_position
from saltus.records import record

from tests.support.person import Person, analyse, choose_entry, guest, step, take_hint
from tests.support.settle import pass_time, standing
from tests.support.tiers import mostly_slow
from tests.web.test_ladder import archived, keep

ONE_JUMP = "W:WK18:BK23"
"""White takes the last piece with 18x27."""

BEGUN = {"english": "9-14 24-19 5-9 19-16", "gambit": "g2xe4 a3xc1 f2xd4xb2xb4 c1xc3xe1xe3"}
"""Short games, which are soon reviewed: one at its beginning, and one that Black wins with the next move."""
WINNING = "h2-f4-d2-d4"


def link(match: Match) -> str:
    """The part of the address that holds a game."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(record.write(match, "json").encode()) + deflate.flush()
    return f"#game={match.game.key}&record={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def opened(person: Person, game: str, position: str) -> None:
    """A position of a game, for two people, on a page whose panels are there."""
    person.follow(link(Match(load(game), position=read_position(load(game), position))))


def against(person: Person, side: str, level: int) -> None:
    """Seat the computer at a side."""
    for place in ("top", "bottom"):
        if person.page.locator(f"#player-{place}").get_attribute("data-side") == side:
            person.page.select_option(f"#player-{place} select", str(level))


def resigned(person: Person) -> None:
    person.page.locator("#resign").click()
    person.page.locator("#ask-yes").click()


def won(person: Person, level: int = 4, watch: str = "") -> None:
    """A game that the person wins against the computer; the page runs the script `watch` before it."""
    opened(person, "english", ONE_JUMP)
    if watch:
        person.page.evaluate(watch)
    against(person, "b", level)
    person.type("18x27")
    person.page.locator(".result").wait_for()


def playing(person: Person, game: str) -> None:
    """A game that has begun from its beginning: the person has Black, and the computer is at level 4."""
    match = Match(load(game))
    for move in BEGUN[game].split():
        match.play(move)
    board = match.game.board
    rows = ["." * board.files] * board.ranks
    table = {"record": record.write(match, "json"), "rows": rows, "bottom": "b", "players": {"w": 4, "b": 0}}
    person.resume(game, table)


def about_to_win(person: Person) -> None:
    playing(person, "gambit")


def test_the_first_win_over_an_opponent_is_celebrated_and_leads_to_the_next(person: Person) -> None:
    about_to_win(person)
    person.type(WINNING)
    page = person.page
    expect(page.locator("#panel-title")).to_have_text("You win!")
    expect(page.locator("#result-why")).to_have_text("5 to 1 on points. The game ended when White could not jump.")
    expect(page.locator(".result-side h3")).to_have_text(["White: Cat", "Black: You"])
    expect(page.locator(".result-emblem .wreath")).to_be_visible()
    expect(page.locator(".result-first")).to_have_text("First win over Cat!")
    expect(page.locator(".result-effect")).to_contain_text("first estimate, game 1 of 5")
    expect(page.locator(".result-effect :is(.up, .down)")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    for part in (".result-best", ".result-about"):
        box, foot = page.locator(part).first.bounding_box(), page.locator(".result-foot").bounding_box()
        assert box
        assert foot
        assert box["y"] + box["height"] <= foot["y"], "nothing lies over it"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name=re.compile("^Try level 5: ")).click()
    expect(page.locator("#panel")).to_be_hidden()
    assert sorted(page.locator(".player select").evaluate_all("all => all.map(one => one.value)")) == ["0", "5"]


def test_the_next_opponent_is_the_same_everywhere(person: Person) -> None:
    """Two wins, a loss to level 5, and a win with hints, which counts for nothing."""
    page = person.page
    playing(person, "english")
    games = [(9, "b", {"aid": "hint"}), (5, "w", {}), (4, "b", {}), (6, "b", {})]
    keep(person, *(archived("english", level, won, 9 - i, **more) for i, (level, won, more) in enumerate(games)))
    places = {
        "opponents": ".rung.is-next .rung-name strong",
        "statistics": "[data-does=next]",
        "today": ".today [data-does=next]",
    }
    for panel, place in places.items():
        page.evaluate("kind => { location.hash = `game=english&panel=${kind}`; }", panel)
        expect(page.locator(place)).to_contain_text("Cat")
        page.click("#panel-close")
    resigned(person)
    expect(page.locator("[data-does=result-next]")).to_have_text("Play again")
    page.click("#panel-close")
    page.evaluate("location.hash = 'game=english&panel=new'")
    expect(page.locator("[name=level]")).to_have_value("3")


def test_loss_leads_to_an_easier_opponent_and_analysis_takes_the_place_of_the_sheet(person: Person) -> None:
    """Its lines would be hidden below it. Chosen over another panel it stays on."""
    playing(person, "english")
    resigned(person)
    page = person.page
    expect(page.locator("#panel-title")).to_have_text("You lost")
    expect(page.locator("#result-why")).to_have_text("Black resigned.")
    expect(page.locator("#live")).to_have_text("You lost. Black resigned.")
    # It is celebrated less.
    expect(page.locator(".result-emblem .portrait")).to_be_visible()
    expect(page.locator(".result-emblem .wreath")).to_have_count(0)
    expect(page.locator("#status")).to_be_hidden()
    analyse(page)
    page.locator("#engine .chip").first.wait_for()
    expect(page.locator("#panel")).to_be_hidden()
    choose_entry(page, "study", "statistics")
    expect(page.locator("#panel")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#engine")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("#engine")).to_be_hidden()
    page.locator("#status [data-does=result]").click()
    page.get_by_role("button", name="Try level 3: Rabbit").click()
    expect(page.locator("#panel")).to_be_hidden()
    person.wait("open", "thinking")
    assert sorted(page.locator(".player select").evaluate_all("all => all.map(one => one.value)")) == ["0", "3"]


def test_loss_leads_to_the_mistakes_once_the_review_knows_them(person: Person) -> None:
    """The review begins by itself, and says nothing aloud."""
    person.open("gambit")
    person.page.select_option("#player-bottom select", "0")
    person.people()
    for number, move in enumerate(["f2xh4", "e3xe1", "c2xe2", "h3xd1"], 1):
        person.type(move)
        person.at(number)
    person.page.keyboard.press("Escape")
    person.wait("open")
    against(person, "b", 4)
    against(person, "w", 0)
    resigned(person)
    page = person.page
    expect(page.locator("[data-does=result-mistakes]")).to_have_text(re.compile("^Find your( 2)? mistakes?$"))
    # The computer may have moved before.
    expect(page.locator(".result-best strong")).to_have_text(["0 of 2", re.compile(r"^\d of [23]$")])
    assert "ready" not in person.spoken
    page.locator("[data-does=result-mistakes]").click()
    expect(page.locator("#panel .task")).to_contain_text("find a better move than")
    person.wait("open")
    for button in ("#resign", "#offer"):
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    assert sorted(page.locator(".player option:checked").all_inner_texts()) == ["Opponent", "You"]
    page.locator("#panel-close").click()


def test_a_win_with_hints_is_told_and_counted_apart(person: Person) -> None:
    about_to_win(person)
    page = person.page
    take_hint(page)
    page.locator("#status.hint").wait_for()
    person.type(WINNING)
    expect(page.locator(".result-effect")).to_have_text("You beat Cat with hints. Not rated.")
    page.locator("#panel-close").click()
    page.evaluate("location.hash = 'game=gambit&panel=opponents'")
    expect(page.locator(".rung[data-level='4'] .card-note")).to_have_text("Not rated: 1 won, 0 drawn, 0 lost")
    expect(page.locator(".rung .badge.done")).to_have_count(0)
    expect(page.locator(".rung.is-next .rung-name strong")).to_have_text("Frog")
    page.locator("#panel-close").click()
    page.evaluate("location.hash = 'game=gambit&panel=statistics'")
    expect(page.locator("#panel .pasts .kept")).to_contain_text("You beat Cat with hints.")
    expect(page.locator("#panel .note", has_text="Not rated: 1 won, 0 drawn, 0 lost")).to_have_count(1)
    expect(page.locator("#panel .part tbody tr")).to_have_count(0)


def test_two_people_are_told_once_who_wins_take_it_back_or_play_again_and_hear_of_a_draw_and_of_time(
    person: Person,
) -> None:
    opened(person, "english", ONE_JUMP)
    person.type("18x27")
    page = person.page
    expect(page.locator("#panel-title")).to_have_text("White wins")
    expect(page.locator(".result-side h3")).to_have_text(["White", "Black"])
    assert [text for text in person.heard if "wins" in text] == ["White wins. Black has no pieces left."]
    page.keyboard.press("Control+z")
    expect(page.locator("#panel")).to_be_hidden()
    person.at(0)
    page.keyboard.press("Control+Shift+z")
    page.locator("#status [data-does=result]").click()
    page.locator(".result").get_by_role("button", name="Play again").click()
    assert person.wait("open") == "open"
    assert person.position == 0
    opened(person, "english", "B:WK18:BK27")
    page.locator("#offer").click()
    page.locator("#status [data-does=accept]").click()
    expect(page.locator("#panel-title")).to_have_text("Draw")
    expect(page.locator("#result-why")).to_have_text("Draw by agreement.")
    page.locator("#panel-close").click()
    match = Match(load("english"), clock=TimeControl(2, 0))
    person.follow(link(match))
    person.type("11-15")
    pass_time(page, 3)
    expect(page.locator("#panel-title")).to_have_text("Black wins")
    expect(page.locator("#result-why")).to_have_text("White ran out of time.")
    expect(page.locator(".player-clock.fallen")).to_have_text("0:00.0")
    page.locator("#panel-close").click()


def test_sheet_closes_and_comes_back_from_the_status_line_and_what_is_copied_is_confirmed(person: Person) -> None:
    won(person)
    page = person.page
    expect(page.locator("#panel-title")).to_be_focused()
    expect(page.locator("#panel-title")).to_have_attribute("aria-describedby", "result-why")
    expect(page.locator(".result-effect")).to_have_text("not rated (set-up position)")
    buttons = page.locator("#status-actions button")
    expect(buttons).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    expect(buttons).to_have_text(["Play again", "Review"])
    page.locator("#status [data-does=result]").click()
    expect(page.locator("#panel-title")).to_have_text("You win!")
    expect(buttons).to_have_count(0)
    page.locator("[data-does=result-review]").click()
    person.at(0)  # it begins at the start of the game
    expect(buttons).to_have_count(0)
    page.locator("#panel-close").click()
    expect(buttons).to_have_text(["Play again", "Review"])
    page.locator("#status [data-does=result]").click()
    page.locator("[data-does=result-share]").click()
    expect(page.locator(".toast")).to_have_text("Result and link copied. Paste them into a message.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("English checkers: I beat level 4 in 1 move.\nhttp")
    assert "record=" in text
    page.locator("#panel-close").click()
    page.evaluate("location.hash = 'game=english&panel=share'")
    with standing(page):
        page.get_by_role("button", name="Link", exact=True).click()
        expect(page.locator(".toast")).to_have_text("Link copied. Paste it into a message.")
        assert person.spoken == "Link copied. Paste it into a message."
        expect(page.locator("#status")).not_to_contain_text("copied")


def test_a_game_that_had_ended_before_is_shown_without_its_sheet(person: Person) -> None:
    """One that others have played is to be reviewed."""
    match = Match(load("english"), position=read_position(load("english"), ONE_JUMP))
    match.play("18x27")
    person.follow(link(match))
    page = person.page
    expect(page.locator("#panel")).to_be_hidden()
    page.locator("#status [data-does=result]").click()
    expect(page.locator("#panel-title")).to_have_text("White wins")
    page.locator("#panel-close").click()
    match = Match(load("english"))
    match.tags = {"White": "Tinsley", "Black": "Hellman"}
    for move in BEGUN["english"].split():
        match.play(move)
    match.resign("w")
    person.follow(link(match))
    expect(page.locator("#panel")).to_be_hidden()
    offers = page.locator("#status-actions button")
    expect(offers).to_have_text(["Review"])
    expect(offers).to_have_class("button main")
    page.locator("#to-first").click()
    expect(offers).to_have_text(["Review", "Play from here"])


def test_review_does_not_reopen_the_game_undo_takes_the_result_away_and_a_variation_that_ends_has_none(
    person: Person,
) -> None:
    opened(person, "english", "B:WK18:BK27")
    page = person.page
    person.type("27-31")
    person.at(1)
    page.keyboard.press("Escape")
    page.locator("#resign").focus()
    page.keyboard.press("Enter")
    page.locator("#ask-yes").press("Enter")
    expect(page.locator("#panel-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#grid [tabindex='0']")).to_be_focused()
    page.locator("#status [data-does=result]").click()
    page.locator("[data-does=result-review]").click()
    page.locator("#panel .sides").wait_for()
    expect(page.locator("#to-before")).to_be_visible()
    expect(page.locator("#undo")).to_be_hidden()
    for button in ("#undo", "#offer", "#resign"):
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    page.locator("#panel-close").click()
    person.wait("over")
    expect(page.locator(".moves-result")).to_have_text("Black wins · White resigned")
    page.keyboard.press("Control+z")
    person.wait("open")
    expect(page.locator(".moves-result")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    person.wait("over")
    expect(page.locator(".moves-result")).to_have_count(1)
    opened(person, "english", "B:WK18:BK27")
    against(person, "w", 1)
    person.type("27-31")
    person.at(2)
    person.page.keyboard.press("Escape")
    person.page.locator("#grid [tabindex='0']").focus()
    for node in (1, 0):
        step(person.page, "ArrowLeft")
        person.at(node)
    for number, move in enumerate(["27-23", "18x27"], 3):
        person.type(move)
        person.at(number)
    person.wait("over")
    expect(person.page.locator("#panel")).to_be_hidden()


def test_finished_game_offers_another_and_its_review_wherever_it_was_left(person: Person) -> None:
    """It is over, also at an earlier move, and for a later visit."""
    about_to_win(person)
    page = person.page
    with standing(page):
        person.type(WINNING)
        page.locator(".result").wait_for()
        expect(page.locator(".result-best")).to_have_text(["Counting…"] * 2)
    page.locator("#panel-close").click()
    offers = page.locator("#status-actions button")
    expect(offers).to_have_text(["Next: Fox", "Review"])
    page.locator("#to-before").click()
    expect(offers).to_have_text(["Next: Fox", "Review", "Play from here"])
    page.reload()
    person.wait("open")
    expect(offers).to_have_text(["Next: Fox", "Review", "Play from here"])
    page.locator("#to-next").click()
    person.wait("over")
    page.emulate_media(reduced_motion="no-preference")
    sheet = page.locator("#status [data-does=result]")
    sheet.click()
    marks, words = page.locator("#moves .mark"), page.locator(".result")
    shown = marks.all_inner_texts(), words.inner_text()
    assert shown[0]
    assert "Replay" in shown[1]
    page.locator("#panel-close").click()
    page.reload()
    expect(offers).to_have_text(["Next: Fox", "Review"])
    expect(marks).to_have_text(shown[0])
    sheet.click()
    assert words.inner_text() == shown[1]
    page.locator("#panel-close").click()
    page.locator("#status-actions [data-does=next]").click()
    person.listed(0)
    assert sorted(page.locator(".player select").evaluate_all("all => all.map(one => one.value)")) == ["0", "5"]


def test_computers_end_of_a_game_is_not_celebrated(people: Callable[..., Person]) -> None:
    """With motion, which a win of the player's own is celebrated with."""
    person = people(reduced_motion="no-preference")
    page = person.page
    watched = """() => {
      window.bursts = 0;
      const look = () => {
        window.bursts += document.querySelectorAll('.burst').length;
        requestAnimationFrame(look);
      };
      look();
    }"""
    won(person, watch=watched)
    pass_time(page, 4)
    assert page.evaluate("window.bursts") > 0
    expect(page.locator(".burst")).to_have_count(0)
    opened(person, "english", ONE_JUMP)
    page.evaluate(watched)
    against(person, "b", 1)
    against(person, "w", 1)
    page.locator(".result").wait_for()
    expect(page.locator("#panel-title")).to_have_text("White wins")
    assert page.evaluate("window.bursts") == 0


def test_a_panel_that_is_open_stays_when_the_game_ends(person: Person) -> None:
    """From the editor no game can be ended."""
    opened(person, "english", ONE_JUMP)
    page = person.page
    expect(page.locator("#resign")).to_have_attribute("aria-disabled", "false")
    choose_entry(page, "game", "edit")
    for button in ("#resign", "#offer"):
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    page.locator("#panel-close").click()
    page.locator(".tools [data-panel=rules]").click()
    expect(page.locator("#panel-title")).to_contain_text("English checkers")
    page.evaluate("() => document.getElementById('resign').click()")
    page.locator("#ask-yes").click()
    assert person.phase == "over"
    expect(page.locator(".result")).to_have_count(0)
    page.locator("#panel-close").click()


def test_board_in_another_page_has_no_sheet(page: Page, address: str) -> None:
    guest(page, address, "english")
    frame = page.frame_locator("#board")
    frame.locator("#status[data-phase=open], #status[data-phase=thinking]").wait_for(state="attached")
    match = Match(load("english"), position=read_position(load("english"), ONE_JUMP))
    told = [
        {"saltus": "set", "record": record.write(match, "json"), "players": {"w": 0, "b": 0}},
        {"saltus": "play", "move": "18x27"},
    ]
    for message, answer in zip(told, ("state", "move"), strict=True):
        page.evaluate("message => document.getElementById('board').contentWindow.postMessage(message, '*')", message)
        assert page.evaluate("answer => window.heard.some(({ saltus }) => saltus === answer)", answer)
    frame.locator("#status[data-phase=over]").wait_for(state="attached")
    assert frame.locator(".result").count() == 0


def test_points_are_counted_up_and_a_key_shows_them_all(people: Callable[..., Person]) -> None:
    """Where pieces glide; else they are all there at once."""
    person = people(reduced_motion="no-preference")
    page = person.page
    match = Match(load("gambit"))
    while True:
        ends = [move for move in match.legal if load("gambit").outcome(load("gambit").play(match.position, move))]
        if ends:
            break
        match.play(match.legal[0])
    person.follow(link(match))
    page.evaluate(
        """() => {
          window.counted = [];
          setInterval(() => {
            const shown = [...document.querySelectorAll('.result-points')].map(one => parseInt(one.textContent));
            if (shown.length) window.counted.push(shown.reduce((a, b) => a + b));
          }, 10);
        }"""
    )
    person.type("-".join(ends[0].path))
    page.locator(".result").wait_for()
    outcome = load("gambit").outcome(load("gambit").play(match.position, ends[0]))
    assert outcome is not None
    assert outcome.scores is not None
    total = sum(outcome.scores.values())
    pass_time(page, 3)
    assert page.evaluate("window.counted.at(-1)") == total
    counted = page.evaluate("window.counted")
    assert counted == sorted(counted), "it goes up"
    assert len(set(counted)) > 1, "one after another"


def test_a_phone_shares_by_its_own_sheet_and_without_one_shows_the_link(
    visit: Callable[..., Page], address: str
) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.add_init_script("Navigator.prototype.share = (what) => { window.shared = what; return Promise.resolve(); };")
    phone = Person(page, address)
    opened(phone, "english", ONE_JUMP)
    against(phone, "b", 4)
    page.touchscreen.tap(*phone.place("d4"))
    page.touchscreen.tap(*phone.place("f2"))
    page.locator(".result [data-does=result-share]").tap()
    assert page.evaluate("window.shared.text") == "English checkers: I beat level 4 in 1 move."
    assert "record=" in page.evaluate("window.shared.url")
    page.evaluate("delete Navigator.prototype.share; location.hash = 'game=english&panel=share'")
    page.get_by_role("button", name="Link", exact=True).tap()
    sheet = page.get_by_role("dialog", name="").filter(has_text="Link copied.")
    expect(sheet.locator("textarea")).to_have_value(re.compile("record="))
    expect(sheet.locator("svg.code")).to_be_visible()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()


# -- nothing is clipped ----------------------------------------------------------------------------------

WIDE = """([size, texts]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html { font-size: ${size} } * { font-family: Verdana, "DejaVu Sans", sans-serif !important }`);
  document.adoptedStyleSheets = [sheet];
  const { reasons, headlines, labels } = texts;
  document.getElementById('panel-title').textContent = headlines;
  for (const [does, text] of Object.entries(labels)) {
    const button = document.querySelector(`.result [data-does=result-${does}]`);
    if (!button) continue;
    button.hidden = false;
    (button.querySelector('span') ?? button).textContent = text;
  }
  const cut = [];
  for (const reason of reasons) {
    document.getElementById('result-why').textContent = reason;
    const panel = document.getElementById('panel');
    const room = panel.getBoundingClientRect();
    for (const one of panel.querySelectorAll('*')) {
      if (one.closest('svg, canvas, .offscreen') || !one.checkVisibility() || one.matches('.panel-body')) continue;
      const box = one.getBoundingClientRect();
      const high = one.clientHeight && one.scrollHeight > one.clientHeight + 2;
      const wide = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
      if (high || wide || box.left < room.left - 1 || box.right > room.right + 1) {
        cut.push(`${one.tagName}.${one.className} of “${reason}”: ${one.textContent}`);
      }
    }
    const body = document.getElementById('panel-body');
    if (body.scrollWidth > body.clientWidth + 1) cut.push(`body of “${reason}”`);
    const scrolls = getComputedStyle(panel).position !== 'fixed';
    const end = scrolls ? document.documentElement.scrollHeight - scrollY : innerHeight;
    if (room.top < 0 || room.bottom > end + 1) cut.push(`the sheet of “${reason}”`);
  }
  if (document.documentElement.scrollWidth > innerWidth) cut.push('the page');
  return cut;
}"""
"""What is cut off with these texts, in a wide font at this size."""


def longest(text: str, strings: dict[str, str]) -> str:
    """A text with the longest arguments that it can have."""
    side = max((strings["side.w"], strings["side.b"]), key=len)
    values = {
        "winner": side,
        "loser": side,
        "side": side,
        "n": "999",
        "high": "63",
        "low": "61",
        "level": "10",
        "name": "Maximilian",
    }
    return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], text)


@mostly_slow("language", ["en", "it", "ro", "pirate"], "ro")
def test_nothing_of_the_sheet_is_cut_off(person: Person, language: str) -> None:
    """On small phones, at twice the text size, with a wide font, for every reason."""
    words = texts_of(language)
    texts: dict[str, Any] = {
        "reasons": [longest(text, words) for key, text in words.items() if key.startswith("reason.")],
        "headlines": max(
            (longest(words[f"result.{key}"], words) for key in ("won", "lost", "draw", "wins")), key=len
        ),
        "labels": {
            "next": longest(words["opponents.try"], words),
            "mistakes": longest(words["result.next.mistakes.other"], words),
            "rematch": words["status.again"],
            "review": words["result.review"],
            "replay": words["result.replay"],
            "share": words["result.share"],
        },
    }
    assert len(texts["reasons"]) > 15
    opened(person, "english", ONE_JUMP)
    against(person, "b", 4)
    resigned(person)
    page = person.page
    page.locator(".result").wait_for()
    sizes = [(320, 568), (360, 740), (390, 844), (1280, 800)]
    try:
        cut = []
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for size in ("100%", "200%"):
                cut += [f"{width} px, {size}: {one}" for one in page.evaluate(WIDE, [size, texts])]
        assert cut == [], "\n".join(cut[:20])
    finally:
        page.evaluate("() => { document.adoptedStyleSheets = []; }")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.locator("#panel-close").click()
