"""The kind of reason that the contributor's guide adds, as its reader would have it: the blocks of the page."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "py" / "docs" / "new-reason.md"
_TEXT = PAGE.read_text("utf-8")


def _block(name: str) -> str:
    return "".join(re.findall(rf"^```{name}\n(.*?)^```$", _TEXT, re.MULTILINE | re.DOTALL))


MODULE = "diagonal"
KIND = "long_diagonal"
CODE = _block(rf"python {MODULE}\.py")
FACT = _block(r"python facts\.py")
STRINGS = _block("json")
