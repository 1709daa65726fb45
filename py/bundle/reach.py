"""What the browser's Python must have: every module that a run of the rules and the engine really imports.

`reach.py list FILE` exercises the bridge in whatever Python runs it and writes what that imported, as JSON:
`library`, paths within `python_stdlib.zip`, and `saltus`, paths within `py/`. The build runs it in the pinned
runtime with its whole library. `reach.py check FILE` does the same exercise and writes the list of names that were
asked for in vain: run in what was built, it shows what is missing there.
"""

import json
import sys
import traceback
from importlib.machinery import ModuleSpec
from types import ModuleType

NONSENSE = ["", "{", "[]", "null", '{"id": 1}', '{"id": 1, "op": "moves"}', '{"id": 1, "op": "nothing"}']


class Vain:
    """The last of `sys.meta_path`: whatever gets here was not found. Remembers its name."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        self.names.add(name)
        return None


def few(rows: list[str], white: int, black: int) -> list[str]:
    """A board with only so many of its pieces: an ending may be judged by other modules than the beginning."""
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


def exercise() -> int:
    """Puts every kind of question to a bridge, in every game; returns how many it answered."""
    from saltus.bridge import Bridge

    bridge = Bridge()
    answered = 0

    def ask(op: str, **fields: object) -> dict[str, object]:
        nonlocal answered
        replies = bridge.receive(json.dumps({"id": 1, "op": op, **fields}))
        while bridge.busy:
            replies += bridge.work(0.05)
        answered += 1
        return {key: value for reply in replies for key, value in json.loads(reply).items()}

    for text in NONSENSE:
        bridge.receive(text)
    games = ask("games")["games"]
    assert isinstance(games, list)
    for game in games:
        key = {"game": game["key"]}
        for op in ("moves", "outcome", "check"):
            ask(op, **key)
            ask(op, **key, rows=["?"], side="w")
        ask("perft", **key, depth=2)
        ask("bestmove", **key, depth=2, level=1)
        for white, black in ((4, 1), (1, 4)):
            ask("bestmove", **key, rows=few(game["start"]["rows"], white, black), side="w", depth=2)
        for setup in game["setups"]:
            ask(
                "new",
                **key,
                setup=setup["key"],
                seed=7 if setup["seeded"] else None,
                clock={"initial": 60, "increment": 1},
            )
        for op in ("openings", "ballots"):
            ask(op, **key)
        ask("new", **key, ballot=1)
        state = ask("new", **key)
        for _ in range(4):
            moves = state["moves"]
            assert isinstance(moves, list)
            path = moves[0]["path"]
            ask("follow", path=path[:1])
            ask("why", path=["a1", "a1"])
            state = ask("play", path=path, spent=1.0)
        ask("play", path=["a1", "h8"])
        ask("think", depth=2, lines=2, written=True)
        ask("think", time=0.1, level=10)
        ask("review", time=0.2)
        first = ask("moves", **key)["moves"]
        assert isinstance(first, list)
        ask("cost", **key, path=first[0]["path"], time=0.1)
        for op in ("opening", "undo", "redo", "state", "stop"):
            ask(op)
        ask("goto", node=1)
        for record in ("json", "pdn", "sgf", "position"):
            text = ask("record", format=record).get("text", "nonsense")
            ask("contents", text=text)
            ask("load", text=text, part=0)
            ask("load", text=text)
        ask("parse", **key, text=ask("record", format="position")["text"])
        ask("exercises", **key)
        shown = ask("exercise", **key, day=1)
        ask("judge", **key, exercise=shown.get("exercise"), turns=["a1-a1"])
        ask("promote", node=1)
        ask("prune", node=2)
        for op, fields in (
            ("offer", {}),
            ("decline", {}),
            ("claim", {"kind": "nothing"}),
            ("flag", {}),
            ("resign", {}),
        ):
            ask(op, side="w", **fields)
    try:
        raise ValueError("the page shows what went wrong")
    except ValueError:
        traceback.format_exc()
    return answered


def reached() -> dict[str, list[str]]:
    """The modules that have been imported, but for those built into the runtime and this one."""
    found: dict[str, list[str]] = {"library": [], "saltus": []}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] == "saltus":
            found["saltus"].append(
                name.replace(".", "/") + ("/__init__.py" if hasattr(module, "__path__") else ".py")
            )
        elif ".zip/" in file:
            found["library"].append(file.partition(".zip/")[2])
    return found


def main(command: str, target: str) -> None:
    vain = Vain()
    sys.meta_path.append(vain)
    assert exercise() > 0
    found = json.dumps(reached() if command == "list" else sorted(vain.names))
    with open(target, "w") as file:  # noqa: PTH123  (`pathlib` is not reached otherwise)
        file.write(found)


if __name__ == "__main__":
    main(*sys.argv[1:])
