"""The words of other languages for the terminal: `python3 -m workshop.mine.words` writes `saltus/data/words.json`.

The page has the translations of what the rules say (`web/strings/`) and of the rules pages (`web/strings/book/`). The
package stands without the page, so those that the terminal can say are copied; a test holds one to the other.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from saltus.play.language import MESSAGES

ROOT = Path(__file__).parents[3]
MADE = ROOT / "py" / "saltus" / "data" / "words.json"
STRINGS = ROOT / "web" / "strings"
ALWAYS = ("side.", "game.", "option.")
"""The beginnings of keys that are copied although no `Phrase` names them by its whole key."""


def phrase_keys() -> Iterator[str]:
    """The key of every `Phrase` in the package."""
    for path in (ROOT / "py" / "saltus").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def words() -> dict[str, Any]:
    """The texts of each language by key; those of lessons and of the advice are left out."""
    said = set(phrase_keys())
    languages = {}
    for language in MESSAGES:
        page = json.loads((STRINGS / f"{language}.json").read_text("utf-8"))
        book = json.loads((STRINGS / "book" / f"{language}.json").read_text("utf-8"))
        chosen = {
            key: text
            for key, text in page.items()
            if re.sub(r"\.(one|few|other)$", "", key) in said or key.startswith(ALWAYS)
        }
        languages[language] = chosen | {
            key: text for key, text in book.items() if not re.search(r"\.lesson\.|strategy\.", key)
        }
    return {"command": "python3 -m workshop.mine.words", "languages": languages}


def text() -> str:
    """The file."""
    return json.dumps(words(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    MADE.write_text(text(), "utf-8")
