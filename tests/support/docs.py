"""The documentation, as what it contains: examples in Python, sessions of protocols, files."""

import re
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[2] / "py" / "docs"
_FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> Iterator[tuple[str, str]]:
    """The blocks of a page in so marked a language: what stands behind the mark, and the block."""
    for found in _FENCE.finditer((DOCS / page).read_text("utf-8")):
        if found[1] == language:
            yield found[2].strip(), found[3]


def examples(page: str) -> str:
    """The page with everything blanked but its examples in Python, each on the line where it stands."""
    text = (DOCS / page).read_text("utf-8")
    kept = ["\n" if letter == "\n" else " " for letter in text]
    for found in _FENCE.finditer(text):
        if found[1] == "python":
            kept[found.start(3) : found.end(3)] = found[3]
    return "\n".join(line.rstrip() for line in "".join(kept).splitlines())
