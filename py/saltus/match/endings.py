"""How games end, and who decides it.

- The *rules*: `Game.outcome` says of a position alone that a side has won, or that it is a draw.
- The *count*: `draw_by_history` says that a position has come too often, or that too many turns made no progress.
  Over the board such a draw must be claimed; so where a record goes on after it, it is the node's `claimable`.
- A *claim*: `claims` are the results that a side may take now, a draw that was due or what a table has proved.
- The *players*: they agree on a draw, resign, or run out of time. `accepts_draw` answers for the computer.
- A *record* says how the game ended, where nothing else does.

The first two are the `outcome` of a node, the others its `ending`, which `ending` makes. Only `Tree` sets them.
"""

from typing import Literal, NamedTuple

from saltus.core.game import SIDE_NAMES, SIDES, Game, Outcome, Position, Side
from saltus.core.phrase import Phrase

HISTORY_DRAWS = ("repetition", "quiet")
"""Reasons for a draw that depend on history. Over the board these draws must be claimed."""
RECORDED = "record"
"""The reason of an ending that is known only from its record: the result, and perhaps why."""

ACCEPTED_BEHIND = 60  # The computer accepts a draw if it is at least this far behind, in hundredths of a piece.
LONG_GAME_PLIES = 30
ACCEPTED_AHEAD = 30  # In a long game it also accepts if it is at most this far ahead.


class Counter(NamedTuple):
    """The count towards an automatic draw: the game is drawn when `reached` equals `limit`. `key` is `repetition`
    (times the position has occurred) or `quiet` (plies without progress)."""

    key: Literal["repetition", "quiet"]
    reached: int
    limit: int
    text: str


class Claim(NamedTuple):
    """A result that `side` can claim now; `kind` is `win` or `draw`."""

    side: Side
    kind: Literal["win", "draw"]
    text: str


def draw_by_history(game: Game, repeats: int, quiet: int) -> Outcome | None:
    """The draw of a game in which the position has occurred this many times, after `quiet` plies without progress."""
    if game.repetitions and repeats >= game.repetitions:
        text = Phrase("end.repetition", which=Phrase("count.ordinal", n=repeats))
        return Outcome(None, "repetition", text)
    if game.quiet_limit and quiet >= game.quiet_limit:
        return Outcome(None, "quiet", Phrase("end.quiet", n=quiet))
    return None


def counters(game: Game, position: Position, repeats: int, quiet: int) -> tuple[Counter, ...]:
    """The counts towards the draws by history that the game has; the arguments are as in `draw_by_history`."""
    found = []
    if limit := game.repetitions:
        times = Phrase("count.times", n=repeats)
        text = Phrase("count.repetition", times=times, which=Phrase("count.ordinal", n=limit))
        found.append(Counter("repetition", repeats, limit, text))
    if (limit := game.quiet_limit) and game.counting(position):
        text = Phrase("count.quiet", turns=Phrase("count.turns", n=quiet), limit=limit)
        found.append(Counter("quiet", quiet, limit, text))
    return tuple(found)


def claims(mover: Side, value: int | None, due: Outcome | None) -> tuple[Claim, ...]:
    """The results that can be claimed while `mover` is to move and the game goes on: the proved result of the
    position (1, 0, -1: won, drawn, lost for the mover), or the draw by history that was `due` when a record went
    on."""
    found: list[Claim] = []
    if due is not None:
        found += (Claim(side, "draw", Phrase("claim.due", text=due.text)) for side in SIDES)
    elif value == 0:
        found += (Claim(side, "draw", Phrase("claim.draw")) for side in SIDES)
    if value:
        winner = mover if value > 0 else SIDES[mover == SIDES[0]]
        found.append(Claim(winner, "win", Phrase("claim.win", winner=SIDE_NAMES[winner])))
    return tuple(found)


def accepts_draw(score: int, plies: int) -> bool:
    """Whether the computer accepts a draw. `score` is from the computer's side, `plies` the length of the game."""
    return score <= -ACCEPTED_BEHIND or (plies >= LONG_GAME_PLIES and score <= ACCEPTED_AHEAD)


def ending(reason: str, winner: Side | None, why: str = "") -> Outcome:
    """The outcome of an ending off the board; `why` is as in `Tree.close`. Raises ValueError for an invalid reason or
    winner."""
    if reason not in ("resignation", "agreement", "flag", "claim", RECORDED):
        raise ValueError(Phrase("record.ending-kind", reason=f"{reason!r:.40}"))
    if winner not in (*SIDES, None):
        raise ValueError(f"the winner is 'w', 'b' or nobody, not {winner!r:.40}")
    if reason == RECORDED:
        return _recorded(winner, why)
    if (winner is None) != (reason == "agreement") and reason != "claim":
        if winner is None:
            raise ValueError(Phrase("record.ending-unwon", reason=reason))
        raise ValueError(Phrase("record.ending-won", reason=reason))
    if winner is None:
        if reason == "agreement":
            return Outcome(None, reason, Phrase("end.agreement"))
        return Outcome(None, reason, Phrase("end.claim-draw"))
    names = {"loser": SIDE_NAMES[SIDES[winner == SIDES[0]]], "winner": SIDE_NAMES[winner]}
    text = {
        "resignation": Phrase("end.resignation", **names),
        "flag": Phrase("end.flag", **names),
        "claim": Phrase("end.claim-win", **names),
    }[reason]
    return Outcome(winner, reason, text)


def _recorded(winner: Side | None, why: str) -> Outcome:
    """The outcome that a record gives, with no reason but its own words."""
    if winner is None:
        draw = Phrase("end.record-draw-why", why=why) if why else Phrase("end.record-draw")
        return Outcome(None, RECORDED, draw)
    name = SIDE_NAMES[winner]
    if why:
        return Outcome(winner, RECORDED, Phrase("end.record-win-why", winner=name, why=why))
    return Outcome(winner, RECORDED, Phrase("end.record-win", winner=name))
