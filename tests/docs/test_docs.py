"""Every example in the documentation gives the output written there."""

import doctest
import re
from pathlib import Path

import pytest

from tests.support.docs import DOCS, examples

PAGES = sorted(path.name for path in DOCS.glob("*.md"))
ROOT = DOCS.parents[1]


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


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(example, {})
    assert "21-17" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#:]+)\)", text) if link]
    assert [link for link in links if not (DOCS / link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_heading_finds_it(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]*)#([^):]+)\)", (DOCS / page).read_text("utf-8"))
    assert [(name, heading) for name, heading in links if heading not in headings(DOCS / (name or page))] == []


def headings(page: Path) -> set[str]:
    """The addresses of the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
