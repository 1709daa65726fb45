"""The words that records have in several languages (`words.txt`): for tags, games, and results."""

import re
from functools import lru_cache

from saltus.core.letters import unaccented
from saltus.core.resources import text_beside


def _words() -> dict[str, dict[str, str]]:
    """`words.txt` by section: what is meant → the words for it. A # begins a comment."""
    plain = re.sub(r"(?m)^#.*\n", "", text_beside(__file__, "words.txt"))
    sections = (section.split("\n") for section in re.sub(r"\n +", " ", plain).strip().split("\n\n"))
    return {name: dict(line.split(":") for line in lines) for name, *lines in sections}


WORDS = _words()

_NO_LETTERS = re.compile(r"[\W_]++")


@lru_cache(maxsize=1024)
def folded(name: str) -> str:
    """A name without capitals, accents and signs."""
    return _NO_LETTERS.sub("", unaccented(name.casefold()).replace("ё", "е"))


def one_line(value: str) -> str:
    """A value in one line, without characters that cannot be shown."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in value).split())
