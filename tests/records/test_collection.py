"""Texts with several games, split lazily."""

import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus.games import load
from saltus.match.match import Match
from saltus.match.turns import story
from saltus.notation.error import MAX_RECORD_CHARS, RecordError
from saltus.records import collection as several
from saltus.records import pdn, record
from saltus.records.collection import game_texts, read_all, read_each

from tests.support.tiers import mostly_slow

FIRST = '[White "Ada"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n'
SECOND = '[White "Bob"]\n[Result "*"]\n[GameType "21"]\n\n1. 9-13 {a word} (1. 12-16 24-20) 24-20 *\n'
BARE = "1. 11-15 *\n"
WRONG = FIRST.replace("11-15", "11-17")
UNCLOSED = FIRST.replace("22-18", "22-18 {never closed, 1-0 (")
JUNK = FIRST.replace("22-18", "22-18 ~~~ ) ]")
AGAIN = "\n1. 11-15 22-18\n2. 15x22 25x18 and so on\n"
SAID = "11-15 22-18 15x22 25x18 Black wins.\n\n"
HALF = '[White "Eve"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 ( 22-18\n'


class Slowly(io.StringIO):
    """A source that returns a few letters at a time."""

    def read(self, size: int | None = -1, /) -> str:
        return super().read(7)


def outcomes(text: str) -> list[list[str] | tuple[int, int]]:
    """For each game its turns, or the place of its error."""
    return [story(found) if isinstance(found, Match) else (found.line, found.column) for found in read_each(text)]


def test_games_are_the_same_as_read_singly() -> None:
    singly = [story(read_all(text)[0]) for text in (FIRST, SECOND, FIRST)]
    assert outcomes(FIRST + "\n" + SECOND + FIRST) == singly


def test_however_the_text_arrives_its_pieces_are_the_same() -> None:
    text = f"{FIRST}{{between}}\n{WRONG}; to the end (\n{SECOND}{UNCLOSED}\n{JUNK}\n% not (said\n{HALF}\n{FIRST}"
    text += f"{SAID}{AGAIN * 3}{SAID * 2}{FIRST}"
    assert list(game_texts(Slowly(text))) == list(game_texts(text))
    assert "".join(game_text.text for game_text in game_texts(text)) == text


@pytest.mark.parametrize("wrong", [WRONG, UNCLOSED + "\n", JUNK, HALF, FIRST.replace("22-18", "22-18 }")])
def test_one_unreadable_game_leaves_the_others(wrong: str) -> None:
    found = list(read_each(SECOND + wrong + SECOND + FIRST))
    assert [isinstance(one, Match) for one in found] == [True, False, True, True]


def test_an_error_says_its_place_in_the_whole_text() -> None:
    (_, error, _) = read_each(io.StringIO(FIRST + WRONG + FIRST))
    assert isinstance(error, RecordError)
    assert (error.line, error.column) == (10, 4)
    assert str(error).startswith("line 10, column 4: '11-17' is not a legal move")
    (_, there) = read_each('[GameType "21"] 1. 11-15 * [GameType "21"] 1. 11-17 *')
    assert isinstance(there, RecordError)
    assert (there.line, there.column) == (1, 47)


def test_games_without_tags_end_with_their_results() -> None:
    assert [game_text.text for game_text in game_texts(BARE * 3)] == [BARE] * 3


@given(
    st.lists(
        st.sampled_from([FIRST, SECOND, BARE, AGAIN, SAID, WRONG, JUNK, HALF, "{between}\n", "\n\n", "; note\n"])
    )
)
def test_a_text_comes_apart_where_the_page_says_that_it_does(parts: list[str]) -> None:
    text = FIRST + "".join(parts)
    assert [one.text for one in game_texts(text)] == [text[part.start : part.end] for part in pdn.games(text)]


def test_a_tag_in_a_comment_begins_no_game_without_an_empty_line_before_it() -> None:
    text = FIRST.replace("22-18", '22-18 {quoted:\n[White "Eve"]\n}')
    assert [game_text.text for game_text in game_texts(text + SECOND)] == [text, SECOND]


TREE = "(;GM[9]\n;B[b1-b3](;W[a2-c2])(;W[a3-c1]))\n"


