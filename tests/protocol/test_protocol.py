"""The shape of requests and replies."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import saltus.protocol.bridge
from saltus.protocol.bridge import Bridge
from saltus.protocol.request import MAX_REQUEST_CHARS

from tests.support.bridge import START, ask, code, finish, send

PACKAGE = Path(saltus.protocol.bridge.__file__).parents[2]


def answer(text: str | bytes) -> dict[str, Any]:
    """The one reply to a request that starts no job."""
    (line,) = Bridge().receive(text)
    assert "\n" not in line
    assert line.isascii()
    found: dict[str, Any] = json.loads(line)
    return found


def error(text: str | bytes) -> str:
    found = answer(text)
    assert found["ok"] is False
    told = found["error"]
    assert isinstance(told, dict)
    assert told["message"]
    return str(told["code"])


def test_the_example_of_the_issue() -> None:
    request = {"id": 1, "op": "moves", "game": "english", "rows": START, "side": "b"}
    reply = answer(json.dumps(request))
    assert (reply["id"], reply["ok"]) == (1, True)
    moves = reply["moves"]
    assert isinstance(moves, list)
    assert len(moves) == 7
    assert {"path": ["b6", "a5"], "captured": [], "result": None}.items() <= moves[0].items()


@pytest.mark.parametrize("id_", [0, -7, 10**20, "", "seven", "\u0000", "\ud800"])
def test_a_number_or_a_string_is_echoed_as_the_id(id_: int | str) -> None:
    assert answer(json.dumps({"id": id_, "op": "state"}))["id"] == id_


@pytest.mark.parametrize("id_", ["null", "true", "1.5", "1e400", "[1]", '{"a":1}', "9" * 5000])
def test_any_other_id_is_answered_with_null(id_: str) -> None:
    assert answer(f'{{"id":{id_},"op":"games"}}')["id"] is None


def test_a_request_without_an_id_is_answered_with_null() -> None:
    assert answer('{"op":"games"}')["id"] is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "nonsense",
        '{"id":1,"op":"mo',
        '{"id":1,"op":"games"} {"id":2}',
        '{"id":1,"id":2,"op":"games"}',
        '{"id":1,"op":"moves","game":"rock","options":{"quiet":true,"quiet":false}}',
        '{"id":NaN,"op":"games"}',
        '{"id":1,"op":"bestmove","game":"rock","time":Infinity}',
        '{"id":1,"op":"games"}\x00',
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"op":"games","deep":' + "[" * 200 + "]" * 200 + "}",
        b"\xff\xfe",
        b'{"op":"games","name":"\xed\xa0\x80"}',
    ],
)
def test_what_is_not_json_is_bad_json(text: str | bytes) -> None:
    assert error(text) == "bad-json"


@pytest.mark.parametrize("text", ["null", "true", "7", '"games"', "[]", '[{"op":"games"}]', "{}", '{"op":7}'])
def test_json_that_is_no_request_is_a_bad_request(text: str) -> None:
    assert error(text) == "bad-request"


def test_ten_megabytes_are_too_large() -> None:
    assert error('{"op":"games","x":"' + "x" * 10_000_000) == "too-large"
    assert error(b" " * 10_000_000) == "too-large"


def test_the_largest_request_is_read() -> None:
    request = '{"op":"games","x":"' + "[" * (MAX_REQUEST_CHARS - 21) + '"}'
    assert len(request) == MAX_REQUEST_CHARS
    assert answer(request)["ok"]
    assert error(request + " ") == "too-large"


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ('{"id":7,"op":"load","text":"LONG"}', "too-large"),
        ('{"text":"LONG","id":7,"op":"load"}', "too-large"),
        ('{"id":DIGITS}', "too-large"),
        ("BRACES", "too-large"),
        ("LETTERS", "too-large"),
        ('{"id":7,"deep":DEEP}', "bad-json"),
        ('{"id":7,"op":"games",}', "bad-json"),
        ('{"id":7', "bad-json"),
    ],
)
def test_what_cannot_be_read_is_answered_with_null_as_its_id(template: str, code: str) -> None:
    large = 10_000_000
    request = template.replace("LONG", "x" * large).replace("DIGITS", "1" * large).replace("BRACES", "{" * large)
    request = request.replace("LETTERS", "é" * 1_000_000).replace("DEEP", "[" * 200 + "]" * 200)
    for sent in (request, request.encode()):
        reply = answer(sent)
        assert (reply["id"], reply["error"]["code"]) == (None, code)


def test_bytes_are_read_as_utf_8_with_or_without_a_mark() -> None:
    assert answer('{"id":"è","op":"games"}'.encode())["id"] == "è"
    assert answer('{"id":"è","op":"games"}'.encode("utf-8-sig"))["id"] == "è"


def test_unknown_fields_are_ignored() -> None:
    assert ask(Bridge(), "check", game="gambit", more={"than": ["was", "asked"]})["ok"]


def test_a_null_field_counts_as_missing() -> None:
    whole = ask(Bridge(), "check", game="english")
    assert ask(Bridge(), "check", game="english", rows=None, side=None, options=None, setup=None, seed=None) == whole
    assert code(Bridge(), "check", game=None) == "bad-request"


def test_an_unknown_op_is_an_error_and_the_known_ones_are_named() -> None:
    reply = ask(Bridge(), "think_harder")
    assert reply["error"]["code"] == "unknown-op"
    assert "bestmove" in reply["error"]["message"]


def test_messages_are_short_whatever_was_sent() -> None:
    for game in ("x" * 100_000, "english"):
        reply = ask(Bridge(), "moves", game=game, rows=["y" * 100_000] * 8)
        assert not reply["ok"]
        assert len(reply["error"]["message"]) <= 400


def test_a_defect_is_answered_and_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(key: str, options: object) -> None:
        raise ZeroDivisionError(key)

    bridge = Bridge()
    monkeypatch.setattr("saltus.protocol.params.load", broken)
    assert code(bridge, "moves", game="rock") == "internal"
    assert "ZeroDivisionError" in capsys.readouterr().err
    monkeypatch.undo()
    assert ask(bridge, "moves", game="rock")["ok"]


def test_a_defect_in_a_search_is_answered_and_the_next_one_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    bridge = Bridge()
    monkeypatch.setattr("saltus.protocol.searches.searching", broken)
    send(bridge, "bestmove", game="gambit", depth=1)
    send(bridge, "perft", game="gambit", depth=1)
    bad, good = finish(bridge)
    assert (bad["id"], bad["error"]["code"]) == ("bestmove", "internal")
    assert (good["id"], good["leaves"]) == ("perft", 20)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_bridge_imports_no_heavy_module() -> None:
    """Every visit to the page loads these imports before the first move."""
    program = "import sys; import saltus.protocol.bridge; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=PACKAGE, capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    heavy = {"argparse", "dataclasses", "inspect", "logging", "pathlib", "random", "threading", "traceback"}
    assert not heavy & set(loaded)
    assert "saltus.cli.main" not in loaded
    assert [name for name in loaded if name.startswith("saltus.protocol.schema")] == []


def test_bytes_that_are_no_text_are_named_without_the_words_of_a_decoder() -> None:
    (answer,) = Bridge().receive(b'{"id": 1, "op": "games\xff"}')
    error = json.loads(answer)["error"]
    assert error == {"code": "bad-json", "message": "this is not UTF-8, from byte 23 on"}
