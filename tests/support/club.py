"""A server of games in a process of its own, a Redis server beside it, and players who talk to them."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Literal

from saltus.protocol.schema import errors, shapes
from saltus.server import schema
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.schema import wrong

Message = dict[str, Any]
FAST = "--rate=100000"
PATIENCE_SECONDS = 20.0
"""How long a test waits for what must come."""


class Club:
    """A running server. `kill` ends it at once, `start` starts another on the same store, at the same port."""

    def __init__(self, store: str, *options: str, site: Path | None = None, hasty: bool = False) -> None:
        self.store, self.options, self.site = store, options, site
        self.program = [str(Path(__file__).with_name("hasty_server.py"))] if hasty else ["-m", "saltus"]
        self.port = 0
        self.folder = Path(store).parent
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self.program, "server", "--store", self.store, "--port", str(self.port)]
        if self.site is not None:
            command += ["--site", str(self.site)]
        self.process = subprocess.Popen([*command, *self.options], stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        self.told = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.told)
        assert found, self.told + self.process.stderr.read()
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.wait()
        assert self.process.stderr
        self.process.stderr.close()

    def ask(
        self,
        path: str,
        body: object = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        method: str | None = None,
    ) -> tuple[int, Message]:
        """The status and the reply of one HTTP request. A body that is no bytes is sent as JSON."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        connection.request(method or ("GET" if body is None else "POST"), path, sent, {**bearer, **(headers or {})})
        reply = connection.getresponse()
        text = reply.read()
        connection.close()
        found: Message = json.loads(text)
        check_reply(found)
        return reply.status, found

    def create(self, game: str = "rock", **fields: object) -> "Game":
        status, reply = self.ask("/api/games", {"game": game, "seat": "w", **fields})
        assert status == 200, reply
        found = wrong(body_of(reply), schema.Created)
        assert found == []
        return Game(self, reply)


def body_of(reply: Message) -> Message:
    return {name: value for name, value in reply.items() if name not in ("id", "ok", "event")}


def check_reply(reply: Message) -> None:
    """A reply that failed has an error as it is described."""
    if reply["ok"]:
        return
    error = reply["error"]
    own = isinstance(error, dict) and error.get("code") in schema.MEANINGS
    found = [] if own and isinstance(error["message"], str) else wrong(error, errors.ProtocolError)
    assert found == [], reply
    assert error["code"] != "internal", reply


class Game:
    """A game on a server, as one who knows both tokens sees it."""

    def __init__(self, club: Club, created: Message) -> None:
        self.club, self.id, self.tokens = club, created["game_id"], created["tokens"]
        self.path = f"/api/games/{self.id}"

    def on(self, club: Club) -> "Game":
        """The same game by another process."""
        return Game(club, {"game_id": self.id, "tokens": self.tokens})

    def state(self, seat: str | None = None, query: str = "") -> Message:
        status, reply = self.club.ask(self.path + query, None, self.tokens.get(seat))
        assert status == 200, reply
        assert wrong(body_of(reply), schema.GameState) == []
        return reply

    def ask(self, seat: str | None, op: str, **fields: object) -> tuple[int, Message]:
        return self.club.ask(self.path, {"op": op, **fields}, self.tokens.get(seat))

    def do(self, seat: str | None, op: str, **fields: object) -> Message:
        """A request that must succeed."""
        status, reply = self.ask(seat, op, **fields)
        assert status == 200, reply
        assert wrong(body_of(reply), schema.GameState) == []
        return reply

    def refused(self, seat: str | None, op: str, **fields: object) -> str:
        """The code of the error of a request that must fail."""
        status, reply = self.ask(seat, op, **fields)
        assert not reply["ok"], reply
        assert status == schema.STATUS.get(reply["error"]["code"], 400)
        return str(reply["error"]["code"])

    def move(self, number: int = 0) -> Message:
        """Play the legal move with this number, for the side to move."""
        now = self.state()
        return self.do(now["side"], "move", turn=now["turn"], path=now["moves"][number]["path"])

    def joined(self) -> "Game":
        for seat in "wb":
            self.do(seat, "join", name={"w": "Ada", "b": "Ben"}[seat])
        return self

    def enter(self, seat: str | None = None) -> "Player":
        return Player(self, seat)

    def token_link(self, seat: str) -> str:
        return f"{self.club.address}/#online={self.id}.{self.tokens[seat]}"


