"""Which modules import which."""

import re
from collections.abc import Collection, Hashable, Mapping
from pathlib import Path
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)

IMPORT = re.compile(r"""(?:^|;)(?:import|export)\b[^'";(]*['"](\.[^'"]+)['"]""", re.M)


def imported(script: Path) -> set[Path]:
    """What a script of the built site imports as it begins."""
    return {(script.parent / name).resolve() for name in IMPORT.findall(script.read_text("utf-8"))}


def circle(needs: Mapping[Name, Collection[Name]]) -> dict[Name, list[Name]]:
    """Those that need each other in a circle, or need some that do, each with what it needs of them.

    What needs nothing that is left can be in no circle: it is taken away until only circles are left.
    """
    left = {name: set(targets) for name, targets in needs.items()}
    while leaves := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in leaves:
            del left[name]
    return {name: [one for one in needs[name] if one in left] for name in left}
