"""The keys of sentences for the type checker: `python3 -m workshop.mine.keys` writes `saltus/strings/keys.pyi`."""

import json
import re
from pathlib import Path

STRINGS = Path(__file__).parents[2] / "saltus" / "strings"
MADE = STRINGS / "keys.pyi"


def text() -> str:
    """The file."""
    sentences = json.loads((STRINGS / "en.json").read_text("utf-8"))
    keys = dict.fromkeys(re.sub(r"\.(one|other)$", "", key) for key in sentences)
    listed = "\n".join(f'    "{key}",' for key in keys)
    return f"""from typing import Literal, TypeAlias

# Made by `python3 -m workshop.mine.keys` of the keys of `en.json`, each without its plural form.
Key: TypeAlias = Literal[
{listed}
]
"""


if __name__ == "__main__":
    MADE.write_text(text(), "utf-8")
