"""Makes the bill of materials: everything that is shipped, whose it is and under which licence, in CycloneDX form.

Nothing in it is listed by hand: the npm packages come from `web/package-lock.json`, what Pyodide has in it from the
runtime itself, other people's fonts and pictures from the licence that lies in their folder, learned data from the
heads of their files. Each file of the site belongs to one of these, or is Saltus's own.
"""

import base64
import hashlib
import json
import re
import uuid
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from bundle.toolchain import BUILD, NODE_MODULES, PY, WEB, Stop, digest, files, make, run_python, runtime_lock

Component = dict[str, Any]
"""A component as CycloneDX has it."""

PARTS = BUILD / "parts.json"
"""What the runtime says of itself."""
OWN_LICENCE = "MIT"
DATA = PY / "saltus" / "data"
LICENCE_FILE = re.compile(r"(?:LICEN[CS]E|OFL|COPYING)(?:\.txt|\.md)?")
FORMAT, FORMAT_VERSION = "CycloneDX", "1.6"


class Library(NamedTuple):
    """A library in C that modules of Python are made of: its name, its licence, and what says its version."""

    name: str
    licence: str
    version: str = ""


LIBRARIES = {
    "zlib": Library("zlib", "Zlib", "zlib.ZLIB_RUNTIME_VERSION"),
    "_bz2": Library("bzip2", "bzip2-1.0.6"),
    "_lzma": Library("liblzma", "0BSD"),
    "_zstd": Library("zstd", "BSD-3-Clause", "_zstd.zstd_version"),
    "_ctypes": Library("libffi", "MIT"),
    "_sqlite3": Library("sqlite", "blessing", "_sqlite3.sqlite_version"),
    "pyexpat": Library("expat", "MIT", "pyexpat.EXPAT_VERSION.removeprefix('expat_')"),
    "_decimal": Library("libmpdec", "BSD-2-Clause", "_decimal.__libmpdec_version__"),
    "_blake2": Library("HACL*", "MIT"),
}
"""By built-in module of Python, the library in it. A runtime without the module is shipped without the library."""

NATIVE = frozenset({"_ssl", "_hashlib", "_tkinter", "_curses", "_dbm", "_gdbm", "readline", "_uuid", "nis"})
"""Modules of Python with a library in them that no runtime here has had so far: one that has is to be looked at."""

SYSTEM = {"musl": "MIT", "compiler-rt": "Apache-2.0 WITH LLVM-exception"}
"""What Emscripten links into every program."""

ASK = """
import json, sys
from importlib import import_module
wanted = json.loads(sys.argv[1])
found = {name: "" for name in sys.builtin_module_names}
for name, version in wanted.items():
    if name in found and version:
        found[name] = str(eval(version, {name: import_module(name)}))
emscripten = ".".join(map(str, sys._emscripten_info.emscripten_version))
print(json.dumps({"python": sys.version.split()[0], "emscripten": emscripten, "modules": found}))
"""


def runtime_parts() -> dict[str, Any]:
    """Asks the runtime which Python it is, which Emscripten made it, and which modules are built into it."""
    wanted = {name: library.version for name, library in LIBRARIES.items()}

    def ask() -> None:
        PARTS.write_text(run_python({}, "-c", ASK, json.dumps(wanted)))

    make(PARTS, digest(ASK, json.dumps(wanted), json.dumps(runtime_lock())), "what is in the runtime", ask)
    return dict(json.loads(PARTS.read_text()))


# -- components ----------------------------------------------------------------------------------------


def component(kind: str, ref: str, name: str, licence: str, **more: Any) -> Component:
    """Returns a component. Fields that are empty are left out."""
    known = {key: value for key, value in more.items() if value}
    # An expression of several licences, or one with an exception, is told apart from the name of one.
    told = {"expression": licence} if " " in licence else {"license": {"id": licence}}
    return {"type": kind, "bom-ref": ref, "name": name, "licenses": [told], **known}


