"""The API reference: what is in it, and that its links lead somewhere."""

import re
from html import unescape
from pathlib import Path

import pytest
import saltus
from bundle import docs


@pytest.fixture(scope="module")
def reference() -> Path:
    """The folder of the reference."""
    return docs.docs()


def entries(page: str) -> dict[str, str]:
    """The parts of a page by the names that they explain, from each heading to the next."""
    found = re.split(r'<(?:section|div) id="([^"]+)"', page)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_every_public_name_is_explained(reference: Path) -> None:
    found = entries((reference / "saltus.html").read_text("utf-8"))
    named = set(saltus.__all__) - {"__version__"}
    assert named <= found.keys()
    plain = {"Position", "Side"}  # names of types, which have no docstring
    assert {name for name in named - plain if 'class="docstring"' not in found[name]} == set()


def test_the_board_for_notebooks_is_explained_with_its_traits(reference: Path) -> None:
    found = entries((reference / "saltus" / "notebook.html").read_text("utf-8"))
    assert {"Board", "Board.play", "Board.position", "Board.moves", "Board.refresh"} <= found.keys()
    assert 'class="docstring"' in found["Board"]


def test_modules_that_programs_do_not_import_have_no_pages(reference: Path) -> None:
    pages = {path.relative_to(reference).as_posix() for path in reference.rglob("*.html")}
    assert pages == {"index.html", "saltus.html", "saltus/notebook.html"}


def test_every_link_of_the_reference_leads_somewhere(reference: Path) -> None:
    for page in reference.rglob("*.html"):
        text = re.sub(r"<script\b.*?</script>", "", page.read_text("utf-8"), flags=re.DOTALL)
        known = set(re.findall(r'\bid="([^"]+)"', text))
        for link in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', text):
            if "://" in link:
                continue
            path, _, part = unescape(link).partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), f"{page.name}: {link}"
            if part and target == page:
                assert part in known, f"{page.name}: {link}"
