"""Makes the site: which modules it needs, as bytecode; and dist/ from these, the runtime and web/.

Each step takes what the step before it made, keeps its result under build/, and does nothing where that is up to
date. The site is the same, byte for byte, wherever it is built.
"""

import gzip
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bundle import lab, runtime, strings
from bundle import single as single_file
from bundle.runtime import GLUE, JOIN, REST, WASM, is_stock, joined, lock_text
from bundle.single import POLICY, with_script, without_map
from bundle.toolchain import (
    BUILD,
    BUNDLE,
    PACKAGER,
    PY,
    PYODIDE,
    ROOT,
    RUN,
    SLIM,
    WEB,
    Stop,
    call,
    digest,
    files,
    make,
    node_packages,
    packager,
    pins,
    python_command,
    run_python,
    runtime_lock,
)
from bundle.untyped import untyped
from bundle.wheel import LOCAL_TABLES, wheel

DIST = ROOT / "dist"
LIBRARY, RULES = BUILD / "library", BUILD / "rules"
ITCH_ARCHIVE, SINGLE_FILE = BUILD / "saltus-itch.zip", BUILD / "saltus.html"
REACH, PACK, LEAN = BUNDLE / "reach.py", BUNDLE / "pack.py", SLIM / "lean"
UNTYPED = BUNDLE / "untyped.py"

MAKERS = tuple(BUNDLE / f"{name}.py" for name in ("toolchain", "runtime", "site", "strings", "lab"))
"""The modules that say how each step is done: a part of every step's key."""

SENTENCES = "saltus/strings/en.json"
"""What the rules say in English. What only the terminal says is left out."""

EARLY_TEXTS = ("saltus/engine/", SENTENCES)
TEXTS = ("saltus/printing/", "saltus/records/", "saltus/study/")
"""Where the texts are that modules of the first pack read, and late ones."""
PUBLIC = "saltus/__init__.py"
"""The package's names for programs that import it. The page asks the bridge alone, and gets an empty file."""

NOT_SHIPPED = (
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "biome.json",
    "README.md",
    "*.d.ts",
    "*.test.ts",
    "frame.html",
    "node_modules",
    "notebook",
    "screenshot.jpg",
    "share.jpg",
)
"""What in web/ is for its checkers and tests, not for the browser."""

CLASSIC_SCRIPTS = ("missing.ts", "sw.ts")
"""The scripts that are no modules: they are shipped each by itself."""

MAP = ".map"
"""The suffix of source maps: for the debuggers of browsers, which fetch them when they are opened."""

SHARE_PICTURE = WEB / "icons" / "share.jpg"
"""What other sites show beside a link to this one: at the site's root, and not kept offline. `pictures` makes it."""

HEADERS = "_headers"
"""The file of a site that tells its host which headers to send: Netlify and others take it, beside `netlify.toml`."""

STUDY_TABLES = ("-openings.table", "-puzzles.table")
"""How the names of the tables end that every visit stores. Those of solved endings are larger."""

SITE_ADDRESSES = ("SALTUS_URL", "URL")
"""The environment variables that say where the site will be, the first one set: ours, and that of Netlify."""


def site_address() -> str:
    """Returns the address at which the site will be, ending in a slash; empty where nobody says it."""
    told = (os.environ.get(name, "") for name in SITE_ADDRESSES)
    found = next((one for one in told if one.startswith(("https://", "http://"))), "")
    return found.rstrip("/") + "/" if found else ""


GAME_SERVER = "SALTUS_SERVER"
"""The environment variable that says which server of games the site's pages use: `build.py dist --server` sets it."""


def game_server() -> str:
    """Returns the address of the server of games, without a slash at its end; empty if the site has none.

    A page that a server serves itself needs none: the server says so in the page.
    """
    told = os.environ.get(GAME_SERVER, "").rstrip("/")
    if told and not re.fullmatch(r"https?://[\w.:\[\]-]+(/[\w./-]*)?", told, re.ASCII):
        raise Stop(f"the server of games must be an address such as https://club.example.org, not {told!r}")
    return told


