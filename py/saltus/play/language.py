"""The language of a session: sentences of the rules, refusals and messages, in English or translated.

A `Phrase` is translated by its key and values; any other text stays as it is. `data/words.json` (made by
`workshop.mine.words` from the page's translations) has what the rules say, `messages.json` what only a session says.
What has no translation is said in English.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from saltus.core.phrase import Phrase, Several, Value
from saltus.core.resources import text_beside
from saltus.study.rulebook import ASCII_QUOTES

MESSAGES: Mapping[str, Mapping[str, str]] = json.loads(text_beside(__file__, "messages.json"))
LANGUAGES = ("en", *MESSAGES)
"""A new one is a block in `messages.json`, its words by `workshop.mine.words`, and its plurals in `_plural`."""


@cache
def _words(language: str) -> Mapping[str, str]:
    if language == "en":
        return {}
    made = json.loads((files("saltus.data") / "words.json").read_text("utf-8"))["languages"][language]
    return {key: text.translate(ASCII_QUOTES) for key, text in {**made, **MESSAGES[language]}.items()}


class Language:
    """One of `LANGUAGES`. Raises ValueError for any other name."""

    def __init__(self, name: str = "en") -> None:
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
        spoken = {name: self._value(value) for name, value in text.values.items()}
        sentence = re.sub(r"\{(\w+)\}", lambda name: spoken.get(name[1], name[0]), template)
        begins = re.match(r"\{(\w+)\}", template)
        if begins and isinstance(text.values.get(begins[1]), Phrase | Several) and sentence[-1:] in ".?!":
            return sentence[:1].upper() + sentence[1:]
        return sentence

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


def message(key: str, template: str, **values: Value) -> Phrase:
    """A message of a session. Its translations are in `messages.json`, since the page never says it."""
    return Phrase(f"session.{key}", template, **values)
