"""What the files of `saltus/data` were made from, so that no change of it goes by unseen.

The same sources make the same bytes, in minutes or in half an hour. So the head of a file that is learned, searched
or mined has the SHA-256 of the programs that made it and of the data that they read, and a test compares it with
those that are there (`tests/engine/test_data.py`): whoever changes one of them makes the file anew. The package's own
search has a part in some of them, and changes more often than what they say; samples of it are made again by the
tests. Endings, and Gambit, are facts that samples prove, whatever found them.
"""

import hashlib
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
DRAUGHTS = "workshop/draughts.c"
ROCK = ("workshop/rock.c", "saltus/data/rock.py", "saltus/data/rock_moves.py")
MINE = tuple(f"workshop/{name}.py" for name in ("exercises", "likeness", "raters", "solved", "themes"))

SOURCES: dict[str, tuple[str, ...]] = {
    "english.py": (DRAUGHTS,),
    "italian.py": (DRAUGHTS,),
    "english-openings.table": ("workshop/openings.c", DRAUGHTS, "saltus/data/english.py"),
    "italian-openings.table": ("workshop/openings.c", DRAUGHTS, "saltus/data/italian.py"),
    "rock-openings.table": ("workshop/openings.c", *ROCK),
    "english-exercises.table": (*MINE, DRAUGHTS, "saltus/data/english.py", "saltus/data/english.table"),
    "italian-exercises.table": (*MINE, DRAUGHTS, "saltus/data/italian.py", "saltus/data/italian.table"),
    "rock-exercises.table": (*MINE, *ROCK),
    "roman-exercises.table": (*MINE, "saltus/data/roman.table", "saltus/data/roman-five.table"),
    "gambit-exercises.table": (*MINE, "saltus/data/gambit.table"),
    "chances.py": (
        "workshop/chances.py",
        DRAUGHTS,
        *ROCK,
        "saltus/data/english.py",
        "saltus/data/italian.py",
        "saltus/levels.py",
        "workshop/selfplay.py",
    ),
}
"""The sources of each, as paths from `py/`."""


def digest(*paths: str) -> str:
    """The beginning of the SHA-256 of these, paths from `py/`, one after the other."""
    return hashlib.sha256(b"".join((PACKAGE / path).read_bytes() for path in paths)).hexdigest()[:16]


def said(name: str) -> str:
    """What the head of a data file says of its sources."""
    *others, last = (path.removeprefix("workshop/") for path in SOURCES[name])
    return f"{', '.join(others)} and {last}, together of SHA-256 {digest(*SOURCES[name])}…"