def built_in() -> list[str]:
    """Returns the environment variables that are set and make the site another one."""
    return [name for name in (*SITE_ADDRESSES, GAME_SERVER) if os.environ.get(name)]


def library_sources() -> Path:
    """Makes the standard library's sources, with the modules of py/bundle/slim/lean/ instead of the originals."""
    node_packages()
    target = BUILD / "library-sources.zip"
    names = [] if is_stock() else files(LEAN)
    lean = {path.relative_to(LEAN).as_posix(): path.read_bytes() for path in names}

    def replace() -> None:
        with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as original, zipfile.ZipFile(target, "w") as out:
            known = sorted(set(original.namelist()))
            for name in known:
                out.writestr(zipfile.ZipInfo(name), lean[name] if name in lean else original.read(name))
            if unknown := sorted(lean.keys() - set(known)):
                raise Stop(f"slim/lean/ replaces {', '.join(unknown)}, which the standard library does not have")

    make(target, digest(*names, *MAKERS, str(sorted(lean)), lock_text()), "the standard library's sources", replace)
    return target


def reached() -> Path:
    """Lists the modules that a run of the engine imports, of the standard library and of the package, as JSON."""
    sources = library_sources()
    target = BUILD / "reached.json"

    def derive() -> None:
        config = {"library": str(sources), "mounts": {"/py": str(PY), "/build": str(BUILD)}, "path": ["/py"]}
        run_python(config, "/py/bundle/reach.py", "list", "/build/reached.json")

    key = digest(PY / "saltus", sources, REACH, RUN, *MAKERS, lock_text())
    make(target, key, "which modules the engine needs", derive)
    return target


def library() -> Path:
    """Compiles the part of the standard library that is needed: `library.zip`, and for the browser `library.pack`."""
    packager()
    found = json.loads(reached().read_text())
    needed = sorted(set(found["library"]) - set(found["late"]))
    sources = library_sources()

    def collect() -> None:
        with zipfile.ZipFile(sources) as whole:
            compile_to(LIBRARY, {"library.zip": {name: whole.read(name) for name in needed}})

    key = digest(sources, json.dumps(needed), *compiler())
    make(LIBRARY, key, "the standard library's bytecode", collect)
    return LIBRARY


def rules() -> Path:
    """Compiles the package: `saltus` is needed first, `late` later, `lab` in the game lab, `terminal` in no browser.

    Makes a `.zip` of each, and for the browser a `.pack` of the first three, and of weights that come with a game.
    `late` and `lab` also hold what they need of the standard library.
    """
    packager()
    found = json.loads(reached().read_text())
    needed, late = set(found["saltus"]), sorted(set(found["late"]))
    sources = library_sources()

    def collect() -> None:
        package = {path.relative_to(PY).as_posix(): path.read_bytes() for path in files(PY / "saltus")}
        package |= {name: untyped(text) for name, text in package.items() if name.endswith(".py")}
        sentences = package[SENTENCES]
        package[SENTENCES] = strings.packed(strings.sentences(strings.ENGLISH)).encode()
        typing = {name for name in package if name.endswith((".typed", ".pyi"))}
        weights = {name for name in package if name.endswith(".weights")}  # read, not imported
        early, texts = (
            {name for name in package if name.startswith(folders) and not name.endswith(".py")}
            for folders in (EARLY_TEXTS, TEXTS)
        )
        shipped = {name: package[name] for name in needed | weights | early | texts} | {PUBLIC: b""}
        terminal = {name: package[name] for name in (package.keys() - shipped.keys() - typing) | {PUBLIC}}
        first = {name: shipped[name] for name in shipped.keys() - set(late) - texts}
        with zipfile.ZipFile(sources) as whole:
            later = {name: shipped[name] if name in shipped else whole.read(name) for name in [*late, *texts]}
            lab = {name: package[name] if name in package else whole.read(name) for name in found["lab"]}
        lab[SENTENCES] = sentences
        compile_to(RULES, {"saltus.zip": first, "late.zip": later, "lab.zip": lab, "terminal.zip": terminal})

    key = digest(PY / "saltus", sources, UNTYPED, json.dumps([sorted(needed), late, found["lab"]]), *compiler())
    make(RULES, key, "the rules' bytecode", collect)
    return RULES


