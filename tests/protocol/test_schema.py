"""The protocol's types: they are complete, the bridge keeps to them, and what is made from them is up to date."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
import saltus.protocol.bridge
from bundle import protocol
from bundle.ops import EVERY
from bundle.reference import examples
from bundle.schema import FOLDER, MODULES, Alias, Shape, read
from bundle.toolchain import Stop
from saltus.engine.levels import FULL
from saltus.protocol import match_ops, reply
from saltus.protocol.bridge import Bridge
from saltus.protocol.fields import REQUESTS, PositionRequest
from saltus.protocol.request import MAX_REQUEST_CHARS
from saltus.protocol.schema import errors, replies, shapes, state

from tests.support.bridge import Message, ask, code, finish, send
from tests.support.schema import wrong, wrong_message
from tests.support.watch import Watch

PACKAGE = Path(saltus.protocol.bridge.__file__).parents[1]
MOVE = {"path": ["a3", "b4"], "captured": [], "crowns": False, "text": "a3-b4"}
BOOK_MOVE = {**MOVE, "alike": [], "value": 3, "games": 1, "won": 1, "drawn": 0, "lost": 0, "name": None}

WRONG: list[tuple[str, object, Any]] = [
    ("an unknown field", {**MOVE, "more": 1}, shapes.Move),
    ("a missing field", {"path": [], "captured": [], "crowns": False}, shapes.Move),
    ("a missing field of the base", {**BOOK_MOVE, "alike": [{}]}, replies.BookMove),
    ("text for true or false", {**MOVE, "crowns": "no"}, shapes.Move),
    ("a number for true or false", {**MOVE, "crowns": 0}, shapes.Move),
    ("true for a number", {**BOOK_MOVE, "value": True}, replies.BookMove),
    ("a fraction for a whole number", {**BOOK_MOVE, "value": 0.5}, replies.BookMove),
    ("text for an array", {**MOVE, "path": "a3"}, shapes.Move),
    ("a number in an array of text", {**MOVE, "path": ["a3", 4]}, shapes.Move),
    ("an array for an object", [], shapes.Move),
    ("null where none may be", {**MOVE, "text": None}, shapes.Move),
    ("a word that is not listed", {"rows": [], "side": "white"}, shapes.Board),
    ("a side without a count", {"w": 1}, state.MatchState.__annotations__["counts"]),
    ("a sentence in a sentence with a wrong value", {"key": "k", "values": {"a": {"or": [None]}}}, shapes.Sentence),
    ("none of the types", 1.5, shapes.Move | None),
]


@pytest.mark.parametrize(("value", "wanted"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_wrong_values_are_found(value: object, wanted: Any) -> None:
    assert wrong(value, wanted) != []


def test_right_values_are_not_wrong() -> None:
    assert wrong(MOVE, shapes.Move) == []
    assert wrong(BOOK_MOVE, replies.BookMove) == []
    assert wrong(None, shapes.Move | None) == []
    assert wrong({"key": "k", "values": {"a": {"or": ["b", 1, {"key": "l", "values": {}}]}}}, shapes.Sentence) == []
    assert wrong({"share": 1, "chances": [0.5, None, 1]}, replies.ReviewProgress) == []


def test_an_error_that_a_request_does_not_list_is_found() -> None:
    message = {"id": 1, "ok": False, "error": {"code": "no-match", "message": "there is none"}}
    assert wrong_message(message, EVERY["state"]) == []
    assert wrong_message(message, EVERY["games"]) != []
    assert wrong_message({"id": 1, "event": "progress"}, EVERY["games"]) != []


def test_a_reply_that_differs_from_its_type_fails_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch over these tests sees it."""
    monkeypatch.setattr(reply, "placed", lambda game, position: {"rows": [], "side": "w"})
    with pytest.raises(AssertionError, match="lacks position"):
        ask(Bridge(), "check", game="gambit")


