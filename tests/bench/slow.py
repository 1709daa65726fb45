"""How long until the first move on a slow connection and a slow device, and how many bytes come until then.

    python3 build.py bench slow

Three pages in turn, each with an empty cache: ours; ours with the runtime unsplit; and one
that only calls `loadPyodide()`, without any rules. A server sends what a host would, packed with brotli where the
browser takes it, at 4 Mbit/s for all connections together. Chromium's processes work a quarter of the time and are
stopped for the rest: its own throttling slows the page's thread alone, and not the worker's. The marks
are those of `startup.py`."""

import os
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, ClassVar

from bundle import runtime, site, toolchain
from bundle.server import PACKED, SiteHandler
from playwright.sync_api import sync_playwright

from tests.bench.startup import TIMES, launch, open_and_play, stock_handler
from tests.support.served import served

RUNS = int(os.environ.get("SALTUS_RUNS", "3"))
BYTES_A_SECOND = 4_000_000 // 8
PART_BYTES = 4096
WORK_SECONDS, REST_SECONDS = 0.01, 0.03
"""A quarter of the time, in shares that are short for a person."""

BROTLI = """const { brotliCompressSync, constants } = require('zlib');
const { readFileSync, writeFileSync } = require('fs');
for (const file of process.argv.slice(1)) {
  const data = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  writeFileSync(`${file}.br`, brotliCompressSync(data, { params }));
}"""


class Line:
    """A connection of so many bytes a second, which all files share."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free = time.monotonic()
        self.sent = 0

    def pay(self, length: int) -> None:
        """Waits until so many bytes have come through."""
        with self.lock:
            self.sent += length
            self.free = max(self.free, time.monotonic()) + length / BYTES_A_SECOND
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


class SlowHandler(SiteHandler):
    """Sends a site packed, over a slow line."""

    line: ClassVar[Line]

    def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        packed = path.with_name(f"{path.name}.br")
        if not path.is_file():
            self.send_error(404)
            return
        data = (packed if packed.exists() else path).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        if packed.exists():
            self.send_header("Content-Encoding", "br")
        self.end_headers()
        for at in range(0, len(data), PART_BYTES):
            part = data[at : at + PART_BYTES]
            self.line.pay(len(part))
            self.wfile.write(part)


def slow(folder: Path) -> type[SlowHandler]:
    """Packs a site, and returns what serves it."""
    files = [str(path) for path in folder.rglob("*") if path.suffix in PACKED]
    subprocess.run([str(toolchain.node()[0]), "-e", BROTLI, *files], check=True)
    return type("Slow", (SlowHandler,), {"root": folder, "rules": SiteHandler.rules, "line": Line()})


def sites(folder: Path) -> dict[str, type[SlowHandler]]:
    """Makes the three pages in a folder."""
    whole = toolchain.BUILD / "whole-site"
    parts = runtime.whole()
    site.make_site(whole, [parts / runtime.GLUE, parts / runtime.WASM, site.library() / "library.pack"])
    made = {"ours": site.DIST, "ours, whole": whole}
    for name, source in made.items():
        subprocess.run(["cp", "-r", source, folder / name], check=True)
    (folder / "stock").mkdir()
    stock_handler(folder / "stock")
    (folder / "stock" / "pyodide").unlink()
    subprocess.run(["cp", "-r", toolchain.PYODIDE, folder / "stock" / "pyodide"], check=True)
    return {name: slow(folder / name) for name in (*made, "stock")}


def processes(root: int) -> list[int]:
    """Returns a process and those that it has started, directly or not."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [root]
    for one in found:
        found += parents.get(one, [])
    return found


@contextmanager
def quartered() -> Iterator[None]:
    """Lets the browser that this process has started work a quarter of the time."""
    ended = threading.Event()

    def tell(every: list[int], what: signal.Signals) -> None:
        for one in every:
            try:
                os.kill(one, what)
            except ProcessLookupError:
                continue

    def run() -> None:
        while not ended.is_set():
            own = [one for one in processes(os.getpid()) if "chrom" in command(one)]
            tell(own, signal.SIGSTOP)
            time.sleep(REST_SECONDS)
            tell(own, signal.SIGCONT)
            time.sleep(WORK_SECONDS)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def command(process: int) -> str:
    """Returns the program of a process."""
    try:
        return Path(f"/proc/{process}/comm").read_text()
    except OSError:
        return ""


def visit(driver: Any, address: str, line: Line, slowly: bool, plays: bool) -> dict[str, tuple[float, int]]:
    """Returns the seconds from an empty cache to each mark, and the bytes that have come by then."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = launch(driver, Path(folder))
        page = context.new_page()
        page.wait_for_timeout(500)
        line.sent = 0
        with quartered() if slowly else nullcontext():
            sent: dict[str, int] = {}
            open_and_play(page, address, plays, lambda mark: sent.update({mark: line.sent}))
        found = {mark: (page.evaluate(TIMES, [mark])[0] / 1000, sent[mark]) for mark in sent}
        context.close()
    return found


def main() -> None:
    print(f"seconds from an empty cache, medians of {RUNS} (least – most)\n")
    print(f"{'':28}{'4 Mbit/s':>22}{'and a quarter of the processor':>34}{'bytes until then':>20}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        handlers = sites(Path(folder))
        times: dict[tuple[str, bool], list[float]] = {}
        sent: dict[str, int] = {}  # with the whole processor: a slow one has more time to load
        for _ in range(RUNS):
            for slowly in (False, True):
                for name, handler in handlers.items():
                    with served(handler) as host:
                        found = visit(driver, host.address, handler.line, slowly, plays=name != "stock")
                    for mark, (took, bytes_sent) in found.items():
                        times.setdefault((f"{name}, {mark}", slowly), []).append(took)
                        if not slowly:
                            sent[f"{name}, {mark}"] = bytes_sent
        for name in sent:
            cells = []
            for slowly in (False, True):
                took_s = times[name, slowly]
                cells.append(f"{statistics.median(took_s):.2f} ({min(took_s):.2f} – {max(took_s):.2f})")
            print(f"{name:28}{cells[0]:>22}{cells[1]:>34}{sent[name]:>20,}")


if __name__ == "__main__":
    main()
