"""Parsing requests: JSON text becomes a `Request`, which checks each field that is read.

Nothing here knows a game. Every error is a `Fault` with one of the codes in `saltus.protocol.schema.errors`.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from saltus.core.kind import HOLDING, MISSING, Fields, Kind, fits, problems
from saltus.records.json import Json, nests_deeper, no_constant, unique_fields

if TYPE_CHECKING:
    from typing import Any

    from saltus.protocol.schema.errors import ErrorCode

Id: TypeAlias = int | str | None

MAX_REQUEST_CHARS = 500_000  # The longest request. An annotated game of three hundred turns has a tenth of that.
MAX_NESTING = 100
"""How deep arrays and objects may nest. No request needs more than five; variations in a record are not nested."""
MAX_MESSAGE_CHARS = 400
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


def _shown(value: object) -> str:
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


_DECODER = json.JSONDecoder(object_pairs_hook=unique_fields, parse_int=_integer, parse_constant=no_constant)


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


TEXT: Kind = ("text",)
BASE64 = "bytes as base64"
_WANTED: Mapping[str, str] = {"text": "a string", "base64": BASE64, "truth": "true or false", "object": "an object"}
_ITEMS: Mapping[str, str] = {"text": "strings", "object": "objects"}


def _wanted(kind: Kind) -> str:
    """A kind in words, for an error."""
    name, *about = kind
    if name == "optional":
        return _wanted(about[0])
    if name == "or":
        return _wanted(about[0][0])
    if name == "whole":
        return f"a whole number from {about[0]} to {about[1]}"
    if name == "number":
        return f"a number of seconds from {about[0]:g} to {about[1]:.0f}"
    if name == "one":
        return f"one of {', '.join(about[0])}"
    if name == "array":
        item, most = about
        of = f"whole numbers from {item[1]} to {item[2]}" if item[0] == "whole" else _ITEMS[item[0]]
        return f"an array of at most {most} {of}"
    if name == "map":
        return "an object of keys and true or false" if about[1] == ("truth",) else "an object"
    return _WANTED[name]


def checked(name: str, value: "Any", kind: Kind) -> "Any":
    """The value of a field, checked to be of its kind. Raises `Fault` that names the field, what it must be, and what
    it was."""
    for place, part, found in problems(value, kind, (name,), exact=False):
        field = next(one for one in reversed(place) if isinstance(one, str))
        is_key = kind[0] == "map" and len(place) > 1
        raise wrong(f"{name}: {field}" if is_key else field, _wanted(part), found)
    return value


def wrong(name: str, wanted: str, value: object) -> Fault:
    if value is None or value is MISSING:
        return Fault("bad-request", f"{name} is missing: it must be {wanted}")
    return Fault("bad-request", f"{name} must be {wanted}, not {_shown(value)}")


class Request:
    """The fields of one request, as a mapping; the function that answers it sees a TypedDict. A field is checked when
    it is read, so that the first error in the order of the operation is reported. A null field counts as missing."""

    def __init__(self, fields: Mapping[str, Json]) -> None:
        self._fields = fields
        self.kinds: Fields = {"op": TEXT}  # Until the op is known; then the fields of its request.
        sent = fields.get("id")
        self.id: Id = sent if isinstance(sent, (int, str)) and not isinstance(sent, bool) else None

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def __getitem__(self, name: str) -> "Any":
        kind, value = self.kinds[name], self._fields.get(name)
        if kind[0] == "optional":
            kind = kind[1]
        return value if kind[0] not in HOLDING and fits(value, kind) else checked(name, value, kind)

    def get(self, name: str, default: "Any" = None) -> "Any":
        return default if self._fields.get(name) is None else self[name]
