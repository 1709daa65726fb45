"""The whole site as one HTML file, to be opened from a disk by a double click.

A page from a file may fetch nothing beside it, so everything stands in it as `data:` addresses: the worker and the
runtime's modules, the WebAssembly (packed, or the file would be half as large again), the standard library, the
rules. The page's own modules name one another by relative addresses, which mean nothing within a `data:` address:
they are given absolute ones of a scheme of our own, and an import map says what is behind each.
"""

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

from bundle.toolchain import Stop

SCHEME = "saltus:/"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".wasm": "application/gzip",
    ".pack": "application/octet-stream",
    ".table": "application/octet-stream",
}
"""`application/gzip` tells the worker to unpack what it is given."""

IMPORT = re.compile(r"""((?:^|[\s;])(?:import|export)\b[^;'"]*?|\bimport\()(['"])(\.[^'"]+)(?<!\.d\.ts)\2""", re.M)
"""A file that is imported; not types, which a comment may import."""
SOURCE_MAP = re.compile(r"^(?://|/\*)# sourceMappingURL=.*\n?", re.M)
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
"""The content policy of a page."""


def single(site: Path) -> str:
    """The one file, from a built site."""
    page = (site / "index.html").read_text("utf-8")
    (folder,) = (site / "assets").glob("web-*")
    modules = {
        f"{SCHEME}{path.relative_to(folder).as_posix()}": inline(path, module(path, folder))
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".js", ".json")
    }
    page = re.sub(r'\s*<link rel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>', "", page)
    page = re.sub(r'(<link rel="icon" )href="data:," data-later="([^"]+)', r'\1href="\2', page)
    page = re.sub(r'(<link rel="icon" href=")([^"]+)', lambda found: found[1] + inline(site / found[2]), page)
    styles = "\n".join(sheet(site / name) for name in re.findall(r'rel="stylesheet" href="([^"]+)"', page))
    page, _ = swap(page, r'(?:\s*<link rel="stylesheet"[^>]*>)+', f"\n    <style>{styles}</style>")
    page, found = swap(page, r'(<script type="application/json" id="assets">)(.*?)</script>', "")
    assets = json.loads(found[2])
    sizes = {name: len(content(site / (assets | assets["weights"])[name])) for name in assets["sizes"]}
    names = ("worker", "glue", "wasm", "rest", "library", "rules", "late")
    assets |= {
        "web": "",
        "lab": "",
        "runtime": "./",
        "sizes": sizes,
        **{name: inline(site / assets[name]) for name in names if assets[name]},
    }
    for kind in ("tables", "weights"):
        assets[kind] = {name: inline(site / place) for name, place in assets[kind].items()}
    missing = without_map((folder / "boot" / "missing.js").read_text("utf-8"))
    page, start = swap(page, r"<script>(.*?)</script>", "<script></script>")
    early = without_map(start[1])
    scripts = [early, json.dumps({"imports": modules}), f'import "{SCHEME}main.js";', missing]
    head = f"{found[1]}{json.dumps(assets)}</script>\n    <script>{early}</script>"
    page, _ = swap(page, "<script></script>", head)
    page, _ = swap(page, r'<script src="[^"]*missing\.js"></script>', f"<script>{missing}</script>")
    last = f'<script type="importmap">{scripts[1]}</script>\n    <script type="module">{scripts[2]}</script>'
    page, _ = swap(page, r'<script type="module" src="[^"]*"></script>', last)
    hashes = " ".join(map(source, scripts))
    policy = (
        f"default-src 'none'; script-src {hashes} data: 'wasm-unsafe-eval'; style-src {source(styles)}; "
        "img-src data: blob:; font-src data:; connect-src data:; worker-src data: blob:; base-uri 'none'; "
        "form-action 'none'"
    )
    page = swap(page, POLICY.pattern, f'<meta http-equiv="Content-Security-Policy" content="{policy}">')[0]
    return page.rstrip() + f"\n<!--\n{licences(folder)}\n-->\n"


def licences(folder: Path) -> str:
    """The licences that must come with each copy of a font or a picture. Those of packages stand in their scripts."""
    texts = [path.read_text("utf-8").strip() for path in sorted(folder.rglob("*.txt"))]
    return "\n\n".join(texts).replace("-->", "->")


def swap(text: str, pattern: str, other: str) -> tuple[str, re.Match[str]]:
    """`text` with `other` in the one place that `pattern` finds, and what stood there."""
    (found,) = re.finditer(pattern, text, re.S)
    return text[: found.start()] + other + text[found.end() :], found


def sheet(path: Path) -> str:
    """A style sheet, with the files that it names in it."""
    text = without_map(path.read_text("utf-8"))
    return re.sub(r'url\("?([^")]+)"?\)', lambda found: f'url("{inline(path.parent / found[1])}")', text)


def without_map(text: str) -> str:
    """A script or a style sheet without the line that names its source map."""
    return SOURCE_MAP.sub("", text)


def module(path: Path, folder: Path) -> bytes:
    """A file of the page's own, its imports by absolute addresses."""
    raw = path.read_bytes()
    if path.suffix != ".js":
        return raw
    own = SCHEME + path.relative_to(folder).as_posix()

    def absolute(found: re.Match[str]) -> str:
        target = (path.parent / found[3]).resolve().relative_to(folder.resolve()).as_posix()
        return f"{found[1]}{found[2]}{SCHEME}{target}{found[2]}"

    return IMPORT.sub(absolute, without_map(raw.decode())).replace("import.meta.url", json.dumps(own)).encode()


def with_script(page: str, name: str, script: str) -> str:
    """A page with a script in the one place where it names it, which its content policy allows."""
    if "</script" in script or "<!--" in script:
        raise Stop(f"{name} holds what would end it in a page")
    script = f"{script.rstrip()}\n//# sourceURL={name}\n"
    named = f'<script src="{name}"></script>'
    page, policies = re.subn(r"script-src [^; ]+", rf"\g<0> {source(script)}", page)
    if page.count(named) != 1 or policies != 1:
        raise Stop(f"the page must hold {named} and one script-src")
    return page.replace(named, f"<script>{script}</script>")


def content(path: Path) -> bytes:
    raw = path.read_bytes()
    return gzip.compress(raw, 9, mtime=0) if path.suffix == ".wasm" else raw


def inline(path: Path, raw: bytes | None = None) -> str:
    """The file as an address."""
    packed = base64.b64encode(content(path) if raw is None else raw).decode()
    return f"data:{TYPES[path.suffix]};base64,{packed}"


def source(text: str) -> str:
    """An inline script or style as a content security policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