class Player:
    """A connection by WebSocket, at a seat or watching."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.game, self.seat = game, seat
        address = f"ws://127.0.0.1:{game.club.port}{game.path}/live"
        self._opened = connect(address, open_timeout=PATIENCE_SECONDS, compression=None)
        self.socket: ClientConnection = self._opened.__enter__()
        self.number = 0
        self.events: list[Message] = []
        self.now = self.do("enter", seat=game.tokens.get(seat))

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self) -> Message:
        """The next message."""
        found: Message = json.loads(self.socket.recv(PATIENCE_SECONDS))
        if found.get("event") == "game":
            assert wrong(body_of(found), schema.GameEvent) == []
        return found

    def ask(self, op: str, **fields: object) -> Message:
        """The reply to a request; the events before it are kept."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "op": op, **fields}))
        while (found := self.hear()).get("event"):
            self.events.append(found)
        assert found["id"] == self.number
        check_reply(found)
        return found

    def do(self, op: str, **fields: object) -> Message:
        reply = self.ask(op, **fields)
        assert reply["ok"], reply
        return reply

    def event(self, act: str) -> Message:
        """The next event of this kind: an act of a player, or `presence`."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            for at, found in enumerate(self.events):
                if act == (found["act"] if found["event"] == "game" else found["event"]):
                    del self.events[: at + 1]
                    return found
            self.events.append(self.hear())
        raise AssertionError(f"no {act} among {self.events}")

    def present(self, **wanted: object) -> Message:
        """Wait until so many are there."""
        while True:
            there: Message = self.event("presence")["present"]
            if all(there[name] == value for name, value in wanted.items()):
                return there

    def move(self, number: int = 0) -> Message:
        now = self.do("state")
        return self.do("move", turn=now["turn"], path=now["moves"][number]["path"])

    def closed(self) -> int:
        """The code with which the server has ended the connection."""
        try:
            while True:
                self.socket.recv(PATIENCE_SECONDS)
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd else 1006


Side = shapes.Side
Way = Literal["socket", "http"]


@contextmanager
def club(store: str, *options: str, site: Path | None = None, hasty: bool = False) -> Iterator[Club]:
    """A running server. One that is `hasty` waits for less long."""
    made = Club(store, *options, site=site, hasty=hasty)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.kill(signal.SIGTERM)


class RedisProcess:
    """A Redis server. `kill` and `start` let it go away and come back with what it had."""

    def __init__(self, program: Path, folder: Path, keeps: bool = True) -> None:
        """`keeps` writes everything to a file."""
        self.program, self.folder, self.keeps = program, folder, keeps
        self.port = free_port()
        self.start()

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = {"port": self.port, "bind": "127.0.0.1", "dir": self.folder, "save": ""}
        options["appendonly"] = "yes" if self.keeps else "no"
        command = [str(part) for name, value in options.items() for part in (f"--{name}", value)]
        self.process = subprocess.Popen([str(self.program), *command], stdout=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE_SECONDS
        while self.command("PING") != "+PONG":
            assert time.monotonic() < until
            assert self.process.poll() is None
            time.sleep(0.02)

    def command(self, *words: str) -> str:
        """The first line of the answer to a command, empty if there is none."""
        sent = f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2.0) as connection:
                connection.sendall(sent.encode())
                return connection.makefile().readline().rstrip()
        except OSError:
            return ""

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop_answering(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def answer_again(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
