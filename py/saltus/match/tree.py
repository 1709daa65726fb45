"""The move tree of a match, with the counts that depend on history.

A position alone does not determine how often it has occurred and how many turns made no progress. Both are counted
here by the game's attributes (`repetitions`, `progress`, `counting`); no game is known by name. What ends a game,
`saltus.match.endings` says.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDES, Game, Move, Outcome, Position, Refusal, Side, finished
from saltus.core.phrase import Phrase
from saltus.match.endings import HISTORY_DRAWS, draw_by_history, ending
from saltus.notation.move import IllegalMove, read_move

MAX_CLOCK_SECONDS = 1_000_000.0  # The longest time (eleven days) for a clock or a turn.
MAX_TURNS = 10_000
"""The most turns in a match, with its variations, so that every record can be read in reasonable time."""

AnyMove: TypeAlias = Move | Sequence[str] | str  # A move, its path (`()` for a pass), or its text.


class TimeControl(NamedTuple):
    """Each side's time at the start and its increment per turn, in seconds."""

    initial: float
    increment: float = 0.0


class Node:
    """One position of a match and how it was reached. Only `Tree` modifies it, except for the notes.

    - `id`: its index in order of first play, 0 for the root; `ply`: the number of turns that lead here
    - `children`: in order of first play; `main`: the one on the main line, None if the main line ends here
    - `spent`: seconds the turn took; `clock`: seconds left to White and Black after it, None without clocks
    - `timed`: False for a turn that nobody made, of an opening that the match began with: it changes no clock
    - `outcome`: the result on the board, or a draw by history; `ending`: a result off the board
    - `claimable`: the draw by history that nobody claimed, in a record that goes on after it; then `outcome` is None
    - `quiet`: plies without progress; `since`: the ply of the last turn that made progress; `repeats`: how many
      times this position has occurred since then
    - `comment` and `glyphs` (numeric annotation glyphs, 1 for `$1`): notes for the reader
    - `sgf`: what else an SGF said here, as SGF: properties that mean nothing to a match, such as `BL[299.5]`
    """

    def __init__(self, number: int, parent: "Node | None", move: Move | None, position: Position) -> None:
        self.id = number
        self.parent, self.move, self.position = parent, move, position
        self.ply: int = parent.ply + 1 if parent else 0
        self.children: list[Node] = []
        self.main: Node | None = None
        self.spent = 0.0
        self.timed = True
        self.clock: tuple[float, float] | None = None
        self.outcome: Outcome | None = None
        self.ending: Outcome | None = None
        self.claimable: Outcome | None = None
        self.comment = ""
        self.glyphs: tuple[int, ...] = ()
        self.sgf = ""
        self.quiet = 0
        self.since: int = self.ply
        self.repeats = 1

    @property
    def side(self) -> Side:
        """The side to move."""
        return SIDES[self.position[3]]

    @property
    def result(self) -> Outcome | None:
        """How the game ended here, on the board or off it."""
        return self.outcome or self.ending

    @property
    def onward(self) -> "list[Node]":
        """The children, the main child first."""
        main = self.main
        return self.children if main is None else [main, *(child for child in self.children if child is not main)]

    def __repr__(self) -> str:
        return f"<Node {self.id}: ply {self.ply}, {'-'.join(self.move.path) if self.move else 'start'}>"


