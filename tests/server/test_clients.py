"""The terminal, the documented bot, and what the documentation names."""

import json
import socket
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from saltus.cli.join import join
from saltus.cli.main import main
from saltus.games import load
from saltus.match.match import Match
from saltus.records.json import write
from saltus.server import client
from saltus.server.client import MARK, Refused, Seat, created, link

from tests.support.club import PATIENCE_SECONDS, Club, Game
from tests.support.docs import DOCS, blocks


class Seated:
    """Somebody at a terminal."""

    def __init__(self, game: Game, seat: str | None, name: str = "") -> None:
        self.typed: Queue[str | None] = Queue()
        self.told: Queue[str] = Queue()
        address = game.token_link(seat) if seat else link(game.club.address, game.id)
        work = (address, name, self.hear, self.told.put)
        self.thread = threading.Thread(target=join, args=work, daemon=True)
        self.thread.start()

    def hear(self) -> str:
        line = self.typed.get()
        if line is None:
            raise EOFError
        return line

    def say(self, line: str | None) -> None:
        self.typed.put(line)

    def sees(self, part: str) -> str:
        """Wait for a text that has this in it."""
        while part not in (text := self.told.get(timeout=PATIENCE_SECONDS)):
            pass
        return text


def test_two_terminals_play_and_a_third_watches(any_club: Club) -> None:
    game = any_club.create("rock", clock={"initial": 300, "increment": 0})
    ada = Seated(game, "w", "Ada")
    ada.sees("White to move")
    ben, eve = Seated(game, "b", "Ben"), Seated(game, None)
    ben.sees("You play Black")
    eve.sees("You watch.")
    ada.sees("Black is Ben.")
    ada.say("b1-b2")
    ada.sees("b2 is 1 away")
    ada.say("b1-b3")
    for each in (ada, ben, eve):
        each.sees("White has played b1-b3.")
    ben.sees("Black to move, you.")
    eve.say("resign")
    eve.sees("who watches cannot do this")
    ben.say("accept")
    ben.sees("nobody has asked you for anything")
    ada.say("takeback")
    ben.sees("White asks for a takeback.")
    ben.say("accept")
    ada.sees("White to move, you.")
    ada.say("resign")
    ben.sees("The game is over. White resigned: Black wins.")
    ada.say("rematch")
    ben.sees("White asks for a rematch.")
    ben.say("accept")
    ada.sees("You play Black")
    ben.sees("White: Ben 5:00, Black: Ada 5:00")
    for each in (ada, ben, eve):
        each.say("quit")
        each.thread.join(PATIENCE_SECONDS)
        assert not each.thread.is_alive()


