"""For any input: one reply per request, no internal errors, and an unchanged match after every error."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.games import keys
from saltus.protocol.bridge import Bridge

from tests.support.bridge import START, Message, ask

VALID: list[Message] = [
    {"op": "games"},
    {"op": "moves", "game": "english", "rows": START, "side": "b"},
    {"op": "moves", "game": "roman", "setup": "balanced", "seed": 7},
    {"op": "perft", "game": "gambit", "depth": 2},
    {"op": "outcome", "game": "rock", "options": {"quiet": False}},
    {"op": "check", "game": "italian"},
    {"op": "bestmove", "game": "gambit", "depth": 1, "level": 3, "lines": 2, "progress": True},
    {"op": "new", "game": "english", "clock": {"initial": 60, "increment": 1}},
    {"op": "new", "game": "gambit", "rows": ["........", "wwwwwwww", "bbbbbbbb", "........"], "side": "w"},
    {"op": "load", "text": "W:WK29:BK2", "format": "position", "game": "english"},
    {"op": "load", "record": {"game": "english"}},
    {"op": "record", "format": "json"},
    {"op": "state"},
    {"op": "follow", "path": ["b6"]},
    {"op": "why", "path": ["b6", "a5"]},
    {"op": "play", "path": ["b6", "a5"], "spent": 1.5},
    {"op": "play", "text": "9-14", "variation": True},
    {"op": "undo", "plies": 1},
    {"op": "redo"},
    {"op": "goto", "node": 1, "through": 2, "ended": True},
    {"op": "promote", "node": 1},
    {"op": "prune", "node": 1},
    {"op": "annotate", "node": 1, "comment": "a plan", "glyphs": [5]},
    {"op": "parse", "game": "english", "text": "W:WK29:BK2"},
    {"op": "contents", "text": "1. 9-14 *", "game": "english"},
    {"op": "contents", "text": "1. 9-14 1-0 1. 11-15", "format": "pdn", "goes_on": True},
    {"op": "encoding", "data": "W1doaXRlICJBZIpsZSJd"},
    {"op": "load", "text": "1. 9-14 * 1. 9-13 *", "game": "english", "part": 1},
    {"op": "puzzles", "game": "gambit"},
    {"op": "puzzle", "game": "gambit", "puzzle": "x", "day": 3},
    {"op": "judge", "game": "gambit", "puzzle": "x", "turns": ["a1-a3"]},
    {"op": "sheet", "game": "gambit", "puzzles": ["x"], "title": "<b>"},
    {"op": "line"},
    {"op": "page", "kind": "replay", "tags": {"White": "x"}},
    {"op": "index", "text": "1. 9-14 1-0 1. 11-15 *", "game": "english", "goes_on": True},
    {"op": "query", "query": "player:x year:1950 position:W:WK29:BK2", "game": "english"},
    {"op": "query", "query": 'game:rock pattern:c3=white,d4=!b material:3v2 turn:black rotated "x'},
    {"op": "fitting", "query": "turn:white", "game": "english", "games": [{"game": "english", "keys": "AAAA"}]},
    {"op": "explore", "game": "rock", "mirrored": True, "games": [{"id": 1, "keys": "", "result": "draw"}]},
    {
        "op": "schedule",
        "clean": True,
        "now": 5,
        "progress": {"box": 1, "due": 3, "when": 1, "solved": 0, "missed": 1},
    },
    {"op": "resign", "side": "w"},
    {"op": "offer", "side": "b"},
    {"op": "accept", "side": "w"},
    {"op": "decline", "side": "w"},
    {"op": "claim", "side": "w", "kind": "draw"},
    {"op": "flag", "side": "b"},
    {"op": "think", "time": 0.001, "level": 10, "written": True},
    {"op": "stop"},
]

numbers = st.one_of(
    st.integers(-2, 12),
    st.sampled_from([2**31, 2**53, 2**63, 10**9, 10**40, -(10**40)]),
    st.floats(allow_nan=False, allow_infinity=False),
)
texts = st.one_of(
    st.sampled_from(
        [*keys(), "w", "b", "win", "draw", "json", "pdn", "sgf", "position", "a1", "b6", "a5", "9-13", ""]
    ),
    st.text(st.characters(), max_size=12),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)
values: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=9) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)
FIELDS = sorted({field for request in VALID for field in request})


@st.composite
def mutated(draw: st.DrawFn) -> Message:
    """A valid request with some fields changed, dropped or added."""
    request = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(0, 3))):
        field = draw(st.sampled_from([*request, *FIELDS]))
        if draw(st.booleans()):
            request.pop(field, None)
        elif isinstance(request.get(field), list) and draw(st.booleans()):
            items = list(request[field])
            where = draw(st.integers(0, len(items)))
            items[where : where + draw(st.integers(0, 2))] = draw(st.lists(scalars, max_size=2))
            request[field] = items
        else:
            request[field] = draw(values)
    return request


def send(bridge: Bridge, text: str | bytes) -> Message:
    """The one reply to a text. Jobs are stopped at once."""
    said = bridge.receive(text)
    while bridge.busy:
        bridge.receive('{"op":"stop"}')
        said += bridge.work(0)
    assert all(line.isascii() and "\n" not in line for line in said)
    (reply,) = [message for message in map(json.loads, said) if "event" not in message]
    assert reply["ok"] in (True, False)
    assert reply["ok"] or reply["error"]["code"] != "internal"
    found: Message = reply
    return found


def see(bridge: Bridge) -> Message:
    """The state of the current match, or the error that there is none."""
    return ask(bridge, "state")


@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
@settings(max_examples=150, deadline=None)
def test_any_text_gets_one_error(text: str | bytes) -> None:
    assert send(Bridge(), text)["ok"] is False


@given(values)
@settings(max_examples=150, deadline=None)
def test_any_json_gets_one_reply(value: object) -> None:
    assert send(Bridge(), json.dumps(value))["ok"] is False


@given(st.sampled_from(VALID), st.data())
@settings(max_examples=200, deadline=None)
def test_a_spoiled_text_gets_one_reply(request: Message, data: st.DataObject) -> None:
    text = json.dumps({"id": 1, **request})
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    spoiled = text[:start] + data.draw(st.text(max_size=4)) + text[end:]
    send(Bridge(), spoiled)
    send(Bridge(), spoiled.encode(errors="surrogatepass"))


@given(st.dictionaries(st.sampled_from(FIELDS), values), st.sampled_from(VALID))
@settings(max_examples=200, deadline=None)
def test_any_fields_with_any_op_get_one_reply(fields: Message, valid: Message) -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    send(bridge, json.dumps({**fields, "op": valid["op"]}))


@given(st.sampled_from(keys()), st.lists(st.one_of(mutated(), st.integers(0, 60)), max_size=20))
@settings(max_examples=120, deadline=None)
def test_a_match_is_as_it_was_after_every_error(game: str, requests: list[Message | int]) -> None:
    """A number stands for a legal move."""
    bridge = Bridge()
    before = ask(bridge, "new", game=game) | {"id": "state"}
    for request in requests:
        if isinstance(request, int):
            moves = before["moves"]
            request = {"op": "play", "path": moves[request % len(moves)]["path"] if moves else []}
        reply = send(bridge, json.dumps({"id": 0, **request}))
        after = see(bridge)
        if not reply["ok"]:
            assert after == before
        if "history" in reply:
            assert {**reply, "id": "state"} == after
        before = after
