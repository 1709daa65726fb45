"""The replies about openings: the book's page for a position, the ballots, and opening names."""

from typing import TYPE_CHECKING

from saltus.core.game import Game, Move, Position
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op
from saltus.protocol.params import read_game, requested_position
from saltus.study.ballots import BALLOTS, after, ballot_of, name_of
from saltus.study.openings import opening_book

if TYPE_CHECKING:
    from saltus.protocol.schema import replies, requests, shapes


@op(*PLACED)
def openings(connection: Connection, request: "requests.PositionRequest") -> "replies.OpeningsReply":
    """Looks a position up in the opening book."""
    return book_page(*requested_position(request))


def book_page(game: Game, position: Position) -> "replies.OpeningsReply":
    known = opening_book(game)
    found = known and known.page(position)
    if not found:
        return {"book": known is not None, "known": False, "value": None, "games": 0, "moves": []}
    legal = game.moves(position)

    def written(move: Move) -> "shapes.Move":
        return reply.move(game, position, move, legal)

    moves: list[replies.BookMove] = [
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


@op("unknown-game")
def ballots(connection: Connection, request: "requests.GameRequest") -> "replies.BallotsReply":
    """Lists the openings of three moves that are drawn by lot."""
    return {"ballots": every_ballot(read_game(request))}


def every_ballot(game: Game) -> "list[replies.Ballot]":
    """The ballots of a game; an empty list if it has none."""
    return [
        reply.fields(each, "number text name deck") | {"rows": game.rows(after(each.text))}
        for each in (BALLOTS if game.balloted else ())
    ]


@op("no-match")
def opening(connection: Connection, request: "requests.NoFields") -> "replies.OpeningReply":
    """Names the opening of the match."""
    match = connection.match
    line = [node.position for node in match.line[: match.ply + 1]]
    named = ((ply, name) for ply, position in enumerate(line) if (name := name_of(match.game, position)))
    ply, name = max(named, default=(None, None))
    drawn = ballot_of(match.game, line[3]) if len(line) > 3 else None
    return {"name": name, "ply": ply, "number": drawn and drawn.number}
