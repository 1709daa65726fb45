"""The built site: the same wherever it is built, complete, and rebuilt after every change to its sources."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from bundle import runtime, site, toolchain, wheel

from tests.support.checkout import ROOT, built, checkout, contents, embedded
from tests.support.scripts import circle, imported

pytestmark = pytest.mark.usefixtures("built_site")


def test_the_site_is_laid_out_the_same_each_time(tmp_path: Path) -> None:
    again = tmp_path / "laid-out-again"
    site.make_site(again, site.stock_parts() if runtime.is_stock() else site.split_parts())
    assert contents(again) == contents(site.DIST)


@pytest.mark.slow("test_the_site_is_laid_out_the_same_each_time")
def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = contents(site.DIST), contents(built(checkout(tmp_path)))
    assert sorted(first) == sorted(second)
    assert [name for name, data in first.items() if second[name] != data] == []


def test_every_address_in_the_page_exists() -> None:
    page = (site.DIST / "index.html").read_text()
    addresses = [name for name in re.findall(r'(?:href|src|data-later)="([^"#]+)"', page) if name != "data:,"]
    assets = embedded(site.DIST, "assets")
    places = [assets[name] for name in ("worker", "runtime", "glue", "wasm", "library", "rules", "late")]
    assert len(addresses) > 5
    places += assets["weights"].values()
    assert [name for name in addresses + places if not (site.DIST / name).exists()] == []
    sizes = {name: (site.DIST / (assets | assets["weights"])[name]).stat().st_size for name in assets["sizes"]}
    assert assets["sizes"] == sizes


def test_modules_of_the_first_board_are_preloaded() -> None:
    """They and the style sheet hold everything that they import, directly or not."""
    page = (site.DIST / "index.html").read_text()
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
    (main,) = re.findall(r'<script type="module" src="([^"]+)">', page)
    (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert "@import" not in (site.DIST / style).read_text()
    for name in (main, *preloaded, embedded(site.DIST, "assets")["worker"]):
        needed = {other.relative_to(site.DIST.resolve()).as_posix() for other in imported(site.DIST / name)}
        assert needed <= set(preloaded)
    assert imported(site.DIST / main)


def test_each_module_of_the_page_is_shipped_once_and_its_tests_are_not() -> None:
    """As the source maps say, which have the comments. The board for notebooks is in the wheel instead.

    The script at the start has what it imports in itself, and shares no more with the other modules than it needs.
    The game lab's frame has its script in its page.
    """
    scripts = {
        path.relative_to(ROOT).as_posix(): path for path in toolchain.files(toolchain.WEB) if path.suffix == ".ts"
    }
    others = r"/node_modules/|/notebook/|\.(test|d)\.ts$|/(sw|lab/frame)\.ts$"
    ours = {name for name in scripts if not re.search(others, name)}
    assert len(ours) > 50
    maps = [
        json.loads(path.read_text("utf-8")) for path in toolchain.files(site.DIST) if path.name.endswith(".js.map")
    ]
    shipped = [pair for each in maps for pair in zip(each["sources"], each["sourcesContent"], strict=True)]
    names = Counter(name for name, _ in shipped)
    assert {name for name in names if name.startswith("web/")} == ours
    assert max(names.values()) <= 2
    (start,) = (each["sources"] for each in maps if "web/boot/early.ts" in each["sources"])
    assert {name for name in names if names[name] == 2} == {*start} - {"web/boot/early.ts"}
    assert {Path(name).parts[1] for name in start} == {"boot", "board", "engine", "lib", "state"}
    assert [name for name, text in shipped if name in ours and text != scripts[name].read_text("utf-8")] == []


def test_no_scripts_import_each_other_in_a_circle() -> None:
    """Which of them runs first would depend on which is asked for first: a part could be used before it is there."""
    (folder,) = site.DIST.glob("assets/web-*")
    needs = {path.resolve(): imported(path) for path in toolchain.files(folder) if path.suffix == ".js"}
    assert sum(map(len, needs.values())) > len(needs)
    assert circle(needs) == {}


LICENSED = {
    "features/lab/editor.js": "Marijn Haverbeke",
    "lib/uqr.js": "Anthony Fu",
    "shell.js": "Google LLC",
    "store/idb.js": "Jake Archibald",
}
"""The scripts that have a package in them, and who allows that."""


def test_scripts_and_style_sheets_say_where_their_comments_are_and_have_none() -> None:
    (folder,) = site.DIST.glob("assets/web-*")
    texts = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in toolchain.files(folder)
        if path.suffix in (".js", ".css")
    }
    assert [name for name, text in texts.items() if not text[3:].startswith("Made from web/")] == []
    assert [name for name, text in texts.items() if re.search(r"^ \* ", text, re.M) and name not in LICENSED] == []
    assert [name for name, text in texts.items() if "Copyright" in text] == sorted(LICENSED)
    assert [name for name, owner in LICENSED.items() if owner not in texts[name]] == []


LAZY = re.compile(r'\(\(\)=>Object\.assign\(import\("([^"]+)"\),\{path:"([^"]+)"\}\),"(\w+)"\)')
"""A call of `lazy` in what is shipped: what it imports, its address, and the name that it asks for."""


def test_every_module_that_is_loaded_on_demand_is_asked_for_again_at_its_own_address() -> None:
    (folder,) = site.DIST.glob("assets/web-*")
    calls = 0
    for script in (path for path in toolchain.files(folder) if path.suffix == ".js"):
        for call in LAZY.finditer(script.read_text("utf-8")):
            asked, path, name = call.groups()
            assert (script.parent / asked).resolve() == folder / path
            exported = re.findall(r"\bexport\{([^}]*)\}", (folder / path).read_text("utf-8"))
            assert re.search(rf"\b{name}\b", "".join(exported)), call
            calls += 1
    sources = [path.read_text("utf-8") for path in toolchain.files(toolchain.WEB) if path.suffix == ".ts"]
    assert calls == sum(text.count("lazy(() => import(") for text in sources) > 20


def test_nothing_in_the_site_or_the_lock_names_a_registry() -> None:
    hosts = re.compile(rb"registry\.npmjs|pypi\.org|pythonhosted|files\.python")
    texts = {name: data for name, data in contents(site.DIST).items() if not name.endswith((".wasm", ".pack"))}
    ours = {name: data for name, data in texts.items() if not re.search(r"assets/python-", name)}
    ours["package-lock.json"] = (ROOT / "web" / "package-lock.json").read_bytes()
    assert [name for name, data in ours.items() if hosts.search(data)] == []
    assert b'"resolved"' not in ours["package-lock.json"]
    assert b'"integrity"' in ours["package-lock.json"]


OTHER_MODULES = (
    "__init__ checks docs kinds materials ops pictures protocol reference release schema screenshot server single"
    " wheel slim/__init__ slim/count slim/counters slim/visit"
)
"""Modules of the build that make nothing in dist/."""


def test_every_source_of_the_build_is_in_the_key_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a change to it would rebuild nothing."""
    keyed: set[Path] = set()

    def digest(*parts: str | Path) -> str:
        for part in parts:
            if isinstance(part, Path):
                keyed.update([part] if part.is_file() else toolchain.files(part))
        return toolchain.digest(*parts)

    for module in (site, runtime, wheel):
        monkeypatch.setattr(module, "digest", digest)
    site.dist()
    sources = {path for path in toolchain.files(toolchain.BUNDLE) if path.suffix in (".py", ".mjs")}
    other = {toolchain.BUNDLE / f"{name}.py" for name in OTHER_MODULES.split()}
    assert other < sources
    assert sources - other - keyed == set()
