"""The language of a session: sentences of the rules, refusals and messages, in English or translated.

A `Phrase` is translated by its key and values; any other text stays as it is. `strings/` has the catalogue of each
language, `data/book.json` its rules pages. What has no translation is said in English.
"""

from collections.abc import Mapping
from functools import cache

from saltus.core.phrase import Phrase, Several, Value, catalogue, filled
from saltus.study.rulebook import ASCII_QUOTES, translations

ENGLISH = "en"
LANGUAGES = (ENGLISH, "it", "pirate", "ro")
"""Those that have a catalogue in `strings/`; plural forms that are not those of English are in `_plural`."""


@cache
def _words(language: str) -> Mapping[str, str]:
    if language == ENGLISH:
        return {}
    texts = {**catalogue(language), **translations(language)}
    return {key: text.translate(ASCII_QUOTES) for key, text in texts.items()}


class Language:
    """One of `LANGUAGES`. Raises ValueError for any other name."""

    def __init__(self, name: str = ENGLISH) -> None:
        if name not in LANGUAGES:
            raise ValueError(f"there is no language {name!r:.40}; there are {', '.join(LANGUAGES)}")
        self.name = name

    @property
    def words(self) -> Mapping[str, str]:
        """The translations by key; empty in English."""
        return _words(self.name)

    def say(self, text: str) -> str:
        """The text in this language, if it is a `Phrase` with a translation; else the text."""
        if not isinstance(text, Phrase):
            return str(text)
        template = self._form(text.key, text.values)
        if template is None:
            return str(text)
        return filled(template, text.values, self._value)

    def text(self, key: str, english: str) -> str:
        """The text of a key, in English the given one."""
        return self.words.get(key, english)

    def _value(self, value: Value) -> str:
        if isinstance(value, Several):
            return str(Several(map(self.say, value), self.text(f"word.{value.word}", value.word)))
        return self.say(value) if isinstance(value, str) else str(value)

    def _form(self, key: str, values: Mapping[str, Value]) -> str | None:
        """The template of a key; the number `n` selects its plural form."""
        words, count = self.words, values.get("n")
        if key in words or not isinstance(count, int):
            return words.get(key)
        return words.get(f"{key}.{self._plural(count)}", words.get(f"{key}.other"))

    def _plural(self, count: int) -> str:
        """The plural form of a number by Unicode's rules."""
        if count == 1:
            return "one"
        return "few" if self.name == "ro" and (count == 0 or 0 < count % 100 < 20) else "other"