def test_the_command_takes_a_seat(own_club: Club) -> None:
    game = own_club.create("rock")
    command = [sys.executable, "-m", "saltus", "play", "--join", game.token_link("b"), "--name", "Ben"]
    done = subprocess.run(command, input="help\n", capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "You play Black." in done.stdout
    assert game.state()["names"]["b"] == "Ben"


def test_the_command_ends_at_quit_though_its_input_goes_on(own_club: Club) -> None:
    command = [sys.executable, "-m", "saltus", "play", "--join", own_club.create("rock").token_link("b")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as playing:
        assert playing.stdin
        assert playing.stderr
        playing.stdin.write("quit\n")
        playing.stdin.flush()
        assert (playing.wait(PATIENCE_SECONDS), playing.stderr.read()) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--join", "http://127.0.0.1:1/#online=a.b"], "refused"),
        (["--join", "https://example.org/"], f"looks like https://example.org/#{MARK}GAME.TOKEN"),
        ([], "expected a game, or a link after --join"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    "written",
    [
        "{}",
        "  {}\n",
        "{}.",
        "({}),",
        "<{}>",
        "*{}*",
        "\u201c{}\u201d?",
        "\u00ab{}\u00bb!",
        "'{}';",
        "[play]({})",
        "Your seat: {} \u2013 hurry",
        "\u2068{}\u2069",
    ],
)
def test_a_link_is_taken_as_chats_write_it(written: str) -> None:
    for plain, address in (
        ("https://example.org/#online=aB_1.t-2k", "https://example.org"),
        ("HTTPS://example.org/index.html#online=aB_1%2Et-2k", "https://example.org"),
        ("https://example.org/club/index.html?from=chat#online=aB_1%252Et-2k", "https://example.org/club"),
        ("http://[::1]:8000/club/#game=rock&online=aB_1.t-2k", "http://[::1]:8000/club"),
        ("example.org/#online=aB_1.t-2k", "https://example.org"),
        ("https://d\u00e1ma.example/#online=aB_1.t-2k", "https://d\u00e1ma.example"),
        ("https%3A%2F%2Fexample.org%2F%23online%3DaB_1%2Et-2k", "https://example.org"),
    ):
        seat = Seat(written.format(plain))
        assert (seat.address, seat.game, seat.token) == (address, "aB_1", "t-2k")
    assert Seat(written.format("https://example.org/#online=aB_1")).token is None


GOOD = {
    "version": 1,
    "turn": 0,
    "seat": "w",
    "names": {"w": "", "b": ""},
    "joined": {"w": True, "b": True},
    "clock": None,
    "control": None,
    "draw": None,
    "takeback": None,
    "rematch": None,
    "next": None,
    "outcome": None,
    "record": write(Match(load("rock"))),
}
JSON = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"


def failing(code: str, body: str) -> str:
    return f"HTTP/1.1 {code}\r\nConnection: close\r\nLocation: http://127.0.0.1:1/\r\n\r\n{body}"


BROKEN: dict[str, str] = {
    "nothing": "",
    "no HTTP": "SSH-2.0-OpenSSH\r\n",
    "half a head": "HTTP/1.1 200 OK\r\nContent-",
    "TLS": "\x15\x03\x01\x00\x02\x02",
    "HTML": f"{JSON}<!doctype html><title>Hello</title>",
    "an empty answer": "HTTP/1.1 204 No Content\r\n\r\n",
    "half an answer": "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{",
    "wrong chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}",
    "a list": f"{JSON}[]",
    "a text": f'{JSON}"state"',
    "no object": f"{JSON}null",
    "an empty object": f"{JSON}{{}}",
    "depths": f"{JSON}{'[' * 200_000}",
    "a long number": f"{JSON}{'1' * 10_000}",
    "no UTF-8": f"{JSON}\xff\xfe\x80",
    "another status": failing("500 Oh", "<h1>Oh</h1>"),
    "an error without a code": failing("404 No", '{"error": "gone"}'),
    "an error of lists": failing("404 No", '{"error": {"code": [], "message": {}}}'),
    "depths of an error": failing("404 No", "[" * 200_000),
    "a redirection": failing("302 Found", ""),
    "a redirection for ever": failing("307 Here", ""),
    "endless heads": f"HTTP/1.1 200 OK\r\n{'X: y' * 40_000}",
    **{
        f"{name} of another type": f"{JSON}{json.dumps({**GOOD, name: wrong})}"
        for name in GOOD
        if name not in ("outcome", "control")
        for wrong in ([1],)
    },
    **{f"no {name}": f"{JSON}{json.dumps({**GOOD, name: {}})}" for name in ("names", "joined", "clock", "record")},
    "no record": f"{JSON}{json.dumps({**GOOD, 'record': '{}'})}",
}


@contextmanager
def answering(answer: str) -> Iterator[str]:
    """The link of a game on a server that answers so, whatever is asked."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_all() -> None:
            with suppress(OSError):
                while True:
                    asker, _ = server.accept()
                    with asker:
                        asker.recv(1 << 16)
                        asker.sendall(answer.encode("latin-1"))

        threading.Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/#{MARK}a.b"


@pytest.mark.parametrize("kind", BROKEN)
def test_a_server_that_answers_wrongly_is_named_in_a_sentence(
    kind: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda: "quit")
    with answering(BROKEN[kind]) as address:
        assert main(["play", "--join", address]) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert line.startswith("saltus play: ")
    assert told.out == ""


def test_an_answer_without_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_ANSWER_BYTES", 1 << 17)
    with answering(f"{JSON}{' ' * (1 << 20)}") as address, pytest.raises(OSError, match="longer than 0 MB"):
        Seat(address).state()
    monkeypatch.setattr(client, "monotonic", count(step=100).__next__)
    with answering(f"{JSON}{json.dumps(GOOD)}") as address, pytest.raises(OSError, match="takes longer than 40 s"):
        Seat(address).state()


def test_what_the_broken_answers_are_made_of_is_a_game() -> None:
    with answering(f"{JSON}{json.dumps(GOOD)}") as address:
        assert Seat(address).state() == GOOD


def test_a_wrong_token_is_named(any_club: Club) -> None:
    game = any_club.create("rock")
    with pytest.raises(Refused, match="of no seat at this game") as refused:
        Seat(f"{any_club.address}/#{MARK}{game.id}.wrong").state()
    assert refused.value.code == "no-seat"


@pytest.fixture
def bot() -> dict[str, Any]:
    """The names of the bot in the documentation."""
    found = [block for mark, block in blocks("server.md", "python") if mark == "bot"]
    assert len(found) == 1
    code = [line for line in found[0].splitlines() if line and not line.startswith(('"""', "import", "from"))]
    assert len(code) <= 30
    names: dict[str, Any] = {"__name__": "bot"}
    exec(found[0], names)
    return names


def test_two_bots_of_the_documentation_play_a_game(any_club: Club, bot: dict[str, Any]) -> None:
    made = created(any_club.address, game="gambit", clock={"initial": 60, "increment": 1}, seat="w")
    seats = [link(any_club.address, made["game_id"], made["tokens"][side]) for side in "wb"]
    ends: Queue[Any] = Queue()
    for seat in seats:
        threading.Thread(target=lambda seat=seat: ends.put(bot["play"](seat, 1, 0.01)), daemon=True).start()
    assert ends.get(timeout=60)["outcome"] == ends.get(timeout=60)["outcome"]


def test_the_documentation_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "server.md").read_text("utf-8")
    with pytest.raises(SystemExit):
        main(["server", "--help"])
    known = {word.rstrip(",") for word in capsys.readouterr().out.split() if word.startswith("--")} - {"--help"}
    assert {word for word in known if f"`{word}`" not in text and word != "--store"} == set()


def test_what_the_server_needs_is_an_extra_of_its_own() -> None:
    project = tomllib.loads((Path(DOCS).parent / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []
    extras = project["optional-dependencies"]
    names = [need.partition(">")[0] for need in extras["server"]]
    assert names == ["redis", "starlette", "uvicorn", "websockets"]
    assert [name for name in names if not any(pin.startswith(f"{name}==") for pin in extras["test"])] == []
