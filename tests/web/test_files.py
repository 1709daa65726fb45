"""Files of games of any size: they are read in slices, their games are listed as found, and one is opened."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from saltus.records.encoding import decode

from tests.support.engine_client import Client
from tests.support.person import Person, choose_entry

LONGEST = 480_000
"""The most bytes of a game that the page opens."""

READ = """
  const { GameFile } = await import('/web/lib/game-file.js');
  const games = new GameFile(new Blob(given.map((part) =>
    typeof part === 'string' ? part : Uint8Array.from(part))));
  const sent = [];
  const ask = (text, format, goes_on) => {
    sent.push(text.length);
    return engine.request('contents', { text, format, goes_on, game: 'english' });
  };
  const code = await games.read(ask, () => {}, new AbortController().signal)
    .then(() => 'read', (error) => error.reason ?? error.code);
  const texts = [];
  for (let at = 0; at < games.starts.length; at++) {
    texts.push(await games.text(at).catch((error) => error.reason));
  }
  return [code, texts, games.listed, Math.max(0, ...sent)];
"""
"""Reads a file that is made of texts and lists of bytes: how that went, the texts of its games, what they say of
themselves, and the longest text that the rules were asked about."""


def game(number: int, words: str = "", moves: str = "1. 11-15 22-18 2. 15x22 25x18 1-0") -> str:
    """A game with a comment of this length."""
    tags = f'[Event "Club {number}"]\n[White "Ada"]\n[Black "Boole"]\n[GameType "21"]\n'
    return f"{tags}\n{{{words}}} {moves}\n\n"


DECODE = """
  const { readable } = await import('/web/lib/game-file.js');
  let asked = 0;
  const ask = (data) => { asked++; return engine.request('encoding', { data }); };
  const { file, decode } = await readable(new Blob([Uint8Array.from(given)]), ask);
  return [decode(new Uint8Array(await file.arrayBuffer())).replace('\\ufeff', ''), asked];
