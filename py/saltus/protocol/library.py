"""The bridge's replies about collections of games: `index`, `query`, `fitting`, `explore`, `line`, `schedule`.

Imported on first use. The page keeps the entries; the query language and the indexes are `saltus.library`'s.
"""

from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from itertools import zip_longest
from typing import TYPE_CHECKING

from saltus.core.game import Game, Position
from saltus.core.phrase import spelled
from saltus.library.board_terms import Force, Moment
from saltus.library.entry import RESULTS, Entry
from saltus.library.explorer import Tally, explore
from saltus.library.importing import Rejected, parse, source_digest
from saltus.library.keys import KEY_BYTES, key_of
from saltus.library.planes import RUN_BYTES
from saltus.library.query import QueryError, Term
from saltus.library.query import parse as parse_query
from saltus.library.search import fit
from saltus.library.symmetry import image, symmetries
from saltus.match.match import Match
from saltus.match.tree import MAX_TURNS
from saltus.notation.error import RecordError
from saltus.protocol import reply
from saltus.protocol.params import MAX_JSON_INTEGER, unread
from saltus.protocol.request import Fault, Request
from saltus.protocol.tasks import Task
from saltus.records.collection import pieces
from saltus.records.pdn_scan import lines_of
from saltus.study.schedule import BOX_INTERVALS_MS, Progress, answered

if TYPE_CHECKING:
    from saltus.library.query import Query
    from saltus.protocol.schema import library
    from saltus.protocol.tasks import Steps

MAX_GAMES = 500
"""The most games in one request."""
MAX_YEAR = 9999


def base64(data: bytes) -> str:
    """Bytes as JSON has them."""
    return b2a_base64(data, newline=False).decode("ascii")


# -- index ---------------------------------------------------------------------------------------------------


def indexing(task: Task, text: str, game: Game | None, goes_on: bool) -> "Steps[library.IndexReply]":
    """Read the games of a text one by one, each a step."""
    games: list[library.IndexedGame] = []
    rejected: list[library.RejectedGame] = []
    used = 0

    def progress() -> "library.IndexProgress":
        return {"used": used, "games": len(games), "rejected": len(rejected)}

    whole = lines_of(text)  # as the pieces are; every character keeps its place
    try:
        found = list(pieces(text))
    except RecordError as error:
        raise unread(error) from None
    for number, piece in enumerate(found[:-1] if goes_on else found, 1):
        start = whole.index(piece.text, used)
        used = start + len(piece.text)
        one = parse(piece, number, source_digest(piece, game), "", game)
        if isinstance(one, Rejected):
            told = spelled(one.message)
            place: library.RejectedGame = {
                "start": start,
                "end": used,
                "line": one.line,
                "column": one.column,
                "message": one.message,
                "said": told,
            }
            rejected.append(place)
        else:
            games.append(
                {
                    "start": start,
                    "end": used,
                    "line": one.line,
                    "digest": base64(one.digest),
                    "entry": entry_fields(one.entry),
                }
            )
        yield progress
        if task.stopped:
            break
    return {"games": games, "rejected": rejected, "used": used, "stopped": task.stopped}


def entry_fields(entry: Entry) -> "library.GameEntry":
    """An entry as JSON."""
    return {
        "game": entry.game,
        "white": entry.white,
        "black": entry.black,
        "event": entry.event,
        "date": entry.date,
        "result": entry.result,
        "opening": entry.opening,
        "ballot": entry.ballot,
        "plies": entry.plies,
        "side": entry.side,
        "tags": dict(entry.tags),
        "keys": base64(entry.keys),
        "material": base64(entry.material),
        "planes": base64(entry.planes),
        "collections": list(entry.collections),
    }


# -- queries -------------------------------------------------------------------------------------------------


def read_query(request: Request) -> "Query":
    """The query of a request."""
    from saltus.games import keys

    game = request.one_of("game", keys()) if request.has("game") else None
    try:
        return parse_query(request.text("query"), game)
    except QueryError as error:
        told = {"start": error.start, "end": error.end, "said": spelled(error.message)}
        raise Fault("bad-query", error.message, told) from None


def query(request: Request) -> "library.QueryReply":
    """A query in its normal form."""
    found = read_query(request)
    return {
        "game": found.game,
        "terms": [_term(term) for term in found.terms],
        "moments": [_moment(moment) for moment in found.moments],
    }


def _term(term: Term) -> "library.QueryTerm":
    return {
        "key": term.key,
        "negated": term.negated,
        "text": term.text,
        "ranges": [list(one) for one in term.ranges],
        "dates": [list(one) for one in term.dates],
        "choices": list(term.choices),
    }


def _moment(moment: Moment) -> "library.QueryMoment":
    material = moment.material
    return {
        "key": base64(moment.key),
        "squares": dict(moment.squares),
        "material": {"white": _force(material.white), "black": _force(material.black)} if material else None,
        "side": moment.side,
    }


def _force(force: Force) -> "library.SideForce":
    return {"men": force.men, "kings": force.kings, "total": force.total}