class Tree:
    """The tree of turns from `start`. `nodes[n].id == n`, and a parent comes before its children.

    The *main line* leads from the root through the `main` children: it is the game, the rest are variations. If a
    node has children but no main child, the game ended there, off the board, after they had been taken back.

    A third repetition or the quiet-move limit ends a game here, but over the board the draw must be claimed. So a
    node where such a draw is due has it as its `outcome` while it has no children. If a record goes on from there, or
    says that the game ended differently, the draw becomes `claimable` instead.
    """

    def __init__(self, game: Game, start: Position, control: TimeControl | None = None) -> None:
        """Raises ValueError for an invalid time control."""
        if control is not None:
            initial = seconds(control[0], Phrase("record.time"), least=0.001)
            control = TimeControl(initial, seconds(control[1], Phrase("record.increment")))
        self.game, self.control = game, control
        root = Node(0, None, None, start)
        root.outcome = game.outcome(start)
        root.clock = (control.initial, control.initial) if control else None
        self.nodes: list[Node] = [root]
        self._newest = root
        self._last_nodes = {root.position: root}

    @property
    def root(self) -> Node:
        return self.nodes[0]

    def find(self, number: int) -> Node:
        """The node with this id. Raises ValueError if there is none."""
        whole(number, "a node", least=0)
        if number >= len(self.nodes):
            raise ValueError(Phrase("record.node", number=number, last=len(self.nodes) - 1))
        return self.nodes[number]

    def path(self, node: Node) -> list[Node]:
        """The nodes from the root to `node`, both included."""
        found: list[Node] = []
        step: Node | None = node
        while step is not None:
            found.append(step)
            step = step.parent
        return found[::-1]

    def follow(self, line: list[Node]) -> None:
        """Extend `line` along the main children to the end."""
        while line[-1].main is not None:
            line.append(line[-1].main)

    @property
    def main_line(self) -> list[Node]:
        line = [self.root]
        self.follow(line)
        return line

    def promote(self, node: Node) -> None:
        """Make the line to `node` the main line."""
        while node.parent is not None:
            node.parent.main = node
            node = node.parent

    def prune(self, node: Node) -> None:
        """Delete `node` and everything after it. The ids close up, in the same order. If it was the main child, its
        first sibling becomes the main child, unless the game ended at their parent. Raises ValueError for the
        root."""
        parent = node.parent
        if parent is None:
            raise ValueError("the start cannot be deleted: it belongs to every line")
        gone = {node.id}
        for later in self.nodes[node.id + 1 :]:
            if later.parent is not None and later.parent.id in gone:
                gone.add(later.id)
        parent.children.remove(node)
        if parent.main is node:
            parent.main = parent.children[0] if parent.children and parent.ending is None else None
        if parent.claimable is not None and not parent.children and parent.ending is None:
            parent.outcome, parent.claimable = parent.claimable, None
        self.nodes = [kept for kept in self.nodes if kept.id not in gone]
        for number, kept in enumerate(self.nodes):
            kept.id = number

    def add(self, parent: Node, move: AnyMove, spent: float | None = 0.0) -> Node:
        """Add a turn after `parent` while reading a record; if the turn is already there, return its node.

        `spent` is None for a turn that nobody made. The first child of a node becomes its main child. A turn
        may take more time than was left, because an earlier one may have been replayed more slowly. A draw that
        was due and not claimed becomes `claimable`. Raises `IllegalMove` for an illegal turn, ValueError for an
        invalid time or if the tree already has `MAX_TURNS` nodes.
        """
        spent = duration(spent)
        if parent.outcome and parent.outcome.reason not in HISTORY_DRAWS:
            raise over(parent.outcome)
        move = choose(self.game, parent.position, move, self.game.moves(parent.position))
        child = self.child(parent, move) or self.grow(parent, move, spent)
        self._make_claimable(parent)
        return child

    def child(self, node: Node, move: Move) -> Node | None:
        """The child of `node` that `move` leads to, None if it was not played there."""
        return next((child for child in node.children if child.move == move), None)

    def grow(self, parent: Node, move: Move, spent: float | None) -> Node:
        """Add a node after `parent` for a legal move not played there yet. Raises ValueError beyond `MAX_TURNS`."""
        if len(self.nodes) > MAX_TURNS:
            raise ValueError(Phrase("record.most", most=MAX_TURNS))
        game = self.game
        node = Node(len(self.nodes), parent, move, game.play(parent.position, move))
        progress = game.progress(parent.position, move)
        node.since = node.ply if progress else parent.since
        if not progress and game.counting(parent.position) and game.counting(node.position):
            node.quiet = parent.quiet + 1
        if game.repetitions:
            last_nodes = {} if progress else self.last_nodes_since_progress(parent)
            before = last_nodes.get(node.position)
            if before is not None:
                node.repeats = before.repeats + 1
            last_nodes[node.position] = node
            self.remember(node, last_nodes)
        node.outcome = game.outcome(node.position) or draw_by_history(game, node.repeats, node.quiet)
        if not parent.children and parent.ending is None:
            parent.main = node
        parent.children.append(node)
        self.nodes.append(node)
        self.time(node, spent)
        return node

    def last_nodes_since_progress(self, node: Node) -> dict[Position, Node]:
        """For each position since the last progress, the last node up to `node` that has it. Cached for the node
        added last, so that a line that grows turn by turn does not rescan its history each time, which would be slow
        for a record with thousands of quiet turns."""
        if node is self._newest:
            return self._last_nodes
        last_nodes: dict[Position, Node] = {}
        step: Node | None = node
        while step is not None and step.ply >= node.since:
            last_nodes.setdefault(step.position, step)
            step = step.parent
        return last_nodes

    def remember(self, node: Node, last_nodes: dict[Position, Node]) -> None:
        """Keep `last_nodes_since_progress` of `node`, which was added last."""
        self._newest, self._last_nodes = node, last_nodes

    def time(self, node: Node, spent: float | None) -> None:
        """Set the seconds a turn took, None if nobody made it; recompute the clocks after it and all later turns."""
        node.timed = spent is not None
        node.spent = spent or 0.0
        todo = [node]
        while self.control is not None and todo:
            node = todo.pop()
            before = node.parent
            if before is None or before.clock is None:
                raise AssertionError("with clocks every node but the root has a timed parent")
            white, black = before.clock
            # Rounded to milliseconds, so that sums of decimal fractions stay short.
            if not node.timed:
                pass
            elif before.side == "w":
                white = round(max(0.0, white - node.spent) + self.control.increment, 3)
            else:
                black = round(max(0.0, black - node.spent) + self.control.increment, 3)
            node.clock = (white, black)
            todo += node.children

    def close(self, node: Node, reason: str, winner: Side | None, why: str = "") -> None:
        """End the game off the board at `node`. Raises ValueError if it is invalid or the game is already over. `why`
        is the reason in the words of a record, for an ending of which it is all that is known. A draw that was due
        and not claimed becomes `claimable`, since the game ended differently."""
        if node.outcome and node.outcome.reason not in HISTORY_DRAWS:
            raise ValueError(Phrase("record.over", text=node.outcome.text))
        found = ending(reason, winner, why)
        self._make_claimable(node)
        if reason == "claim" and winner is None and node.claimable is not None:
            found = found._replace(text=Phrase("end.claim-due", text=node.claimable.text))
        node.ending = found
        node.main = None

    def _make_claimable(self, node: Node) -> None:
        """Make the draw that is due at this node a claimable one."""
        if node.outcome:
            node.outcome, node.claimable = None, node.outcome


