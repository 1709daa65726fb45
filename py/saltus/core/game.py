"""The contract of a game: what every file in `saltus.games` implements, and what it inherits.

A position is a plain tuple `(white, black, kings, side)`: three bitboards in the layout of the game's `Board`, and
the side to move (0 White, 1 Black). It is immutable and hashable and holds everything the rules need. What depends on
the past (repetition, counters, agreement) lives in `saltus.match.match`. A move is one whole turn. The search reads
both without knowing the game.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple, Protocol, TypeAlias

from saltus.core.board import Board, every_square
from saltus.core.phrase import Phrase, Several, by_number

Side: TypeAlias = Literal["w", "b"]
Position: TypeAlias = tuple[int, int, int, int]

SIDES: tuple[Side, Side] = ("w", "b")
SIDE_NAMES: dict[Side, str] = {"w": Phrase("side.w"), "b": Phrase("side.b")}


class Move(NamedTuple):
    """One whole turn. Two moves are equal exactly when all their fields are. `path` is the origin and every landing
    square in order; the one square where a piece is placed or taken off; `()` for a pass. `captured` lists the
    squares captured, in order. `shift` and `taken` are the same as bitboards, for `Game.play`: the squares of the
    mover that change, and the enemy pieces removed. `Move.along` fills them in."""

    path: tuple[str, ...]
    captured: tuple[str, ...] = ()
    crowns: bool = False
    shift: int = 0
    taken: int = 0

    @staticmethod
    def along(board: Board, path: Sequence[str], captured: Sequence[str] = (), crowns: bool = False) -> "Move":
        """The move along `path`, with its bits. It may end where it began, or where it has captured."""
        ends = board.bit[path[0]] if len(path) == 1 else board.bit[path[0]] ^ board.bit[path[-1]]
        return Move(tuple(path), tuple(captured), crowns, ends, board.mask(captured))


PASS = Move(())


class Outcome(NamedTuple):
    """How a game ended. `winner` is None for a draw, `reason` is a rule key, `text` is a sentence. In a game decided
    by points, `scores` holds the points of each side and `islands` the groups of squares that earned them."""

    winner: Side | None
    reason: str
    text: str
    scores: Mapping[Side, int] | None = None
    islands: Mapping[Side, Sequence[Sequence[str]]] | None = None


class Group(NamedTuple):
    """A group of touching pieces that counts in its game; `points` is None in a game without points."""

    squares: tuple[str, ...]
    points: int | None = None


class Refusal(NamedTuple):
    """Why a move is illegal: the key of the rule that forbids it, a sentence, and the squares concerned."""

    rule: str
    text: str
    squares: tuple[str, ...] = ()


def game_name(game: "Game | type[Game]") -> Phrase:
    """The name of a game within a sentence; where a language has no word for it, as the game has it."""
    return Phrase.name(f"game.{game.key}", game.name)


def finished(text: str) -> Phrase:
    """The sentence that rejects any move in a game that ended as `text` says."""
    return Phrase("why.over", text=text)


class Setup(NamedTuple):
    """A way to place the pieces. A `seeded` one is drawn from a seed number that is part of the game record."""

    key: str
    name: str
    seeded: bool = False


class Option(NamedTuple):
    """A rule that the players may switch on or off. `house` marks one that is not in the game's source document."""

    key: str
    name: str
    default: bool
    house: bool = False


EVERY_GAME: Mapping[str, str] = {
    "board": "Every move stays on the board.",
    "turn": "The players take turns. You move only your own pieces.",
    "empty": "A move starts on a square with one of your pieces.",
    "pass": "If you can move, you must.",
    "agreement": "The game is a draw when one player offers a draw and the other accepts.",
    "resignation": "If you resign, you lose.",
    "flag": "If your time runs out, you lose.",
    "claim": "When the result of a position is known for certain, you can claim it.",
}
"""The rules that all games share, by key. Each game's `rules` start with them (`{**EVERY_GAME, ...}`) and add its
own, including `repetition` and `quiet` if it has those draws."""


class Known(Protocol):
    """What a search looks up, such as a tablebase: the scores of some positions, and who wins some others."""

    def holds(self, position: Position, /) -> bool:
        """Whether the score of the position is known."""

    def score(self, position: Position, /) -> int:
        """The score for the side to move, in the units of `saltus.engine.search`, of a position that it `holds`."""

    def result(self, position: Position, /) -> int | None:
        """1 if the side to move wins, 0 for a draw, -1 if it loses, where that is all that is known; else None."""


