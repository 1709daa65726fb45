"""Finds the modules that the browser's Python must have: those that a run of the rules and the engine imports.

`reach.py list FILE` puts every kind of request to the bridge, in whatever Python runs it, and writes what that
imported, as JSON: `library`, paths in `python_stdlib.zip`; `saltus`, paths in `py/`; `late`, those of both that
only study needs; and `lab`, what the game lab needs besides. The build runs it in the pinned Pyodide with the whole
standard library.

`reach.py check FILE` makes the same run and writes the names of modules that were not found: run in what was built,
it shows what is missing there. `reach.py play FILE` does only what must work before the late modules have come.
"""

import json
import os
import sys
import traceback
from importlib.machinery import ModuleSpec
from types import ModuleType

OPTIONAL = {"_hashlib"}
"""Modules that the standard library does without: OpenSSL."""
FOR_GAMES = ("bisect", "copy", "enum", "heapq", "itertools", "math", "random", "string")
"""What somebody's own game may import of the standard library, beside what the rules themselves do."""
NONSENSE = ["", "{", "[]", "null", '{"id": 1}', '{"id": 1, "op": "moves"}', '{"id": 1, "op": "nothing"}']


TYPE_CHECKING = False  # importing `typing` would count as reached
if TYPE_CHECKING:
    from typing import Any


class Vain:
    """The last finder of `sys.meta_path`. It remembers the modules that no other finder found."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        self.names.add(name)
        return None


def few(rows: list[str], white: int, black: int) -> list[str]:
    """Returns the rows with only so many of each side's pieces: an ending may need other modules than an opening."""
    left = {"w": white, "b": black}
    thin = []
    for row in rows:
        line = ""
        for letter in row:
            stays = left.get(letter, 0) > 0
            left[letter] = left.get(letter, 0) - 1
            line += letter if stays else "."
        thin.append(line)
    return thin


