"""The game lab's worker: somebody's text is loaded, examined and measured, and errors are told by their line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from saltus import games, lab
from saltus.lab import worker
from saltus.lab.worker import LabWorker
from saltus.protocol.bridge import Bridge
from saltus.protocol.worker import Worker

MINE = (Path(lab.__file__).parent / "beginnings" / "mygame.py").read_text("utf-8")


class Asking:
    """Sends requests to a worker, and waits until each is answered."""

    def __init__(self) -> None:
        self.worker = LabWorker()

    def __call__(self, op: str, **fields: object) -> list[dict[str, Any]]:
        """The reply, after what was told before it."""
        more, *lines = self.worker.handle(json.dumps({"id": 1, "op": op, **fields})).split("\n")
        while more == "1":
            more, *told = self.worker.handle(None).split("\n")
            lines += told
        return [json.loads(line) for line in lines]


@pytest.fixture
def ask() -> Iterator[Asking]:
    yield Asking()
    if "mygame" in set(games.keys()):
        games.remove("mygame")


def test_a_text_becomes_a_game_like_the_others(ask: Asking) -> None:
    (reply,) = ask("source", text=MINE)
    assert reply["game"] | {"key": "mygame", "files": 5, "ranks": 5, "rows": None} == reply["game"] | {"rows": None}
    (reply,) = ask("new", game="mygame")
    assert len(reply["moves"]) == 5
    *_, reply = ask("bestmove", game="mygame", depth=2)
    assert reply["ok"]
    # The same key again: the changed game takes the place of the one before.
    ask("source", text=MINE.replace('"My game"', '"Changed"'))
    (reply,) = ask("games")
    assert "Changed" in {game["name"] for game in reply["games"]}


FAULTS = [
    (("class MyGame(Game):", "class MyGame(Game:"), 11, "source.syntax"),
    (("import ClassVar", "import ClassVar\n1 / 0"), 4, "source.stopped"),
    ((MINE, "x = 1"), 0, "source.none"),
    (('key = "mygame"', 'key = "english"'), 0, "source.taken"),
    (("return BOARD.mask", "return None and BOARD.mask"), 0, "contract.no-position"),
    (("return BOARD.mask", "return 1 / 0, BOARD.mask"), 28, None),
    (('goal = "Leave the other side no move."', 'goal = ""'), 0, "contract.text"),
]


@pytest.mark.parametrize(("change", "line", "key"), FAULTS)
def test_an_error_names_its_line(ask: Asking, change: tuple[str, str], line: int, key: str | None) -> None:
    (reply,) = ask("source", text=MINE.replace(*change))
    error = reply["error"]
    assert error["code"] == "bad-record"
    assert error["line"] == line
    assert (error["said"] and error["said"]["key"]) == key


def test_an_error_while_the_game_is_played_is_that_of_the_text(ask: Asking) -> None:
    ask("source", text=MINE.replace("return found", "return found[:2] if position[3] == 0 else [1 / 0]"))
    ask("new", game="mygame")
    (reply,) = ask("play", path=["a1", "a2"])
    assert reply["error"] | {"code": "bad-record", "line": 42} == reply["error"]
    assert "ZeroDivisionError" in reply["error"]["message"]


def test_the_contract_is_examined(ask: Asking) -> None:
    ask("source", text=MINE)
    *told, reply = ask("examine", game="mygame", positions=300, seed=1)
    assert reply == {"id": 1, "ok": True, "checked": 300, "broken": None}
    assert all(one["event"] == "progress" and 0 < one["checked"] <= 300 for one in told)
    wrong = "return [*found, Move(('a1', 'e5'))]"
    (reply,) = ask("source", text=MINE.replace("return found", wrong))
    assert reply["error"]["said"]["key"] == "contract.lands", "so it is at the start"
    ask("source", text=MINE.replace("return found", f"{wrong} if position[0].bit_count() < 5 else found"))
    *_, reply = ask("examine", game="mygame", positions=300, seed=1)
    assert reply["broken"]["said"]["key"].startswith("contract.")
    assert "".join(reply["broken"]["board"]["rows"]).count("w") == 4


def test_games_are_measured_the_same_each_time(ask: Asking) -> None:
    ask("source", text=MINE)
    *told, reply = ask("measure", game="mygame", games=6, seed=1)
    *_, again = ask("measure", game="mygame", games=6, seed=1)
    assert reply == again
    results = reply["results"]
    assert results["wins"] + results["losses"] + results["draws"] == 6
    assert 0 <= results["share"] <= 1
    assert sum(tally["wins"] + tally["losses"] for tally in reply["openings"].values()) == 6
    assert all(one["event"] == "progress" for one in told)


def test_games_that_are_measured_can_be_stopped(ask: Asking) -> None:
    ask("source", text=MINE)
    ask.worker.handle('{"id": 2, "op": "measure", "game": "mygame", "games": 1000, "seed": 1}')
    ask.worker.handle(None)
    lines = ask("stop", of="measure")
    assert [one for one in lines if one["id"] == 1] == [{"id": 1, "ok": True, "stopped": True}]
    assert [one["ok"] for one in lines if one["id"] == 2 and "ok" in one] == [True]


ENDLESS = [
    ("source", ("return found", "while True: len(found)"), 42, "moves"),
    ("source", ("import ClassVar", "import ClassVar\nwhile True: len('')"), 4, "module"),
    ("examine", ("return found", "return found if len(found) > 4 else [*endless()]"), 51, "endless"),
    (
        "bestmove",
        (
            "side = position[3]\n        return",
            "side = position[3]\n        while True: side = abs(side)\n        return",
        ),
        47,
        "evaluate",
    ),
]
"""Requests that do not come to an end: which, of what text, in which line, and in which function."""


@pytest.mark.parametrize(("op", "change", "line", "function"), ENDLESS)
def test_what_does_not_come_to_an_end_is_found(
    ask: Asking, monkeypatch: pytest.MonkeyPatch, op: str, change: tuple[str, str], line: int, function: str
) -> None:
    monkeypatch.setattr(worker, "ENDLESS_SECONDS", 0.25)
    text = MINE.replace(*change) + "\n\ndef endless():\n    for _ in iter(int, 1): len('')\n    yield\n"
    asked: dict[str, dict[str, object]] = {
        "source": {"text": text},
        "examine": {"positions": 300, "seed": 1},
        "bestmove": {"depth": 2},
    }
    texts = [
        json.dumps({"id": at, "op": one, "game": "mygame", **asked[one]}) for at, one in enumerate(("source", op))
    ]
    (reply,) = ask("retrace", texts=texts)
    assert reply["error"] | {"line": line} == reply["error"]
    assert reply["error"]["said"] == {"key": "source.endless", "values": {"function": function}}
    # What does come to an end is no error.
    sound = [
        json.dumps({"id": 1, "op": "source", "text": MINE}),
        json.dumps({"id": 2, "op": "new", "game": "mygame"}),
    ]
    (reply,) = ask("retrace", texts=sound)
    assert reply["ok"]


def test_no_other_connection_runs_a_text() -> None:
    """Nor one of the same process, in which this worker's module has been imported."""
    for other in (Bridge(), Worker()):
        (reply,) = other.receive(json.dumps({"id": 1, "op": "source", "text": MINE}))
        assert json.loads(reply)["error"]["code"] == "unknown-op"
    assert "mygame" not in set(games.keys())
