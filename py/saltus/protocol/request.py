"""Parsing requests: JSON text becomes a `Request`, whose getters check each field.

Nothing here knows a game. Every error is a `Fault` with one of the codes in `saltus.protocol.schema.errors`.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from saltus.records.json import Json, nests_deeper

if TYPE_CHECKING:
    from typing import Any, TypeVar

    from saltus.protocol.schema.errors import ErrorCode

    Choice = TypeVar("Choice", bound=str)

Id: TypeAlias = int | str | None

MAX_REQUEST_CHARS = 500_000  # The longest request. An annotated game of three hundred turns has a tenth of that.
MAX_NESTING = 100
"""How deep arrays and objects may nest. No request needs more than five; variations in a record are not nested."""
MAX_MESSAGE_CHARS = 400
MAX_JSON_INTEGER = (1 << 53) - 1  # The largest integer that JavaScript has exactly.
MAX_PATH_SQUARES = 100
_MAX_INTEGER_DIGITS = 30


class Fault(ValueError):  # noqa: N818  (the name says whose it is)
    """A request that fails: `code` for programs, the message for people, `details` for more fields of the error."""

    def __init__(self, code: "ErrorCode", message: str, details: Mapping[str, Json] | None = None) -> None:
        super().__init__(clipped(message))
        self.code = code
        self.details = details or {}


def clipped(text: str) -> str:
    """`text`, cut to `MAX_MESSAGE_CHARS`: messages may quote the request."""
    return text if len(text) <= MAX_MESSAGE_CHARS else text[: MAX_MESSAGE_CHARS - 2] + " …"


def _shown(value: Json) -> str:
    """`value` as short text for an error message."""
    if isinstance(value, list):
        return "an array"
    if isinstance(value, dict):
        return "an object"
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:58] + " …"


def _integer(digits: str) -> int | float:
    # Python refuses to convert thousands of digits, and takes quadratic time below that. A number this long is
    # outside every limit anyway, and so is the float, which may be infinite.
    return int(digits) if len(digits) <= _MAX_INTEGER_DIGITS else float(digits)


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    fields: dict[str, Json] = {}
    for key, value in pairs:
        if key in fields:
            raise ValueError(f"the key {_shown(key)} stands twice in one object")
        fields[key] = value
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)


def decode(sent: str | bytes) -> "Request":
    """Parse a request. Raises `Fault`: `too-large`, `bad-json`, or `bad-request` for JSON that is no object."""
    if len(sent) > MAX_REQUEST_CHARS:
        raise Fault("too-large", f"a request has at most {MAX_REQUEST_CHARS:,} characters")
    try:
        text = sent if isinstance(sent, str) else sent.decode().removeprefix("\ufeff")
        if nests_deeper(text, MAX_NESTING):
            raise ValueError(f"arrays and objects may nest {MAX_NESTING} deep at most")
        value: Json = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise Fault("bad-json", f"this is not UTF-8, from byte {error.start + 1} on") from None
    except ValueError as error:
        raise Fault("bad-json", f"this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Fault("bad-request", f"a request is a JSON object, not {_shown(value)}")
    return Request(value)


class Request:
    """The fields of one request. A null field counts as missing. Every getter raises `Fault("bad-request")` that
    names the field, what it must be, and what it was. A field is required unless its getter has a default."""

    def __init__(self, fields: Mapping[str, Json]) -> None:
        self._fields = fields
        self.id: Id = None
        sent = fields.get("id")
        if isinstance(sent, (int, str)) and not isinstance(sent, bool):
            self.id = sent

    def has(self, key: str) -> bool:
        return self._fields.get(key) is not None

    def _wrong(self, key: str, wanted: str) -> Fault:
        if not self.has(key):
            return Fault("bad-request", f"{key} is missing: it must be {wanted}")
        return Fault("bad-request", f"{key} must be {wanted}, not {_shown(self._fields[key])}")

    def text(self, key: str) -> str:
        value = self._fields.get(key)
        if not isinstance(value, str):
            raise self._wrong(key, "a string")
        return value

    def data(self, key: str) -> bytes:
        """Bytes, as base64."""
        from binascii import a2b_base64

        try:
            return a2b_base64(self.text(key), strict_mode=True)
        except ValueError:
            raise self._wrong(key, "bytes as base64") from None

    def one_of(self, key: str, choices: "Collection[Choice]") -> "Choice":
        value = self._fields.get(key)
        for choice in choices:
            if choice == value:
                return choice
        raise self._wrong(key, f"one of {', '.join(choices)}")

    def integer(self, key: str, low: int = 0, high: int = MAX_JSON_INTEGER, default: int | None = None) -> int:
        value = self._fields.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"a whole number from {low} to {high}")
        return value

    def seconds(self, key: str, low: float, high: float, default: float | None = None) -> float:
        value = self._fields.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise self._wrong(key, f"a number of seconds from {low:g} to {high:.0f}")
        return float(value)

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._fields.get(key, default)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def _array(self, key: str, most: int, what: str, fits: Callable[[Json], bool]) -> "list[Any]":
        value = self._fields.get(key)
        if not isinstance(value, list) or len(value) > most or not all(map(fits, value)):
            raise self._wrong(key, f"an array of at most {most} {what}")
        return value

    def integers(self, key: str, most: int, low: int, high: int) -> list[int]:
        """An array of at most `most` whole numbers from `low` to `high`; empty if missing."""
        if not self.has(key):
            return []
        what = f"whole numbers from {low} to {high}"
        return self._array(key, most, what, lambda item: type(item) is int and low <= item <= high)

    def texts(self, key: str, most: int) -> list[str]:
        return self._array(key, most, "strings", lambda item: isinstance(item, str))

    def path(self) -> list[str]:
        return self.texts("path", MAX_PATH_SQUARES)

    def flags(self, key: str) -> dict[str, bool]:
        """An object whose values are all true or false; empty if missing."""
        value = self._fields.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(item, bool) for item in value.values()):
            raise self._wrong(key, "an object of keys and true or false")
        return {name: item for name, item in value.items() if isinstance(item, bool)}

    def object(self, key: str) -> Mapping[str, Json]:
        value = self._fields.get(key)
        if not isinstance(value, dict):
            raise self._wrong(key, "an object")
        return value

    def parts(self, key: str, most: int) -> "list[Request]":
        """An array of at most `most` objects, each with the same getters."""
        return [Request(item) for item in self._array(key, most, "objects", lambda item: isinstance(item, dict))]

    def part(self, key: str) -> "Request | None":
        """An object inside the request, with the same getters; None if missing."""
        return Request(self.object(key)) if self.has(key) else None
