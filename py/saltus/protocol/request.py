"""Reading what was sent: JSON text to a request whose fields are checked as they are asked for.

Nothing here knows a game. Every refusal is a `Fault` with one of the codes that the bridge's docstring lists.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NoReturn, TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Id: TypeAlias = int | str | None

LONGEST = 500_000
"""The most characters of one request. An annotated game of three hundred turns has a tenth of that."""
DEEPEST = 100
"""How deep arrays and objects may nest. No request needs more than five; a record's variations are not nested."""
EDGE = 4_096
"""So many characters at the beginning and at the end of a request that cannot be read are searched for its id."""
AFFORDABLE = 4 * LONGEST
"""Up to so many characters a request that is too long is parsed all the same where its id is not at its edges."""
LONGEST_MESSAGE = 400
_MOST_DIGITS = 30


class Fault(ValueError):  # noqa: N818  (the name says whose it is)
    """A request that cannot be granted: `code` for the program, the message for the reader, `details` beside them."""

    def __init__(self, code: str, message: str, details: Mapping[str, Json] | None = None) -> None:
        super().__init__(clipped(message))
        self.code = code
        self.details = details or {}
        self.id: Id = None
        """Of the request that could not be read, where its id could."""


def clipped(text: str) -> str:
    """`text`, or its beginning where it is longer than a message should be: what was sent may be quoted in it."""
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 2] + " …"


def _shown(value: Json) -> str:
    """`value` as a message may quote it: short, whatever was sent."""
    if isinstance(value, list):
        return "an array"
    if isinstance(value, dict):
        return "an object"
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:58] + " …"


def _integer(digits: str) -> int | float:
    # Python refuses to convert thousands of digits and takes quadratic time below that. Such a number is beyond
    # every bound that is set here, and a float says so as well (as infinity where it must).
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    fields: dict[str, Json] = {}
    for key, value in pairs:
        if key in fields:
            raise ValueError(f"the key {_shown(key)} stands twice in one object")
        fields[key] = value
    return fields


def _too_deep(text: str) -> bool:
    """Whether `text` nests deeper than `DEEPEST`: the decoder recurses, on a stack that a browser keeps small."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    in_string = escaped = False
    for letter in text:
        if escaped:
            escaped = False
        elif in_string:
            escaped = letter == "\\"
            in_string = letter != '"'
        elif letter == '"':
            in_string = True
        elif letter in "[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif letter in "]}":
            depth -= 1
    return False


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)

_SPACE = r"[ \t\n\r]*"
_STRING = r'"(?:[^"\\]|\\.)*+"'
_SCALAR = rf"(?:{_STRING}|[-+.0-9A-Za-z]++)"
_LAST_FIELDS = rf',\s*+"id"\s*+:\s*+(?P<id>{_SCALAR})\s*+(?:,\s*+{_STRING}\s*+:\s*+{_SCALAR}\s*+)*+\}}\s*+\Z'
"""The end of an object from its field `id` on, compiled when it is first needed: most pages never do. In valid JSON
nothing else looks so: within a string its quotes would have backslashes, and the last brace is the request's own."""


def decode(sent: str | bytes) -> "Request":
    """The request that was sent. Raises `Fault`: `too-large`, `bad-json`, or `bad-request` for other JSON.

    A request that cannot be read has its id in the `Fault` where that can be found with little work.
    """
    try:
        return _decoded(sent)
    except Fault as fault:
        if fault.code != "bad-request":
            fault.id = _id_of(sent)
        raise


def _id_of(sent: str | bytes) -> Id:
    """The id of a request that cannot be read; None where it is not found."""
    head, tail = (
        edge if isinstance(edge, str) else edge.decode("utf-8", "replace") for edge in (sent[:EDGE], sent[-EDGE:])
    )
    found = _first_id(head.removeprefix("\ufeff"))
    try:
        if found is None and (last := re.search(_LAST_FIELDS, tail, re.DOTALL)):
            found = _DECODER.decode(last["id"])
        if found is None and LONGEST < len(sent) <= AFFORDABLE:
            text = sent if isinstance(sent, str) else sent.decode().removeprefix("\ufeff")
            whole = None if _too_deep(text) else _DECODER.decode(text)
            found = whole.get("id") if isinstance(whole, dict) else None
    except ValueError:
        return None
    return Request({"id": found}).id


