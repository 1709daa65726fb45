"""The bill of materials: nothing that is shipped is missing in it, and it has the form of CycloneDX."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bundle import materials, site, toolchain, wheel

from tests.support.checkout import PY, ROOT

Component = dict[str, Any]


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    """The bill of a release of this checkout."""
    site.dist()
    return materials.bill("1.2.3", "2026-12-03", site.DIST, [wheel.wheel(), wheel.sdist()])


def every(components: list[Component]) -> Iterator[Component]:
    """Components with those in them."""
    for one in components:
        yield one
        yield from every(one.get("components", []))


def named(bill: dict[str, Any], name: str) -> Component:
    """The one component of this name."""
    (found,) = [one for one in every(bill["components"]) if one["name"] == name]
    return found


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_everything_has_a_name_a_licence_and_a_reference_of_its_own(bill: dict[str, Any]) -> None:
    found = list(every(bill["components"]))
    assert [one for one in found if not one["name"] or not one["licenses"]] == []
    references = [one["bom-ref"] for one in found]
    assert len(set(references)) == len(references)
    for depends in bill["dependencies"]:
        assert {depends["ref"], *depends["dependsOn"]} <= {*references, bill["metadata"]["component"]["bom-ref"]}


def test_every_file_of_the_site_is_listed_with_its_hash(bill: dict[str, Any]) -> None:
    listed = {one["name"]: one["hashes"][0]["content"] for one in named(bill, "site")["components"]}
    assert listed == {path.relative_to(site.DIST).as_posix(): sha256(path) for path in toolchain.files(site.DIST)}


def test_every_package_in_a_script_is_listed_as_the_lock_has_it(bill: dict[str, Any]) -> None:
    """The source maps say which packages were joined into the scripts, and licences in them whose they are."""
    scripts = [path for path in toolchain.files(site.DIST) if path.suffix == ".js"]
    maps = [
        json.loads(path.read_text("utf-8")) for path in toolchain.files(site.DIST) if path.name.endswith(".js.map")
    ]
    sources = {name for each in maps for name in each["sources"] if not name.startswith("web/")}
    inside = {found[0] for name in sources if (found := re.match(r"(@[^/]+/)?[^/]+", name))}
    owners = {line for path in scripts for line in re.findall(r"Copyright .*", path.read_text("utf-8"))}
    packages = {one["name"]: one for one in materials.npm_packages()}
    assert inside <= set(packages)
    assert owners <= {line for name in packages for line in materials.notices(name)}
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name in packages:
        one = named(bill, name)
        assert (one["version"], one["licenses"]) == (
            locked[f"node_modules/{name}"]["version"],
            [{"license": {"id": locked[f"node_modules/{name}"]["license"]}}],
        )
        assert re.fullmatch(r"[0-9a-f]{128}", one["hashes"][0]["content"])


def test_every_font_and_picture_of_others_is_listed(bill: dict[str, Any]) -> None:
    folders = {path.parent.name for path in toolchain.files(site.DIST) if path.suffix == ".txt"}
    assert {one["bom-ref"].removeprefix("web/") for one in materials.borrowed()} == folders
    assert [
        path for path in toolchain.files(site.DIST) if path.suffix == ".woff2" and path.parent.name not in folders
    ] == []
    assert named(bill, "Marcellus")["licenses"] == [{"license": {"id": "OFL-1.1"}}]
    assert named(bill, "Fluent Emoji")["copyright"] == "Copyright (c) Microsoft Corporation."


def test_all_learned_data_is_listed_with_its_hash_and_the_command_that_made_it(bill: dict[str, Any]) -> None:
    listed = {one["name"]: one for one in bill["components"] if one["type"] == "data"}
    wanted = {path.name: path for path in toolchain.files(PY / "saltus" / "data")}
    assert set(listed) == {name for name in wanted if name != "__init__.py" and not name.endswith("-six.table")}
    for name, one in listed.items():
        assert one["hashes"] == [{"alg": "SHA-256", "content": sha256(wanted[name])}]
        assert one["properties"][0]["value"].startswith("python3 -m workshop.")


def test_what_is_in_pyodide_is_listed_as_the_runtime_says(bill: dict[str, Any]) -> None:
    inside = {one["name"]: one.get("version") for one in named(bill, "pyodide")["components"]}
    lock = toolchain.runtime_lock()
    assert inside["cpython"] == lock["python"]
    assert inside["emscripten"] == lock["platform"].removeprefix("emscripten_").replace("_", ".")
    modules = materials.runtime_parts()["modules"]
    assert {one.name for name, one in materials.LIBRARIES.items() if name in modules} < set(inside)
    assert not materials.NATIVE & set(modules)


def test_the_runtime_belongs_to_pyodide_and_the_standard_library_to_python() -> None:
    owners = {re.sub(r"^assets/\w+-\w+/", "", name): mine for name, mine in materials.owners(site.DIST).items()}
    assert owners["pyodide.asm.wasm"] == owners["rest.wasm"] == owners["engine/worker.js"]
    assert owners["library.pack"] == owners["late.pack"] != owners["rest.wasm"]
    assert owners["english.table"] == ["saltus/data/english.table"]
    assert owners["main.js"] == []


def test_every_file_of_the_wheel_has_a_source() -> None:
    assert materials.unlisted(wheel.wheel()) == []


def test_the_bill_has_the_form_of_cyclonedx(bill: dict[str, Any]) -> None:
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    assert bill["metadata"]["timestamp"] == "2026-12-03T00:00:00Z"
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/saltus@1.2.3"
    kinds = {one["type"] for one in every(bill["components"])}
    assert kinds == {"application", "data", "file", "library"}


def test_the_same_release_has_the_same_bill(bill: dict[str, Any]) -> None:
    assert materials.bill("1.2.3", "2026-12-03", site.DIST, [wheel.wheel(), wheel.sdist()]) == bill