def compiler() -> list[str | Path]:
    """Returns what the bytecode depends on besides its sources."""
    return [RUN, PACK, *MAKERS, *pins("compile"), lock_text()]


def compile_to(folder: Path, archives: dict[str, dict[str, bytes]]) -> None:
    """Writes archives of sources into a new folder and has the runtime that will load them compile them.

    `archives` gives each archive's entries by its name. Bytecode must be made by the Python that loads it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, entries in archives.items():
        with zipfile.ZipFile(folder / name, "w") as archive:
            for entry, content in sorted(entries.items()):
                archive.writestr(entry, content)
    config = {
        "mounts": {"/packager": str(PACKAGER), "/bundle": str(PACK.parent), "/made": str(folder)},
        "path": ["/packager"],
        "env": {"PYTHONOPTIMIZE": "2", "SOURCE_DATE_EPOCH": "315532800"},
    }
    run_python(config, "/bundle/pack.py", "/made")


def games() -> dict[str, Any]:
    """Returns what the rules say of every game, so that the page can draw a board before they are loaded."""
    (reply,) = answers([{"op": "games"}])
    return {"games": [{**game, **demonstration(game["key"]), "starts": starts(game)} for game in reply["games"]]}


def starts(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the replies to the new games that the page opens with, so that it can play before Python is there.

    These are the usual one, and those with a rule that is off unless it is chosen where the game is first opened.
    """
    start = {key: game["start"][key] for key in ("setup", "seed") if game["start"][key] is not None}
    chosen = [{}, *({option["key"]: True} for option in game["options"] if not option["default"])]
    asked = [{"op": "new", "game": game["key"], **start, "options": each, "recorded": True} for each in chosen]
    return answers(asked)


