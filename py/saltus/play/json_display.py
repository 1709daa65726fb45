"""A session for a front end in another language or process: a display that speaks JSON, one object a line.

The bridge (`saltus.protocol.bridge`) answers questions and leaves it to the page whose turn it is; here the rules
keep the clocks, play the computer's turns and tell the front end what happens. The values are those of the bridge:

    from here   {"event": "state", …state, "players": {"w", "b"}, "prompt"}    after everything that happens
                {"event": "said", "text"}                                      a sentence for the people
    to here     {"say": "11-15"} or {"say": "undo"}                            a turn or a word, as text
                {"path": ["b6", "a5"]}                                         a turn, as its squares

A line that is none of these is answered by `said`.
"""

import json
from collections.abc import Callable

from saltus.play.session import Session
from saltus.protocol.reply import MatchSerializer
from saltus.protocol.request import Fault, decode

MOST_SQUARES = 100
"""The most squares that a turn may have."""


class Wire:
    """`hear` gives the next line (EOFError after the last, None where none has come yet), `send` takes one."""

    def __init__(
        self, hear: Callable[[], str | bytes | None], send: Callable[[str], object], waits: bool = True
    ) -> None:
        self.waits = waits
        self._hear = hear
        self._send = send
        self._chronicle: MatchSerializer | None = None

    def show(self, session: Session) -> None:
        """The state of the match, who plays it and what they are asked."""
        if self._chronicle is None or self._chronicle.match is not session.match:
            self._chronicle = MatchSerializer(session.match)
        more = {"players": {side: level or 0 for side, level in session.players.items()}, "prompt": session.prompt}
        self._tell({"event": "state", **self._chronicle.state(), **more})

    def say(self, text: str) -> None:
        """A sentence for the people."""
        self._tell({"event": "said", "text": text})

    def ask(self, session: Session) -> str | None:
        """The next turn or word that was sent."""
        line = self._hear()
        if line is None or not line.strip():
            return None if line is None else ""
        try:
            request = decode(line)
            if request.has("path"):
                return "-".join(request.texts("path", MOST_SQUARES)) or "pass"
            return request.text("say")
        except Fault as fault:
            self.say(str(fault))
            return ""

    def _tell(self, fields: dict[str, object]) -> None:
        self._send(json.dumps(fields, separators=(",", ":"), allow_nan=False))
