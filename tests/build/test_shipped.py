"""What the browser gets of the package: which modules, when, and nothing missing."""

import ast
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from bundle import site, toolchain
from bundle.reference import examples
from bundle.untyped import untyped
from saltus.protocol.bridge import Bridge
from saltus.server.site import Site

from tests.support.checkout import ROOT
from tests.support.served import served

FIRST_PACK = {
    "analysis": "chances",
    "boards": "chains dark_squares grid lines",
    "core": "board game kind phrase resources rng score",
    "data": "chances english italian rock rock-moves roman",
    "engine": "levels probe search think timeman traps tt",
    "evaluation": "areas net patterns rock roman",
    "games": "_draughts english gambit italian rock roman",
    "match": "endings match tree",
    "notation": "error move position",
    "protocol": "bridge connection fields match_ops ops params positions reply request searches worker",
    "records": "fields json record tags",
    "strings": "en",
}
"""By folder of `py/saltus`, the modules that every visit loads before the first move."""


def test_first_pack_holds_the_listed_modules_alone() -> None:
    """An import that makes a late module early fails here by name. A module that is needed early is added to the
    list."""
    with zipfile.ZipFile(site.rules() / "saltus.zip") as package:
        found = {name.partition(".")[0] for name in package.namelist() if "__init__" not in name}
    assert found == {f"saltus/{folder}/{name}" for folder, names in FIRST_PACK.items() for name in names.split()}


ALONE = """
import sys
first = set(sys.argv[1].split())

class Late:
    def find_spec(self, name, path=None, target=None):
        if name.count(".") == 2 and name.startswith("saltus.") and name not in first:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Late())
from saltus.core import resources
from saltus.protocol.worker import Worker
resources.TABLE_SUFFIX = ".none"  # tables come after the late modules
worker = Worker("")
for request in sys.stdin:
    said = worker.handle(request.strip())
    while said[0] == "1":
        print(*said.split("\\n")[1:], sep="\\n")
        said = worker.handle(None)
    print(said if said[0] == "0" else said.strip())
"""
MORE = [
    {"op": "new", "game": "english", "ballot": 1},
    {"op": "new", "game": "rock"},
    *({"op": "record", "format": form} for form in ("json", "sgf", "position")),
    {"op": "new", "game": "english"},
    *({"op": "load", "text": text} for text in ("1. 9-14 *", "(;GM[9])", '{"saltus": 1}', "W:WK29:BK2")),
    {"op": "load", "record": {"saltus": 1, "nodes": [{"sgf": "BL[1]"}]}},
    *({"op": "think", "depth": 1, how: True} for how in ("shares", "helps", "written")),
]
"""Requests of which it depends on a field whether they need more than the first pack."""


