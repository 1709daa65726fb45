"""The texts of the page in each language: its own, and what the rules say."""

import json
from collections.abc import Mapping
from pathlib import Path

from bundle.toolchain import PY, WEB

OWN, RULES = WEB / "strings", PY / "saltus" / "strings"
LANGUAGES = sorted(path.stem for path in OWN.glob("*.json"))
ENGLISH = "en"
NAMES = ("game.", "side.")
"""The beginnings of the keys that the page needs in English, too: the rules write their sentences in English."""
TERMINAL = ("session.", "word.")
"""The beginnings of the keys of what the terminal alone says."""
LAB = ("contract.", "source.")
"""The beginnings of the keys of what is said of somebody's own game: by the terminal, and in the page's game lab."""


def texts(language: str) -> dict[str, str]:
    """Returns what the page has in a language, by key."""
    own: dict[str, str] = json.loads((OWN / f"{language}.json").read_text("utf-8"))
    said = sentences(language)
    if language == ENGLISH:
        said = {key: text for key, text in said.items() if key.startswith(NAMES)}
    return {**own, **said}


def sentences(language: str) -> dict[str, str]:
    """Returns what the rules say in a language, by key."""
    found: dict[str, str] = json.loads((RULES / f"{language}.json").read_text("utf-8"))
    return {key: text for key, text in found.items() if not key.startswith((*TERMINAL, *LAB))}


def of_the_lab(language: str) -> dict[str, str]:
    """Returns what the game lab has in a language, by key."""
    own: dict[str, str] = json.loads((OWN / "lab" / f"{language}.json").read_text("utf-8"))
    said: dict[str, str] = json.loads((RULES / f"{language}.json").read_text("utf-8"))
    return {**own, **{key: text for key, text in said.items() if key.startswith(LAB)}}


def write(folder: Path) -> None:
    """Writes the texts of every language into a copy of web/, where the page has its own."""
    for language in LANGUAGES:
        (folder / "strings" / f"{language}.json").write_text(packed(texts(language)), "utf-8")
        (folder / "strings" / "lab" / f"{language}.json").write_text(packed(of_the_lab(language)), "utf-8")


def packed(found: Mapping[str, object]) -> str:
    """Returns texts, or other JSON, as they are fetched."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
