"""The bridge's replies about openings: the book's page for a position, the ballots, and opening names.

Imported on first use, so that the first board does not wait for it.
"""

from typing import TYPE_CHECKING

from saltus.core.game import Game, Move, Position
from saltus.match.match import Match
from saltus.protocol import reply
from saltus.study import ballots
from saltus.study.ballots import ballot_of, name_of
from saltus.study.openings import opening_book

if TYPE_CHECKING:
    from saltus.protocol.schema import replies, shapes


def page(game: Game, position: Position) -> "replies.OpeningsReply":
    """The opening book's entry for a position."""
    known = opening_book(game)
    found = known and known.page(position)
    if not found:
        return {"book": known is not None, "known": False, "value": None, "games": 0, "moves": []}
    legal = game.moves(position)

    def written(move: Move) -> "shapes.Move":
        return reply.move(game, position, move, legal)

    moves: list[shapes.BookMove] = [
        {
            **written(each.move),
            "alike": [written(move) for move in each.alike],
            "value": each.value,
            "games": each.games,
            "won": each.won,
            "drawn": each.drawn,
            "lost": each.lost,
            "name": name_of(game, game.play(position, each.move)),
        }
        for each in found.moves
    ]
    return {"book": True, "known": True, "value": found.value, "games": found.games, "moves": moves}


def every_ballot(game: Game) -> "replies.BallotsReply":
    """The ballots of a game; an empty list if it has none."""
    return {
        "ballots": [
            {
                "number": each.number,
                "text": each.text,
                "name": each.name,
                "deck": each.deck,
                "rows": game.rows(ballots.after(each.text)),
            }
            for each in (ballots.BALLOTS if game.balloted else ())
        ]
    }


def opening(match: Match) -> "replies.OpeningReply":
    """The last opening name on the line to the current position, and the ballot that the first three turns make."""
    line = [node.position for node in match.line[: match.ply + 1]]
    named = ((ply, name) for ply, position in enumerate(line) if (name := name_of(match.game, position)))
    ply, name = max(named, default=(None, None))
    drawn = ballot_of(match.game, line[3]) if len(line) > 3 else None
    return {"name": name, "ply": ply, "number": drawn and drawn.number}
