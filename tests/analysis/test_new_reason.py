"""The kind of reason that the contributor's guide adds is one file, found in its folder, said in hints, and true."""

import json
import sys
from collections.abc import Iterator

import pytest
from saltus.analysis import reasons
from saltus.analysis.explain import because
from saltus.analysis.reasons.kind import Kind
from saltus.analysis.reasons.question import Question
from saltus.core.phrase import catalogue
from saltus.games import load

from tests.support import facts
from tests.support import new_reason as guide
from tests.support.checkout import ROOT
from tests.support.hints import hints

HINT, REVIEW = "hint.long-diagonal", "because.long-diagonal"
MAX_HINTS = 12


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kind]:
    """The kind of the page, from a folder of its own, with its texts in the catalogue."""
    english, texts = catalogue("en"), json.loads(guide.STRINGS)["en.json"]
    assert isinstance(english, dict)
    english.update(texts)
    folder = tmp_path_factory.mktemp("reasons")
    (folder / f"{guide.MODULE}.py").write_text(guide.CODE)
    reasons.__path__.append(str(folder))
    reasons.kinds.cache_clear()
    yield next(kind for kind in reasons.kinds() if kind.name == guide.KIND)
    reasons.__path__.remove(str(folder))
    reasons.kinds.cache_clear()
    del sys.modules[f"{reasons.__name__}.{guide.MODULE}"]
    for key in texts:
        del english[key]


def test_a_new_kind_of_reason_stands_where_its_strength_puts_it(added: Kind) -> None:
    names = [kind.name for kind in reasons.kinds()]
    at = names.index(added.name)
    assert names[at - 1 : at + 2] == ["shuts_in", added.name, "double_corner"]


def test_a_new_kind_of_reason_is_said_in_hints_and_true(added: Kind) -> None:
    is_true = eval(f"{{{guide.FACT}}}", vars(facts).copy())[HINT]
    said = []
    for game in map(load, ("english", "italian")):
        found = [(position, lines) for position, lines in hints(game) if added.find(Question(game, position, lines))]
        for position, lines in found[:MAX_HINTS]:
            assert is_true(facts.Case(game, position, lines))
            said.append(because(game, position, lines).text)
    assert "Make for the long diagonal: your king is hard to catch there." in said


def test_a_new_kind_of_reason_has_its_texts_in_every_language() -> None:
    texts = json.loads(guide.STRINGS)
    assert set(texts) == {path.name for path in (ROOT / "py" / "saltus" / "strings").glob("*.json")}
    assert [set(text) for text in texts.values()] == [{HINT, REVIEW}] * len(texts)
