"""Reads the protocol's types (`py/saltus/protocol/schema`) as they are written: names, bases, fields, and their docs.

They are read from the sources, because a type loses the names it was made of when the program runs, and what is said
of a field, beside it or under it, is nowhere else. A `Writer` turns their annotations into another language.
"""

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from saltus.protocol.schema import library, requests, shapes

from bundle.toolchain import PY

FOLDER = PY / "saltus" / "protocol" / "schema"
MODULES = ("shapes", "state", "games", "errors", "requests", "replies", "library")
LIMITS = {**vars(shapes), **vars(requests), **vars(library)}
"""The names that limits are written with."""


class Field(NamedTuple):
    """A field of a TypedDict."""

    name: str
    type: ast.expr
    required: bool
    doc: str


class Shape(NamedTuple):
    """A TypedDict. `fields` are its own, without those of its bases."""

    name: str
    doc: str
    bases: tuple[str, ...]
    fields: tuple[Field, ...]


class Alias(NamedTuple):
    """A name for another type."""

    name: str
    doc: str
    type: ast.expr


Types = dict[str, Shape | Alias]


def read() -> dict[str, Types]:
    """Returns the types of each module by name, in the order in which they are written."""
    return {name: types((FOLDER / f"{name}.py").read_text("utf-8")) for name in MODULES}


def types(source: str) -> Types:
    """Returns the types that a module defines."""
    found: Types = {}
    lines = source.splitlines()
    for statement, doc in documented(ast.parse(source).body, lines):
        match statement:
            case ast.ClassDef(name=name, bases=bases):
                named = tuple(base.id for base in bases if isinstance(base, ast.Name) and base.id != "TypedDict")
                about = " ".join((ast.get_docstring(statement) or "").split())
                found[name] = Shape(name, about, named, tuple(fields(statement.body, lines)))
            case ast.AnnAssign(
                target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value
            ):
                found[name] = Alias(name, doc, value)
            # A key that is a keyword cannot be written as a field.
            case ast.Assign(value=ast.Call(args=[ast.Constant(value=str(name)), ast.Dict(keys=keys, values=values)])):
                pairs = zip(keys, values, strict=True)
                own = tuple(Field(ast.literal_eval(key), value, True, "") for key, value in pairs if key)
                found[name] = Shape(name, doc, (), own)
    return found


def fields(body: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[Field]:
    """Yields the fields of a class."""
    for statement, doc in documented(body, lines):
        match statement:
            case ast.AnnAssign(
                target=ast.Name(id=name), annotation=ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner)
            ):
                yield Field(name, inner, False, doc)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                yield Field(name, annotation, True, doc)


def documented(body: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[tuple[ast.stmt, str]]:
    """Yields each statement with the string that follows it, on one line, else with the comment beside it."""
    for at, statement in enumerate(body):
        match body[at + 1 : at + 2]:
            case [ast.Expr(value=ast.Constant(value=str(doc)))]:
                yield statement, " ".join(doc.split())
            case _:
                beside = lines[(statement.end_lineno or 1) - 1].encode()[statement.end_col_offset :].decode()
                yield statement, beside.strip().removeprefix("# ")


class Writer(ABC):
    """Writes annotations in another language."""

    plain: Mapping[str, str]
    """What the types of JSON are called: `str`, `int`, `float`, `bool`, `Any`, `None`."""

    def write(self, node: ast.expr) -> str:
        """Returns an annotation in that language. Raises ValueError for one that has no form in JSON."""
        match node:
            case ast.Constant(value=None):
                return self.plain["None"]
            case ast.Constant(value=str(text)):  # a name that is defined further down
                return self.write(ast.parse(text, mode="eval").body)
            case ast.Name(id=name):
                return self.plain[name] if name in self.plain else self.named(name)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self.either([self.write(left), self.write(right)])
            case ast.Subscript(value=ast.Name(id="Literal"), slice=choice):
                choices = choice.elts if isinstance(choice, ast.Tuple) else [choice]
                return self.either([self.text(one.value) for one in choices if isinstance(one, ast.Constant)])
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, limit])):
                return self.limited(self.write(inner), eval(ast.unparse(limit), LIMITS))
            case ast.Subscript(value=ast.Name(id="Sequence"), slice=inner):
                return self.array(self.write(inner))
            case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[key, value])):
                return self.mapping(self.write(key), self.write(value))
        raise ValueError(f"{ast.unparse(node)} has no form in JSON")

    @abstractmethod
    def named(self, name: str) -> str:
        """A type that the schema defines."""

    def limited(self, written: str, limit: object) -> str:
        """A type of which only some values fit; not every language has that."""
        return written

    @abstractmethod
    def text(self, value: object) -> str:
        """One particular text."""

    @abstractmethod
    def either(self, choices: Sequence[str]) -> str:
        """One of several types."""

    @abstractmethod
    def array(self, item: str) -> str:
        """An array of items of one type."""

    @abstractmethod
    def mapping(self, key: str, value: str) -> str:
        """An object with values of one type."""