def fitting(request: Request) -> "library.FittingReply":
    """The games of a request that fit its query."""
    found = read_query(request)
    fits: list[library.Fit] = []
    for number, game in enumerate(request.parts("games", MAX_GAMES)):
        hit = fit(found, read_entry(game), number)
        if hit is not None:
            fits.append({"number": number, "ply": hit.ply})
    return {"fits": fits}


def read_entry(request: Request) -> Entry:
    """The entry of a game."""
    from saltus.games import keys

    plies = request.integer("plies", 0, MAX_TURNS)
    tags = request.part("tags")
    return Entry(
        game=request.one_of("game", keys()),
        white=request.text("white"),
        black=request.text("black"),
        event=request.text("event"),
        date=request.text("date"),
        result=request.one_of("result", RESULTS),
        opening=request.text("opening"),
        ballot=request.integer("ballot", 1, MAX_JSON_INTEGER) if request.has("ballot") else None,
        plies=plies,
        side=request.integer("side", 0, 1),
        tags={name: tags.text(name) for name in request.object("tags")} if tags else {},
        keys=_bytes(request, "keys", KEY_BYTES),
        material=_bytes(request, "material", RUN_BYTES),
        planes=_bytes(request, "planes"),
        collections=tuple(request.texts("collections", MAX_GAMES)),
    )


def _bytes(request: Request, key: str, unit: int = 1) -> bytes:
    """A field of base64 with whole units."""
    text = request.text(key)
    try:
        found = a2b_base64(text, strict_mode=True) if text else b""
    except (Base64Error, ValueError):
        raise Fault("bad-request", f"{key} is not base64") from None
    if len(found) % unit:
        raise Fault("bad-request", f"{key} has {len(found)} bytes, which is no multiple of {unit}")
    return found


# -- the explorer --------------------------------------------------------------------------------------------


def explored(request: Request, game: Game, position: Position) -> "library.ExploreReply":
    """What was played from a position in the games of a request, and what to look for in others."""
    symmetry = (request.flag("rotated", False), request.flag("mirrored", False))
    games = request.parts("games", MAX_GAMES) if request.has("games") else []
    found = explore(game, position, [(_id(one), _explored_game(one, game)) for one in games], *symmetry)
    legal = game.moves(position)
    return {
        "moves": [
            {
                **reply.move(game, position, played.move, legal),
                "alike": [move.path for move in played.alike],
                **_counts(played.tally),
            }
            for played in found.moves
        ],
        "ended": _counts(found.ended),
        "views": [
            {
                "key": base64(key_of(image(game, position, one))),
                "swaps": one.swaps,
                "moves": [
                    {"key": base64(key_of(image(game, game.play(position, move), one))), "path": move.path}
                    for move in legal
                ],
            }
            for one in symmetries(game, *symmetry)
        ],
    }


def _id(request: Request) -> int:
    return request.integer("id", 0, MAX_JSON_INTEGER)


def _explored_game(request: Request, game: Game) -> Entry:
    keys = _bytes(request, "keys", KEY_BYTES)
    year = request.integer("year", 0, MAX_YEAR) if request.has("year") else None
    date = "" if year is None else f"{year:04}.??.??"
    result = request.one_of("result", RESULTS)
    plies = max(0, len(keys) // KEY_BYTES - 1)
    return Entry(game.key, "", "", "", date, result, "", None, plies, 0, {}, keys, b"", b"")


def _counts(tally: Tally) -> "library.GameCounts":
    counts = tally.results
    return {
        "white": counts["white"],
        "black": counts["black"],
        "draw": counts["draw"],
        "unfinished": counts["unfinished"],
        "first_year": tally.first_year,
        "last_year": tally.last_year,
        "ids": tally.ids,
    }


# -- repertoires ---------------------------------------------------------------------------------------------


def line(match: Match) -> "library.LineReply":
    """The positions of the match's line, each with the move that follows."""
    game, nodes = match.game, match.line
    positions: list[library.LinePosition] = []
    for node, after in zip_longest(nodes, nodes[1:]):
        move = after.move if after else None
        positions.append(
            {
                "node": node.id,
                "ply": node.ply,
                "key": base64(key_of(node.position)),
                **reply.board(game, node.position),
                "move": reply.move(game, node.position, move, game.moves(node.position)) if move else None,
            }
        )
    return {"positions": positions}


# -- spaced repetition ---------------------------------------------------------------------------------------


def schedule(request: Request) -> "library.ScheduleReply":
    """The progress of a puzzle after a try."""
    before = request.part("progress")
    progress = None
    if before is not None:
        box = before.integer("box", 0, len(BOX_INTERVALS_MS) - 1) if before.has("box") else None
        due, when, solved, missed = (
            before.integer(key, 0, MAX_JSON_INTEGER) for key in ("due", "when", "solved", "missed")
        )
        progress = Progress(box, due, when, solved, missed)
    if not request.has("clean"):
        raise Fault("bad-request", "clean is missing: it must be true or false")
    after = answered(progress, request.flag("clean", default=False), request.integer("now", 0, MAX_JSON_INTEGER))
    return {
        "progress": {
            "box": after.box,
            "due": after.due,
            "when": after.when,
            "solved": after.solved,
            "missed": after.missed,
        }
    }
