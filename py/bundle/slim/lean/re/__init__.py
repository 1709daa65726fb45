"""In place of the front of the standard library's `re`. A pattern is compiled when it is first asked, not where it is
written down: most are for texts that people bring, and the compiler and the flags' `enum` are a tenth of the start.
"""

from typing import Any

IGNORECASE, MULTILINE, DOTALL, VERBOSE = 2, 8, 16, 64

Match = Any


class Pattern:
    """A pattern in waiting. What it is asked goes to the compiled one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        from re import _compiler

        compiled = _compiler.compile(*self.source)
        for ask in ("finditer", "fullmatch", "match", "search", "split", "sub"):
            setattr(self, ask, getattr(compiled, ask))
        return getattr(compiled, name)


kept: dict[tuple[str, int], Pattern] = {}


def compile(pattern: str, flags: int = 0) -> Pattern:
    """A pattern, the same for the same text."""
    return kept.setdefault((pattern, flags), Pattern(pattern, flags))


def search(pattern: str, string: str, flags: int = 0) -> Match | None:
    """The first match in a text."""
    return compile(pattern, flags).search(string)


def sub(pattern: str, repl: Any, string: str, count: int = 0, flags: int = 0) -> str:
    """A text with every match replaced."""
    return str(compile(pattern, flags).sub(repl, string, count))


def split(pattern: str, string: str, maxsplit: int = 0, flags: int = 0) -> list[str]:
    """A text taken apart at every match."""
    return list(compile(pattern, flags).split(string, maxsplit))


def _compile_template(pattern: Any, repl: str) -> Any:
    """Called by a compiled pattern: what a replacement with references to groups stands for."""
    import _sre
    from re import _parser

    return _sre.template(pattern, _parser.parse_template(repl, pattern))
