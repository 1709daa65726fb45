"""Types of functions and names go from what the browser gets; every other character stays where it is."""

import ast
from pathlib import Path

import pytest
import saltus
from bundle.untyped import untyped

PACKAGE = Path(saltus.__file__).parent
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent.name != "data"]
"""The data are thousands of numbers, and have no types."""

CASES = [
    ("def f(a: int, *b: str, c: bool = True, **d: object) -> None: ...", "def f(a, *b, c=True, **d): ..."),
    ('def f(a: "A | None" = None) -> "B": ...', "def f(a=None): ..."),
    ("class A:\n    def f(self, é: str = 'é') -> int: ...", "class A:\n    def f(self, é='é'): ..."),
    ("def f(\n    a: int,\n) -> tuple[\n    int, str\n]:\n    return a, ''", "def f(a):\n    return a, ''"),
    ("X: list[int] = [1]", "X = [1]"),
    ("X: int", "X: int"),
    ("class A(NamedTuple):\n    a: int = 1", "class A(NamedTuple):\n    a: int = 1"),
    ("if TYPE_CHECKING:\n    from a import (\n        B,\n    )\n    C = B", "if TYPE_CHECKING:\n    pass"),
    ("if TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2", "if TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2"),
    ("f = lambda a, b=1: (a, b)", "f = lambda a, b=1: (a, b)"),
]


@pytest.mark.parametrize(("source", "wanted"), CASES)
def test_types_go_and_the_rest_stays(source: str, wanted: str) -> None:
    assert ast.unparse(ast.parse(untyped(source.encode()))) == ast.unparse(ast.parse(wanted))


class Bare(ast.NodeTransformer):
    """Takes the same out of a syntax tree."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" and not node.orelse:
            node.body = [ast.Pass()]
        self.generic_visit(node)
        return node


def bare(source: bytes) -> str:
    """A module without types, by its syntax tree."""
    tree = Bare().visit(ast.parse(source))
    for at, statement in enumerate(tree.body):
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            tree.body[at] = ast.Assign([statement.target], statement.value, lineno=statement.lineno)
    return ast.unparse(tree)


def calls(source: bytes) -> set[tuple[int, int]]:
    """Where a module calls something."""
    return {(node.lineno, node.col_offset) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)}


@pytest.fixture(scope="module")
def modules() -> dict[Path, tuple[bytes, bytes]]:
    """Every module of the package, with types and without."""
    return {path: (source := path.read_bytes(), untyped(source)) for path in SOURCES}


def test_every_module_is_the_same_program_without_them(modules: dict[Path, tuple[bytes, bytes]]) -> None:
    assert len(modules) > 100
    assert [path for path, (typed, rest) in modules.items() if ast.unparse(ast.parse(rest)) != bare(typed)] == []


def test_what_is_left_stays_in_its_line_and_column(modules: dict[Path, tuple[bytes, bytes]]) -> None:
    for typed, rest in modules.values():
        assert calls(rest) <= calls(typed)
        assert rest.count(b"\n") == typed.count(b"\n")
