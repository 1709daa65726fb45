"""The rules pages for the terminal: `python3 -m workshop.mine.book` writes `saltus/data/book.json`.

The page has its rules in order, with diagrams (`web/book/`) and words beside them (`web/strings/book/`). The package
stands without the page, so what it shows of them, in every language, is copied; a test holds one to the other.
"""

import json
import re
from pathlib import Path
from typing import Any

from saltus.games import keys

ROOT = Path(__file__).parents[3]
MADE = ROOT / "py" / "saltus" / "data" / "book.json"
WORDS = ROOT / "web" / "strings" / "book"


def book() -> dict[str, Any]:
    """The sections of each game, with its diagrams and what is written beside them."""
    words = json.loads((WORDS / "en.json").read_text("utf-8"))
    games = {}
    for key in keys():
        page = ROOT / "web" / "book" / f"{key}.json"
        if not page.exists():
            continue
        shown = json.loads(page.read_text("utf-8"))
        games[key] = {
            **{name: words[f"{key}.{name}"] for name in ("aim", "notation")},
            **({"source": words[source]} if (source := f"{key}.source") in words else {}),
            "sections": [
                {"key": section["key"], "title": words[f"section.{section['key']}"], "rules": section["rules"]}
                for section in shown["sections"]
            ],
            "diagrams": {
                rule: {**diagram, "caption": words[f"{key}.{rule}"]} for rule, diagram in shown["diagrams"].items()
            },
        }
    return {"command": "python3 -m workshop.mine.book", "games": games, "languages": languages()}


def languages() -> dict[str, dict[str, str]]:
    """What other languages say in place of the English: the texts without those of lessons and of the advice."""
    found = {}
    for path in sorted(WORDS.glob("*.json")):
        if path.stem != "en":
            texts = json.loads(path.read_text("utf-8"))
            found[path.stem] = {
                key: text for key, text in texts.items() if not re.search(r"\.lesson\.|strategy\.", key)
            }
    return found


def text() -> str:
    """The file."""
    return json.dumps(book(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    MADE.write_text(text(), "utf-8")
