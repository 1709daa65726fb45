"""Translatable sentences: English text that remembers its key and its values.

`strings/` has a catalogue for each language, English too: a file of sentences by key. A `Phrase` is a `str`, so code
that only prints it needs to know nothing else. A translator reads its `key` and `values` and fills the sentence of
another catalogue; `spelled` converts both to JSON types.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from saltus.core.resources import text_beside

if TYPE_CHECKING:
    from saltus.strings.keys import Key

FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A value in a sentence: `{side}`, or a number in one of the `STYLES`, `{n:word}`."""


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The sentences of a language by key. Where `n` counts something, there is one for each plural form that the
    language has: `count.pieces.one`, `count.pieces.other`."""
    sentences: Mapping[str, str] = json.loads(text_beside(__file__, f"../strings/{language}.json"))
    return sentences


class Phrase(str):
    """The English sentence of `key` with `values` in the places that have their names; one that English has no place
    for is for translations. A value that needs no translation is a plain `str` (a square's name) or an `int`."""

    key: str
    values: Mapping[str, "Value"]

    def __new__(cls, key: "Key", **values: "Value") -> "Phrase":
        sentences = catalogue("en")
        form = sentences.get(key) or sentences[f"{key}.one" if values["n"] == 1 else f"{key}.other"]
        return cls._made(key, filled(form, values), values)

    @classmethod
    def name(cls, key: str, text: str) -> "Phrase":
        """The name of something: `text`, where a language has no other for this key."""
        return cls._made(key, text, {"text": text})

    @classmethod
    def _made(cls, key: str, text: str, values: Mapping[str, "Value"]) -> "Phrase":
        phrase = super().__new__(cls, text)
        phrase.key = key
        phrase.values = values
        return phrase


def filled(sentence: str, values: Mapping[str, "Value"], say: Callable[["Value"], str] = str) -> str:
    """A sentence of a catalogue with its values, each as `say` has it. If it begins with another phrase, it still
    begins with a capital letter."""

    def value(place: re.Match[str]) -> str:
        name, style = place.groups()
        found = values[name]
        return STYLES[style](found) if style and isinstance(found, int) else say(found)

    text, first = FIELD.sub(value, sentence), FIELD.match(sentence)
    begins = first is not None and isinstance(values[first[1]], Phrase | Several)
    return text[:1].upper() + text[1:] if begins else text


NUMBER_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number_word(count: int) -> str:
    """`count` as it is written before a noun: a word up to twelve, then digits."""
    return NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else str(count)


def ordinal(count: int) -> str:
    """`first`, `second`, `third`, `4th` …"""
    return {1: "first", 2: "second", 3: "third"}.get(count, f"{count}th")


def times(count: int) -> str:
    """`once`, `twice`, `three times` …"""
    return {1: "once", 2: "twice"}.get(count, f"{number_word(count)} times")


STYLES: Mapping[str, Callable[[int], str]] = {"word": number_word, "ordinal": ordinal, "times": times}
"""How a catalogue can have a number written."""


def by_number(name: str) -> list[str | int]:
    """The key that sorts names of squares and moves by letter, and by number rather than digit."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"([0-9]+)", name)]


class Several(tuple[str, ...]):
    """A list of items, in English `a, b or c`; a translation joins them with its own `word`, `or` or `and`."""

    word: str

    def __new__(cls, things: Iterable[str], word: str = "or") -> "Several":
        several = super().__new__(cls, things)
        several.word = word
        return several

    def __str__(self) -> str:
        return f" {self.word} ".join([", ".join(self[:-1]), self[-1]] if len(self) > 1 else self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


Value: TypeAlias = str | int | Several


def counted(number: int, noun: str) -> str:
    """A number of things in English, whose plural has an s: `1 game`, `2,000 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def spelled(text: object) -> Any:
    """`{key, values}` for a phrase, `{or: […]}` or `{and: […]}` for a list of items, None for any other text. Inside
    the values a plain text or number stands for itself."""
    return _spelled(text) if isinstance(text, Phrase) else None


def _spelled(value: Value) -> Any:
    if isinstance(value, Phrase):
        return {"key": value.key, "values": {name: _spelled(part) for name, part in value.values.items()}}
    if isinstance(value, Several):
        return {value.word: [_spelled(thing) for thing in value]}
    return value
