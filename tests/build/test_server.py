"""The server of `build.py serve`, and what `--watch` adds to it."""

import gzip
import socket
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from bundle import server, site, toolchain
from bundle.server import Watcher

from tests.support.served import Watched, served, watched_site

pytestmark = pytest.mark.usefixtures("built_site")

LONG = b"/" + b"a" * 70_000
"""An address longer than the server accepts."""


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /%00 HTTP/1.1", 400),
        (b"HEAD /%00 HTTP/1.1", 400),
        (b"GET /assets/%00/x HTTP/1.1", 400),
        (b"GET /%ed%a0%80 HTTP/1.1", 400),
        (b"GET " + LONG + b" HTTP/1.1", 414),
        (b"HEAD " + LONG + b" HTTP/1.1", 414),
        (b"GET " + LONG[:5_000] + b" HTTP/1.1", 404),
        (b"GET /%zz HTTP/1.1", 404),
        (b"GET /%ff HTTP/1.1", 404),
        (b"GET /../../etc/passwd HTTP/1.1", 404),
        (b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1", 404),
        (b"GET /\xff HTTP/1.1", 404),
        (b"GET / too many words HTTP/1.1", 400),
        (b"POST / HTTP/1.1", 501),
        (b"GET / HTTP/1.1\r\nRange: bytes=nonsense", 200),
        (b"GET / HTTP/1.1\r\nIf-Modified-Since: nonsense", 200),
        (b"GET / HTTP/1.1\r\nX: " + LONG, 431),
    ],
    ids=lambda value: value[:40].decode("ascii", "replace") if isinstance(value, bytes) else None,
)
def test_server_answers_malformed_requests(
    request_line: bytes, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """On a connection that has been used before."""
    with served() as host, socket.create_connection(("127.0.0.1", host.port), 60) as connection:
        connection.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        read = connection.makefile("rb")
        assert read.readline() == b"HTTP/1.1 200 OK\r\n"
        while read.readline().strip():
            pass
        connection.sendall(request_line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert int(read.readline().split()[1]) == status
        read.read()
    assert capfd.readouterr().err == ""


@pytest.fixture
def watched() -> Iterator[Watched]:
    with watched_site() as found:
        yield found


def test_watched_page_has_a_reload_script_that_its_policy_allows(watched: Watched) -> None:
    with urlopen(watched.address) as reply:
        page, policy = reply.read().decode(), reply.headers["Content-Security-Policy"]
    plain = (site.DIST / "index.html").read_text("utf-8")
    script = f'<script type="module" src="/-/watch.js?{watched.watcher.version}"></script>'
    assert page == plain.replace("</head>", f"{script}</head>")
    assert "script-src 'self'" in policy
    with urlopen(f"{watched.address}-/watch.js") as reply:
        assert reply.headers["Content-Type"] == "text/javascript"
        assert b"location.reload()" in reply.read()


def test_request_for_the_next_version_waits_until_there_is_one(watched: Watched) -> None:
    address, watcher = watched
    before = watcher.version
    answers: list[int] = []

    def ask(known: int) -> None:
        with urlopen(f"{address}-/watch?{known}", timeout=60) as reply:
            answers.append(int(reply.read()))

    ask(before - 1)
    assert answers == [before]
    waiting = threading.Thread(target=ask, args=[before])
    waiting.start()
    watcher.announce()
    waiting.join()
    assert answers == [before, before + 1]


def test_watched_site_has_no_service_worker(watched: Watched) -> None:
    with urlopen(f"{watched.address}sw.js") as reply:
        text = reply.read().decode()
    assert "unregister()" in text
    assert "fetch" not in text


def test_watcher_rebuilds_after_a_save_and_survives_a_failed_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    saved = tmp_path / "folder" / "main.js"
    saved.write_text("0")
    built: list[str] = []
    done = threading.Condition()

    def rebuild() -> None:
        text = saved.read_text()
        with done:
            built.append(text)
            done.notify_all()
        if text == "wrong":
            raise toolchain.Stop("main.js is wrong")

    watcher = Watcher([tmp_path / "folder"], rebuild)
    version = watcher.version
    thread = threading.Thread(target=watcher.run)
    began = threading.Event()
    source_states = server.source_states

    def states(sources: Sequence[Path]) -> dict[Path, tuple[int, int]]:
        found = source_states(sources)
        began.set()
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "source_states", states)
        thread.start()
        assert began.wait(60)
        for text in ("wrong", "right"):
            # At once: a file that is half written would be built, too.
            (tmp_path / "written").write_text(text)
            (tmp_path / "written").replace(saved)
            with done:
                assert done.wait_for(lambda text=text: text in built, 60)  # type: ignore[misc]
        assert watcher.next_version(version) > version
        watcher.end()
        thread.join()
    assert "main.js is wrong" in capsys.readouterr().out


def test_what_hosts_pack_is_sent_packed_and_is_the_same() -> None:
    with served(server.PackingHandler) as host:
        for path in ("", "sw.js"):
            asked = Request(host.address + path, headers={"Accept-Encoding": "gzip"})
            with urlopen(asked) as packed, urlopen(host.address + path) as plain:
                assert packed.headers["Content-Encoding"] == "gzip"
                whole = plain.read()
                assert gzip.decompress(packed.read()) == whole
                assert int(packed.headers["Content-Length"]) < len(whole)
