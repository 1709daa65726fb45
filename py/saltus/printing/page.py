"""A whole HTML page that needs nothing else: no network, no other file.

Its content security policy names its one style and its one script by their hashes, so that nothing in a record can
run. Every text of a record goes through `escape`, or into JSON whose `<` is escaped.
"""

import json
from binascii import b2a_base64
from hashlib import sha256
from typing import NamedTuple

from saltus.core.game import Game, Outcome, Side
from saltus.core.resources import text_beside

CASUAL = "Casual game"  # The event that a record names when there is none.
RATED = "Rated game"  # The same, for a game that changed the player's rating.


class Words(NamedTuple):
    """The texts of a page; `PageWords` in `saltus.protocol.schema.requests` says what each is. `{move}` stands for a
    move. An empty text leaves the rules' own, which is English."""

    language: str = "en"
    game: str = ""
    casual: str = CASUAL
    rated: str = RATED
    ended: str = ""
    white_wins: str = ""
    black_wins: str = ""
    draw: str = ""
    white_to_move: str = "White to move"
    black_to_move: str = "Black to move"
    passes: str = "pass"
    start: str = "the start"
    after: str = "after {move}"
    solutions: str = "Solutions"
    replay: str = "Replay"
    first: str = "First position"
    back: str = "Back"
    play: str = "Play"
    pause: str = "Pause"
    forward: str = "Forward"
    last: str = "Last position"
    flip: str = "Flip the board"
    starting_position: str = "Starting position"
    position_after: str = "Position after {move}"

    def name(self, game: Game) -> str:
        return self.game or game.name

    def to_move(self, side: Side) -> str:
        return self.white_to_move if side == "w" else self.black_to_move

    def end(self, outcome: Outcome, is_main: bool) -> str:
        """How the main line or a variation ended."""
        if is_main and self.ended:
            return self.ended
        return {"w": self.white_wins, "b": self.black_wins}.get(outcome.winner or "", self.draw) or outcome.text


ENGLISH = Words()  # The words of the terminal.

STYLE = text_beside(__file__, "page.css")


def page(title: str, body: str, style: str = "", script: str = "", language: str = "en") -> str:
    """The page with this title, which is text, and body, which is HTML."""
    whole = f"\n{STYLE}\n{style}"
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{_hash(whole)}'"
    policy += f"; script-src '{_hash(script)}'" if script else ""
    running = f"<script>{script}</script>\n" if script else ""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{whole}</style>\n</head>\n<body>\n{body}\n{running}</body>\n</html>\n"
    )


def unbroken(move: str) -> str:
    """A move as HTML: a line does not end at its hyphens, unless it is longer than a line."""
    return f'<span class="move">{escape(move)}</span>'


def data(name: str, value: object) -> str:
    """Data for the page's script, in an element with the id `name`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _hash(text: str) -> str:
    return f"sha256-{b2a_base64(sha256(text.encode()).digest(), newline=False).decode()}"


def escape(text: str) -> str:
    """A text as HTML shows it, also within an attribute. `html` has a table of 2,000 names, not needed for this."""
    for letter, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#x27")):
        text = text.replace(letter, f"&{name};")
    return text