def test_progress_that_differs_from_its_type_fails_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.protocol.review.progress", lambda reviewer, news: {"share": 0.5})
    bridge = Bridge()
    ask(bridge, "new", game="roman")
    send(bridge, "review", nodes=1_000_000)
    with pytest.raises(AssertionError, match="lacks chances"):
        finish(bridge)


def test_a_field_that_its_type_does_not_list_is_read_by_no_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REQUESTS, "parse", PositionRequest)
    assert code(Bridge(), "parse", game="gambit", text="8/wwwwwwww/bbbbbbbb/8 b") == "internal"


def test_the_table_has_every_request_of_the_bridge_and_no_other() -> None:
    message = ask(Bridge(), "?")["error"]["message"]
    assert set(message.split("there are ")[1].split(", ")) == set(EVERY)


def test_every_request_is_answered_as_its_type_says(watch: Watch) -> None:
    """The watch compares each reply; here each request of the table has one without an error."""
    watch.answered.clear()
    bridge, game = Bridge(), {"game": "english"}
    moves = ask(bridge, "moves", **game)["moves"]
    for op in ("games", "outcome", "check", "openings", "ballots"):
        ask(bridge, op, **game)
    ask(bridge, "perft", **game, depth=2)
    ask(bridge, "bestmove", **game, depth=2, lines=2, written=True, progress=True)
    ask(bridge, "cost", **game, path=moves[0]["path"], time=0.05)
    ask(bridge, "explain", **game, lines=[{"turns": ["-".join(moves[0]["path"])], "score": 4}])
    ask(bridge, "parse", **game, text=ask(bridge, "check", **game)["position"])
    ask(bridge, "contents", text="1. 11-15 23-19 1-0", **game)
    indexed = ask(bridge, "index", text="1. 11-15 23-19 1-0 1. 11-17 *", **game)
    entries = [one["entry"] for one in indexed["games"]]
    ask(bridge, "query", query="player:a year:1950.. date:1950 result:draw material:w2-b3 pattern:1=w", **game)
    ask(bridge, "fitting", query="after:11-15", games=entries, **game)
    counted = [{"id": 1, "keys": entries[0]["keys"], "result": entries[0]["result"], "year": 1950}]
    ask(bridge, "explore", games=counted, mirrored=True, **game)
    ask(bridge, "schedule", clean=False, now=1)
    ask(bridge, "encoding", data="W1doaXRlICJBZIpsZSJd")
    ask(bridge, "puzzles", **game)
    puzzle = ask(bridge, "puzzle", **game, day=1)
    ask(bridge, "judge", **game, puzzle=puzzle["puzzle"], turns=["-".join(puzzle["line"][0]["path"])])
    ask(bridge, "sheet", **game, puzzles=[puzzle["puzzle"]])
    ask(bridge, "new", **game, clock={"initial": 60}, recorded=True)
    ask(bridge, "page", kind="print")
    ask(bridge, "line")
    ask(bridge, "follow", path=moves[0]["path"][:1])
    ask(bridge, "why", path=["a1", "b2"])
    state = ask(bridge, "play", path=moves[0]["path"], spent=1)
    for op in ("undo", "redo", "state", "opening"):
        ask(bridge, op)
    for op in ("goto", "promote"):
        ask(bridge, op, node=state["node"])
    ask(bridge, "annotate", node=1, comment="a plan", glyphs=[1])
    send(bridge, "think", depth=3, shares=True)
    send(bridge, "stop")
    finish(bridge)
    ask(bridge, "share", entries="")
    ask(bridge, "review", nodes=300)
    ask(bridge, "load", text=ask(bridge, "record", format="pdn")["text"])
    ask(bridge, "prune", node=1)
    for op, side in (("offer", "w"), ("decline", "b"), ("offer", "w"), ("accept", "b")):
        ask(bridge, op, side=side)
    for op in ("resign", "flag"):
        ask(bridge, "new", **game, clock={"initial": 60})
        ask(bridge, op, side="b")
    ask(bridge, "new", **game, rows=["........"] * 5 + ["..W.....", "........", "B......."], side="w")
    ask(bridge, "claim", side="w", kind="draw")
    assert set(EVERY) - watch.answered == set()


