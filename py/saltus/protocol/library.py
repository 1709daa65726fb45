"""The replies about collections of games. The caller keeps the entries that `index` makes."""

from binascii import b2a_base64
from itertools import zip_longest
from typing import TYPE_CHECKING

from saltus.core.game import Game
from saltus.core.phrase import spelled
from saltus.games import keys
from saltus.library.board_terms import Material
from saltus.library.entry import Entry
from saltus.library.explorer import explore as count_moves
from saltus.library.importing import Rejected, parse, source_digest
from saltus.library.keys import KEY_BYTES, key_of
from saltus.library.planes import RUN_BYTES
from saltus.library.query import QueryError
from saltus.library.query import parse as parse_query
from saltus.library.search import fit
from saltus.library.symmetry import image, symmetries
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op
from saltus.protocol.params import decoded, read_game, reading, requested_position
from saltus.protocol.request import Fault, checked
from saltus.records.collection import game_texts
from saltus.records.pdn_tokens import lines_of
from saltus.study.schedule import Progress, answered

if TYPE_CHECKING:
    from typing import Any

    from saltus.library.query import Query
    from saltus.protocol.connection import Job, Steps, Task
    from saltus.protocol.schema import library, requests


def encoded(data: bytes) -> str:
    """Bytes as base64."""
    return b2a_base64(data, newline=False).decode("ascii")


@op("unknown-game", "bad-record")
def index(
    connection: Connection, request: "library.IndexRequest"
) -> "Job[library.IndexProgress, library.IndexReply]":
    """Reads the games of a text for a collection: tags, digests, indexes for searching. Other jobs go first."""
    game = read_game(request) if "game" in request else None
    text, goes_on = request["text"], request.get("goes_on", False)

    def steps(task: "Task") -> "Steps[library.IndexProgress, library.IndexReply]":
        games: list[library.IndexedGame] = []
        rejected: list[library.RejectedGame] = []
        used = 0

        def progress() -> "library.IndexProgress":
            return {"used": used, "games": len(games), "rejected": len(rejected)}

        whole = lines_of(text)  # so that places are those in the text that was sent: every character keeps its place
        with reading():
            found = list(game_texts(text))
        for number, game_text in enumerate(found[:-1] if goes_on else found, 1):
            start = whole.index(game_text.text, used)
            used = start + len(game_text.text)
            read = parse(game_text, number, source_digest(game_text, game), "", game)
            place: library.Place = {"start": start, "end": used, "line": read.line}
            if isinstance(read, Rejected):
                said = spelled(read.message)
                rejected.append({**place, "column": read.column, "message": read.message, "said": said})
            else:
                digest, content = encoded(read.digest), encoded(read.content)
                games.append({**place, "digest": digest, "content": content, "entry": entry_fields(read.entry)})
            yield progress
            if task.stopped:
                break
        return {"games": games, "rejected": rejected, "used": used, "stopped": task.stopped}

    return steps


def entry_fields(entry: Entry) -> "library.GameEntry":
    fields: library.GameEntry = reply.fields(entry)
    for index in ("keys", "material", "planes"):
        fields[index] = encoded(getattr(entry, index))
    return fields


def read_query(request: "library.QueryRequest") -> "Query":
    game = checked("game", request["game"], ("one", keys())) if "game" in request else None
    try:
        return parse_query(request["query"], game)
    except QueryError as error:
        details = {"start": error.start, "end": error.end, "said": spelled(error.message)}
        raise Fault("bad-query", error.message, details) from None


@op("bad-query")
def query(connection: Connection, request: "library.QueryRequest") -> "library.QueryReply":
    """Reads a query, and says what it asks in a form that is easy to compare."""
    found = read_query(request)
    return {
        "game": found.game,
        "terms": [reply.fields(term) for term in found.terms],
        "moments": [
            {
                "key": encoded(one.key),
                "squares": dict(one.squares),
                "material": one.material and _forces(one.material),
                "side": one.side,
            }
            for one in found.moments
        ],
    }


def _forces(material: Material) -> "library.QueryMaterial":
    return {"white": reply.fields(material.white), "black": reply.fields(material.black)}


@op("bad-query")
def fitting(connection: Connection, request: "library.FittingRequest") -> "library.FittingReply":
    """Says which games fit a query."""
    found = read_query(request)
    fits: list[library.Fit] = []
    for number, game in enumerate(request["games"]):
        hit = fit(found, read_entry(game), number)
        if hit is not None:
            fits.append({"number": number, "ply": hit.ply})
    return {"fits": fits}


def read_entry(sent: "library.GameEntry") -> Entry:
    about: Any = {name: sent.get(name) for name in Entry._fields} | {
        "game": checked("game", sent.get("game"), ("one", keys())),
        "keys": _bytes("keys", sent["keys"], KEY_BYTES),
        "material": _bytes("material", sent["material"], RUN_BYTES),
        "planes": _bytes("planes", sent["planes"]),
        "collections": tuple(sent["collections"]),
    }
    return Entry(**about)


def _bytes(name: str, text: str, unit: int = 1) -> bytes:
    """A base64 field of whole units of some bytes."""
    found = decoded(name, text)
    if len(found) % unit:
        raise Fault("bad-request", f"{name} has {len(found)} bytes, which is no multiple of {unit}")
    return found


@op(*PLACED)
def explore(connection: Connection, request: "library.ExploreRequest") -> "library.ExploreReply":
    """Counts what was played from a position in some games, and says what to look for in others."""
    game, position = requested_position(request)
    symmetry = (request.get("rotated", False), request.get("mirrored", False))
    games = [(each["id"], _explored_game(each, game)) for each in request.get("games", [])]
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
                "key": encoded(key_of(image(game, position, one))),
                "swaps": one.swaps,
                "moves": [
                    {"key": encoded(key_of(image(game, game.play(position, move), one))), "path": move.path}
                    for move in legal
                ],
            }
            for one in symmetries(game, *symmetry)
        ],
    }


def _explored_game(sent: "library.ExploredGame", game: Game) -> Entry:
    keys, year = _bytes("keys", sent["keys"], KEY_BYTES), sent.get("year")
    date = "" if year is None else f"{year:04}.??.??"
    plies = max(0, len(keys) // KEY_BYTES - 1)
    return Entry(game.key, "", "", "", date, sent["result"], "", None, plies, 0, {}, keys, b"", b"")


@op("no-match")
def line(connection: Connection, request: "requests.NoFields") -> "library.LineReply":
    """Tells the positions of the line on the board, each with its key and the move that follows."""
    game, nodes = connection.match.game, connection.match.line
    positions: list[library.LinePosition] = []
    for node, after in zip_longest(nodes, nodes[1:]):
        move = after.move if after else None
        positions.append(
            {
                "node": node.id,
                "ply": node.ply,
                "key": encoded(key_of(node.position)),
                **reply.board(game, node.position),
                "move": reply.move(game, node.position, move, game.moves(node.position)) if move else None,
            }
        )
    return {"positions": positions}


@op()
def schedule(connection: Connection, request: "library.ScheduleRequest") -> "library.ScheduleReply":
    """Says when to show a puzzle again after a try."""
    before = request.get("progress")
    progress = before and Progress._make(before.get(name) for name in Progress._fields)
    return {"progress": reply.fields(answered(progress, request["clean"], request["now"]))}
