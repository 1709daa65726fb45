"""Every example in the documentation gives the output written there."""

import doctest
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.docs import DOCS, examples
from tests.test_layers import PYTHON, WEB

PAGES = sorted(path.name for path in DOCS.glob("*.md"))
ROOT = DOCS.parents[1]
LINKING = [
    *(DOCS / page for page in PAGES),
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("py/workshop/*.md")),
    *(ROOT / page for page in ("web/README.md", "py/bundle/slim/README.md")),
]
"""The pages whose links are followed."""


@pytest.mark.parametrize("page", [page for page in PAGES if ">>>" in examples(page)])
def test_every_example_in_python_says_what_is_written(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    example = doctest.DocTestParser().get_doctest(examples(page), {}, page, page, 0)
    assert len(example.examples) > 2
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert not result.failed, "".join(told)


def test_the_first_example_of_the_package_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (DOCS / "README.md").read_text("utf-8"), re.DOTALL)
    exec(example, {})
    assert "21-17" in capsys.readouterr().out


@pytest.mark.parametrize("page", LINKING, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#:]+)[)#]", text) if link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", LINKING, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_heading_finds_it(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)#([^):]+)\)", page.read_text("utf-8"))
    targets = [(page.parent / name if name else page, heading) for name, heading in links]
    assert [(target, heading) for target, heading in targets if heading not in headings(target)] == []


def test_every_page_is_named_in_the_list_of_pages() -> None:
    named = set(re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "README.md").read_text("utf-8")))
    assert named == {*PAGES} - {"README.md"}


def headings(page: Path) -> set[str]:
    """The addresses of the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize(("root", "layers"), [("py/saltus/", PYTHON), ("web/", WEB)])
def test_folders_are_listed_below_all_that_they_import(root: str, layers: Mapping[str, str]) -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    (listed,) = re.findall(rf"^{root} .*\n((?:  .*\n)+)", text, re.MULTILINE)
    names = [name for names in re.findall(r"^  (\S+(?: \S+)*)", listed, re.MULTILINE) for name in names.split()]
    assert {name for name in layers if not name.endswith(".ts")} <= {name.rstrip("/") for name in names}
    places = {name.rstrip("/"): place for place, name in enumerate(names)}
    assert [
        (name, below)
        for name, imported in layers.items()
        for below in imported.split()
        if places.get(below, 0) > places.get(name, len(places))
    ] == []
