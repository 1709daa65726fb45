"""Export and import of games as text, files and pictures; and finished games."""

import gzip
import json
import re
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.support.collection import imported, search
from tests.support.person import Person, analyse, choose_entry
from tests.support.settle import pass_time
from tests.web.test_study import searching

TWO_GAMES = """[Event "Club"]
[White "Ada"]
[Black "Boole"]
[GameType "21"]

1. 11-15 22-18 2. 15x22 25x18 1/2-1/2

[Event "Club"]
[GameType "22"]

1. 22-18 10-14 *
"""


def sharing(person: Person, game: str) -> None:
    person.open(game)
    choose_entry(person.page, "share", "save")
    assert person.page.locator("#paste").is_visible()


def paste(person: Person, text: str) -> None:
    person.page.locator("#paste").fill(text)
    person.page.get_by_role("button", name="Open", exact=True).click()


def test_every_exported_format_and_sgf_as_people_write_it_are_opened_and_what_is_typed_meanwhile_stays(
    person: Person,
) -> None:
    person.open("rock")
    person.people()
    person.type("b1-b3")
    person.listed(1)
    choose_entry(person.page, "share", "save")
    texts = {}
    for form in ("json", "sgf", "position"):
        person.page.locator(f'#panel input[value="{form}"]').check(force=True)
        field = person.page.locator("#panel textarea[readonly]")
        expect(field).not_to_have_value("")
        texts[form] = field.input_value()
    paste(person, texts["position"])
    person.listed(0)
    for form in ("json", "sgf"):
        paste(person, texts[form])
        person.listed(1)
        paste(person, texts["position"])
        person.listed(0)
    for text in (
        "From: a club\n\n(;FF[4]GM[9]SZ[8]RE[White wins by connection];B[b1-b3];W[a2-c2])",
        "(;FileFormat[3]GaMe[9]SiZe[8];Black[b1-b3];White[a2-c2])",
        "(;FF[4]GM[9]EV[a]EV[b]C[see [1]];B[b1-b3];W[a2-c2]",
    ):
        paste(person, text)
        person.listed(2)
    expect(person.page.locator("#status")).to_contain_text("Opened with 3 notes")
    person.page.evaluate(
        """([first, second]) => {
          const field = document.getElementById('paste');
          const type = (text) => {
            field.value = text;
            field.dispatchEvent(new Event('input'));
          };
          type(first);
          [...document.querySelectorAll('#panel button')].find((one) => one.textContent.trim() === 'Open').click();
          type(second);
        }""",
        ["(;FF[4]GM[9]SZ[8];B[b1-b3];W[a2-c2])", "(;FF[4]"],
    )
    person.listed(2)
    expect(person.page.locator("#paste")).to_have_value("(;FF[4]")
    person.page.locator("#paste").fill("")


def test_an_opened_endgame_shows_its_exact_result_which_can_be_claimed(person: Person) -> None:
    person.open("english")
    person.people()
    analyse(person.page)
    assert person.page.locator("#engine .chip").first.is_visible()
    choose_entry(person.page, "share", "save")
    assert person.page.locator("#paste").is_visible()
    paste(person, "W:WK22,K23:BK29")
    searching(person, "() => /White wins in [0-9]/.test(document.querySelector('.engine-words strong').textContent)")
    expect(person.page.locator(".engine-words span")).to_have_text("from the endgame tables")
    analyse(person.page)
    expect(person.page.locator("#status")).to_contain_text("opened for two players")
    person.type("22-17")
    person.at(1)
    expect(person.page.locator("#status")).to_contain_text("Solved: White can force a win and can claim it.")
    person.page.locator("#status [data-does='claim win']").click()
    person.wait("over")
    assert "White wins" in person.status
    # Two players share one button.
    sharing(person, "english")
    paste(person, "W:W18,K8:BK10,9")
    expect(person.page.locator("#status [data-does^=claim]")).to_have_text(["Claim a draw"])
    paste(person, "B:WK22,K23:BK29")
    person.page.locator("#status [data-does='claim win']").click()
    person.wait("over")
    assert "White wins" in person.status, "it was Black's turn"


