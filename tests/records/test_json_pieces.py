"""Texts with several JSON records."""

import io
import json
import re

import pytest
from saltus.games import keys
from saltus.match.match import Match
from saltus.notation.error import MAX_RECORD_CHARS, RecordError
from saltus.records import collection
from saltus.records.collection import game_texts, read_each
from saltus.records.record import write

from tests.support.played import some

RECORDS = [write(some(key)[0], "json") for key in keys()]
STRANGE = json.dumps({**json.loads(RECORDS[0]), "tags": {"Event": 'a } { " \\ ] [ é'}})


class Slowly(io.StringIO):
    """A source that returns a few letters at a time."""

    def read(self, size: int | None = -1, /) -> str:
        return super().read(7)


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("", "\n", "\n"),
        ("", "", ""),
        ("[", ",", "]"),
        (" [ ", " ,\n\n ", " ]\n"),
        ("\ufeff", ",", ""),
        ("\ufeff[", ",", "]"),
    ],
)
@pytest.mark.parametrize("source", [io.StringIO, Slowly])
def test_records_follow_each_other_or_are_in_a_list(
    before: str, between: str, after: str, source: type[io.StringIO]
) -> None:
    records = [*RECORDS, STRANGE]
    found = list(game_texts(source(before + between.join(records) + after)))
    assert [json.loads(game_text.text.lstrip("\ufeff")) for game_text in found] == list(map(json.loads, records))
    assert [write(game_text.read(), "json") for game_text in found[:-1]] == RECORDS


def test_a_wrong_record_is_named_with_its_place_and_the_others_are_read() -> None:
    wrong = RECORDS[1].replace('"game"', '"gone"', 1)
    one, error, other = read_each(io.StringIO(f"[\n  {RECORDS[0]},\n  {wrong},\n  {RECORDS[2]}\n]"))
    assert isinstance(one, Match)
    assert isinstance(other, Match)
    assert isinstance(error, RecordError)
    assert error.line == RECORDS[0].count("\n") + 3


def test_what_follows_a_record_is_said_to_be_wrong() -> None:
    (error,) = read_each(RECORDS[0] + " and more")
    assert isinstance(error, RecordError)
    one, error = read_each(io.StringIO(f"[{RECORDS[0]},{RECORDS[1]} 7]"))
    assert isinstance(one, Match)
    assert isinstance(error, RecordError)


def test_a_record_that_is_cut_off_is_one_error() -> None:
    one, error = read_each(io.StringIO(RECORDS[0] + RECORDS[1][:-5]))
    assert isinstance(one, Match)
    assert isinstance(error, RecordError)


def test_a_record_that_is_too_long_is_refused_and_not_kept() -> None:
    long = '{"game": "' + "x" * (2 * MAX_RECORD_CHARS)
    *_, last = game_texts(io.StringIO(RECORDS[0] + long))
    assert last.letters == len(long)
    assert len(last.text) < len(long)
    with pytest.raises(RecordError, match="at most"):
        last.read()


class Counting:
    """A pattern that counts the letters that it is matched with."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.letters = 0

    def match(self, text: str, start: int) -> re.Match[str] | None:
        found = self.pattern.match(text, start)
        self.letters += 1 + (found.end() - start if found else 0)
        return found


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [("", " ", ""), ("", "\n", " "), ("[", ",\n", "]"), ("[", ",", "] ")],
)
def test_no_letter_between_records_is_looked_at_twice(
    before: str, between: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 30_000
    pattern = Counting(collection._BETWEEN)
    monkeypatch.setattr(collection, "_BETWEEN", pattern)
    text = before + RECORDS[0] + between * count + RECORDS[1] + between * count + after
    found = list(game_texts(Slowly(text)))
    assert [json.loads(game_text.text.strip(" ,\n")) for game_text in found] == list(map(json.loads, RECORDS[:2]))
    assert found[1].line == 1 + (before + RECORDS[0] + between * count).count("\n")
    # Once more for each block of seven letters.
    assert pattern.letters < len(text) * 8 // 7 + 10
