"""The words on a page beside what the record says: in English, unless whoever asks for the page has others."""

from typing import NamedTuple

from saltus.core.game import Game, Outcome, Side

CASUAL = "Casual game"
"""The event that a record names when there is none."""
RATED = "Rated game"
"""The same, for a game that changed the player's rating."""


class Words(NamedTuple):
    """The texts of a page. `{move}` stands for a move. An empty text leaves the rules' own, which is English."""

    language: str = "en"
    """The language tag of the page."""
    game: str = ""
    casual: str = CASUAL
    """What the page calls a game without an event."""
    rated: str = RATED
    """What it calls such a game if it was rated."""
    ended: str = ""
    """How the main line ended."""
    white_wins: str = ""
    """How a variation ended that White won."""
    black_wins: str = ""
    draw: str = ""
    white_to_move: str = "White to move"
    black_to_move: str = "Black to move"
    passes: str = "pass"
    """A move that moves nothing."""
    start: str = "the start"
    """Below a diagram."""
    after: str = "after {move}"
    """Below a diagram."""
    solutions: str = "Solutions"
    replay: str = "Replay"
    """The name of the group of buttons."""
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


ENGLISH = Words()
"""The words of the terminal."""