def newly_due(node: Node) -> Outcome | None:
    """The draw by history that becomes due at `node`; None if there is none, or if its parent has the same one."""
    due, before = node.outcome, node.parent and node.parent.claimable
    if due is None or due.reason not in HISTORY_DRAWS or (before and before.reason == due.reason):
        return None
    return due


def choose(game: Game, position: Position, move: AnyMove, legal: list[Move]) -> Move:
    """The legal move that `move` describes. Raises `IllegalMove` with the rule that forbids it."""
    if isinstance(move, str):
        return read_move(game, position, move, legal)
    path = move.path if isinstance(move, Move) else tuple(move)
    for known in legal:
        if known.path == path:
            return known
    raise IllegalMove.at(game, position, path, legal)


def over(outcome: Outcome) -> IllegalMove:
    """The error for a move in a game that is over."""
    return IllegalMove(Refusal(outcome.reason, finished(outcome.text)), ())


def other(side: Side) -> Side:
    return "b" if side == "w" else "w"


def duration(spent: float | None) -> float | None:
    """The seconds that a turn took, None if nobody made it. Raises ValueError if it is no valid time."""
    return None if spent is None else seconds(spent, Phrase("record.spent"))


def seconds(value: float, what: Phrase, least: float = 0.0) -> float:
    """`value` as seconds. Raises ValueError if it is not a number from `least` to `MAX_CLOCK_SECONDS`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= MAX_CLOCK_SECONDS:
        limits = {"least": f"{least:g}", "most": f"{MAX_CLOCK_SECONDS:.0f}", "value": f"{value!r:.40}"}
        raise ValueError(Phrase("record.seconds", what=what, **limits))
    return float(value)


def whole(value: int, what: str, least: int = 1) -> None:
    """Raise ValueError if `value` is not a whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{what} must be a whole number from {least} up, not {value!r:.40}")
