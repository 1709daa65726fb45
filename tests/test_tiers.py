"""The tests that only `build.py test --all` runs name tests that `build.py test` runs and that prove the same.

Of a test with parameters `mostly_slow` (support/tiers.py) keeps at least one in the first tier.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
MARKER = "pytest.mark.slow"


class Mark(NamedTuple):
    """One use of the marker: where it stands, and the tests that it names as `folder/test_file.py::test_name`."""

    place: str
    tests: list[str]


def name_of(path: Path) -> str:
    return path.relative_to(TESTS).as_posix()


def is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == MARKER


def marks(path: Path, tree: ast.Module) -> Iterator[Mark]:
    """The uses of the marker in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_mark(node.func):
            named = [str(ast.literal_eval(each)) for each in node.args]
            whole = [each if "::" in each else f"{name_of(path)}::{each}" for each in named]
            yield Mark(f"{name_of(path)}:{node.lineno}", whole)


def first_tier(path: Path, tree: ast.Module) -> set[str]:
    """The tests of a file that run in the first tier, at least with some of their parameters."""
    whole_file = [
        mark for each in tree.body if isinstance(each, ast.Assign) for mark in ast.walk(each) if is_mark(mark)
    ]
    functions = [] if whole_file else [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    return {
        f"{name_of(path)}::{each.name}"
        for each in functions
        if each.name.startswith("test_")
        and not any(isinstance(mark, ast.Call) and is_mark(mark.func) for mark in each.decorator_list)
    }


def test_what_is_left_out_is_proved_by_tests_that_are_not() -> None:
    texts = {path: path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items() if MARKER in text}
    found = [mark for path, tree in trees.items() for mark in marks(path, tree)]
    assert found
    proofs = {TESTS / test.partition("::")[0] for mark in found for test in mark.tests} & set(texts)
    known = {test for path in proofs for test in first_tier(path, trees.get(path) or ast.parse(texts[path]))}
    assert [mark for mark in found if not mark.tests or not known.issuperset(mark.tests)] == []