def test_a_request_that_does_not_declare_its_needs_is_answered_by_the_first_pack_alone() -> None:
    """A late import that an operation's `needs` does not tell of is a defect here."""
    sent = [line[2:] for text in examples().values() for line in text.splitlines() if line.startswith("> ")]
    modules = " ".join(f"saltus.{folder}.{name}" for folder, names in FIRST_PACK.items() for name in names.split())
    said = subprocess.run(
        [sys.executable, "-c", ALONE, modules],
        input="\n".join([*sent, *map(json.dumps, MORE)]),
        cwd=ROOT / "py",
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert said.stderr == ""
    replies = said.stdout.splitlines()
    assert '"internal"' not in said.stdout
    assert replies.count("rest") > 20
    assert len([line for line in replies if '"ok":true' in line]) > 30


MISSED = [("check", ["saltus.zip", "late.zip"]), ("play", ["saltus.zip"])]


@pytest.mark.parametrize(("command", "packs"), MISSED, ids=["every request", "play before the late modules come"])
def test_nothing_reachable_is_missing_from_what_is_shipped(tmp_path: Path, command: str, packs: list[str]) -> None:
    """The requests of `reach.py` run in the built package, and no import in it fails."""
    for name in packs:
        with zipfile.ZipFile(site.rules() / name) as package:
            package.extractall(tmp_path / "package")
    config = {
        "library": str(site.library() / "library.zip"),
        "mounts": {"/package": str(tmp_path / "package"), "/out": str(tmp_path), "/bundle": str(site.REACH.parent)},
        "path": ["/package"],
    }
    toolchain.run_python(config, "/bundle/reach.py", command, "/out/missing.json")
    assert json.loads((tmp_path / "missing.json").read_text()) == []


def test_shipped_modules_import_only_shipped_modules() -> None:
    """Also imports inside functions, which a run may not have reached; but not those for type checkers alone."""
    names: list[str] = []
    for pack in ("saltus.zip", "late.zip"):
        with zipfile.ZipFile(site.rules() / pack) as package:
            names += package.namelist()
    shipped = {name.removesuffix(".pyc") for name in names if name.startswith("saltus/") and name.endswith(".pyc")}
    modules = {name.removesuffix("/__init__").replace("/", ".") for name in shipped}
    needed = set()
    for name in shipped:
        for node in ast.walk(ast.parse(untyped((ROOT / "py" / f"{name}.py").read_bytes()))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("saltus"):
                needed.add(node.module)
            elif isinstance(node, ast.Import):
                needed |= {alias.name for alias in node.names if alias.name.startswith("saltus")}
    assert len(needed) > 5
    assert needed - modules == set()
    assert [name for name in shipped if name.startswith("saltus/server")] == []


def test_page_has_the_reply_of_the_rules_to_every_start_that_it_shows() -> None:
    for game in site.games()["games"]:
        assert game["starts"][0]["rows"] == game["start"]["rows"]
        for start in game["starts"]:
            asked = {"op": "new", "game": game["key"], "recorded": True}
            asked |= {field: start[field] for field in ("setup", "seed", "options") if start[field] is not None}
            assert json.loads(Bridge().receive(json.dumps(asked))[0]) == start


def test_the_content_policy_is_that_of_the_page_wherever_it_is_sent() -> None:
    """The build writes the header of static hosts from it, and what serves a site reads it there."""
    (policy,) = re.findall(
        r'http-equiv="Content-Security-Policy" content="([^"]+)"', (site.DIST / "index.html").read_text()
    )
    header = f"{policy}; frame-ancestors *"
    (worker,) = (path.relative_to(site.DIST).as_posix() for path in site.DIST.glob("assets/web-*/engine/worker.js"))
    (frame,) = (path.relative_to(site.DIST).as_posix() for path in site.DIST.glob("assets/lab-*/frame.html"))
    sent = (site.DIST / "_headers").read_text()
    for path in ("", "sw.js", worker):
        assert f"/{path}\n  Content-Security-Policy: {header}\n" in sent
        with served() as host, urlopen(f"http://127.0.0.1:{host.port}/{path}") as reply:
            assert reply.headers["Content-Security-Policy"] == header
    # The policy of the lab's frame is its own; with the page's beside it, its script would not run.
    assert frame not in sent
    with served() as host, urlopen(f"http://127.0.0.1:{host.port}/{frame}") as reply:
        assert reply.headers["Content-Security-Policy"] is None
        assert "default-src 'none'; script-src blob: 'sha256-" in reply.read().decode()
    assert Site(site.DIST).policy.startswith(f"{policy}; ")
    hosts = [ROOT / "netlify.toml", *(ROOT / "py" / "bundle").glob("s*.py"), ROOT / "py/saltus/server/site.py"]
    written = {path.name for path in hosts if "wasm-unsafe-eval" in path.read_text("utf-8")}
    assert written == {"single.py"}, "which allows nothing but what is in the one file"


def test_the_page_says_to_other_sites_what_it_is() -> None:
    page = (site.DIST / "index.html").read_text("utf-8")
    told = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))
    assert told["og:image"] == told["twitter:image"] == "share.jpg"
    assert told["twitter:card"] == "summary_large_image"
    assert (site.DIST / "share.jpg").read_bytes()[:3] == b"\xff\xd8\xff"
