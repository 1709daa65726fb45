"""Sentences that can be said in other languages: English text that still knows of what it is made.

A `Phrase` is a `str`, so that whoever only prints it need not know more. Who translates takes its `key` and its
`values` and makes the sentence anew: `spelled` says both in what JSON has. A key stands for one template.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias


class Phrase(str):
    """`template` with its `{names}` filled by `values`; a value that the template does not name is for translations.

    A value that needs no translation is a plain `str` (the name of a square) or an `int`. Where a template begins
    with a phrase, the sentence begins with a capital all the same.
    """

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


class Several(tuple[str, ...]):
    """Things in a row, in English `a, b or c`; a translation joins them by its own `word`, `or` or `and`."""

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
    """`{key, values}` for a phrase, `{or: […]}` or `{and: […]}` for things in a row, null for any other text.

    Within the values a plain text or number stands for itself.
    """
    return _spelled(text) if isinstance(text, Phrase) else None


def _spelled(value: Value) -> Any:
    if isinstance(value, Phrase):
        return {"key": value.key, "values": {name: _spelled(part) for name, part in value.values.items()}}
    if isinstance(value, Several):
        return {value.word: [_spelled(thing) for thing in value]}
    return value
