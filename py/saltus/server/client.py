"""A seat at a game on a server, by plain HTTP: for `saltus play --join`, and for programs. Standard library only."""

import json
import re
import unicodedata
from http.client import HTTPException, HTTPResponse
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote
from urllib.request import HTTPRedirectHandler, Request, build_opener

from saltus.core.game import SIDES
from saltus.core.kind import Fields, Kind, problems
from saltus.records import json as records

WAIT_SECONDS = 20
ANSWER_SECONDS = 40.0
MAX_ANSWER_BYTES = 1 << 24
MARK = "online="
"""The mark before a game in the fragment of a link: `https://example.org/#online=GAME.TOKEN`; without a token to
watch."""

State = dict[str, Any]

_LINK = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>(?(scheme)[^\s/?#<>\"'()\[\]]+|[\w.-]+(?::\d+)?)|\[[\da-f:.]+\](?::\d+)?)"
    r"(?P<path>/[^\s?#<>\"']*+)?(?:\?[^\s#]*+)?"
    r"#[^\s#]*?online=(?P<game>[\w-]+)(?:\.(?P<token>[\w-]+))?",
    re.ASCII | re.IGNORECASE,
)
"""A link within a text: punctuation beside it, such as a full stop, is no part of an id or a token."""
_PAGE = re.compile(r"/(?:index\.html)?/*\Z", re.IGNORECASE)


class Refused(ValueError):  # noqa: N818  (as `Fault`)
    """The server has refused a request; `code` says why to programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def link(address: str, game: str, token: str | None = None) -> str:
    """The link of a seat, or to watch."""
    return f"{address.rstrip('/')}/#{MARK}{game}{f'.{token}' if token else ''}"


class Seat:
    """A seat at a game, or a view of it."""

    def __init__(self, link: str) -> None:
        """`link` may be written as in a chat: with brackets, quotes or a full stop beside it, or with `%2E` for a
        point. Raises ValueError if it is no link to a game."""
        found = _LINK.search(unescaped(link))
        if found is None:
            raise ValueError(f"a link to a game looks like https://example.org/#{MARK}GAME.TOKEN, not {link[:80]!r}")
        scheme, host, path, self.game, self.token = found.group("scheme", "host", "path", "game", "token")
        self.address = f"{(scheme or 'https').lower()}://{host}{_PAGE.sub('', path or '')}"

    def state(self, after: int = 0) -> State:
        """The state of the game; with `after`, wait until its version is beyond that, or for a while. Raises
        `Refused`, OSError."""
        wait = f"?after={after}&wait={WAIT_SECONDS}" if after else ""
        return checked(self.address, request_json(f"{self.address}/api/games/{self.game}{wait}", self.token))

    def ask(self, op: str, **fields: object) -> State:
        """Make a request, and return the game after it. Raises `Refused` or OSError."""
        return checked(
            self.address, request_json(f"{self.address}/api/games/{self.game}", self.token, {"op": op, **fields})
        )


def unescaped(link: str) -> str:
    """A link without what chats and mail programs change: invisible characters, and escapes such as `%2E`."""
    seen = "".join(letter for letter in link if unicodedata.category(letter) != "Cf")
    address, hash_sign, fragment = (seen if "#" in seen else unquote(seen)).partition("#")
    while fragment != (fragment := unquote(fragment)):
        pass
    return address + hash_sign + fragment


SIDE: Kind = ("or", (("one", SIDES), ("null",)))
FIELDS: Fields = {
    "version": ("whole",),
    "turn": ("whole",),
    "seat": SIDE,
    "names": ("map", ("one", SIDES), ("text",)),
    "joined": ("map", ("one", SIDES), ("truth",)),
    "clock": ("or", (("null",), ("object", {"w": ("number",), "b": ("number",)}))),
    "control": ("or", (("null",), ("object", {"days": ("or", (("null",), ("whole",)))}))),
    "draw": SIDE,
    "takeback": SIDE,
    "rematch": SIDE,
    "next": ("or", (("text",), ("null",))),
    "record": ("text",),
}
"""The fields of a game's state that this client needs."""


def checked(address: str, state: State) -> State:
    """The state of a game, checked. Raises OSError if it is none."""
    for place, kind, _ in problems(state, ("object", FIELDS)):
        if kind[0] != "unknown":  # a newer server may say more
            raise _no_server(address, f"its answer has no {place[0]} of a game")
    try:
        records.read(state["record"])
    except ValueError as error:
        raise _no_server(address, error) from None
    return state


def _no_server(address: str, reason: object) -> OSError:
    return OSError(f"{address.partition('/api')[0]} is no server of games: {' '.join(str(reason).split())}")


def created(address: str, **fields: object) -> State:
    """Begin a game on the server at this address. `tokens` are those of the seats, and `seat` is yours."""
    return request_json(f"{address.rstrip('/')}/api/games", None, fields)


class _Stay(HTTPRedirectHandler):
    """Follows no redirect, which would turn a POST into a GET and send the token to another server."""

    def redirect_request(self, *_: object) -> None:
        return None


def request_json(address: str, token: str | None = None, body: object = None) -> State:
    """The reply to one request. Raises `Refused` or OSError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    sent = None if body is None else json.dumps(body).encode()
    try:
        with build_opener(_Stay).open(Request(address, sent, headers), timeout=ANSWER_SECONDS) as reply:
            found = _json(reply)
    except HTTPError as error:
        with error:
            if 300 <= error.code < 400:
                raise _no_server(address, f"it sends to {str(error.headers['Location'])[:200]}") from None
            try:
                said = _json(error)["error"]
                code, message = str(said["code"]), str(said["message"])
            except (HTTPException, ValueError, LookupError, TypeError, RecursionError):
                raise _no_server(address, error) from None
            raise Refused(code, message) from None
    except (HTTPException, ValueError, RecursionError) as error:
        raise _no_server(address, error or type(error).__name__) from None
    if not isinstance(found, dict):
        raise _no_server(address, "its answer is no object")
    return found


def _json(reply: HTTPResponse | HTTPError) -> Any:
    """The JSON of a reply. Raises ValueError for a reply that is too long or too slow, or no JSON."""
    due = monotonic() + ANSWER_SECONDS
    said = bytearray()
    while block := reply.read1(1 << 16):
        said += block
        if len(said) > MAX_ANSWER_BYTES:
            raise ValueError(f"its answer is longer than {MAX_ANSWER_BYTES >> 20} MB")
        if monotonic() > due:
            raise ValueError(f"its answer takes longer than {ANSWER_SECONDS:g} s")
    return json.loads(said)
