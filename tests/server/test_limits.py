"""What the server refuses, and what it says of itself."""

import asyncio
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest
from saltus.protocol.request import decode
from saltus.records import json as records
from saltus.server.app import MIN_SOCKETS
from saltus.server.club import ENTER_SECONDS, IDLE_SECONDS, MAX_GUESTS_PER_SEAT, ROOM_SECONDS
from saltus.server.club import Club as Games
from saltus.server.limits import BURST, NEW_GAME_COST
from saltus.server.ops import OPS, Denied
from saltus.server.room import MAX_UNSENT, Guest
from saltus.server.schema import MEANINGS
from saltus.server.store import SqliteStore
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.support.club import FAST, Club, club

PAGE = """<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; object-src 'none'">
</head><body></body></html>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder like dist/."""
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "a.js").write_text("export {};" * 100)
    (tmp_path / "secret").write_text("secret")
    return folder


@pytest.fixture
def served(site: Path, tmp_path: Path) -> Iterator[Club]:
    with club(str(tmp_path / "games"), FAST, site=site) as made:
        yield made


def fetched(running: Club, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", running.port)
    connection.request("GET", path, headers=headers)
    reply = connection.getresponse()
    found = reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()
    connection.close()
    return found


def test_the_page_is_served_with_a_mark_and_a_policy_that_allows_its_own_server(served: Club) -> None:
    for path in ("/", "/index.html"):
        status, headers, body = fetched(served, path)
        assert status == 200
        assert b'<meta name="saltus-server" content="api"></head>' in body
        assert "connect-src 'self'" in headers["content-security-policy"]
        assert "object-src 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-cache"
    status, headers, body = fetched(served, "/assets/a.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert "immutable" in headers["cache-control"]
    assert len(fetched(served, "/assets/a.js", **{"Accept-Encoding": "gzip"})[2]) < len(body)


@pytest.mark.parametrize("path", ["/nothing", "/../secret", "/%2e%2e/secret", "/assets/../../secret", "/assets/%00"])
def test_nothing_else_is_served(served: Club, path: str) -> None:
    assert fetched(served, path)[0] in (400, 404)


def test_a_folder_that_is_no_site_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>")
    command = [sys.executable, "-m", "saltus", "server", "--port", "0", "--site", str(tmp_path)]
    done = subprocess.run([*command, "--store", str(tmp_path / "games")], capture_output=True, text=True)
    assert done.returncode == 2
    assert "is not the page of Saltus" in done.stderr


@pytest.mark.parametrize(
    ("store", "says"),
    [
        ("redis://127.0.0.1:1", "the games cannot be kept"),
        ("mysql://localhost", "a store is a file or redis://HOST"),
        ("/dev/null/games", "the games cannot be kept"),
    ],
)
def test_a_store_that_cannot_be_reached_is_named(store: str, says: str) -> None:
    command = [sys.executable, "-m", "saltus", "server", "--port", "0", "--store", store]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_request_that_is_too_long_is_refused(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    long = json.dumps({"op": "join", "name": "x" * 20_000}).encode()
    for path in (game.path, "/api/games"):
        status, reply = any_club.ask(path, long)
        assert (status, reply["error"]["code"]) == (413, "too-large")
    with game.enter("w") as white:
        white.socket.send(long)
        assert white.hear()["error"]["code"] == "too-large"
        assert white.do("state")["version"] == 3
        white.socket.send(long * 20)
        assert white.closed() == 1009
    assert game.state("w")["version"] == 3


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with club(str(tmp_path / "games"), "--rate", "0.1") as slow:
        statuses = [slow.ask("/api")[0] for _ in range(int(NEW_GAME_COST) + 2)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        status, reply = slow.ask("/api/games", {"game": "rock"})
        assert (status, reply["error"]["code"]) == (429, "too-many")


def test_a_connection_that_sends_too_much_is_read_slowly_and_loses_nothing(tmp_path: Path) -> None:
    with club(str(tmp_path / "games"), "--rate", "100") as slow, slow.create("rock").enter("w") as white:
        for number in range(40 * BURST + 20):
            white.socket.send(json.dumps({"id": number, "op": "what"}))
        heard: list[int] = []
        while len(heard) < 40 * BURST + 20:
            found = white.hear()
            heard += [] if found.get("event") else [found["id"]]
        assert heard == list(range(40 * BURST + 20))


def test_there_is_a_limit_of_connections(tmp_path: Path) -> None:
    with club(str(tmp_path / "games"), FAST, "--guests", "2") as small:
        game = small.create("rock")
        with game.enter("w"), game.enter("b"), pytest.raises(InvalidStatus) as refused:
            game.enter()
        assert refused.value.response.status_code == 429
        game.enter().socket.close()


def test_a_name_is_of_any_script_and_hides_nothing(any_club: Club) -> None:
    game = any_club.create("rock")
    for name in ("\u0218tefan \U0001f600", "\u0645\u06cc\u200c\u062e", "\U0001f468\u200d\U0001f469", "<b>"):
        assert game.do("b", "join", name=name)["names"]["b"] == name
    for name in ("\u202eevil", "a\nb", "\x1b[2J", "\ud800", "x" * 41):
        assert game.refused("b", "join", name=name) == "bad-request"
    assert records.read(game.do("b", "resign")["record"]).tags["Black"] == "<b>"


def test_one_address_does_not_take_all_connections(tmp_path: Path) -> None:
    with club(str(tmp_path / "games"), FAST, "--guests", str(2 * MIN_SOCKETS + 2)) as small, ExitStack() as opened:
        address = f"ws://127.0.0.1:{small.port}{small.create('rock').path}/live"
        for _ in range(MIN_SOCKETS + 1):
            opened.enter_context(connect(address))
        with pytest.raises(InvalidStatus) as refused:
            connect(address)
        assert refused.value.response.status_code == 429
        opened.enter_context(connect(address, additional_headers={"X-Forwarded-For": "192.0.2.1"}))
        small.process.terminate()
        assert small.process.stderr
        assert "ERROR" not in small.process.stderr.read(), "who is refused fills no log"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://[::1"])
def test_pages_of_other_sites_are_refused(any_club: Club, origin: str) -> None:
    game = any_club.create("rock")
    address = f"ws://127.0.0.1:{any_club.port}{game.path}/live"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin(origin)):
        pass
    assert refused.value.response.status_code == 403
    status, reply = any_club.ask(game.path, {"op": "join"}, headers={"Origin": origin})
    assert (status, reply["error"]["code"]) == (403, "wrong-origin")
    with connect(address, origin=Origin(any_club.address)):
        pass


def test_another_site_may_be_allowed(tmp_path: Path) -> None:
    origin = "https://club.example"
    with club(str(tmp_path / "games"), FAST, "--origin", origin) as running:
        assert running.ask("/api/games", {"game": "rock"}, headers={"Origin": origin})[0] == 200
        assert fetched(running, "/api", Origin=origin)[1]["access-control-allow-origin"] == origin
        assert "access-control-allow-origin" not in fetched(running, "/api", Origin="https://x.example")[1]


def test_the_api_describes_itself(any_club: Club) -> None:
    document = json.loads(fetched(any_club, "/api/openapi.json")[2])
    examples = document["paths"]["/api/games/{game}"]["post"]["requestBody"]["content"]["application/json"][
        "examples"
    ]
    assert set(examples) == set(OPS)
    assert all(example["summary"] for example in examples.values())
    text = json.dumps(document)
    names = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert names <= set(document["components"]["schemas"])
    page = fetched(any_club, "/api/docs")[2].decode()
    assert [name for name in (*OPS, *MEANINGS, "GameState") if name not in page] == []
    assert "<script" not in page


def test_a_path_or_a_method_that_there_is_not_says_so(any_club: Club) -> None:
    for path, method in (("/api/nothing", "GET"), ("/api/games", "DELETE"), ("/nothing", "GET")):
        status, reply = any_club.ask(path, method=method)
        assert (status, reply["error"]["code"]) in ((404, "unknown-op"), (405, "unknown-op"))
    game = any_club.create("rock")
    assert any_club.ask(f"{game.path}?after=x")[1]["error"]["code"] == "bad-request"
    assert any_club.ask(game.path, headers={"Authorization": "Basic x"})[1]["error"]["code"] == "bad-request"
    assert any_club.ask(game.path, token="é" * 300)[0] == 403


def test_connections_that_say_nothing_are_ended_and_rooms_forgotten(tmp_path: Path) -> None:
    async def check() -> None:
        games = Games(SqliteStore(tmp_path / "games", 60))
        await games.open()
        made = await games.create(decode('{"game": "rock"}'))
        quiet, silent, player = Guest(), Guest(), Guest()
        games.guests |= {quiet, silent, player}
        for guest in (silent, player):
            await games.say(made["game_id"], guest, decode('{"op": "enter"}'))
        quiet.heard -= ENTER_SECONDS
        silent.heard -= IDLE_SECONDS
        await games.sweep()
        assert [guest.ended for guest in (quiet, silent, player)] == [True, True, False]
        games.leave(silent)
        games.rooms[made["game_id"]].used -= ROOM_SECONDS
        await games.sweep()
        assert list(games.rooms) == [made["game_id"]]
        games.leave(player)
        await games.sweep()
        assert games.rooms == {}
        await games.close()

    asyncio.run(check())


def test_watchers_keep_no_player_out(tmp_path: Path) -> None:
    async def check() -> None:
        games = Games(SqliteStore(tmp_path / "games", 60))
        await games.open()
        made = await games.create(decode('{"game": "rock"}'))
        for _ in range(MAX_GUESTS_PER_SEAT):
            await games.say(made["game_id"], Guest(), decode('{"op": "enter"}'))
        with pytest.raises(Denied, match="too many connections"):
            await games.say(made["game_id"], Guest(), decode('{"op": "enter"}'))
        entering = json.dumps({"op": "enter", "seat": made["tokens"]["w"]})
        assert (await games.say(made["game_id"], Guest(), decode(entering)))["seat"] == "w"
        await games.close()

    asyncio.run(check())


def test_a_connection_that_is_too_slow_is_ended_not_waited_for() -> None:
    guest = Guest()
    for _ in range(MAX_UNSENT + 1):
        guest.send("x")
    assert guest.unsent.get_nowait() is None


def test_the_package_knows_nothing_of_the_server_until_it_is_asked_for() -> None:
    """Not even its command imports what it needs before it runs."""
    program = (
        "import sys, saltus, saltus.cli.main as cli; cli.parser();"
        "print([name for name in sys.modules if name.startswith(('starlette', 'uvicorn', 'redis', 'websockets',"
        " 'saltus.server'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_its_packages_the_command_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ImportError('gone', name='uvicorn')")
    program = "import sys; sys.path.insert(0, '{}'); from saltus.cli.main import main; sys.exit(main(['server']))"
    program = program.format(tmp_path)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'saltus[server]'" in done.stderr


def test_a_second_process_on_one_file_is_refused(own_club: Club) -> None:
    command = [sys.executable, "-m", "saltus", "server", "--store", own_club.store, "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "in use by another server" in done.stderr
    assert "--store redis://" in done.stderr
    assert own_club.create("rock").move()["turn"] == 1


def test_who_listens_everywhere_names_an_address_to_be_opened(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "saltus", "server", "--host", "0.0.0.0", "--port", "0"]
    with subprocess.Popen(
        [*command, "--store", str(tmp_path / "games")], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr
        told = re.search(r"http://([\d.]+):(\d+)/", server.stderr.readline())
        assert told
        connection = HTTPConnection(told[1], int(told[2]))
        connection.request("GET", "/api")
        assert json.load(connection.getresponse())["ok"]
        server.terminate()


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "saltus", "server", "--store", str(tmp_path / "games"), "--port", port]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert f"127.0.0.1:{port} cannot be used" in done.stderr
