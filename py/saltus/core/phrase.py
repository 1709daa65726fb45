"""Translatable sentences: English text that remembers its template and values.

A `Phrase` is a `str`, so code that only prints it needs to know nothing else. A translator reads its `key` and
`values` and builds the sentence again; `spelled` converts both to JSON types. A key stands for one template.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias


class Phrase(str):
    """`template` with its `{names}` filled from `values`; a value that the template does not use is for translations.
    A value that needs no translation is a plain `str` (a square's name) or an `int`. If a template starts with
    another phrase, the sentence still starts with a capital letter."""

    key: str
    values: Mapping[str, "Value"]

    def __new__(cls, key: str, template: str, **values: "Value") -> "Phrase":
        text = template.format_map(values)
        if template.startswith("{") and isinstance(values[template[1 : template.index("}")]], Phrase | Several):
            text = text[:1].upper() + text[1:]
        phrase = super().__new__(cls, text)
        phrase.key = key
        phrase.values = values
        return phrase


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