def test_what_changes_the_match_is_answered_with_its_state() -> None:
    """The page says these requests again to a worker that takes over, those that begin a match first."""
    changes = {name for name, op in EVERY.items() if op.changes}
    assert changes == {name for name, op in EVERY.items() if op.reply is state.MatchState} - {"state"}
    begins = {name for name, op in EVERY.items() if op.begins}
    assert begins == {name for name in changes if "no-match" not in EVERY[name].errors}


def test_every_error_code_that_is_raised_is_listed() -> None:
    sources = "".join(path.read_text() for path in sorted(PACKAGE.rglob("*.py")))
    raised = set(re.findall(r'(?:Fault\(|"code": )"([a-z-]+)"', sources))
    assert {code for part in get_args(errors.ErrorCode) for code in get_args(part)} == raised == set(errors.MEANINGS)
    listed = {code for op in EVERY.values() for code in op.errors}
    assert listed | set(errors.ANYWHERE) == raised
    assert listed & set(errors.ANYWHERE) == set()


def test_the_limits_that_the_types_name_are_those_of_the_program() -> None:
    docs = {
        (name, field.name): field.doc
        for types in read().values()
        for name, shape in types.items()
        if isinstance(shape, Shape)
        for field in shape.fields
    }
    assert f"{MAX_REQUEST_CHARS:,} characters" in errors.MEANINGS["too-large"]
    assert f"{match_ops.MAX_COMMENT_CHARS:,} letters" in docs["AnnotateRequest", "comment"]
    assert f"default {FULL}" in docs["SearchRequest", "level"]
    assert reply.MAX_LINE_PLIES == 12
    assert "twelve" in docs["Line", "moves"]


def test_every_type_says_what_it_is() -> None:
    types = [one for module in read().values() for one in module.values()]
    assert len(types) > 60
    assert [one.name for one in types if not one.doc] == []
    assert {path.stem for path in FOLDER.glob("*.py")} == {*MODULES, "__init__"}


def test_every_type_is_used() -> None:
    """Beside those that a request, a reply or an event has as a whole, each is named by another."""
    modules = read()
    names = {name for module in modules.values() for name in module}
    used = {"ProtocolError", "ErrorCode"}
    for op in EVERY.values():
        used |= {shape.__name__ for shape in (op.request, op.reply, *op.events.values())}
    for one in (one for module in modules.values() for one in module.values()):
        words = [one.type] if isinstance(one, Alias) else [field.type for field in one.fields]
        used |= {name for word in words for name in re.findall(r"\w+", protocol.TYPESCRIPT.write(word))}
        used |= set() if isinstance(one, Alias) else set(one.bases)
    assert names - used == set()


def test_every_request_has_an_example_of_itself() -> None:
    sessions = examples()
    assert set(sessions) == set(EVERY)
    for name, text in sessions.items():
        sent: list[Message] = [json.loads(line[2:]) for line in text.splitlines() if line.startswith("> ")]
        assert name in [request["op"] for request in sent]
        for request in sent:
            fields = set(EVERY[request["op"]].request.__annotations__) | {"id", "op"}
            assert set(request) <= fields, f"{name}: the bridge ignores a field that it does not know"


def test_what_is_made_from_the_types_is_up_to_date() -> None:
    protocol.check()


def test_a_file_that_is_out_of_date_stops_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "ROOT", tmp_path)
    old = tmp_path / "old.js"
    old.write_text("before")
    monkeypatch.setattr(protocol, "outputs", lambda: {old: "after"})
    with pytest.raises(Stop, match=r"old\.js"):
        protocol.check()
    protocol.write()
    protocol.check()
