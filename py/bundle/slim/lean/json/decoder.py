"""In place of the standard library's `json.decoder`: the reader written in C alone, and so without `re`."""

from _json import make_scanner
from collections.abc import Callable
from typing import Any

SPACE = " \t\n\r"
CONSTANTS = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}


class JSONDecodeError(ValueError):
    """A text that is not JSON: what is wrong, and where, also as line and column from 1."""

    def __init__(self, msg: str, doc: str, pos: int) -> None:
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")


class JSONDecoder:
    """Reads JSON. The attributes are what the scanner asks for."""

    def __init__(
        self,
        *,
        object_hook: Callable[[dict[str, Any]], Any] | None = None,
        parse_float: Callable[[str], Any] | None = None,
        parse_int: Callable[[str], Any] | None = None,
        parse_constant: Callable[[str], Any] | None = None,
        strict: bool = True,
        object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    ) -> None:
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or CONSTANTS.__getitem__
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook
        self.memo: dict[str, str] = {}
        self.scan_once = make_scanner(self)

    def decode(self, s: str) -> Any:
        """What the whole text says."""
        found, end = self.raw_decode(s, len(s) - len(s.lstrip(SPACE)))
        rest = s[end:].lstrip(SPACE)
        if rest:
            raise JSONDecodeError("Extra data", s, len(s) - len(rest))
        return found

    def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
        """What the text says from there on, and where that ends."""
        try:
            found, end = self.scan_once(s, idx)
        except StopIteration as stop:
            raise JSONDecodeError("Expecting value", s, stop.value) from None
        return found, end