def test_one_of_several_games_is_opened_or_all_go_into_the_library(person: Person) -> None:
    sharing(person, "english")
    paste(person, TWO_GAMES)
    found = person.page.locator(".found .kept")
    expect(found).to_have_count(2)
    expect(found.first).to_contain_text("Ada – Boole")
    found.nth(1).click()
    person.listed(2)
    person.drawn("italian")
    paste(person, TWO_GAMES)
    person.page.get_by_role("button", name="Add all to the library").click()
    imported(person, "2 new games.")
    assert len(search(person, 'collection:"pasted games"')) == 2
    person.page.click("#panel-close")
    # There is no way back to the game before.
    sharing(person, "rock")
    paste(person, '[GameType "21"]\n1. 11-15 22-18 *')
    person.drawn("english")
    person.listed(2)
    person.page.click("#panel-close")
    expect(person.page.locator("#panel")).to_be_hidden()
    assert person.page.evaluate("() => location.hash === '#game=english' && !history.state?.panel")
    person.drawn("english")
    person.listed(2)
    # Game trees, too.
    sharing(person, "rock")
    paste(person, "(;GM[9]PW[Ada]PB[Boole];B[e1-e3];W[draw])\n(;GM[9]EV[Second];B[b8-b6];W[a7-c7])")
    choices = person.page.locator(".found button")
    expect(choices).to_have_count(2)
    expect(choices.first).to_contain_text("Ada – Boole")
    choices.last.click()
    person.listed(2)
    assert person.page.locator("#paste").input_value().startswith("(;GM[9]PW[Ada]")


def test_warnings_of_a_record_are_shown_a_mistake_is_located_and_a_hostile_link_gets_a_clear_message(
    person: Person,
) -> None:
    sharing(person, "english")
    paste(person, '[Event "a"]\n[Event "b"]\n[GameType "21"]\n\n1. 11-15 *')
    person.listed(1)
    status = person.page.locator("#status")
    expect(status).to_contain_text("opened for two players")
    expect(status).to_contain_text("line 2, column 1: Event occurs twice; the first counts")
    # Where the game is over, the status says how; the panel tells all the same.
    paste(person, '[GameType "21"]\n\n1. 11-15 0-0')
    note = person.page.locator("#panel .note", has_text="Opened with a note")
    expect(note).to_contain_text("0-0 says that both sides lost")
    paste(person, '[Event "a"]\n[Event "b"]\n[Event "c"]\n[GameType "21"]\n\n1. 11-15 1-0')
    expect(status).to_contain_text("Black wins")
    expect(person.page.locator("#panel .note", has_text="Opened with 2 notes")).to_contain_text("line 2, column 1")
    paste(person, '[GameType "21"]\n\n1. 11-15 22-18 *')
    person.listed(2)
    expect(person.page.locator("#panel .note", has_text="Opened with")).to_have_count(0)
    paste(person, "1. 11-15 22-18 1-0")
    person.listed(2)
    expect(person.page.locator("#status")).to_contain_text("Black wins")
    # The record gives no reason.
    expect(person.page.locator("#status")).not_to_contain_text("resigned")
    person.page.locator("#panel input[value=pdn]").check(force=True)
    field = person.page.locator("#panel textarea[readonly]")
    expect(field).to_have_value(re.compile(r'\[Result "1-0"\]\n\[GameType "21,B,8,8,N1,0"\]'))
    person.page.locator("#panel input[value=json]").check(force=True)
    expect(field).to_have_value(re.compile(r'"reason": "record", "winner": "b"'))
    sharing(person, "english")
    paste(person, '[GameType "21"]\n1. 11-15 22-30 *')
    expect(person.page.locator("#panel .fault")).to_contain_text("line 2, column 10")
    marked = "text => text.value.slice(text.selectionStart, text.selectionEnd)"
    assert person.page.locator("#paste").evaluate(marked) == "22-30"
    person.page.click("[data-panel=settings]")
    person.page.select_option("[name=language]", "it")
    choose_entry(person.page, "share", "save")
    person.page.locator("#paste").fill('[GameType "21"]\n1. 11-15 ) *')
    person.page.get_by_role("button", name="Apri", exact=True).click()
    expect(person.page.locator("#panel .fault")).to_contain_text("riga 2, colonna 10: qui ci vuole una mossa")
    assert person.page.locator("#paste").evaluate(marked) == ")"
    assert person.position == 0, "the game on the table is what it was"
    for record in ("AAAA", "%3Cscript%3E", "q1bKS8xNVbJSMjRS0lFKzs8tyM9LzSsB8Q2AfA=="):
        person.page.evaluate("record => { location.hash = `game=english&record=${record}`; }", record)
        assert person.page.locator("#status.error").is_visible()
        person.page.evaluate("history.replaceState(null, '', '#game=english')")
        person.page.keyboard.press("Escape")
        assert person.page.locator("#status.error").count() == 0


