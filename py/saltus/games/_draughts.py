"""What English checkers and Italian draughts share: their rules, evaluation and explanations of illegal moves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from saltus.boards.dark_squares import FULL, KING_ROW, RANKS, DarkSquaresGame
from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Knowledge, Move, Outcome, Position, Refusal
from saltus.core.phrase import Phrase, Several, by_number
from saltus.core.resources import table_exists
from saltus.evaluation.patterns import Patterns

TRADE_BONUS = [[round(200 * (white - black) / (white + black or 1)) for black in range(13)] for white in range(13)]
"""The bonus for being ahead, by white and black pieces: larger with fewer pieces left, which rewards trading."""
DOUBLE_CORNERS = 1 | 1 << 4, 1 << 34 | 1 << 30  # The two double corners, where a lone king is safest.


class Draughts(DarkSquaresGame):
    """The rules of both games. A subclass sets which corner is dark and which captures have priority."""

    has_kings = True
    men_retreat = False
    numbered = True
    pieces = 12
    piece = "man"
    must_capture = True
    ends_only_blocked = True
    pruning_margins = (50, 12)
    rules: ClassVar[Mapping[str, str]] = {
        **EVERY_GAME,
        "board": "Only the dark squares are used.",
        "step": "A piece moves to an empty square diagonally next to it.",
        "occupied": "A piece moves only to an empty square.",
        "man-forward": "A man moves and jumps only forward; a king moves and jumps forward and backward.",
        "jump": "A piece captures by jumping over an enemy piece next to it to the empty square right behind it.",
        "capture-compulsory": "If you can capture, you must.",
        "capture-complete": "The same piece keeps capturing as long as it can.",
        "turn-ends": "A move is one step or one complete capture.",
        "crown": "A man that reaches the far row becomes a king, and the move ends there.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
        "no-pieces": "If you have no pieces left, you lose.",
    }

    def __init_subclass__(cls, a1_dark: bool) -> None:
        super().__init_subclass__(a1_dark)
        cls.patterns = Patterns(cls.key)

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        """Twelve men a side on the dark squares of the three nearest ranks."""
        self.standard(setup, seed)
        return sum(RANKS[:3]), sum(RANKS[5:]), 0, SIDES.index(self.first)

    def outcome(self, position: Position) -> Outcome | None:
        """A side that has no pieces, or no legal move on its turn, loses."""
        blocked = super().outcome(position)
        side = position[3]
        if blocked is None or position[side]:
            return blocked
        loser, winner = SIDES[side], SIDES[1 - side]
        bare = Phrase("end.no-pieces", winner=SIDE_NAMES[winner], loser=SIDE_NAMES[loser])
        return Outcome(winner, "no-pieces", bare)

    def decided(self, position: Position) -> int | None:
        """A side without pieces has lost; a blocked side is found only by generating its moves."""
        return None if position[position[3]] else -1

    def check(self, position: Position) -> None:
        """A man on its king row would have been crowned."""
        for side, pieces in enumerate(position[:2]):
            for name in self.board.names(pieces & ~position[2] & KING_ROW[side]):
                adjective = Phrase("adjective.b") if side else Phrase("adjective.w")
                raise ValueError(Phrase("check.king-row", square=self.spoken(name), adjective=adjective))

    patterns: ClassVar[Patterns]
    """The learned values of men and kings."""

    def evaluate(self, position: Position) -> int:
        """The learned value of the pieces, plus bonuses for the side ahead: trade, and hunt with kings."""
        white, black, kings, side = position
        if kings:
            score = self.patterns.with_kings(white, black, kings, side)
        else:
            score = self.patterns.men_only[side][white, black]
        ahead, behind = white.bit_count(), black.bit_count()
        if ahead != behind:
            score += TRADE_BONUS[ahead][behind]
            if kings and ahead and behind and ahead + behind <= 8:
                score += hunt_bonus(white, black, kings) if ahead > behind else -hunt_bonus(black, white, kings)
        return -score if side else score

    def static_eval_if_quiet(self, position: Position) -> int | None:
        """`evaluate` if the side to move has a legal move and no capture, else None."""
        white, black, kings, side = position
        empty = FULL ^ white ^ black
        if side:
            own, enemy = black, white
            prey = white & ~kings if kings and not self.men_take_kings else white
            if black & (prey << 4 & empty << 8 | prey << 5 & empty << 10):
                return None
        else:
            own, enemy = white, black
            prey = black & ~kings if kings and not self.men_take_kings else black
            if white & (prey >> 4 & empty >> 8 | prey >> 5 & empty >> 10):
                return None
        if royal := kings & own:
            up = enemy >> 4 & empty >> 8 | enemy >> 5 & empty >> 10
            down = enemy << 4 & empty << 8 | enemy << 5 & empty << 10
            if royal & (up | down):
                return None
        return self.evaluate(position) if own else None

    longest_quiet_run: ClassVar[int]
    """The longest run of quiet plies in any shortest win of an ending (`workshop.solve.endings`)."""

    def knowledge(self) -> Knowledge | None:
        """The tablebases of up to four pieces, and of five and six if those have been fetched. They are for play
        without options; repetition changes no move."""
        if any(chosen for key, chosen in self.chosen.items() if key != "repetition") or not table_exists(self.key):
            return None
        from saltus.tablebase.draughts import DraughtsEndings

        return DraughtsEndings(self, self.longest_quiet_run)

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        """The rule broken by the first wrong square of `path`, or the capture that it omits."""
        legal = self.moves(position)
        capturing = bool(legal[0].captured)
        possible = self.sequences(position, position[position[3]]) if capturing else legal
        right = max((common(move.path, path) for move in possible), default=0)
        if right < 2:
            refusal = self.wrong_hop(position, path[0], path[1]) if len(path) > 1 else None
            if refusal is not None:
                return refusal
            if capturing:
                return Refusal("capture-compulsory", self.demand(position, legal), origins(legal))
            piece = self.piece_on(position, path[0])
            text = Phrase("why.shut", piece=piece)
            return Refusal("occupied", text, (path[0],))
        here = path[right - 1]
        spoken = self.spoken(here)
        for move in possible:
            if len(move.path) == common(move.path, path) == right:
                if move.crowns and move.captured:
                    return Refusal("crown", Phrase("why.crown", square=spoken), (here,))
                if move.captured:
                    return Refusal("turn-ends", Phrase("why.captured-out", square=spoken), (here,))
                return Refusal("turn-ends", Phrase("why.stepped", square=spoken), (here,))
        onward = tuple(sorted({move.path[right] for move in possible if common(move.path, path) == right}))
        ways = Several(sorted(map(self.spoken, onward), key=by_number))
        text = Phrase("why.capture-complete", square=spoken, onward=ways)
        return Refusal("capture-complete", text, onward)

    def piece_on(self, position: Position, square: str) -> Phrase:
        """The piece on `square` in words: `the king on 22`."""
        if position[2] & self.board.bit[square]:
            return Phrase("the.king", square=self.spoken(square))
        return Phrase("the.man", square=self.spoken(square))

    def movers(self, position: Position, moves: Sequence[Move]) -> Several:
        """The pieces that make these moves, in words: `the man on 22 or the king on 15`."""
        squares = sorted(origins(moves), key=lambda square: by_number(self.spoken(square)))
        return Several(self.piece_on(position, square) for square in squares)

    def demand(self, position: Position, legal: Sequence[Move]) -> str:
        """The sentence that names the pieces that must capture."""
        return Phrase("why.capture-compulsory", movers=self.movers(position, legal))

    def wrong_hop(self, position: Position, origin: str, target: str) -> Refusal | None:
        """What is wrong with going from `origin` to `target`, regardless of any compulsory capture."""
        white, black, kings, side = position
        enemy = white if side else black
        bit, name = self.board.bit, self.board.name
        across = Board.file_of(target) - Board.file_of(origin)
        up = Board.rank_of(target) - Board.rank_of(origin)
        way = {"origin": self.spoken(origin), "target": self.spoken(target)}
        if abs(across) != abs(up) or abs(up) not in (1, 2):
            return Refusal("step", Phrase("why.diagonal", **way), (target,))
        if (white | black) & bit[target]:
            return Refusal("occupied", Phrase("why.not-empty", **way), (target,))
        man = not kings & bit[origin]
        if man and (up > 0) is bool(side):
            return Refusal("man-forward", Phrase("why.man-forward", **way), (target,))
        if abs(up) == 1:
            return None
        over = next(jump.over for jump in self.king_jumps[bit[origin]] if jump.to == bit[target])
        between = self.spoken(name[over])
        if not enemy & over:
            return Refusal("jump", Phrase("why.nothing-over", square=between), (name[over],))
        if man and kings & over and not self.men_take_kings:
            return Refusal("men-spare-kings", Phrase("why.men-spare-kings", square=between), (name[over],))
        return None


def hunt_bonus(ahead: int, behind: int, kings: int) -> int:
    """The bonus of the side ahead for kings near the enemy, and for keeping enemy kings out of the double corners."""
    score = 0
    hunters = ahead & kings
    while hunters:
        hunter = hunters & -hunters
        hunters ^= hunter
        reach, steps = hunter, 0
        while not reach & behind:
            reach |= (reach << 4 | reach << 5 | reach >> 4 | reach >> 5) & FULL
            steps += 1
        score -= 2 * steps
    return score - 10 * any(behind & kings & corner for corner in DOUBLE_CORNERS)


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of squares that two paths share from the start."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def origins(moves: Iterable[Move]) -> tuple[str, ...]:
    """The squares that these moves start from, sorted."""
    return tuple(sorted({move.path[0] for move in moves}))