def sha256(data: bytes) -> list[dict[str, str]]:
    """Returns the hash of a file, as a component has it."""
    return [{"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}]


def npm_packages() -> list[Component]:
    """Returns the npm packages whose code is shipped: those that the page depends on, not only its build.

    The editor of the game lab is made of several, which need others.
    """
    wanted = set(json.loads((WEB / "package.json").read_text("utf-8"))["dependencies"])
    locked = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    todo = [name for name in wanted if name.startswith("@codemirror/")]
    while todo:
        needed = set(locked[f"node_modules/{todo.pop()}"].get("dependencies", ())) - wanted
        wanted |= needed
        todo += needed
    found = []
    for name in sorted(wanted):
        one = locked[f"node_modules/{name}"]
        kind, _, code = one["integrity"].partition("-")
        hashes = [{"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(code).hex()}]
        purl = f"pkg:npm/{name}@{one['version']}"
        known = {"version": one["version"], "copyright": "\n".join(notices(name)), "hashes": hashes, "purl": purl}
        found.append(component("library", purl, name, one["license"], **known))
    return found


def in_runtime() -> list[Component]:
    """Returns what Pyodide has in it: CPython, the libraries in its modules, Emscripten and what that links."""
    parts = runtime_parts()
    modules = parts["modules"]
    if unknown := NATIVE & set(modules):
        raise Stop(f"the runtime has {', '.join(sorted(unknown))}: name their libraries in LIBRARIES of {__file__}")

    def generic(name: str, licence: str, version: str = "") -> Component:
        purl = f"pkg:generic/{name.rstrip('*').lower()}" + (f"@{version}" if version else "")
        return component("library", purl, name, licence, version=version, purl=purl)

    return [
        generic("cpython", "PSF-2.0", parts["python"]),
        generic("emscripten", "MIT", parts["emscripten"]),
        *(generic(name, licence) for name, licence in SYSTEM.items()),
        *(generic(one.name, one.licence, modules[key]) for key, one in LIBRARIES.items() if key in modules),
    ]


LICENCES = {"SIL Open Font License": "OFL-1.1", "MIT License": "MIT", "Apache License": "Apache-2.0"}
"""By what a licence calls itself, its name in a bill of materials."""


def borrowed() -> list[Component]:
    """Returns the fonts and pictures of others: what lies in a folder of web/ with a licence of its own."""
    found = []
    for path in files(WEB):
        if not LICENCE_FILE.fullmatch(path.name):
            continue
        text = path.read_text("utf-8")
        named = re.search(r"Reserved Font Name[s]? \"(.+?)\"|are from (.+?) \((\S+)\)", text)
        licence = next((short for long, short in LICENCES.items() if long.lower() in text.lower()), "")
        if not named or not licence:
            raise Stop(f'{path}: says neither whose it is (Reserved Font Name "…", or: are from … (address)) nor how')
        folder = path.parent.relative_to(WEB).as_posix()
        parts = [one for one in files(path.parent) if one != path and not one.name.endswith((".test.ts", ".d.ts"))]
        made = [file_of(one.relative_to(WEB.parent).as_posix(), one.read_bytes(), licence) for one in parts]
        address = [{"type": "website", "url": named[3]}] if named[3] else []
        (copyright,) = re.findall(r"^Copyright.*", text, re.M)[:1] or [""]
        found.append(
            component(
                "library",
                f"web/{folder}",
                named[1] or named[2],
                licence,
                description=f"In web/{folder}.",
                copyright=copyright,
                hashes=sha256(b"".join(one.read_bytes() for one in parts)),
                externalReferences=address,
                components=made,
            )
        )
    return found


def file_of(name: str, data: bytes, licence: str = OWN_LICENCE) -> Component:
    """Returns the component of one file."""
    return component("file", name, name, licence, hashes=sha256(data))


def head(path: Path) -> tuple[str, str]:
    """Returns what a file of data says of itself: what it is, and the command that made it."""
    raw = path.read_bytes()
    if path.suffix == ".json":
        return f"Texts, from {path.name}.", str(json.loads(raw)["command"])
    text = raw.split(b"\n\n", 1)[0].decode() if path.suffix != ".py" else raw.decode().split('"""')[1]
    command = re.search(r"^\s*(python3 -m workshop\.(?:.*\\\n)*.*)", text, re.M)
    if not command:
        raise Stop(f"{path}: its beginning names no command that made it")
    what = text.split("Made")[0].split(" By\n")[0]
    return " ".join(what.split()), re.sub(r"\s*\\\n\s*", " ", command[1]).strip()


def data() -> list[Component]:
    """Returns the learned and solved data, with the commands that made them."""
    found = []
    for path in files(DATA):
        if path.name == "__init__.py" or path.match("*-six.table"):
            continue
        what, command = head(path)
        name = path.relative_to(PY).as_posix()
        made = [{"name": "saltus:made-by", "value": command}]
        found.append(
            component(
                "data",
                name,
                path.name,
                OWN_LICENCE,
                description=what,
                hashes=sha256(path.read_bytes()),
                properties=made,
            )
        )
    return found


# -- who owns a file of the site -----------------------------------------------------------------------


def owners(site: Path) -> dict[str, list[str]]:
    """Returns of each file of the site the components that it is made of besides Saltus itself."""
    packages = {each["name"]: each["bom-ref"] for each in npm_packages()}
    (python_inside, *_) = in_runtime()
    tables = {each["name"]: each["bom-ref"] for each in data()}
    others = {each["bom-ref"].removeprefix("web/"): each["bom-ref"] for each in borrowed()}
    found: dict[str, list[str]] = {}
    for path in files(site):
        name = path.relative_to(site).as_posix()
        place = re.sub(r"^assets/(\w+)-\w+/", r"\1/", name)
        folder = place.removeprefix("web/").rpartition("/")[0]
        mine: list[str] = []
        if place.startswith("python/"):
            mine = [packages["pyodide"]] if path.name != "library.pack" else [python_inside["bom-ref"]]
        elif path.name == "late.pack":
            mine = [python_inside["bom-ref"]]
        elif path.name in tables:
            mine = [tables[path.name]]
        elif path.suffix == ".pack" and f"{path.stem}.weights" in tables:
            mine = [tables[f"{path.stem}.weights"]]
        elif folder in others:
            mine = [others[folder]]
        elif path.suffix == ".js":
            mine = [packages[one] for one in joined_in(path, packages)]
        found[name] = mine
    return found


def joined_in(script: Path, packages: Iterable[str]) -> list[str]:
    """Returns the packages that were joined into a script: as its source map says, or a licence in it."""
    text, chart = script.read_text("utf-8"), script.with_name(f"{script.name}.map")
    sources = json.loads(chart.read_text("utf-8"))["sources"] if chart.exists() else []

    def is_in(name: str) -> bool:
        return any(one.startswith(f"{name}/") for one in sources) or any(line in text for line in notices(name))

    return [name for name in packages if is_in(name)]


def notices(package: str) -> list[str]:
    """Returns the lines of a package's licence that say whose it is; none where it has no licence in a file."""
    licence = NODE_MODULES / package / "LICENSE"
    lines = licence.read_text("utf-8").splitlines() if licence.exists() else []
    return [line.strip() for line in lines if line.strip().startswith("Copyright")]


# -- the bill ------------------------------------------------------------------------------------------


def bill(version: str, date: str, site: Path, shipped: Iterable[Path]) -> dict[str, Any]:
    """Returns the bill of materials of a release: of its site, and of the files that are shipped on its date."""
    mine = owners(site)
    npm, inside = npm_packages(), in_runtime()
    next(one for one in npm if one["name"] == "pyodide")["components"] = inside
    if missing := {one["bom-ref"] for one in npm} - {ref for refs in mine.values() for ref in refs}:
        raise Stop(f"no file of the site has {', '.join(sorted(missing))} in it, which web/package.json names")
    page = component("application", "site", "site", OWN_LICENCE, version=version)
    page["components"] = [
        {**file_of(name, (site / name).read_bytes()), "bom-ref": f"site/{name}"} for name in sorted(mine)
    ]
    purl = f"pkg:pypi/saltus@{version}"
    main = component("application", purl, "saltus", OWN_LICENCE, version=version, purl=purl)
    made = [file_of(path.name, path.read_bytes()) for path in shipped]
    depends: list[dict[str, Any]] = [
        {"ref": f"site/{name}", "dependsOn": sorted(refs)} for name, refs in sorted(mine.items()) if refs
    ]
    top = [*npm, *borrowed(), *data(), page, *made]
    depends.append({"ref": purl, "dependsOn": sorted(one["bom-ref"] for one in top)})
    body = {
        "metadata": {"timestamp": f"{date or '1980-01-01'}T00:00:00Z", "component": main},
        "components": top,
        "dependencies": depends,
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    frame = {"bomFormat": FORMAT, "specVersion": FORMAT_VERSION, "serialNumber": f"urn:uuid:{serial}", "version": 1}
    return {**frame, **body}


def write(path: Path, made: dict[str, Any]) -> None:
    """Writes a bill of materials."""
    path.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", "utf-8")


def unlisted(wheel: Path) -> list[str]:
    """Returns the files of the package's wheel that neither the package nor the page of this checkout has."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    joined = {f"saltus/notebook/{name}" for name in ("widget.js", "widget.css", "strings.json")}
    return [name for name in names if not (PY / name).is_file() and name not in joined]
