"""Makes the game lab's folder of the site: its frame, the games to begin from, and the names of the contract."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bundle.runtime import joined
from bundle.single import with_script, without_map
from bundle.strings import packed
from bundle.toolchain import PY, WEB, Stop

BEGINNINGS = PY / "saltus" / "lab" / "beginnings"
FRAME = WEB / "features" / "lab" / "frame.html"
GUIDE = PY / "docs" / "sixth-game.md"
CONTRACT = ("core/game.py", "core/board.py")
"""The modules that a game is written with."""
FIRST = "mygame"
"""The game that the lab opens with: the shortest one."""


def fill(folder: Path) -> None:
    """Puts what the build makes into the folder, in which the pack of the lab's modules is already."""
    (folder / "frame.html").write_text(frame(folder), "utf-8")
    lists = {"beginnings": beginnings(), "names": names(), "guide": guide()}
    (folder / "beginnings.json").write_text(packed(lists), "utf-8")


def frame(folder: Path) -> str:
    """Returns the frame's page with its script in it: from another origin, it could fetch none."""
    made = folder / "frame.js"
    joined("classic", WEB, "features/lab/frame.ts", made)
    script = without_map(made.read_text("utf-8"))
    for path in (made, made.with_name("frame.js.map")):
        path.unlink()
    return with_script(FRAME.read_text("utf-8"), "web/features/lab/frame.js", script)


def beginnings() -> list[dict[str, str]]:
    """Returns the games to begin from, each with its name and its text."""
    found = []
    for path in sorted(BEGINNINGS.glob("*.py"), key=place):
        text = path.read_text("utf-8")
        named = re.search(r'^    name = "(.*)"$', text, re.M)
        if not named:
            raise Stop(f"{path.name} has no name")
        found.append({"key": path.stem, "name": named[1], "text": text})
    return found


def place(path: Path) -> tuple[bool, bool, str]:
    """Returns what sorts the games to begin from: the first, those that are played here, then the others."""
    return path.stem != FIRST, not path.stem.startswith("my_"), path.stem


def names() -> list[dict[str, str]]:
    """Returns the names that a game is written with, and what each means."""
    return [
        {"name": name, "about": " ".join(about.split())}
        for module in CONTRACT
        for name, about in documented(ast.parse((PY / "saltus" / module).read_text("utf-8")))
    ]


def guide() -> list[dict[str, str]]:
    """Returns what a game's text may say, from the tables of the guide: the names of a row, and what they mean."""
    rows = re.findall(r"^\| (`.+?) \|(?:.*\|)? (.+?) \|$", GUIDE.read_text("utf-8"), re.M)
    plain = [[re.sub(r"`|, see \[.*?\)", "", text) for text in row] for row in rows]
    return [{"name": name, "about": about} for name, about in plain]


def documented(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yields what a module or a class defines and its text, but nothing that is its own affair."""
    body: list[Any] = tree.body
    for statement, following in zip(body, [*body[1:], None], strict=True):
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                text = ast.get_docstring(statement) or ""
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                match following:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        pass
                    case _:
                        text = ""
            case _:
                continue
        if text and not name.startswith("_"):
            yield name, text
        if isinstance(statement, ast.ClassDef):
            yield from documented(statement)