class Exercise:
    """Sends requests to a bridge and counts the replies."""

    def __init__(self) -> None:
        from saltus.core import resources

        table_exists = resources.table_exists
        self.tables = False
        """Whether the tables have come. The browser writes them down after the late modules."""
        resources.table_exists = lambda name: self.tables and table_exists(name)

        import saltus.protocol.worker  # noqa: F401  (what the browser starts with)
        from saltus.protocol.bridge import Bridge

        self.bridge = Bridge()
        self.answered = 0

    def ask(self, op: str, **fields: object) -> "dict[str, Any]":
        replies = self.bridge.receive(json.dumps({"id": 1, "op": op, **fields}))
        while self.bridge.busy:
            replies += self.bridge.work(0.05)
        self.answered += 1
        return {key: value for reply in replies for key, value in json.loads(reply).items()}

    def games(self) -> "list[dict[str, Any]]":
        games = self.ask("games")["games"]
        assert isinstance(games, list)
        return games

    def play(self) -> None:
        """Makes the requests of the first board, moves and search, and everything that changes a match."""
        for game in self.games():
            key = {"game": game["key"]}
            clock = {"initial": 60, "increment": 1}
            for setup in game["setups"]:
                self.ask("new", **key, setup=setup["key"], seed=7 if setup["seeded"] else None, clock=clock)
            self.ask("new", **key)
            self.ask("bestmove", **key, depth=1)
            self.some_turns()
            for op in ("undo", "redo", "undo", "state", "stop"):
                self.ask(op)
            self.ask("goto", node=1)
            self.ask("annotate", node=1, comment="so", glyphs=[1])
            text = self.ask("record", format="json")["text"]
            for kept in ({"text": text, "format": "json"}, {"record": json.loads(str(text))}):
                self.ask("load", **kept, recorded=True)
            self.ask("promote", node=1)
            self.ask("prune", node=2)
            for white, black in ((4, 1), (1, 4)):
                self.ask("new", **key, rows=few(game["start"]["rows"], white, black), side="w")
                self.some_turns()
            for op in ("offer", "decline", "offer", "accept", "resign", "flag"):
                self.ask(op, side="w")
            self.ask("claim", side="w", kind="draw")

    def some_turns(self) -> None:
        state = self.ask("state")
        while state["moves"] and state["ply"] < 6:
            path = state["moves"][0]["path"]
            self.ask("follow", path=path[:1])
            self.ask("why", path=["a1", "a1"])
            self.ask("think", time=0.1, level=[1, 5, 10][state["ply"] % 3])
            self.ask("play", path=["a1", "h8"])
            state = self.ask("play", path=path, spent=1.0, recorded=True)

    def study(self) -> None:
        """Makes every other kind of request, in every game."""
        self.tables = True
        for text in NONSENSE:
            self.bridge.receive(text)
        for game in self.games():
            key = {"game": game["key"]}
            for op in ("moves", "outcome", "check"):
                self.ask(op, **key)
                self.ask(op, **key, rows=["?"], side="w")
            self.ask("perft", **key, depth=2)
            for white, black in ((4, 1), (1, 4)):
                self.ask("bestmove", **key, rows=few(game["start"]["rows"], white, black), side="w", depth=2)
            for op in ("openings", "ballots"):
                self.ask(op, **key)
            self.ask("new", **key, ballot=1)
            self.ask("new", **key)
            self.some_turns()
            self.ask("opening")
            self.ask("think", depth=2, lines=2, written=True)
            self.ask("share", entries=self.ask("think", time=0.1, shares=True).get("entries", ""))
            self.ask("offer", side=self.ask("state")["side"])
            self.ask("think", depth=1)
            self.ask("review", nodes=400)
            path = self.ask("moves", **key)["moves"][0]["path"]
            self.ask("cost", **key, path=path, time=0.1)
            self.ask("explain", **key, lines=[{"turns": ["-".join(path)]}])
            self.ask("puzzles", **key)
            shown = self.ask("puzzle", **key, day=1)
            self.ask("judge", **key, puzzle=shown.get("puzzle"), turns=["a1-a1"])
            self.ask("sheet", **key, puzzles=[shown.get("puzzle")], title="x")
            self.ask("line")
            for kind in ("replay", "print"):
                self.ask("page", kind=kind, tags={"White": "x"})
            for record in ("json", "pdn", "sgf", "position"):
                text = self.ask("record", format=record).get("text", "nonsense")
                self.ask("contents", text=text)
                self.ask("load", text=text, part=0)
                self.ask("load", text=text)
            self.ask("parse", **key, text=self.ask("record", format="position")["text"])
            entries = [
                one["entry"] for one in self.ask("index", text=self.ask("record", format="json")["text"])["games"]
            ]
            self.ask("query", **key, query="turn:white player:x year:1950 mirrored")
            self.ask("query", **key, query="playr:x")
            self.ask("fitting", **key, query="turn:white material:3v2", games=entries)
            self.ask("explore", **key, mirrored=True)
            self.ask("schedule", clean=True, now=1)
        for sample in ("AEEA", "W1doaXRlICJBZIpsZSJd"):  # UTF-16, and a DOS code page, for which all others are tried
            self.ask("encoding", data=sample)
        try:
            raise ValueError("the page shows what went wrong")
        except ValueError:
            traceback.format_exc()

    def write(self) -> None:
        """Makes the requests of the game lab about a game that somebody has written."""
        from saltus.lab.worker import LabWorker

        self.bridge = LabWorker()
        for name in FOR_GAMES:
            __import__(name)
        beginning = f"{os.path.dirname(sys.modules['saltus.lab'].__file__ or '')}/beginnings/mygame.py"  # noqa: PTH120
        with open(beginning) as file:  # noqa: PTH123
            source = file.read()
        for text in ("x = (", "1 / 0", source):
            self.ask("source", text=text)
        self.ask("new", game="mygame")
        self.some_turns()
        self.ask("examine", game="mygame", positions=20, seed=1)
        self.ask("retrace", texts=[])
        self.ask("measure", game="mygame", games=1, seed=1)


def reached() -> dict[str, list[str]]:
    """Returns the modules that were imported, without this one and those that the runtime has within it.

    Some of these are frozen: they name a file beside which they would be, and are not read from it.
    """
    found: dict[str, list[str]] = {"library": [], "saltus": []}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] == "saltus":
            found["saltus"].append(
                name.replace(".", "/") + ("/__init__.py" if hasattr(module, "__path__") else ".py")
            )
        elif ".zip/" in file and "Frozen" not in repr(getattr(module.__spec__, "loader", None)):
            found["library"].append(file.partition(".zip/")[2])
    return found


def inside(name: str, early: list[str]) -> bool:
    """Returns whether a module is in a package of the library that is needed early: it is only looked for there."""
    return not name.startswith("saltus/") and f"{name.rpartition('/')[0]}/__init__.py" in early


def main(command: str, target: str) -> None:
    vain = Vain()
    sys.meta_path.append(vain)
    exercise = Exercise()
    exercise.play()
    early = reached()
    if command != "play":
        exercise.study()
    assert exercise.answered > 0
    found = reached()
    late = [
        name for kind in found for name in found[kind] if name not in early[kind] and not inside(name, early[kind])
    ]
    if command == "list":
        exercise.write()
        written = reached()
        lab = [name for kind in found for name in written[kind] if name not in found[kind]]
    told = {**found, "late": late, "lab": lab} if command == "list" else sorted(vain.names - OPTIONAL)
    with open(target, "w") as file:  # noqa: PTH123  (`pathlib` is not reached otherwise)
        file.write(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
