"""The list of the functions that the page enters, `entered.txt`: for which module it was counted, and their numbers.

It decides what the small module has, and so how fast the page is, but not what it can do (stubs.py).

`python3 build.py profile` writes it (count.py). Numbers are those of the section of code, from 0.
"""

import hashlib
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path

from bundle.toolchain import SLIM, Stop

LIST = SLIM / "entered.txt"
COMMAND = "python3 build.py profile"
HEAD = f"# The functions of the runtime that the page enters. Made by `{COMMAND}`; see stubs.py.\n# module "
LINE_CHARS = 120


def hashed(module: Path) -> str:
    """Returns the SHA-256 of Pyodide's module, as it comes."""
    return hashlib.sha256(module.read_bytes()).hexdigest()


def read(module: Path, source: Path = LIST) -> frozenset[int]:
    """Returns the functions of a module that are entered. Raises Stop if they were counted in another module."""
    text = source.read_text("utf-8") if source.exists() else ""
    head, _, rest = text.partition(f"{hashed(module)}\n")
    if head != HEAD:
        raise Stop(f"{source.name} is about another {module.name}. Count again, with: {COMMAND}")
    return frozenset(number for part in rest.split() for number in numbers(part))


def write(module: Path, entered: Collection[int], target: Path = LIST) -> None:
    """Writes the list of the functions of a module that were entered."""
    lines, line = [], ""
    for part in ranges(entered):
        if len(line) + len(part) >= LINE_CHARS:
            lines.append(line)
            line = ""
        line += f" {part}" if line else part
    lines.append(line)
    target.write_text(HEAD + hashed(module) + "\n" + "\n".join(lines) + "\n", "utf-8")


def numbers(part: str) -> range:
    """Returns the numbers of one part of the list: `7`, or `7-9` for all from 7 to 9."""
    first, _, last = part.partition("-")
    return range(int(first), int(last or first) + 1)


def ranges(entered: Collection[int]) -> list[str]:
    """Returns the parts of a list of these numbers."""
    if not entered:
        return []
    ordered = sorted(entered)
    gaps = [(one, other) for one, other in pairwise(ordered) if other > one + 1]
    firsts = [ordered[0], *(other for _, other in gaps)]
    lasts = [*(one for one, _ in gaps), ordered[-1]]
    return [f"{first}-{last}" if last > first else f"{first}" for first, last in zip(firsts, lasts, strict=True)]