def answers(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the replies of the rules."""
    ask = """import sys; sys.dont_write_bytecode = True
from saltus.protocol.bridge import Bridge
for request in sys.argv[1:]: print(*Bridge().receive(request))"""
    lines = call(sys.executable, "-c", ask, *map(json.dumps, requests), env={"PYTHONPATH": str(PY)})
    replies = [json.loads(line) for line in lines.splitlines()]
    for reply in replies:
        if not reply["ok"]:
            raise Stop(f"the rules do not answer the build: {reply['error']}")
    return replies


def demonstration(key: str) -> dict[str, Any]:
    """Returns the moves that a game's book shows in a loop: the page has them before it asks for any book."""
    book = WEB / "book" / f"{key}.json"
    found = json.loads(book.read_text("utf-8")) if book.exists() else {}
    return {"demo": found["demo"]} if "demo" in found else {}


def split_parts() -> list[Path]:
    """Returns the split runtime and the standard library as far as it is needed."""
    return [*(runtime.split() / name for name in (GLUE, WASM, REST)), library() / "library.pack"]


def stock_parts() -> list[Path]:
    """Returns the runtime's script and WebAssembly and the whole standard library, as Pyodide has them.

    The library is packed as the worker takes it: a zip archive without compression, in gzip.
    """
    parts = runtime.stock()
    target = BUILD / "stock"

    def copy() -> None:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        whole = io.BytesIO()
        with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as original, zipfile.ZipFile(whole, "w") as out:
            for name in sorted(set(original.namelist())):
                out.writestr(zipfile.ZipInfo(name), original.read(name))
        (target / "library.pack").write_bytes(gzip.compress(whole.getvalue(), mtime=0))

    make(target, digest(WEB / "package-lock.json", *MAKERS), "the whole standard library", copy)
    return [*parts, target / "library.pack"]


def dist(*, offers_wheel: bool = False) -> None:
    """Makes the whole site, in dist/; where `offers_wheel`, with the package for programs in other pages."""
    make_site(DIST, stock_parts() if is_stock() else split_parts(), wheel() if offers_wheel else None)


def make_site(target: Path, python: list[Path], package: Path | None = None) -> None:
    """Makes the whole site in a folder. `python` is the runtime that it ships, and the standard library."""
    packs, lab_pack = sorted(rules().glob("*.pack")), rules() / "lab.pack"
    packs.remove(lab_pack)
    tables = [path for path in sorted((PY / "saltus" / "data").glob("*.table")) if not path.match(LOCAL_TABLES)]
    own = [JOIN, BUNDLE / "single.py", WEB, lab.BEGINNINGS, lab.GUIDE, strings.RULES, ROOT / "index.html"]
    sources = [*MAKERS, *own, *python, *packs, lab_pack, *tables]
    key = digest(*sources, *filter(None, [package]), lock_text(), site_address(), game_server())
    parts = {"python": python, "saltus": packs, "lab": [lab_pack], "tables": tables}
    make(target, key, "the site", lambda: assemble(target, parts, package))


def assemble(target: Path, parts: dict[str, list[Path]], package: Path | None) -> None:
    """Lays out the site in a folder, which is there once it is whole.

    `parts` gives the files of each folder by its name. The page itself does not need the package: it is not kept
    offline, and a change of it is no new version of the page.
    """
    with TemporaryDirectory(dir=BUILD) as own:  # two may be laid out at a time
        fresh = Path(own) / DIST.name  # which counts in its version, whatever it is called then
        lay_out(fresh, parts, package)
        shutil.rmtree(target, ignore_errors=True)
        shutil.move(fresh, target)


def lay_out(fresh: Path, parts: dict[str, list[Path]], package: Path | None) -> None:
    """Writes the site: one page, and beside it folders whose names change when their contents do."""
    assets = fresh / "assets"
    modules = (path.name for path in WEB.rglob("*.ts") if path.name not in CLASSIC_SCRIPTS)
    shutil.copytree(WEB, assets / "web", ignore=shutil.ignore_patterns(*NOT_SHIPPED, *modules))
    joined("page", WEB, assets / "web")
    strings.write(assets / "web")
    join_styles(assets / "web")
    own = assets / "web"
    plain = [path for path in files(own) if path.suffix == ".css" or path.name in CLASSIC_SCRIPTS]
    joined("strip", own, *(path.relative_to(own).as_posix() for path in plain))
    joined("classic", WEB, "boot/early.ts", own / "boot" / "early.js")
    early = (own / "boot" / "early.js").read_text("utf-8")
    (own / "boot" / "early.js").unlink()  # it stands in the page itself, and names no folder that changes
    (own / "boot" / "early.js.map").rename(fresh / "early.js.map")
    service_worker = assets / "web" / "boot" / "sw.js"
    service = without_map(service_worker.read_text("utf-8"))
    service_worker.unlink()
    service_worker.with_name("sw.js.map").unlink()  # its first line is the build's
    for name, paths in parts.items():
        (assets / name).mkdir()
        for path in paths:
            shutil.copy(path, assets / name)
    lab.fill(assets / "lab")
    places = {name: rename(assets / name) for name in ("web", *parts)}
    (fresh / "index.html").write_text(page(fresh, places, early), "utf-8")
    kept = [path.relative_to(fresh).as_posix() for path in files(fresh) if path.suffix != MAP]
    later = [name for name in kept if name.endswith(REST) or is_large_table(name)]
    shutil.copy(SHARE_PICTURE, fresh)
    (fresh / HEADERS).write_text(headers(fresh), "utf-8")
    site = {
        "version": digest(fresh)[:10],
        "files": ["./", *(name for name in kept if name != "index.html" and name not in later)],
        "later": later,
        "sizes": {name: (fresh / name).stat().st_size for name in kept if name != "index.html"},
        "digests": {name: digest(fresh / name)[:16] for name in kept if name != "index.html"},
    }
    (fresh / "sw.js").write_text(f"self.site = {json.dumps(site)};\n{service}", "utf-8")
    if package:
        shutil.copy(package, fresh)


def is_large_table(name: str) -> bool:
    """Returns whether a file is a table that is stored for offline use only once it is needed."""
    return name.endswith(".table") and not name.endswith(STUDY_TABLES)


def join_styles(web: Path) -> None:
    """Joins the style sheets into two: what the first board needs, and the rest, with that of each feature.

    One request brings each.
    """

    def taken(part: Path) -> str:
        text = part.read_text("utf-8")
        part.unlink()
        return text

    page, later = web / "style" / "page.css", web / "style" / "later.css"
    texts = {
        page: re.sub(r'@import "([^"]+)";\n', lambda found: taken(page.with_name(found[1])), page.read_text("utf-8")),
        later: later.read_text("utf-8") + "".join(map(taken, sorted(web.glob("features/*/style.css")))),
    }
    for sheet, text in texts.items():
        sheet.write_text(text, "utf-8")


def itch() -> None:
    """Makes the archive that itch.io takes: `index.html` at its root, the same bytes wherever it is made.

    It has all of the site but the source maps.
    """
    dist()
    shown = [path for path in files(DIST) if path.suffix != MAP]
    archive(ITCH_ARCHIVE, shown)
    print(f"{ITCH_ARCHIVE.relative_to(ROOT)}: {ITCH_ARCHIVE.stat().st_size:,} bytes, {len(shown)} files")


def archive(target: Path, paths: Sequence[Path]) -> None:
    """Packs files of the site, the same bytes wherever it is done."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in paths:
            entry = zipfile.ZipInfo(path.relative_to(DIST).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def single() -> None:
    """Makes the site as one HTML file."""
    dist()
    SINGLE_FILE.write_text(single_file.single(DIST), "utf-8")
    print(f"{SINGLE_FILE.relative_to(ROOT)}: {SINGLE_FILE.stat().st_size:,} bytes")


def rename(folder: Path) -> Path:
    """Puts a hash of its contents into a folder's name."""
    return folder.rename(folder.with_name(f"{folder.name}-{digest(folder)[:10]}"))


def page(root: Path, places: dict[str, Path], early: str) -> str:
    """Returns index.html with the addresses of the assets, the games, and what to fetch from the start.

    `root` is the site being made; `places` gives the folder of each kind of asset; `early` the first script.
    """

    def address(path: Path) -> str:
        return path.relative_to(root).as_posix()

    lock = runtime_lock()
    version = re.match(r"\d+\.\d+", lock["python"])
    assert version
    web, python, rules, tables = (places[name] for name in ("web", "python", "saltus", "tables"))
    weights = {path.stem: address(path) for path in files(rules) if path.stem not in ("saltus", "late")}
    assets: dict[str, Any] = {
        "web": address(web) + "/",
        "worker": address(web / "engine" / "worker.js"),
        "runtime": address(python) + "/",
        "glue": address(python / GLUE),
        "wasm": address(python / WASM),
        "rest": address(python / REST) if (python / REST).exists() else "",
        "library": address(python / "library.pack"),
        "rules": address(rules / "saltus.pack"),
        "late": address(rules / "late.pack"),
        "lab": address(places["lab"]) + "/",
        "weights": weights,
        "tables": {path.stem: address(path) for path in files(tables)},
        "bytes": {path.stem: path.stat().st_size for path in files(tables)},
        "books": sorted(path.stem for path in (web / "book").glob("*.json")),
        "home": f"/lib/python{version[0]}/site-packages",
        "lock": lock,
    }
    first = {name: assets[name] for name in ("wasm", "library", "rules")} | assets["weights"]
    counted = {name: (root / place).stat().st_size for name, place in first.items()}
    text = with_script((ROOT / "index.html").read_text("utf-8"), "web/boot/early.js", early)
    text = re.sub(r'\b(href|src|data-later)="web/', lambda match: f'{match[1]}="{address(web)}/', text)
    text = with_server(addressed(text, site_address()), game_server())
    text = fill(text, "games", games())
    text = fill(text, "urgent", urgent())
    return fill(text, "assets", {**assets, "sizes": counted})


def headers(folder: Path) -> str:
    """Returns the file that has a host send the content policy, with the page and the scripts that run beside it.

    The game lab's frame has one of its own, and two are one that is narrower than both.
    """
    workers = (path.relative_to(folder).as_posix() for path in files(folder) if path.name == "worker.js")
    places = ["", "index.html", "sw.js", *workers]
    policy = header_policy(folder)
    return "".join(f"/{place}\n  Content-Security-Policy: {policy}\n" for place in places)


def header_policy(folder: Path) -> str:
    """Returns the content policy of a site's page as its host sends it, with workers and pictures as with the page.

    A board may be embedded anywhere: there are no cookies that a frame could make use of.
    """
    page = folder / "index.html"
    return _header_policy(page, page.stat().st_mtime_ns)


@cache
def _header_policy(page: Path, _changed: int) -> str:
    """As above: each response of `server` has it, and a page is read once for as long as it stays as it is."""
    found = POLICY.search(page.read_text("utf-8"))
    if found is None:
        raise Stop(f"{page} has no content policy")
    return f"{found[1]}; frame-ancestors *"


def addressed(text: str, address: str) -> str:
    """Returns the page with whole addresses for those who show links to it, where the site's own is known.

    They take no relative ones. Without an address the picture's stays relative, which some of them resolve.
    """
    if not address:
        return text
    whole = html.escape(address, quote=True)
    text = text.replace('content="share.jpg"', f'content="{whole}share.jpg"')
    site = '<meta property="og:site_name"'
    return text.replace(site, f'<meta property="og:url" content="{whole}">\n    {site}')


def with_server(text: str, server: str) -> str:
    """Returns the page with the address of its server of games, to which its content policy lets it connect."""
    if not server:
        return text
    origin = re.match(r"(https?)(://[^/]+)", server)
    assert origin
    socket = {"http": "ws", "https": "wss"}[origin[1]] + origin[2]
    text = text.replace("default-src 'self';", f"default-src 'self'; connect-src 'self' {origin[0]} {socket};", 1)
    return text.replace("</head>", f'<meta name="saltus-server" content="{server}/api">\n  </head>', 1)


def urgent() -> dict[str, dict[str, str]]:
    """By language, what the page says where even its words have not come."""
    told = ("page.cut", "page.reload", "page.sandboxed", "page.unloaded")
    spoken = {language: strings.texts(language) for language in strings.LANGUAGES}
    return {language: {key: words[key] for key in told} for language, words in spoken.items()}


def fill(text: str, name: str, value: Any) -> str:
    """Puts JSON into the page's element of that id. No `<` remains in it that could end the element."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    empty = f'<script type="application/json" id="{name}"></script>'
    if text.count(empty) != 1:
        raise Stop(f"index.html must hold {empty} once")
    return text.replace(empty, empty.replace("></", f">{data}</"))


def unpacked() -> Path:
    """Unpacks the built package, all of it."""
    made = rules()
    target = BUILD / "unpacked"

    def unpack() -> None:
        shutil.rmtree(target, ignore_errors=True)
        for name in ("saltus.zip", "late.zip", "lab.zip", "terminal.zip"):
            with zipfile.ZipFile(made / name) as part:
                part.extractall(target)

    make(target, digest(made), "the package, unpacked", unpack)
    return target


def run_built(arguments: Sequence[str]) -> int:
    """Runs Python in the runtime that is shipped, with the built package. Returns its exit status.

    The standard library is the whole one, as the terminal's commands need more of it than the page.
    """
    config = {
        **({} if is_stock() else shipped()),
        "library": str(PYODIDE / "python_stdlib.zip"),
        "mounts": {"/saltus": str(unpacked()), "/here": str(Path.cwd())},
        "path": ["/saltus"],
        "after": ["/here"],
    }
    return subprocess.run(python_command(config, *(arguments or ["-m", "saltus", "--help"]))).returncode


def shipped() -> dict[str, Any]:
    """Returns how Node starts the runtime that is shipped, as a part of the configuration of `run.mjs`."""
    modules = runtime.modules()
    return {"runtime": f"{runtime.split()}{os.sep}", "joinable": str(modules / "engine" / "runtime" / "rest.js")}


def clean() -> None:
    """Removes everything that was made: build/ and dist/."""
    for folder in (BUILD, DIST):
        shutil.rmtree(folder, ignore_errors=True)
