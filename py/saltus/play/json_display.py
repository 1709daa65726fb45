"""A session for a front end in another language or process: a display that speaks JSON, one object per line.

The bridge (`saltus.protocol.bridge`) answers requests and leaves the course of the game to the page; a session keeps
the clocks, plays the computer's turns and reports every event. The values are those of the bridge:

    sent        {"event": "state", …state, "players": {"w", "b"}, "prompt"}    after every event
                {"event": "said", "text"}                                      a message for people
    received    {"say": "11-15"} or {"say": "undo"}                            a turn or a command, as text
                {"path": ["b6", "a5"]}                                         a turn, as its squares

Any other line is answered by `said`.
"""

import json
from collections.abc import Callable

from saltus.play.session import Session
from saltus.protocol.fields import PathRequest
from saltus.protocol.reply import MatchSerializer
from saltus.protocol.request import TEXT, Fault, decode


class JsonDisplay:
    """The JSON display. `hear` returns the next line (EOFError after the last, None if none is there yet); `send`
    takes one."""

    waits = True

    def __init__(self, hear: Callable[[], str | bytes | None], send: Callable[[str], object]) -> None:
        self._hear, self._send = hear, send
        self._serializer: MatchSerializer | None = None

    def show(self, session: Session) -> None:
        """Send the state of the match, the players and the prompt."""
        if self._serializer is None or self._serializer.match is not session.match:
            self._serializer = MatchSerializer(session.match)
        more = {"players": {side: level or 0 for side, level in session.players.items()}, "prompt": session.prompt}
        self._tell({"event": "state", **self._serializer.state(), **more})

    def say(self, text: str) -> None:
        self._tell({"event": "said", "text": text})

    def ask(self, session: Session) -> str | None:
        line = self._hear()
        if line is None or not line.strip():
            return None if line is None else ""
        try:
            request = decode(line)
            request.kinds = {"path": PathRequest["path"], "say": TEXT}
            said: str = "-".join(request["path"]) or "pass" if "path" in request else request["say"]
            return said
        except Fault as fault:
            self.say(str(fault))
            return ""

    def _tell(self, fields: dict[str, object]) -> None:
        self._send(json.dumps(fields, separators=(",", ":"), allow_nan=False))
