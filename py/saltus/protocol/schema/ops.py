"""The table of requests: what each takes, what it is answered with, and what it does.

`CHANGES` in the page (`web/engine/requests.ts`) and the reference in `py/docs/protocol.md` are made from it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from saltus.protocol.schema import library, replies, requests, shapes, state
from saltus.protocol.schema.errors import ErrorCode


class Op(NamedTuple):
    """One kind of request."""

    about: str
    """What it does, in Markdown."""
    request: type
    """Its fields, a TypedDict."""
    reply: type
    """The fields of its reply, a TypedDict."""
    errors: tuple[ErrorCode, ...] = ()
    """The codes that it may fail with, beside those that every request may."""
    events: Mapping[str, type] = {}
    """The fields of each event that may come before its reply."""
    is_job: bool = False
    """Whether it takes time. Other requests are answered meanwhile."""
    changes: bool = False
    """Whether it changes the match."""
    begins: bool = False
    """Whether it puts another match in place of the current one."""


PLACED: tuple[ErrorCode, ...] = ("unknown-game", "bad-position")
"""The errors of a request with a position."""
SEARCHING: Mapping[str, type] = {"progress": shapes.Thought}
"""The events of a search."""


def _change(about: str, request: type, *errors: ErrorCode) -> Op:
    """A request that changes the current match."""
    return Op(about, request, state.MatchState, ("no-match", *errors), changes=True)


OPS: Mapping[str, Mapping[str, Op]] = {
    "Requests about a game or a position": {
        "games": Op("Describes every game.", requests.NoFields, replies.GamesReply),
        "moves": Op(
            "Lists the legal moves, each with the result after it.",
            requests.PositionRequest,
            replies.MovesReply,
            PLACED,
        ),
        "perft": Op(
            "Counts the positions after a number of plies.",
            requests.PerftRequest,
            replies.PerftReply,
            (*PLACED, "too-long"),
            is_job=True,
        ),
        "outcome": Op(
            "Says whether and how the game is over.", requests.PositionRequest, replies.OutcomeReply, PLACED
        ),
        "bestmove": Op(
            "Searches the best move.",
            requests.BestMoveRequest,
            replies.BestMoveReply,
            (*PLACED, "not-now"),
            SEARCHING,
            is_job=True,
        ),
        "cost": Op(
            "Judges a move: what it costs its side, and what would have been better.",
            requests.CostRequest,
            replies.CostReply,
            (*PLACED, "bad-move"),
            is_job=True,
        ),
        "explain": Op(
            "Says why a move is good, from facts that are counted on the board or proved.",
            requests.ExplainRequest,
            replies.ExplainReply,
            (*PLACED, "bad-move", "not-now"),
        ),
        "check": Op(
            "Checks a position and writes it as text.", requests.PositionRequest, replies.PlacedReply, PLACED
        ),
        "parse": Op(
            "Reads a position from text. The error says where it is wrong.",
            requests.ParseRequest,
            replies.PlacedReply,
            ("unknown-game", "bad-record"),
        ),
        "contents": Op(
            "Lists the games of a PDN or SGF text without replaying their moves.",
            requests.ContentsRequest,
            replies.ContentsReply,
            ("unknown-game", "bad-record"),
        ),
        "encoding": Op(
            "Tells the encoding of a file that is not UTF-8 from its beginning.",
            requests.EncodingRequest,
            replies.EncodingReply,
            (),
        ),
        "openings": Op(
            "Looks a position up in the opening book.", requests.PositionRequest, replies.OpeningsReply, PLACED
        ),
        "ballots": Op(
            "Lists the openings of three moves that are drawn by lot.",
            requests.GameRequest,
            replies.BallotsReply,
            ("unknown-game",),
        ),
    },
    "Puzzles": {
        "puzzles": Op(
            "Lists the puzzles of a game. Fails with `not-now` while they are not loaded, as the next three do.",
            requests.GameRequest,
            replies.PuzzlesReply,
            ("unknown-game", "not-now"),
        ),
        "puzzle": Op(
            "Shows one puzzle with its solution.",
            requests.PuzzleRequest,
            replies.PuzzleReply,
            ("unknown-game", "not-now"),
        ),
        "judge": Op(
            "Says whether the moves solve the puzzle, and how the other side replies.",
            requests.JudgeRequest,
            replies.JudgeReply,
            ("unknown-game", "not-now"),
        ),
        "sheet": Op(
            "Writes puzzles as an HTML page to print, with the solutions on a page of their own.",
            requests.SheetRequest,
            replies.PageReply,
            ("unknown-game", "not-now"),
        ),
    },
    "Collections of games": {
        "index": Op(
            "Reads the games of a text for a collection: tags, digests, and the indexes for searching. Other jobs go"
            " first.",
            library.IndexRequest,
            library.IndexReply,
            ("unknown-game", "bad-record"),
            {"progress": library.IndexProgress},
            is_job=True,
        ),
        "query": Op(
            "Reads a query, and says what it asks in a form that is easy to compare.",
            library.QueryRequest,
            library.QueryReply,
            ("bad-query",),
        ),
        "fitting": Op("Says which games fit a query.", library.FittingRequest, library.FittingReply, ("bad-query",)),
        "explore": Op(
            "Counts what was played from a position in some games, and says what to look for in others.",
            library.ExploreRequest,
            library.ExploreReply,
            PLACED,
        ),
        "schedule": Op(
            "Says when to show a puzzle again after a try.", library.ScheduleRequest, library.ScheduleReply
        ),
    },
    "The current match": {
        "new": Op("Begins a match.", requests.NewRequest, state.MatchState, PLACED, changes=True, begins=True),
        "load": Op(
            "Begins a match from a record.",
            requests.LoadRequest,
            state.MatchState,
            ("unknown-game", "bad-record"),
            changes=True,
            begins=True,
        ),
        "record": Op("Writes the match as text.", requests.RecordRequest, replies.RecordReply, ("no-match",)),
        "line": Op(
            "Tells the positions of the line on the board, each with its key and the move that follows.",
            requests.NoFields,
            library.LineReply,
            ("no-match",),
        ),
        "page": Op(
            "Writes the match as an HTML page of its own, which replays it or is to be printed.",
            requests.PageRequest,
            replies.PageReply,
            ("no-match",),
        ),
        "state": Op("Tells the state of the match.", requests.StateRequest, state.MatchState, ("no-match",)),
        "opening": Op("Names the opening of the match.", requests.NoFields, replies.OpeningReply, ("no-match",)),
        "follow": Op(
            "Says how a move that begins with these squares can go on.",
            requests.PathRequest,
            replies.FollowReply,
            ("no-match", "not-now", "bad-move"),
        ),
        "why": Op("Says why a move is illegal.", requests.PathRequest, replies.WhyReply, ("no-match",)),
        "play": _change("Plays a move.", requests.PlayRequest, "not-now", "bad-move"),
        "undo": _change("Goes back.", requests.PliesRequest, "not-now"),
        "redo": _change("Goes forward again on the current line.", requests.PliesRequest, "not-now"),
        "goto": _change("Goes to any node.", requests.GotoRequest, "not-now"),
        "promote": _change("Makes the line to a node the main line of the record.", requests.NodeRequest, "not-now"),
        "prune": _change(
            "Deletes a node and all after it. The ids of the other nodes close up.", requests.NodeRequest, "not-now"
        ),
        "annotate": _change("Replaces the comment and the glyphs of a node.", requests.AnnotateRequest, "not-now"),
        "resign": _change("Resigns.", requests.SideRequest, "not-now"),
        "offer": _change(
            "Offers a draw. If the other side's offer is open, the draw is agreed.", requests.SideRequest, "not-now"
        ),
        "accept": _change("Accepts the other side's offer.", requests.SideRequest, "not-now"),
        "decline": _change("Declines the other side's offer.", requests.SideRequest, "not-now"),
        "claim": _change("Claims a win or a draw that `claims` lists.", requests.ClaimRequest, "not-now"),
        "flag": _change("Says that a side's clock has run out.", requests.SideRequest, "not-now"),
        "think": Op(
            "Searches the best move of the match.",
            requests.ThinkRequest,
            replies.ThinkReply,
            ("no-match", "not-now"),
            {**SEARCHING, "share": replies.ShareEvent},
            is_job=True,
        ),
        "share": Op(
            "Takes over what a search in another bridge has found.",
            requests.ShareRequest,
            replies.ShareReply,
            ("no-match",),
        ),
        "review": Op(
            "Reviews the main line: the winning chances, the mistakes and what would have been better. The match does"
            " not move. `new` and `load` end the review with `not-now`.",
            requests.ReviewRequest,
            replies.ReviewReply,
            ("no-match", "not-now"),
            {"progress": replies.ReviewProgress},
            is_job=True,
        ),
        "stop": Op("Ends the running job.", requests.StopRequest, replies.StopReply),
    },
}
"""Every request by its `op`, in groups."""

EVERY: Mapping[str, Op] = {name: op for group in OPS.values() for name, op in group.items()}
"""The same without the groups."""