"""
"""The text of a file of these bytes, and how often the rules were asked for its encoding."""


def lines(letters: int) -> str:
    """A comment of this many letters, in lines."""
    return "so it went on and on\n" * (letters // 21)


# -- what is found -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "end", "words"),
    [("", "\n", "plain"), ("\ufeff", "\r\n", "è – 🏆 "), ("", "\n", "日本語")],
    ids=["plain", "crlf", "letters"],
)
def test_games_of_a_long_file_are_found_with_their_offsets(client: Client, mark: str, end: str, words: str) -> None:
    texts = [game(at, words * (150 + at % 7)).replace("\n", end) for at in range(300)]
    texts[0] = mark + texts[0]
    code, found, listed, _ = client.does(READ, ["".join(texts)])
    assert code == "read"
    assert found == texts
    assert [one["tags"]["Event"] for one in listed] == [f"Club {at}" for at in range(200)]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp850", "cp437"]
)
def test_page_decodes_a_file_as_the_rules_do(client: Client, encoding: str) -> None:
    words = "Ştefan câştigă; Győr" if encoding == "cp1250" else "Adèle, Renée, perché città"
    data = game(1, words).encode(encoding)
    text, asked = client.does(DECODE, list(data))
    assert text == decode(data) == game(1, words)
    assert asked == (0 if encoding.startswith("utf-8") else 1)


def test_file_in_an_older_encoding_is_read(client: Client) -> None:
    texts = [game(at, "Müller, né à Orléans. " * 40) for at in range(200)]
    code, found, _, _ = client.does(READ, [list("".join(texts).encode("cp1252"))])
    assert (code, found) == ("read", texts)


def test_game_that_is_longer_than_a_slice_is_found_whole(client: Client) -> None:
    """As long as it fits into a request, however many bytes its letters take there."""
    texts = [game(1), game(2, lines(LONGEST - 10_000)), game(3), game(4, lines(100_000)), game(5)]
    code, found, _, longest = client.does(READ, ["".join(texts)])
    assert (code, found) == ("read", texts)
    assert longest <= LONGEST


@pytest.mark.parametrize("last", [False, True])
def test_an_overlong_game_does_not_hide_the_others(client: Client, last: bool) -> None:
    texts = [game(1), game(2, lines(3 * LONGEST)), *([] if last else [game(3), game(4)])]
    code, found, listed, _ = client.does(READ, ["".join(texts)])
    assert code == "read"
    assert found == [texts[0], "long", *texts[2:]]
    assert listed[1] is None


def test_slices_with_wide_letters_are_shorter(client: Client) -> None:
    texts = [game(1), game(2, "\x01" * 120_000), game(3)]
    code, found, _, longest = client.does(READ, ["".join(texts)])
    assert code == "read"
    assert found[0] == texts[0]
    assert found[1:] == ["long", texts[2]] or found == texts
    assert longest < LONGEST


def test_game_trees_of_a_long_file_are_found(client: Client) -> None:
    texts = [f"(;GM[9]EV[{at}]C[{'è (;[' * 200}];B[e1-e3])\n" for at in range(500)]
    texts = [text.replace("\n", "") if at < 1 else f"\n{text.strip()}" for at, text in enumerate(texts)]
    code, found, _, _ = client.does(READ, ["".join(texts)])
    assert (code, found) == ("read", texts)


@pytest.mark.parametrize(
    ("text", "reason"), [('{"game": "' + "x" * LONGEST, "long"), ("\0\1" * LONGEST, "binary")], ids=["json", "binary"]
)
def test_file_without_games_is_refused(client: Client, text: str, reason: str) -> None:
    assert client.does(READ, [text])[:2] == [reason, []]


def test_blank_file_has_no_games(client: Client) -> None:
    assert client.does(READ, [" \n" * LONGEST])[:2] == ["read", []]


# -- in the page ---------------------------------------------------------------------------------------------


@pytest.fixture
def person(newcomer: Person) -> Person:
    return newcomer


HELD = """slices => {
  const read = Blob.prototype.arrayBuffer;
  const released = new Promise((done) => { window.release = done; });
  let asked = 0;
  Blob.prototype.arrayBuffer = async function () {
    if (this.size > 10_000 && asked++ >= slices) await released;
    return read.call(this);
  };
}"""
"""Files give so many slices, and no more before `release` is called; single games they give at any time."""

COUNT = 2_000
WRONG = 1_700


def choose(person: Person, path: Path) -> None:
    """Choose a file of two million letters, with an unreadable game in it."""
    with path.open("w", newline="") as file:
        for number in range(1, COUNT + 1):
            moves = "1. 11-15 22-18 2. 15x22 25x18 1-0" if number % 2 else "1. 9-14 *"
            file.write(game(number, "è" * 400, "1. 11-15 22-30 *" if number == WRONG else moves))
    choose_entry(person.page, "share", "save")
    person.page.locator("#panel input[type=file]").set_input_files(path)


def by_number(person: Person, number: int) -> None:
    person.page.get_by_label("Game number").fill(str(number))
    person.page.get_by_role("button", name="Open this number").click()


def test_games_of_a_long_file_are_listed_while_they_are_found_and_any_is_opened(
    person: Person, tmp_path: Path
) -> None:
    person.open("italian")
    person.page.evaluate(HELD, 10)
    choose(person, tmp_path / "long.pdn")
    progress = person.page.get_by_role("progressbar", name="Reading long.pdn…")
    expect(progress).to_be_visible()
    listed = person.page.locator(".found .kept")
    expect(listed).to_have_count(200)
    expect(listed.first).to_contain_text("Ada – Boole")
    expect(listed.first).to_contain_text("Club 1 · Black wins · 4 moves")
    person.page.wait_for_function("() => document.querySelector('.reading progress').value > 0.2")
    assert float(progress.evaluate("one => one.value")) < 1
    # One that was found can be opened before the others are.
    by_number(person, 300)
    person.listed(1)
    person.drawn("english")
    expect(progress).to_be_visible()
    person.page.get_by_label("Game number").fill("19")
    person.page.evaluate("release()")
    progress.wait_for(state="detached")
    expect(person.page.get_by_label("Game number")).to_have_value("19")
    expect(person.page.get_by_label("Game number")).to_be_focused()
    expect(person.page.locator("#panel")).to_contain_text("2,000 games found. The first 200 are listed")
    expect(listed).to_have_count(200)
    by_number(person, COUNT - 1)
    person.listed(4)
    expect(person.page.locator("#status")).to_contain_text("White resigned")
    by_number(person, COUNT + 1)
    expect(person.page.locator(".by-number .fault")).to_have_text("Enter a number from 1 to 2,000.")
    by_number(person, WRONG)
    fault = person.page.locator("#panel .fault", has_text="Game 1,700")
    expect(fault).to_contain_text(re.compile(r"line 6, column \d+"))
    marked = "text => text.value.slice(text.selectionStart, text.selectionEnd)"
    assert person.page.locator("#paste").evaluate(marked) == "22-30"
    assert len(person.moves) == 4, "the game on the table is what it was"


def test_search_for_games_can_be_stopped(person: Person, tmp_path: Path) -> None:
    person.open("english")
    person.page.evaluate(HELD, 3)
    choose(person, tmp_path / "long.pdn")
    person.page.locator(".found .kept").nth(100).wait_for()
    person.page.get_by_role("button", name="Stop").click()
    person.page.evaluate("release()")
    person.page.locator(".reading").wait_for(state="detached")
    expect(person.page.locator(".found .kept").first).to_be_focused()
    assert 100 < person.page.locator(".found .kept").count() < COUNT
    expect(person.page.locator("#panel progress")).to_have_count(0)
    person.page.locator(".found .kept").nth(100).click()
    person.listed(4)


def test_pasted_text_ends_the_search_in_a_file(person: Person, tmp_path: Path) -> None:
    person.open("english")
    person.page.evaluate(HELD, 3)
    choose(person, tmp_path / "long.pdn")
    person.page.locator(".found .kept").first.wait_for()
    person.page.locator("#paste").fill('[GameType "22"]\n1. 22-18 *')
    person.page.get_by_role("button", name="Open", exact=True).click()
    person.listed(1)
    person.page.evaluate("release()")
    expect(person.page.locator(".reading, .found")).to_have_count(0)


def test_only_game_of_a_long_file_that_is_too_long_is_refused(person: Person, tmp_path: Path) -> None:
    person.open("english")
    (tmp_path / "long.pdn").write_text(game(1, lines(2 * LONGEST)))
    choose_entry(person.page, "share", "save")
    person.page.locator("#panel input[type=file]").set_input_files(tmp_path / "long.pdn")
    fault = person.page.locator("#panel .fault[role=alert]").first
    expect(fault).to_have_text("This text is too long: the limit is 480,000 characters.")
    (tmp_path / "picture.pdn").write_bytes(bytes(1000) * 1000)
    person.page.locator("#panel input[type=file]").set_input_files(tmp_path / "picture.pdn")
    expect(fault).to_contain_text("not a text file")
    expect(person.page.locator(".found")).to_have_count(0)


def test_first_of_many_pasted_games_are_listed(person: Person) -> None:
    person.open("english")
    choose_entry(person.page, "share", "save")
    person.page.locator("#paste").fill("1. 11-15 1-0 " * 250 + "1. 9-14 22-18 0-1")
    person.page.get_by_role("button", name="Open", exact=True).click()
    expect(person.page.locator(".found .kept")).to_have_count(200)
    by_number(person, 251)
    person.listed(2)
    expect(person.page.locator("#status")).to_contain_text("Black resigned")
