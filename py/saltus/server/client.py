"""A seat at a game on a server, by plain HTTP: for `saltus play --join`, and for programs. Standard library only."""

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

WAIT_SECONDS = 20
ANSWER_SECONDS = 40.0
MARK = "online="
"""What begins a game in the fragment of a link: `https://example.org/#online=GAME.TOKEN`, without token to watch."""

State = dict[str, Any]


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
        """Raises ValueError if this is no link to a game."""
        parts = urlsplit(link)
        named = parts.fragment.partition(MARK)[2].partition("&")[0]
        self.game, _, token = named.partition(".")
        if parts.scheme not in ("http", "https") or not parts.netloc or not self.game:
            raise ValueError(f"a link to a game looks like https://example.org/#{MARK}GAME.TOKEN, not {link[:80]!r}")
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.token = token or None

    def state(self, after: int = 0) -> State:
        """The game; if it has no version beyond `after`, once it has, or after a while. Raises `Refused`, OSError."""
        wait = f"?after={after}&wait={WAIT_SECONDS}" if after else ""
        return asked(f"{self.address}/api/games/{self.game}{wait}", self.token)

    def ask(self, op: str, **fields: object) -> State:
        """Make a request, and return the game after it. Raises `Refused` or OSError."""
        return asked(f"{self.address}/api/games/{self.game}", self.token, {"op": op, **fields})


def created(address: str, **fields: object) -> State:
    """Begin a game on the server at this address. `tokens` are those of the seats, and `seat` is yours."""
    return asked(f"{address.rstrip('/')}/api/games", None, fields)


def asked(address: str, token: str | None = None, body: object = None) -> State:
    """The reply to one request. Raises `Refused` or OSError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    sent = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, sent, headers), timeout=ANSWER_SECONDS) as reply:
            found: State = json.load(reply)
            return found
    except HTTPError as error:
        try:
            said = json.load(error)["error"]
            raise Refused(said["code"], said["message"]) from None
        except (ValueError, KeyError, TypeError) as unread:
            if isinstance(unread, Refused):
                raise
            raise OSError(f"{address.partition('/api')[0]} is no server of games: {error}") from None
    except (HTTPException, ValueError) as error:
        raise OSError(f"{address.partition('/api')[0]} is no server of games: {error}") from None
