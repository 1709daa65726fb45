"""Who leaves in the middle or sends nonsense: that stops nobody and fills no log. What is counted of an address."""

import json
import logging
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest
from saltus.server.app import MAX_BODY_BYTES, MAX_MESSAGE_BYTES
from saltus.server.limits import MAX_BUCKETS, NEW_GAME_COST, Addresses, network
from saltus.server.run import OneLine
from saltus.server.site import takes_gzip
from saltus.server.table import ID_BYTES, TOKEN_BYTES, drawn, masked

from tests.support.club import FAST, PATIENCE_SECONDS, Club, club

PAGE = '<html><head><meta http-equiv="Content-Security-Policy" content="default-src \'self\'"></head></html>'
LARGE_BYTES = 8 << 20
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like dist/, with a large file."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text(PAGE)
    (folder / "large.bin").write_bytes(bytes(LARGE_BYTES))
    (folder / "a.js").write_text("export {};" * 100)
    return folder


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A server in a process of its own."""
    with club(str(tmp_path_factory.mktemp("store") / "games"), FAST, site=site) as made:
        yield made


def request(path: str, method: str = "GET", *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def frame(data: bytes, kind: int = 0x81) -> bytes:
    """A client's frame, short, with a mask of zeros."""
    return bytes([kind, 0x80 | len(data)]) + bytes(4) + data


def exchanged(port: int, *sent: bytes) -> bytes:
    """All that the server answers to who sends this and no more."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as one:
        found = b""
        try:
            for part in sent:
                one.sendall(part)
            one.shutdown(socket.SHUT_WR)
            while part := one.recv(65_536):
                found += part
        except OSError:  # it ended while it was sent more
            pass
        return found


def silent(port: int, *sent: bytes) -> socket.socket:
    """A connection that asks and reads nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    made.connect(("127.0.0.1", port))
    made.setblocking(False)
    for part in sent:
        made.send(part)
    return made