def test_file_is_opened_and_dropped_and_its_encoding_is_chosen_where_it_was_guessed(
    person: Person, tmp_path: Path
) -> None:
    sharing(person, "english")
    file = tmp_path / "game.pdn"
    file.write_text('[GameType "22"]\n1. 22-18 *')
    person.page.locator("#panel input[type=file]").set_input_files(file)
    person.listed(1)
    person.drawn("italian")
    person.page.locator("#panel-close").click()
    person.drop("other.pdn", '[GameType "21"]\n1. 11-15 23-19 *')
    person.listed(2)
    person.drawn("english")
    choose_entry(person.page, "share", "save")
    # The game that was read wrongly does not stay behind.
    file = tmp_path / "game.pdn.gz"
    file.write_bytes(gzip.compress('[Event "Кубок"]\n[GameType "21"]\n1. 11-15 23-19 *'.encode("koi8-r")))
    person.page.locator("#panel input[type=file]").set_input_files(file)
    person.listed(2)
    record = person.page.locator("#panel textarea[readonly]")
    chosen = person.page.locator("#panel select[name=encoding]")
    person.page.locator("#panel input[value=pdn]").check(force=True)
    chosen.select_option("windows-1251")
    expect(record).to_have_value(re.compile('Event "лХВПЛ"'))
    chosen.select_option("koi8-r")
    expect(record).to_have_value(re.compile('Event "Кубок"'))
    assert "лХВПЛ" not in person.page.evaluate("JSON.stringify(localStorage)")
    file.write_bytes("(;FF[4]CA[windows-1251]GM[9]SZ[8]EV[Весна];B[b1-b3])".encode("cp1251"))
    person.page.locator("#panel input[type=file]").set_input_files(file)
    person.page.locator("#panel input[value=sgf]").check(force=True)
    expect(record).to_have_value(re.compile(r"EV\[Весна\]"))
    expect(chosen).to_have_count(0)


def test_text_and_picture_go_to_the_clipboard_or_into_files(person: Person) -> None:
    sharing(person, "gambit")
    person.page.get_by_role("button", name="Picture").click()
    expect(person.page.locator("#panel .note[role=status]")).to_have_text("Picture copied.")
    expect(person.page.locator(".toast")).to_have_text("Picture copied.")
    pass_time(person.page, 5)
    assert person.page.locator(".toast").count() == 0
    choose_entry(person.page, "share", "picture")
    expect(person.page.locator(".toast canvas")).to_be_visible()
    expect(person.page.locator("#status-text")).to_contain_text("Picture copied.")
    expect(person.page.locator(".toast")).to_have_text("Picture copied.")
    person.page.get_by_role("button", name="Copy").click()
    expect(person.page.locator("#panel .note[role=status]")).to_have_text("Copied.")
    expect(person.page.locator(".toast")).to_have_text("Copied.")
    assert json.loads(person.page.evaluate("navigator.clipboard.readText()"))["game"] == "gambit"
    person.page.click("#panel-close")
    sharing(person, "italian")
    expect(person.page.locator("#panel textarea[readonly]")).not_to_have_value("")
    with person.page.expect_download() as saved:
        person.page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename.startswith("saltus-italian-")
    assert 'GameType "22,W,8,8,N2,1"' in Path(saved.value.path()).read_text()
    person.page.evaluate("delete globalThis.ClipboardItem")
    with person.page.expect_download() as picture:
        person.page.get_by_role("button", name="Picture").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")


def test_finished_games_are_counted_opened_and_deleted(person: Person) -> None:
    person.open("gambit")
    choose_entry(person.page, "study", "statistics")
    expect(person.page.locator("#panel .empty")).to_contain_text("No games yet")
    person.page.locator("#panel-close").click()
    choose = Random(1)
    while person.wait("open", "over") == "open":
        person.turn(choose, person.press)
    plies = len(person.moves)
    assert person.page.evaluate("() => localStorage.getItem('saltus.past')")
    person.page.reload()
    person.wait("over")
    choose_entry(person.page, "study", "statistics")
    # One row for the opponent, one for the colour.
    rows = person.page.locator(".figures tbody tr")
    expect(rows).to_have_count(2)
    assert [sorted(row.locator("td.number").all_inner_texts()) for row in rows.all()] == [["0", "0", "1"]] * 2
    (game,) = json.loads(person.page.evaluate("localStorage['saltus.past']"))
    person.page.locator("#panel .pasts .kept").click()
    person.listed(plies)
    person.page.locator("#annotate").click()
    person.page.locator("#note textarea").fill("Too early.")
    assert person.page.evaluate("id => localStorage.getItem(`saltus.past.${id}`).includes('Too early.')", game["id"])
    choose_entry(person.page, "study", "statistics")
    person.page.get_by_role("button", name="Delete all").click()
    person.page.locator("#ask-yes").click()
    expect(person.page.locator("#panel .empty")).to_be_visible()
    assert person.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('saltus.past.')).length") == 0
