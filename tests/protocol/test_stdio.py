"""The bridge on standard input and output."""

import io
import json
import subprocess
import sys
from threading import Thread
from typing import Any

import pytest
from saltus.cli.protocols import serve
from saltus.protocol import request
from saltus.protocol import stdio as pipe
from saltus.protocol.request import MAX_REQUEST_CHARS
from saltus.protocol.stdio import lines

from tests.support.bridge import Message
from tests.support.checkout import PY


def served(sent: bytes) -> list[Message]:
    """The answers to an input."""
    sink = io.BytesIO()
    serve(io.BytesIO(sent), sink)  # type: ignore[arg-type]
    said = sink.getvalue()
    assert said.endswith(b"\n") or not said
    return [json.loads(line) for line in said.splitlines()]


class Slowly(io.BytesIO):
    """A source that returns one byte at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(1)


def split(sent: bytes, source: type[io.BytesIO] = io.BytesIO) -> list[bytes]:
    return list(lines(source(sent)))  # type: ignore[arg-type]


def test_lines_are_the_same_however_they_arrive() -> None:
    sent = b'{"op":"games"}\n\r\n\n{"op"\r\n:7}\nhalf'
    assert split(sent) == sent.split(b"\n")
    assert split(sent, Slowly) == sent.split(b"\n")


def test_of_a_line_that_is_too_long_only_the_beginning_is_kept() -> None:
    kept = split(b"x" * (3 * MAX_REQUEST_CHARS) + b"\nnext\n" + b"y" * (2 * MAX_REQUEST_CHARS))
    assert [len(line) for line in kept] == [MAX_REQUEST_CHARS + 1, 4, MAX_REQUEST_CHARS + 1]


@pytest.mark.parametrize("source", [io.BytesIO, Slowly], ids=["at once", "slowly"])
def test_a_line_that_is_too_long_or_no_json_is_answered_without_an_id_and_the_next_is_read(
    source: type[io.BytesIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 20_000
    for module in (pipe, request):
        monkeypatch.setattr(module, "MAX_REQUEST_CHARS", longest)
    sent = b'{"id":1,"op":"load","text":"%s"}\n{"id":2,"op":\n{"id":3,"op":"games"}\n' % (b"x" * 3 * longest)
    sink = io.BytesIO()
    serve(source(sent), sink)  # type: ignore[arg-type]
    replies = [json.loads(line) for line in sink.getvalue().splitlines()]
    said = [(reply["id"], reply.get("error", {}).get("code")) for reply in replies]
    assert said == [(None, "too-large"), (None, "bad-json"), (3, None)]


def test_no_input_no_output() -> None:
    assert served(b"") == []


def test_every_line_is_answered_and_empty_ones_are_not() -> None:
    sent = b'{"id":1,"op":"check","game":"gambit"}\n\n   \r\n\xff\xfe\n{"id":2,\n' + b"x" * 10_000_000 + b"\n[]"
    codes = [reply.get("error", {}).get("code") for reply in served(sent)]
    assert codes == [None, "bad-json", "bad-json", "too-large", "bad-request"]


def test_searches_that_are_under_way_at_the_end_of_the_input_are_finished() -> None:
    sent = b"".join(b'{"id":%d,"op":"bestmove","game":"gambit","depth":%d}\n' % (depth, depth) for depth in (4, 3, 2))
    replies = served(sent + b'{"id":"perft","op":"perft","game":"english","depth":5}')
    assert [reply["id"] for reply in replies] == [4, 3, 2, "perft"]
    assert replies[-1]["leaves"] == 7361


def test_without_threads_requests_are_answered_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", start)
    sent = (
        b'{"id":1,"op":"bestmove","game":"rock","depth":2}\n\n{"id":2,"op":"games"}\n{"id":3,"op":"perft","depth":1}'
    )
    assert [reply["id"] for reply in served(sent)] == [1, 2, 3]


def test_a_stop_is_heard_in_the_middle_of_a_search() -> None:
    """A dialogue with a process; without `stop` the search would take an hour."""
    with subprocess.Popen(
        [sys.executable, "-m", "saltus", "bridge"], cwd=PY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout

        def send(line: str) -> None:
            assert process.stdin
            process.stdin.write(line + "\n")
            process.stdin.flush()

        send('{"id":1,"op":"new","game":"rock"}')
        assert json.loads(process.stdout.readline())["id"] == 1
        send('{"id":2,"op":"think","time":3600}')
        assert json.loads(process.stdout.readline())["event"] == "progress"
        send('{"id":3,"op":"stop"}')
        replies: list[Any] = []
        while len(replies) < 2:
            message = json.loads(process.stdout.readline())
            if "event" not in message:
                replies.append(message)
        assert [reply["id"] for reply in replies] == [3, 2]
        assert replies[1]["stopped"]
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_reader_that_has_gone_ends_the_program_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "saltus", "bridge"],
        cwd=PY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b'{"op":"games"}\n' * 20)
        process.stdin.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""