def created(port: int) -> str:
    """The path of a new game."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/api/games", b'{"game": "rock"}')
    path = f"/api/games/{json.load(connection.getresponse())['game_id']}"
    connection.close()
    return path


def socket_head(path: str) -> bytes:
    return request(f"{path}/live")[:-2] + UPGRADE + b"\r\n"


# -- what is no request ----------------------------------------------------------------------------------------

WRONG_LENGTHS = [
    "Content-Length: x", "Content-Length: -1", "Content-Length: +2", "Content-Length: 0x2", "Content-Length:",
    "Content-Length: 2\r\nContent-Length: 3", "Content-Length: 99999999999999999999999", "Content-Length: 2e0",
    "Content-Length: 2\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 2",
    "Transfer-Encoding: chunked", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, chunked",
    f"Content-Length: {MAX_MESSAGE_BYTES * 4_000}", f"Content-Length: {MAX_BODY_BYTES + 1}",
]  # fmt: skip


@pytest.mark.parametrize("path", ["/api/games", "/api/nothing", "/", "/api/games/x"])
def test_no_connection_goes_on_after_a_wrong_length(served: Club, path: str) -> None:
    """What would be a second request is not answered."""
    second = request("/api")
    for length in WRONG_LENGTHS:
        found = exchanged(served.port, request(path, "POST", length), b"{}", b" " * MAX_BODY_BYTES, second)
        assert b'"saltus"' not in found, length


EVERYWHERE = [
    request("/"), request("/a.js"), request("/nothing"), request("/api"), request("/api/docs"), request("/api/x"),
    request("/api/openapi.json"), request("/api/games/x"), request("/", "DELETE"), request("/", "HEAD"),
    request("/api/games", "POST", f"Content-Length: {10**9}"),
    request("/api/games", "POST", "Content-Length: 1") + b"x", request("/api", "GET", "Origin: http://x.example"),
]  # fmt: skip


def test_nothing_that_is_answered_may_be_taken_for_something_else(served: Club) -> None:
    for asked in EVERYWHERE:
        with socket.create_connection(("127.0.0.1", served.port), PATIENCE_SECONDS) as one:
            one.sendall(asked)
            found = b""
            while b"\r\n\r\n" not in found:
                found += one.recv(65_536)
        assert found.lower().count(b"x-content-type-options: nosniff") == 1, (asked, found)


@pytest.mark.parametrize("path", ["/", "/nothing", "/api", "/api/games", "/api/games/x", "/api/docs", "/%ff/x"])
def test_a_socket_to_a_path_that_has_none_is_told_so(served: Club, path: str) -> None:
    found = exchanged(served.port, request(path)[:-2] + UPGRADE + b"\r\n")
    assert b" 404 " in found
    assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == "unknown-op"


def test_what_is_packed_goes_to_who_takes_it() -> None:
    for taken in ("gzip", "br, gzip", "gzip;q=0.5", "GZIP; q=1", "*", "br;q=1, *;q=0.1", "deflate,gzip;q=1.0"):
        assert takes_gzip(taken), taken
    for refused in (
        "",
        "br",
        "gzip;q=0",
        "gzip; q=0.0",
        "gzip ;q=0.000",
        "*;q=0",
        "gzip;q=0, *",
        "xgzip",
        "identity",
    ):
        assert not takes_gzip(refused), refused


def test_a_file_says_that_it_depends_on_what_is_taken(served: Club) -> None:
    for accepted in ("gzip", "gzip;q=0"):
        connection = HTTPConnection("127.0.0.1", served.port)
        connection.request("GET", "/a.js", headers={"Accept-Encoding": accepted})
        reply = connection.getresponse()
        assert reply.headers["Vary"] == "Accept-Encoding"
        assert (reply.headers["Content-Encoding"] == "gzip") == (accepted == "gzip")
        connection.close()


# -- what the log has ------------------------------------------------------------------------------------------

BROKEN = [
    *(request(path)[:-2] + UPGRADE + b"\r\n" for path in ("/", "/x", "/api", "/api/games/x/live")),
    request("/api/games", "POST", "Content-Length: 100") + b"{",
    request("/api/games", "POST", "Transfer-Encoding: chunked") + b"2\r\n{}\r\nzz\r\n",
    request("/nothing", "POST", "Transfer-Encoding: chunked") + b"2\r\n{}\r\nzz\r\n",
    request("/large.bin"), request("/api") * 20, b"\0" * 100, b"GET / HTTP/1.1\r\nHost: x\r\nX: \0\r\n\r\n",
]  # fmt: skip


def test_trouble_of_others_has_a_line_in_the_log_at_most(site: Path, tmp_path: Path) -> None:
    """Who leaves does so in the middle, by an end or by a reset; a long poll and others are there at the end."""
    with club(str(tmp_path / "games"), FAST, site=site) as running:
        path = running.create("rock").path
        frames = [frame(b"\xff\xfe"), frame(b"{}", 0x83), frame(b"{}", 0xF1), frame(b"x", 0x88), b"\x81\x02{}"]
        sent = [*BROKEN, *(socket_head(path) + one for one in frames)] * 3
        for number, data in enumerate(sent):
            with socket.create_connection(("127.0.0.1", running.port), PATIENCE_SECONDS) as one:
                one.sendall(data)
                if number % 2:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        polls = [request(f"{path}?after=1&wait=25"), request("/api/games", "POST", "Content-Length: 9"), b"GET "]
        with ExitStack() as stack:
            waiting = [stack.enter_context(silent(running.port, poll)) for poll in polls]
            with running.create("rock").enter("w"):
                while not running.ask(path)[1]["ok"]:
                    pass
                running.process.send_signal(signal.SIGTERM)
                assert running.process.stderr
                log = running.process.stderr.read().splitlines()
            waiting[0].setblocking(True)
            assert b" 200 " in waiting[0].recv(1_000), "who waits for a change is answered"
    assert len(log) <= len(sent) + len(polls)
    assert [line for line in log if "Traceback" in line or not re.match(r"\d{4}-\d\d-\d\d |interrupted", line)] == []
    assert max(map(len, log), default=0) < 500


def test_a_defect_is_logged_in_a_line_that_says_where() -> None:
    try:
        json.loads("{\n")
    except ValueError as error:
        record = logging.makeLogRecord(
            {"msg": "a\nrequest failed", "exc_info": (type(error), error, error.__traceback__)}
        )
    said = OneLine().format(record)
    assert said.startswith("a request failed JSONDecodeError(")
    assert re.search(r" < decoder\.py:\d+ < .*test_strangers\.py:\d+$", said)


def test_no_token_is_echoed(served: Club) -> None:
    game = served.create("rock")
    token = game.tokens["w"]
    asked = [
        served.ask(game.path, headers={"Authorization": token}),
        served.ask(game.path, headers={"Authorization": f"Basic {token}"}),
        served.ask(f"/api/games/{game.id}.{token}"),
        served.ask(f"/{token}"),
        served.ask(f"{game.path}?after={token}"),
        served.ask(game.path, json.dumps(token).encode()),
        served.ask(game.path, f'{{"{token}": 1, "{token}": 2}}'.encode()),
        served.ask(game.path, {"op": token}, token),
        served.ask(game.path, {"op": "join", "key": token * 4}, token),
        served.ask(game.path, {"op": "accept", "what": token}, token),
        served.ask(game.path, {"op": "move", "turn": token}, token),
        served.ask(game.path, {"op": "move", "turn": 0, "text": token}, token),
        served.ask(game.path, {"op": "move", "turn": 0, "path": [token]}, token),
        served.ask("/api/games", {"game": "rock", "seat": token}),
        served.ask("/api/games", {"game": token}),
        served.ask(game.path, {"op": "state"}, headers={"Origin": f"https://{token}"}),
    ]
    for status, reply in asked:
        assert not reply["ok"]
        assert status >= 400
        assert token[:12] not in json.dumps(reply), reply


# -- what is counted -------------------------------------------------------------------------------------------


def test_of_ipv6_half_an_address_is_counted() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff:ffff:ffff:ffff") == "2001:db8:1:2::"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") == "192.0.2.7"
    assert network("fe80::1%eth0") == network("fe80::2%eth1")
    assert network("192.0.2.8") != network("192.0.2.7")
    assert len(network("x" * 10_000)) < 100
    assert network("") == ""


@pytest.mark.parametrize("rate", [0.1, 1.0, 2.4, 30.0])
def test_every_rate_allows_a_game(rate: float) -> None:
    addresses = Addresses(rate)
    assert addresses.take("a", NEW_GAME_COST) == 0
    while addresses.take("a") == 0:
        pass
    assert addresses.take("b", NEW_GAME_COST) == 0


def test_many_addresses_are_not_all_remembered() -> None:
    addresses = Addresses(1.0)
    for number in range(MAX_BUCKETS + 100):
        addresses.take(str(number))
        addresses.take("often", 0.01)
    assert len(addresses._buckets) == MAX_BUCKETS
    assert "often" in addresses._buckets


def test_a_name_ends_in_no_sign_and_a_token_is_masked() -> None:
    for size in (ID_BYTES, TOKEN_BYTES):
        for _ in range(500):
            name = drawn(size)
            assert name[-1].isalnum()
            assert len(name) == -(-size * 4 // 3)
    assert masked(f"no seat of {drawn(TOKEN_BYTES)}Z!") == "no seat of …!"
    assert masked("there is no such game, or no longer") == "there is no such game, or no longer"


@pytest.mark.parametrize("store", ["games", "redis://127.0.0.1:1"])
def test_games_are_kept_longer_than_a_move_may_take(store: str, tmp_path: Path) -> None:
    where = store if ":" in store else str(tmp_path / store)
    command = [sys.executable, "-m", "saltus", "server", "--port", "0", "--store", where, "--keep-days", "10"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--keep-days must be 11 or more" in done.stderr