class Knowledge(Protocol):
    """Proved results of a game under its chosen options: a full solution, or tablebases for some positions."""

    def unpack(self, position: Position, /) -> Iterator[None]:
        """Load what the other methods need for `position`, in steps of a few milliseconds. It can be abandoned at any
        step: the next call continues from there."""

    def lines(
        self, position: Position, past: Sequence[Position], quiet: int, /
    ) -> Sequence[tuple[int, Sequence[Move]]] | None:
        """Every move of `position`, best first, each with its score (see `saltus.engine.search`) and continuation;
        None if unknown. `past` holds the earlier positions, `quiet` counts plies without progress."""

    def certain(self, position: Position, quiet: int, /) -> int | None:
        """The proved score for the side to move if it may be claimed, else None."""

    def near(self, position: Position, /) -> Known | None:
        """The positions that a search of `position` may probe instead of searching them; None if there are none."""


class Game(ABC):
    """The rules of one game, with its options chosen. Stateless: every method is a pure function.

    Invariants that the rest of the package relies on:
    - `moves(p) == []` exactly when `outcome(p)` is not None; a compulsory pass is the one move `PASS`.
    - `play` alternates the sides; `count(p) == len(moves(p))`.
    - No bit outside `board.full` is ever set, `kings` is within `white | black`.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    goal: ClassVar[str]
    """How the game is won, in one sentence for someone who has never played it."""
    board: ClassVar[Board]
    first: ClassVar[Side]
    bottom: ClassVar[Side] = "w"
    """The side whose pieces start on the lower ranks."""
    setups: ClassVar[tuple[Setup, ...]] = (Setup("standard", "Standard"),)
    options: ClassVar[tuple[Option, ...]] = ()
    rules: ClassVar[Mapping[str, str]] = EVERY_GAME
    """Rule key → the rule in one sentence. `why` and `Outcome.reason` use these keys; the rules page has an anchor
    for each."""
    has_kings: ClassVar[bool] = False
    """Pieces can be crowned."""
    men_retreat: ClassVar[bool] = True
    """Uncrowned pieces can return to a square that they left. Where they cannot, the search looks for repetitions
    only among kings."""
    numbered: ClassVar[bool] = False
    """Moves are written with square numbers (11-15) rather than names (g6-c2)."""
    pdn: ClassVar[int | None] = None
    """The number of this game in PDN's `GameType` tag; None if its games are not written in PDN."""
    sgf: ClassVar[int | None] = None
    """The number of this game in SGF's `GM` property; None if its games are not written in SGF."""
    pieces: ClassVar[int]
    """The maximum number of pieces per side."""
    material: ClassVar[bool] = True
    """More pieces are usually better, so that a move may be said to lose material."""
    lots: ClassVar[bool] = False
    """The source document draws lots for who plays which side."""
    balloted: ClassVar[bool] = False
    """Matches may start with three moves drawn by lot (`saltus.study.ballots`)."""
    counts_lines: ClassVar[bool] = False
    """A piece moves as many squares along a line as there are pieces on that line, so the front end shows the
    counts."""
    piece: ClassVar[str] = "piece"
    """What an uncrowned piece is called: `man` in the draughts games."""
    style: ClassVar[str] = "draughts"
    """The look of the pieces: one of the front end's piece shapes."""

    def __init__(self, options: Mapping[str, bool] | None = None) -> None:
        """Raises ValueError for an option that this game does not have or a value that is not a bool."""
        known = {option.key: option.default for option in self.options}
        for key, value in (options or {}).items():
            if key not in known:
                there = Several(known or "–", "and")
                raise ValueError(Phrase("check.option", game=game_name(self), option=repr(key), known=there))
            if not isinstance(value, bool):
                raise ValueError(f"option {key!r} must be true or false, not {value!r}")
            known[key] = value
        self.chosen: Mapping[str, bool] = known

    # -- the rules: what a game file writes ------------------------------------------------------------

    @abstractmethod
    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        """The starting position. Raises ValueError for a set-up or a seed that does not exist."""

    @abstractmethod
    def moves(self, position: Position) -> list[Move]:
        """All legal moves, always in the same order; `[PASS]` if the side must pass; `[]` when the game is over."""

    @abstractmethod
    def evaluate(self, position: Position) -> int:
        """The static evaluation of an undecided position in centipieces, from the side to move."""

    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, judged by the position alone; None while it goes on. By default a side that cannot move
        on its turn loses, and the game's `rules` have a sentence for `no-moves`."""
        if self.count(position):
            return None
        loser, winner = SIDES[position[3]], SIDES[1 - position[3]]
        text = Phrase("end.no-moves", winner=SIDE_NAMES[winner], loser=SIDE_NAMES[loser])
        return Outcome(winner, "no-moves", text)

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        """Which rule forbids `path`. It starts on a piece of the side to move, or in a game that places pieces on an
        empty square, and is not legal. By default it says where the piece can go, by the first rule that is the
        game's own."""
        rule = next(key for key in (*self.rules, "turn") if key not in EVERY_GAME or key == "turn")
        legal = [move.path for move in self.moves(position)]
        right = next(end for end in range(len(path), -1, -1) if any(one[:end] == tuple(path[:end]) for one in legal))
        begun = tuple(path[:right])
        onward = sorted({one[right] for one in legal if one[:right] == begun and len(one) > right})
        if not begun or not onward:
            square = path[max(right - 1, 0)]
            return Refusal(rule, Phrase("why.no-way", square=self.spoken(square)), (square,))
        ways = Several(sorted(map(self.spoken, onward), key=by_number))
        return Refusal(rule, Phrase("why.ways", square=self.spoken(begun[-1]), ways=ways), tuple(onward))

    def count(self, position: Position) -> int:
        """`len(moves(position))`. Override it where the count is cheaper than the list."""
        return len(self.moves(position))

    def noisy_moves(self, position: Position) -> list[Move]:
        """The moves that quiescence search must play out before `evaluate` is reliable; `[]` in a quiet position."""
        return [move for move in self.moves(position) if move.captured]

    def static_eval_if_quiet(self, position: Position) -> int | None:
        """`evaluate` if `decided` is None and `noisy_moves` is empty, else None. An optional fast path. Where a game
        does not override it, the search calls the three methods one by one."""
        return None

    pruning_margins: ClassVar[tuple[int | None, int] | None] = None
    """(futility, probcut) margins in centipieces for pruning by `static_eval_if_quiet`; None turns both off.
    futility: near the leaves, prune if static evaluation + margin × remaining plies <= alpha; None turns it off.
    probcut: a reduced search must beat beta by this much."""

    def order_scores(self, position: Position, moves: Sequence[Move]) -> list[int] | None:
        """A move-ordering score for each of `moves(position)`, captures included; None if the game has none. In
        history units: a move that refutes another n plies before the leaves gains n squared. With None, captures are
        searched first and are exempt from late move reductions."""
        return None

    must_capture: ClassVar[bool] = False
    """Captures are compulsory: if `noisy_moves` is not empty, it holds every legal move."""

    longest: ClassVar[int | None] = None
    """The maximum length of a game in plies, if it is short enough to search straight to the end."""

    helped: ClassVar[bool] = False
    """Whether a second search that shares its table entries (`saltus.engine.sharing`) is worth a processor, as
    measured by `build.py bench helper`."""

    def decided(self, position: Position) -> int | None:
        """1, 0, -1 (won, drawn, lost for the side to move) if the pieces alone end the game, else None. Must be
        cheap: the search calls it at every leaf. A game that can end while moves remain overrides it."""
        return None

    def check(self, position: Position) -> None:  # noqa: B027  (most games have nothing to check)
        """Raise ValueError, naming the square and the reason, if the pieces stand where they never can."""

    tables: ClassVar[Mapping[str, int]] = {}
    """The tables that `knowledge` reads, by name (`saltus.core.resources`), each with the number of pieces on the
    board at or below which it is worth fetching."""

    def knowledge(self) -> Knowledge | None:
        """The proved results of this game; None if there are none, or if their tables have not been fetched. Imports
        what it needs only when called: most positions are far from any tablebase."""
        return None

    ends_only_blocked: bool = False
    """Whether the board ends the game only where the side to move has no legal move."""

    # -- draws that depend on the past: read by `Match` and the search ---------------------------------

    repetitions: int = 0
    """This many occurrences of a position with the same side to move are a draw; 0 for never."""
    quiet_limit: int = 0
    """This many plies in a row without progress are a draw; 0 for never."""

    def progress(self, position: Position, move: Move) -> bool:
        """Whether `move`, played in `position`, resets the quiet count."""
        return bool(move.captured)

    def counting(self, position: Position) -> bool:
        """Whether quiet plies count at all in this position."""
        return True

    # -- what every game inherits ----------------------------------------------------------------------

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`, which must be one of `moves(position)`."""
        white, black, kings, side = position
        shift, taken = move.shift, move.taken
        kings &= ~taken  # first: a piece may land where it has captured
        if kings & shift:
            kings ^= shift
        if move.crowns:
            kings |= self.board.bit[move.path[-1]]
        if side:
            return white & ~taken, black ^ shift, kings, 0
        return white ^ shift, black & ~taken, kings, 1

    def result(self, position: Position) -> int:
        """1, 0 or -1 for the side to move, in a position without moves."""
        outcome = self.outcome(position)
        if outcome is None:
            raise ValueError("the game is not over in this position")
        if outcome.winner is None:
            return 0
        return 1 if outcome.winner == SIDES[position[3]] else -1

    def margin(self, position: Position) -> int | None:
        """In a game decided by points, how many the side to move has won by in a position without moves; else None.
        The search scores such an end by its points, whatever its distance; other wins count more the sooner they
        come."""
        return None

    def groups(self, position: Position) -> Mapping[Side, Sequence[Group]] | None:
        """The groups that count now, the largest first; None in a game that does not count groups. Where groups score
        points, those of a side sum to its score if the game ended in this position."""
        return None

    def standard(self, setup: str | None, seed: int | None) -> None:
        """Raise ValueError unless the arguments ask for the one standard set-up, which takes no seed."""
        if setup not in (None, "standard"):
            raise ValueError(f"{self.name} has no set-up {setup!r}; it has standard")
        if seed is not None:
            raise ValueError(f"the standard set-up of {self.name} takes no seed, not {seed!r}")

    def find(self, position: Position, path: Sequence[str]) -> Move | None:
        """The legal move along `path` (origin included), or None."""
        wanted = tuple(path)
        return next((move for move in self.moves(position) if move.path == wanted), None)

    def why(self, position: Position, path: Sequence[str]) -> Refusal | None:
        """Why the move along `path` is illegal; None if it is legal or the start of a legal move."""
        wanted = tuple(path)
        if any(move.path[: len(wanted)] == wanted for move in self.moves(position)):
            return None
        ended = self.outcome(position)
        if ended is not None:
            return Refusal(ended.reason, finished(ended.text))
        white, black, _, side = position
        own, enemy = (black, white) if side else (white, black)
        for name in wanted:
            if name not in self.board.bit:
                return Refusal("board", Phrase("why.board", square=name), (name,))
        if not wanted:
            return Refusal("pass", Phrase("why.pass"))
        origin = self.board.bit[wanted[0]]
        if enemy & origin:
            return Refusal("turn", Phrase("why.turn", side=SIDE_NAMES[SIDES[side]]), wanted[:1])
        places = any(len(move.path) == 1 and not own & move.shift for move in self.moves(position))
        if not own & origin and not places:
            return Refusal("empty", Phrase("why.empty", square=self.spoken(wanted[0])), wanted[:1])
        return self.explain(position, wanted)

    def spoken(self, name: str) -> str:
        """How a square is named to players: by number if moves are written with numbers, else by name."""
        return str(self.board.number.get(name, name)) if self.numbered else name

    def rows(self, position: Position) -> list[str]:
        """The board as text, the top rank first: `w` `b` pieces, `W` `B` kings, `.` empty."""
        white, black, kings, _ = position
        letters = {}
        for name, bit in self.board.bit.items():
            if (white | black) & bit:
                letter = "w" if white & bit else "b"
                letters[name] = letter.upper() if kings & bit else letter
        return self.board.rows(letters)

    def position(self, rows: Sequence[str], side: str) -> Position:
        """The position described by `rows` (in the format of `rows()`) and the side to move. Raises ValueError naming
        the first fault: the shape, a letter, a square that is not played on, too many pieces, or whatever the game's
        own `check` finds."""
        board = self.board
        if side not in SIDES:
            raise ValueError(f"the side to move must be 'w' or 'b', not {side!r}")
        if len(rows) != board.ranks:
            raise ValueError(Phrase("check.rows", game=game_name(self), ranks=board.ranks, rows=len(rows)))
        bits = dict.fromkeys("wbWB", 0)
        names = iter(every_square(board.files, board.ranks))
        for number, row in enumerate(rows, 1):
            if not isinstance(row, str) or len(row) != board.files:
                raise ValueError(Phrase("check.row", row=number, files=board.files, found=repr(row)))
            for letter in row:
                name = next(names)
                if letter == ".":
                    continue
                if letter not in bits or (letter in "WB" and not self.has_kings):
                    allowed = ". w b W B" if self.has_kings else ". w b"
                    wrong = {"square": name, "letter": repr(letter), "allowed": allowed}
                    raise ValueError(Phrase("check.letter", row=number, **wrong))
                if name not in board.bit:
                    raise ValueError(Phrase("check.unplayed", row=number, square=name))
                bits[letter] |= board.bit[name]
        white, black = bits["w"] | bits["W"], bits["b"] | bits["B"]
        for colour, pieces in zip(SIDES, (white, black), strict=True):
            if pieces.bit_count() > self.pieces:
                there = pieces.bit_count()
                raise ValueError(Phrase("check.many", side=SIDE_NAMES[colour], there=there, most=self.pieces))
        position = (white, black, bits["W"] | bits["B"], SIDES.index(side))
        self.check(position)
        return position

    def perft(self, position: Position, depth: int) -> int:
        """The number of move sequences of exactly `depth` plies from here; a finished game adds none. `depth` is in
        plies, at least 0. The last ply is counted, not played."""
        if depth <= 0:
            return 1
        if depth == 1:
            return self.count(position)
        play = self.play
        after = [play(position, move) for move in self.moves(position)]
        return sum(map(self.count, after) if depth == 2 else [self.perft(child, depth - 1) for child in after])
