"""Takes the types of functions and names out of a module's text: the browser has no use for them.

Python compiles a function of its own for the annotations of each function, and one for those of each module, which
every visit would load. Classes keep theirs, because named tuples are made of them. Every other character stays on its
line and in its column, so that a traceback names the right place.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

Span = tuple[int, int]
"""From one byte of a text up to another."""

IS_COLON, IS_ARROW = re.compile(rb"\s*:\s*"), re.compile(rb"->\s*")
"""What stands before the type of a name, and before that of a result. A type in parentheses stays."""


def untyped(source: bytes) -> bytes:
    """Returns the text of a module without the types that only type checkers read."""
    tree = ast.parse(source)
    text = bytearray(source)
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    for begin, end in spans(tree, source, starts):
        for at in range(begin, end):
            if text[at : at + 1] != b"\n":
                # Outside brackets a line goes on only if it says so.
                text[at] = ord("\\") if text[at + 1 : at + 2] == b"\n" else ord(" ")
    for node in ast.walk(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=[first, *_], orelse=[]):
                begin, end = extent(first, starts)[0], extent(node, starts)[1]
                text[begin:end] = re.sub(rb"[^\n]", b" ", source[begin:end])
                text[begin : begin + 4] = b"pass"
    return bytes(text)


def spans(tree: ast.Module, source: bytes, starts: Sequence[int]) -> Iterator[Span]:
    """Yields where the types stand that can go, each with the colon or the arrow before it.

    `starts` says where the lines begin.
    """
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.expr() as kind):
                begin = extent(node, starts)[0] + len(name.encode())
                yield from between(IS_COLON, begin, extent(kind, starts), source)
            case ast.FunctionDef(returns=ast.expr() as kind):
                begin = source.rindex(b"->", 0, extent(kind, starts)[0])
                yield from between(IS_ARROW, begin, extent(kind, starts), source)
    for statement in tree.body:
        match statement:
            case ast.AnnAssign(target=ast.Name() as target, annotation=kind, value=ast.expr()):
                yield from between(IS_COLON, extent(target, starts)[1], extent(kind, starts), source)


def between(mark: re.Pattern[bytes], begin: int, kind: Span, source: bytes) -> Iterator[Span]:
    """Yields from `begin` to the end of a type, if only the mark is before it."""
    if mark.fullmatch(source, begin, kind[0]):
        yield begin, kind[1]


def extent(node: ast.expr | ast.stmt | ast.arg, starts: Sequence[int]) -> Span:
    """Returns where a node stands."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
