"""The replies about collections of games. The caller keeps the entries that `index` makes."""

from binascii import b2a_base64
from itertools import zip_longest
from typing import TYPE_CHECKING

from saltus.core.game import Game
from saltus.core.phrase import spelled
from saltus.games import keys
from saltus.library.board_terms import Material
from saltus.library.entry import RESULTS, Entry
from saltus.library.explorer import explore as count_moves
from saltus.library.importing import Rejected, parse, source_digest
from saltus.library.keys import KEY_BYTES, key_of
from saltus.library.planes import RUN_BYTES
from saltus.library.query import QueryError
from saltus.library.query import parse as parse_query
from saltus.library.search import fit
from saltus.library.symmetry import image, symmetries
from saltus.match.tree import MAX_TURNS
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op
from saltus.protocol.params import read_game, read_position, reading
from saltus.protocol.request import Fault, Request
from saltus.records.collection import pieces
from saltus.records.pdn_tokens import lines_of
from saltus.study.schedule import BOX_INTERVALS_MS, Progress, answered

if TYPE_CHECKING:
    from saltus.library.query import Query
    from saltus.protocol.connection import Job, Steps, Task
    from saltus.protocol.schema import library

MAX_GAMES = 500
MAX_YEAR = 9999


def base64(data: bytes) -> str:
    """Bytes as JSON has them."""
    return b2a_base64(data, newline=False).decode("ascii")


@op("IndexRequest", "unknown-game", "bad-record")
def index(connection: Connection, request: Request) -> "Job[library.IndexProgress, library.IndexReply]":
    """Reads the games of a text for a collection: tags, digests, indexes for searching. Other jobs go first."""
    game = read_game(request) if request.has("game") else None
    text, goes_on = request.text("text"), request.flag("goes_on")

    def steps(task: "Task") -> "Steps[library.IndexProgress, library.IndexReply]":
        games: list[library.IndexedGame] = []
        rejected: list[library.RejectedGame] = []
        used = 0

        def progress() -> "library.IndexProgress":
            return {"used": used, "games": len(games), "rejected": len(rejected)}

        whole = lines_of(text)  # as the pieces are; every character keeps its place
        with reading():
            found = list(pieces(text))
        for number, piece in enumerate(found[:-1] if goes_on else found, 1):
            start = whole.index(piece.text, used)
            used = start + len(piece.text)
            read = parse(piece, number, source_digest(piece, game), "", game)
            place: library.Place = {"start": start, "end": used, "line": read.line}
            if isinstance(read, Rejected):
                said = spelled(read.message)
                rejected.append({**place, "column": read.column, "message": read.message, "said": said})
            else:
                digest, content = base64(read.digest), base64(read.content)
                games.append({**place, "digest": digest, "content": content, "entry": entry_fields(read.entry)})
            yield progress
            if task.stopped:
                break
        return {"games": games, "rejected": rejected, "used": used, "stopped": task.stopped}

    return steps


def entry_fields(entry: Entry) -> "library.GameEntry":
    fields: library.GameEntry = reply.fields(entry)
    for index in ("keys", "material", "planes"):
        fields[index] = base64(getattr(entry, index))
    return fields


def read_query(request: Request) -> "Query":
    game = request.one_of("game", keys()) if request.has("game") else None
    try:
        return parse_query(request.text("query"), game)
    except QueryError as error:
        details = {"start": error.start, "end": error.end, "said": spelled(error.message)}
        raise Fault("bad-query", error.message, details) from None


@op("QueryRequest", "bad-query")
def query(connection: Connection, request: Request) -> "library.QueryReply":
    """Reads a query, and says what it asks in a form that is easy to compare."""
    found = read_query(request)
    return {
        "game": found.game,
        "terms": [reply.fields(term) for term in found.terms],
        "moments": [
            {
                "key": base64(one.key),
                "squares": dict(one.squares),
                "material": one.material and _forces(one.material),
                "side": one.side,
            }
            for one in found.moments
        ],
    }


def _forces(material: Material) -> "library.QueryMaterial":
    return {"white": reply.fields(material.white), "black": reply.fields(material.black)}


@op("FittingRequest", "bad-query")
def fitting(connection: Connection, request: Request) -> "library.FittingReply":
    """Says which games fit a query."""
    found = read_query(request)
    fits: list[library.Fit] = []
    for number, game in enumerate(request.parts("games", MAX_GAMES)):
        hit = fit(found, read_entry(game), number)
        if hit is not None:
            fits.append({"number": number, "ply": hit.ply})
    return {"fits": fits}


def read_entry(request: Request) -> Entry:
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
        ballot=request.integer("ballot", 1) if request.has("ballot") else None,
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
    found = request.data(key)
    if len(found) % unit:
        raise Fault("bad-request", f"{key} has {len(found)} bytes, which is no multiple of {unit}")
    return found


@op("ExploreRequest", *PLACED)
def explore(connection: Connection, request: Request) -> "library.ExploreReply":
    """Counts what was played from a position in some games, and says what to look for in others."""
    game, position = read_position(request)
    symmetry = (request.flag("rotated"), request.flag("mirrored"))
    games = [
        (each.integer("id"), _explored_game(each, game))
        for each in (request.parts("games", MAX_GAMES) if request.has("games") else [])
    ]
    found = count_moves(game, position, games, *symmetry)
    legal = game.moves(position)
    return {
        "moves": [
            {
                **reply.move(game, position, played.move, legal),
                "alike": [move.path for move in played.alike],
                **reply.counts(played.tally),
            }
            for played in found.moves
        ],
        "ended": reply.counts(found.ended),
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


def _explored_game(request: Request, game: Game) -> Entry:
    keys = _bytes(request, "keys", KEY_BYTES)
    year = request.integer("year", 0, MAX_YEAR) if request.has("year") else None
    date = "" if year is None else f"{year:04}.??.??"
    result = request.one_of("result", RESULTS)
    plies = max(0, len(keys) // KEY_BYTES - 1)
    return Entry(game.key, "", "", "", date, result, "", None, plies, 0, {}, keys, b"", b"")


@op("NoFields", "no-match")
def line(connection: Connection, request: Request) -> "library.LineReply":
    """Tells the positions of the line on the board, each with its key and the move that follows."""
    game, nodes = connection.match.game, connection.match.line
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


@op("ScheduleRequest")
def schedule(connection: Connection, request: Request) -> "library.ScheduleReply":
    """Says when to show a puzzle again after a try."""
    before = request.part("progress")
    progress = None
    if before is not None:
        box = before.integer("box", 0, len(BOX_INTERVALS_MS) - 1) if before.has("box") else None
        numbers = (before.integer(key) for key in ("due", "when", "solved", "missed"))
        progress = Progress(box, *numbers)
    if not request.has("clean"):
        raise Fault("bad-request", "clean is missing: it must be true or false")
    after = answered(progress, request.flag("clean"), request.integer("now"))
    return {"progress": reply.fields(after)}
