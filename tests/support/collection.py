"""Collections of games for the page's library, and what one does with them there."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from playwright.sync_api import FilePayload, expect
from saltus.games import load
from saltus.library.importing import Parsed, games_of
from saltus.match.match import Match
from saltus.records.record import write

from tests.support.person import Person

PLAYERS = ("Ada Lovelace", "Béla Nagy", "J. Smith", "Smyth", "O. Jones", "W. Payne")
BROKEN = '[Event "Broken"]\n[White "Zeno"]\n[GameType "21"]\n\n1. 11-15 11-15 *\n'
"""A game whose second move is illegal, in its fifth line."""
BROKEN_LINE = 4


@cache
def collection(
    count: int, game: str = "english", form: str = "pdn", plies: int = 60, letters: int = 0
) -> tuple[str, ...]:
    """The texts of games of random moves, each with its number as its round.

    With so many `letters` in a comment, a game that is soon read fills much of a file.
    """
    choose, texts = Random(count), []
    for number in range(count):
        match = Match(load(game))
        while not match.outcome and match.ply < plies:
            match.play(choose.choice(match.legal))
        match.tags.update(
            Event=f"Open {number % 5}",
            Date=f"{1900 + number * 3 % 120}.0{1 + number % 9}.??",
            White=choose.choice(PLAYERS),
            Black=choose.choice(PLAYERS),
            Round=str(number),
        )
        match.annotate(1, "x" * letters)
        texts.append(write(match, form).strip())
    return tuple(texts)


def indexed(texts: Sequence[str]) -> list[Parsed]:
    """The games as Python reads them."""
    found = [one for text in texts for one in games_of(text)]
    assert all(isinstance(one, Parsed) for one in found)
    return [one for one in found if isinstance(one, Parsed)]


def show(person: Person, game: str = "english") -> None:
    """Open the library."""
    person.page.evaluate("hash => { location.hash = hash; }", f"game={game}&panel=library")
    person.page.locator("#panel[data-kind=library] .library").wait_for()


def give(person: Person, text: str | bytes, name: str = "Club.pdn") -> None:
    """Have a file imported."""
    data = text.encode() if isinstance(text, str) else text
    payload: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": data}
    person.page.locator(".library input[type=file]").set_input_files(payload)


def give_file(person: Person, path: Path) -> None:
    """Have a file of any size imported."""
    person.page.locator(".library input[type=file]").set_input_files(path)


def imported(person: Person, words: str) -> None:
    """Wait until an import has ended with these words, and put its report away."""
    done = person.page.locator("[data-does=import-done]")
    done.wait_for()
    expect(person.page.locator(".import-text")).to_have_text(words)
    done.click()
    expect(person.page.locator(".import")).to_be_hidden()


def search(person: Person, query: str) -> list[str]:
    """Search, and list the rounds of the games found, in the list's order."""
    field = person.page.locator("[name=library-query]")
    person.page.evaluate(f"async () => {{ window.library = (await ({OPENED})('library')).libraryOf(); }}")
    field.fill(query)
    person.sees(SEARCHED, query)
    return list(person.page.evaluate(ROUNDS))


SHARED = """(folder) => import(new URL(`${folder}/shared.js`, document.querySelector('script[type=module]').src))"""
"""What several modules of the page use of a folder, as it is loaded already."""
OPENED = (
    """(name) => import(new URL(`features/${name}/view.js`, document.querySelector('script[type=module]').src))"""
)
"""The module of a feature that has been opened."""
SEARCHED = """(query) => {
  const { kinds, wait } = underWay();
  return window.library.now.query === query && !kinds.length && wait === null;
}"""
ROUNDS = "() => window.library.now.hits.map(({ game }) => game.tags.Round)"
"""The rounds of the games in the list: most of its rows are not there."""