def _first_id(text: str) -> Json:
    """The value of `id` among the first fields of an object, of which this is the beginning."""

    def after_space(at: int) -> int:
        space = re.compile(_SPACE).match(text, at)
        return space.end() if space else at

    at = after_space(0)
    if text[at : at + 1] != "{" or _too_deep(text):
        return None
    more = "{"
    try:
        while more and more in "{,":
            key, at = _DECODER.raw_decode(text, after_space(at + 1))
            at = after_space(at)
            if not isinstance(key, str) or text[at : at + 1] != ":":
                return None
            value, at = _DECODER.raw_decode(text, after_space(at + 1))
            at = after_space(at)
            more = text[at : at + 1]  # without anything after it a number may have been cut off
            if key == "id":
                return value if more and more in ",}" else None
    except ValueError:
        return None
    return None


def _decoded(sent: str | bytes) -> "Request":
    if len(sent) > LONGEST:
        raise Fault("too-large", f"a request has at most {LONGEST:,} characters")
    try:
        text = sent if isinstance(sent, str) else sent.decode().removeprefix("\ufeff")
        if _too_deep(text):
            raise ValueError(f"arrays and objects may nest {DEEPEST} deep at most")
        value: Json = _DECODER.decode(text)
    except ValueError as error:
        raise Fault("bad-json", f"this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Fault("bad-request", f"a request is a JSON object, not {_shown(value)}")
    return Request(value)


class Request:
    """The fields of one request. A field that is null counts as one that is not there.

    Every getter raises `Fault("bad-request")` that names the field, what it must be, and what it was. Where a
    default is given the field may be missing, else it must be there.
    """

    def __init__(self, fields: Mapping[str, Json]) -> None:
        self._fields = fields
        self.id: Id = None
        sent = fields.get("id")
        if isinstance(sent, (int, str)) and not isinstance(sent, bool):
            self.id = sent

    def has(self, key: str) -> bool:
        """Whether the field was sent."""
        return self._fields.get(key) is not None

    def _wrong(self, key: str, wanted: str) -> Fault:
        if not self.has(key):
            return Fault("bad-request", f"{key} is missing: it must be {wanted}")
        return Fault("bad-request", f"{key} must be {wanted}, not {_shown(self._fields[key])}")

    def text(self, key: str) -> str:
        """A string."""
        value = self._fields.get(key)
        if not isinstance(value, str):
            raise self._wrong(key, "a string")
        return value

    def one_of(self, key: str, choices: Collection[str]) -> str:
        """One of these strings."""
        value = self._fields.get(key)
        if not isinstance(value, str) or value not in choices:
            raise self._wrong(key, f"one of {', '.join(choices)}")
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self._fields.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"a whole number from {low} to {high}")
        return value

    def seconds(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """A number of seconds from `low` to `high`."""
        value = self._fields.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise self._wrong(key, f"a number of seconds from {low:g} to {high:.0f}")
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._fields.get(key, default)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def integers(self, key: str, most: int, low: int, high: int) -> list[int]:
        """An array of at most `most` whole numbers from `low` to `high`; where it is missing, none."""
        value = self._fields.get(key)
        if value is None:
            return []
        whole = (
            [item for item in value if type(item) is int and low <= item <= high] if isinstance(value, list) else []
        )
        if not isinstance(value, list) or len(whole) < len(value) or len(value) > most:
            raise self._wrong(key, f"an array of at most {most} whole numbers from {low} to {high}")
        return whole

    def texts(self, key: str, most: int) -> list[str]:
        """An array of at most `most` strings."""
        value = self._fields.get(key)
        if not isinstance(value, list) or len(value) > most or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, f"an array of at most {most} strings")
        return [item for item in value if isinstance(item, str)]

    def flags(self, key: str) -> dict[str, bool]:
        """An object whose values are all true or false; empty where it is missing."""
        value = self._fields.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(item, bool) for item in value.values()):
            raise self._wrong(key, "an object of keys and true or false")
        return {name: item for name, item in value.items() if isinstance(item, bool)}

    def object(self, key: str) -> Mapping[str, Json]:
        """An object."""
        value = self._fields.get(key)
        if not isinstance(value, dict):
            raise self._wrong(key, "an object")
        return value

    def part(self, key: str) -> "Request | None":
        """An object inside the request, to be read in the same way; None where it is missing."""
        return Request(self.object(key)) if self.has(key) else None