def test_the_trees_of_sgf_are_games() -> None:
    text = f"{TREE} {TREE}{TREE.replace('b1-b3', 'b1-b9')} {TREE}"
    assert list(game_texts(Slowly(text))) == list(game_texts(text))
    assert "".join(game_text.text for game_text in game_texts(text)) == text
    found = list(read_each(io.StringIO(text)))
    assert [isinstance(one, Match) for one in found] == [True, True, False, True]
    assert isinstance(found[2], RecordError)
    assert (found[2].line, found[2].column) == (6, 4)


def test_a_tree_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several, "MAX_RECORD_CHARS", 1_000)
    monkeypatch.setattr(several, "BLOCK_CHARS", 300)
    found = list(read_each(io.StringIO(TREE + TREE.replace(";B", f"C[{'word ' * 500}];B", 1) + TREE)))
    assert [isinstance(one, Match) for one in found] == [True, False]


@pytest.mark.parametrize("form", ["json", "position"])
def test_other_forms_hold_one_game(form: str) -> None:
    match = read_all(FIRST)[0]
    (game_text,) = game_texts(record.write(match, form))
    assert game_text.form == form
    assert game_text.read(match.game).position == match.position


BLANKS = ["", " \n", "\ufeff", "\u3000\u2003\u00a0", "\x85\u2028\x1c", " \ufeff\u00a0\ufeff"]
"""Texts of whatever blanks Unicode has."""


@pytest.mark.parametrize("text", BLANKS, ids=ascii)
def test_a_text_of_blanks_is_refused_as_empty(text: str) -> None:
    for form in (None, "pdn", "sgf", "json", "position"):
        with pytest.raises(RecordError):
            record.read(text, form, load("english"))
    with pytest.raises(RecordError, match="the text is empty"):
        record.detect(text)


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(RecordError, match="the text is empty"):
        list(game_texts(" \n"))


class Repeated:
    """An open file that repeats a text without storing it."""

    def __init__(self, text: str, times: int) -> None:
        self.text, self.left = text, len(text) * times
        self.at = 0

    def read(self, size: int, /) -> str:
        size = min(size, self.left)
        self.left -= size
        start = self.at % len(self.text)
        self.at += size
        return (self.text * (size // len(self.text) + 2))[start : start + size]


def peak(source: Repeated) -> tuple[int, int]:
    """The number of games of a source, and the peak memory in bytes."""
    tracemalloc.start()
    try:
        count = sum(1 for _ in game_texts(source))
        return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@mostly_slow(
    "text",
    [FIRST, "{ never closed ", "( ", "[", "; all in a comment", "x", '[A "b"] '],
    *(FIRST, "{ never closed ", "[", "x"),
    ids=["games", "comment", "variations", "brackets", "one line", "one word", "tags"],
)
def test_memory_is_that_of_one_game_however_long_the_text(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for text after a game that is no game. With small limits, so that little text reaches them."""
    longest = 10_000
    monkeypatch.setattr(several, "MAX_RECORD_CHARS", longest)
    monkeypatch.setattr(several, "BLOCK_CHARS", longest // 4)

    class After(Repeated):
        def read(self, size: int, /) -> str:
            first, self.first = getattr(self, "first", FIRST), ""
            return first or super().read(size)

    once, more = (After(text, times * longest // len(text)) for times in (6, 24))
    (few, low), (many, high) = peak(once), peak(more)
    assert many >= few
    assert high < low * 1.2


def test_a_game_that_is_too_long_is_refused_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """With small limits: text that no longer is a comment is looked through for results, word by word."""
    longest = 20_000
    monkeypatch.setattr(several, "MAX_RECORD_CHARS", longest)
    monkeypatch.setattr(several, "BLOCK_CHARS", longest // 4)
    comment = "{" + "word " * (longest // 4) + "}"
    long = FIRST.replace("22-18", f"22-18 {comment}")
    found = list(read_each(FIRST + long + SECOND))
    assert [isinstance(one, Match) for one in found] == [True, False, True]
    assert isinstance(found[1], RecordError)
    assert f"at most {MAX_RECORD_CHARS} characters; this one has {len(long)}" in str(found[1]).replace(",", "")
    assert found[1].line == 10
