"""Every turn that was played in a match, as a tree, and what the past makes of each position.

What a position alone does not tell is decided here: the repetition and quiet counts and the draws they end in,
from what the game says of itself (`repetitions`, `quiet_limit`, `progress`, `counting`). No game is known by name.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Outcome, Position, Refusal, Side, finished
from saltus.core.phrase import Phrase
from saltus.notation.move import IllegalMove, read_move

LONGEST = 1_000_000.0
"""The most seconds (eleven days) that a clock or a turn may have."""

SPENT = Phrase("record.spent", "the time spent")
"""What a turn took."""

FROM_THE_PAST = ("repetition", "quiet")
"""The draws that the past of a position makes of it: over the board they must be claimed."""

MOST = 10_000
"""The most turns that a match may have, so that every record of one can be read in reasonable time."""

AnyMove: TypeAlias = Move | Sequence[str] | str
"""A move, its path (`()` for a pass), or its text."""


class TimeControl(NamedTuple):
    """Seconds each side starts with, and seconds it gains with each of its turns."""

    initial: float
    increment: float = 0.0


class Node:
    """One position of a match and how it was reached. Only `Tree` writes it, except for the notes.

    - `id`: its place in the order of first playing, the root's 0; `ply`: how many turns lead here
    - `children` as first played; `main`: the one on the main line, None where it ends here
    - `spent`: seconds the turn took; `clock`: seconds left to White and Black after it, None without clocks
    - `outcome`: the result on the board or by adjudication; `ending`: one that came about off the board
    - `claimable`: the draw by adjudication that nobody claimed, where a record goes on after it: then there is no
      `outcome`
    - `quiet`: plies without progress; `since`: the ply of the last turn that made progress; `repeats`: how many
      times this position has stood since then
    - `comment` and `glyphs` (numeric annotation glyphs, 1 for `$1`): notes for the reader
    """

    def __init__(self, number: int, parent: "Node | None", move: Move | None, position: Position) -> None:
        self.id = number
        self.parent = parent
        self.move = move
        self.position = position
        self.ply: int = parent.ply + 1 if parent else 0
        self.children: list[Node] = []
        self.main: Node | None = None
        self.spent = 0.0
        self.clock: tuple[float, float] | None = None
        self.outcome: Outcome | None = None
        self.ending: Outcome | None = None
        self.claimable: Outcome | None = None
        self.comment = ""
        self.glyphs: tuple[int, ...] = ()
        self.quiet = 0
        self.since: int = self.ply
        self.repeats = 1

    @property
    def side(self) -> Side:
        """The side to move."""
        return SIDES[self.position[3]]

    @property
    def onward(self) -> "list[Node]":
        """The children, the main one first."""
        main = self.main
        return self.children if main is None else [main, *(child for child in self.children if child is not main)]

    def __repr__(self) -> str:
        return f"<Node {self.id}: ply {self.ply}, {'-'.join(self.move.path) if self.move else 'start'}>"


class Tree:
    """The tree that grows from `start`. `nodes[n].id == n`, a parent always before its children.

    The *main line* leads from the root through `main` children: it is the game, all else are variations. Where a
    node has children and no main one, the game ended there, off the board, after they had been taken back.

    A third repetition and the end of the quiet turns end a game here, but over the board only where somebody claims
    the draw. So a node at which one of them is due has it as its `outcome` as long as nothing follows; where a record
    goes on from there, or says that the game ended otherwise, it is `claimable`.
    """

    def __init__(self, game: Game, start: Position, control: TimeControl | None = None) -> None:
        """Raises ValueError for a clock that cannot be."""
        if control is not None:
            initial = seconds(control[0], Phrase("record.time", "the time"), least=0.001)
            control = TimeControl(initial, seconds(control[1], Phrase("record.increment", "the increment")))
        self.game = game
        self.control = control
        root = Node(0, None, None, start)
        root.outcome = game.outcome(start)
        root.clock = (control.initial, control.initial) if control else None
        self.nodes: list[Node] = [root]
        self._tip = root
        self._stood = {root.position: root}

    @property
    def root(self) -> Node:
        """The first node."""
        return self.nodes[0]

    def find(self, number: int) -> Node:
        """The node with this id. Raises ValueError where there is none."""
        whole(number, "a node", least=0)
        if number >= len(self.nodes):
            template, last = "there is no node {number}; the last is {last}", len(self.nodes) - 1
            raise ValueError(Phrase("record.node", template, number=number, last=last))
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
        """Extend `line` by the main children of its last node, to where they end."""
        while line[-1].main is not None:
            line.append(line[-1].main)

    @property
    def main_line(self) -> list[Node]:
        """The game as the record tells it, from the root."""
        line = [self.root]
        self.follow(line)
        return line

    def promote(self, node: Node) -> None:
        """Make the line to `node` the main line."""
        while node.parent is not None:
            node.parent.main = node
            node = node.parent

    def prune(self, node: Node) -> None:
        """Forget `node` and all that follows it. The ids close up, in the same order.

        Where it was the main child, the first of its siblings is now, unless the game ended here. Raises ValueError
        for the root.
        """
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

    def add(self, parent: Node, move: AnyMove, spent: float = 0.0) -> Node:
        """Add a turn after `parent` as a reader of records does; where it is already there, return that node.

        The first child of a node is its main one. A turn may have taken more time than was left: an earlier one
        may have been played again, more slowly. A draw that was due and not claimed becomes `claimable`. Raises
        `IllegalMove` for a turn that is not legal, ValueError for a time that cannot be or where the tree already has
        `MOST` nodes.
        """
        spent = seconds(spent, SPENT)
        if parent.outcome and parent.outcome.reason not in FROM_THE_PAST:
            raise over(parent.outcome)
        move = choose(self.game, parent.position, move, self.game.moves(parent.position))
        child = self.child(parent, move) or self.grow(parent, move, spent)
        self._not_claimed(parent)
        return child

    def child(self, node: Node, move: Move) -> Node | None:
        """The node that `move` has led to from here before."""
        return next((child for child in node.children if child.move == move), None)

    def grow(self, parent: Node, move: Move, spent: float) -> Node:
        """A new node after `parent`, for a legal move not played there before. Raises ValueError beyond `MOST`."""
        if len(self.nodes) > MOST:
            raise ValueError(
                Phrase("record.most", "a match has at most {most} turns, with its variations", most=MOST)
            )
        game = self.game
        node = Node(len(self.nodes), parent, move, game.play(parent.position, move))
        progress = game.progress(parent.position, move)
        node.since = node.ply if progress else parent.since
        if not progress and game.counting(parent.position) and game.counting(node.position):
            node.quiet = parent.quiet + 1
        if game.repetitions:
            stood = {} if progress else self._stood_on_the_way_to(parent)
            before = stood.get(node.position)
            if before is not None:
                node.repeats = before.repeats + 1
            stood[node.position] = node
            self._tip, self._stood = node, stood
        node.outcome = game.outcome(node.position) or self.adjudicate(node)
        if not parent.children and parent.ending is None:
            parent.main = node
        parent.children.append(node)
        self.nodes.append(node)
        self.time(node, spent)
        return node

    def _stood_on_the_way_to(self, node: Node) -> dict[Position, Node]:
        """The last node at which each position has stood since the last progress, down to this node.

        Kept for the node that was grown last: a line that grows turn by turn does not look back at all of itself for
        each of them, which a record of thousands of quiet turns would make long.
        """
        if node is self._tip:
            return self._stood
        stood: dict[Position, Node] = {}
        step: Node | None = node
        while step is not None and step.ply >= node.since:
            stood.setdefault(step.position, step)
            step = step.parent
        return stood

    def adjudicate(self, node: Node) -> Outcome | None:
        """The draw that the past of a position makes of it."""
        game = self.game
        if game.repetitions and node.repeats >= game.repetitions:
            which = Phrase("count.ordinal", ordinal(node.repeats), n=node.repeats)
            text = Phrase("end.repetition", "The same position for the {which} time: draw.", which=which)
            return Outcome(None, "repetition", text)
        if game.quiet_limit and node.quiet >= game.quiet_limit:
            text = Phrase("end.quiet", "{n} turns in a row without progress: draw.", n=node.quiet)
            return Outcome(None, "quiet", text)
        return None

    def time(self, node: Node, spent: float) -> None:
        """Set the seconds a turn took; with clocks, what is left after it and after all that follow it."""
        node.spent = spent
        todo = [node]
        while self.control is not None and todo:
            node = todo.pop()
            before = node.parent
            if before is None or before.clock is None:
                raise AssertionError("with clocks every node but the root has a timed parent")
            white, black = before.clock
            # Milliseconds: sums of decimal fractions stay what a person would write down.
            if before.side == "w":
                white = round(max(0.0, white - node.spent) + self.control.increment, 3)
            else:
                black = round(max(0.0, black - node.spent) + self.control.increment, 3)
            node.clock = (white, black)
            todo += node.children

    def close(self, node: Node, reason: str, winner: Side | None) -> None:
        """End the game off the board at `node`. Raises ValueError where it cannot be or it is over on the board.

        A draw that was due and not claimed becomes `claimable`: the game ended otherwise.
        """
        if node.outcome and node.outcome.reason not in FROM_THE_PAST:
            raise ValueError(Phrase("record.over", "the game was already over: {text}", text=node.outcome.text))
        found = ending(reason, winner)
        self._not_claimed(node)
        if reason == "claim" and winner is None and node.claimable is not None:
            found = found._replace(text=Phrase("end.claim-due", "Claimed. {text}", text=node.claimable.text))
        node.ending = found
        node.main = None

    def _not_claimed(self, node: Node) -> None:
        """The game did not end with the draw that its past makes of this node."""
        if node.outcome:
            node.outcome, node.claimable = None, node.outcome


def newly_due(node: Node) -> Outcome | None:
    """The draw that the past makes of a node at which the game has ended; None where it was due before it, too."""
    due, before = node.outcome, node.parent and node.parent.claimable
    if due is None or due.reason not in FROM_THE_PAST or (before and before.reason == due.reason):
        return None
    return due


def ending(reason: str, winner: Side | None) -> Outcome:
    """The outcome of a match that ended off the board. Raises ValueError for what cannot be."""
    if reason not in ("resignation", "agreement", "flag", "claim"):
        template = "a match ends by resignation, agreement, flag or claim, not by {reason}"
        raise ValueError(Phrase("record.ending-kind", template, reason=f"{reason!r:.40}"))
    if winner not in (*SIDES, None):
        raise ValueError(f"the winner is 'w', 'b' or nobody, not {winner!r:.40}")
    if (winner is None) != (reason == "agreement") and reason != "claim":
        if winner is None:
            raise ValueError(Phrase("record.ending-unwon", "{reason} needs a winner", reason=reason))
        raise ValueError(Phrase("record.ending-won", "{reason} has no winner", reason=reason))
    if winner is None:
        if reason == "agreement":
            return Outcome(None, reason, Phrase("end.agreement", "Agreed: draw."))
        return Outcome(None, reason, Phrase("end.claim-draw", "Claimed, as neither side can win: draw."))
    names = {"loser": SIDE_NAMES[other(winner)], "winner": SIDE_NAMES[winner]}
    text = {
        "resignation": Phrase("end.resignation", "{loser} resigned: {winner} wins.", **names),
        "flag": Phrase("end.flag", "{loser}'s time ran out: {winner} wins.", **names),
        "claim": Phrase("end.claim-win", "Claimed, as the position is won: {winner} wins.", **names),
    }[reason]
    return Outcome(winner, reason, text)


def choose(game: Game, position: Position, move: AnyMove, legal: list[Move]) -> Move:
    """The one of the `legal` moves that `move` says. Raises `IllegalMove` with the rule that forbids it."""
    if isinstance(move, str):
        return read_move(game, position, move, legal)
    path = move.path if isinstance(move, Move) else tuple(move)
    for known in legal:
        if known.path == path:
            return known
    raise IllegalMove.at(game, position, path, legal)


def over(outcome: Outcome) -> IllegalMove:
    """The refusal of any move in a game that is over."""
    return IllegalMove(Refusal(outcome.reason, finished(outcome.text)), ())


def other(side: Side) -> Side:
    """The opponent."""
    return "b" if side == "w" else "w"


def seconds(value: float, what: Phrase, least: float = 0.0) -> float:
    """`value` as seconds. Raises ValueError where it is not a number from `least` to `LONGEST`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= LONGEST:
        template = "{what} must be a number of seconds from {least} to {most}, not {value}"
        limits = {"least": f"{least:g}", "most": f"{LONGEST:.0f}", "value": f"{value!r:.40}"}
        raise ValueError(Phrase("record.seconds", template, what=what, **limits))
    return float(value)


def whole(value: int, what: str, least: int = 1) -> None:
    """Raise ValueError where `value` is not a whole number from `least` up."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{what} must be a whole number from {least} up, not {value!r:.40}")


def ordinal(count: int) -> str:
    """`third`, `5th`."""
    return {1: "first", 2: "second", 3: "third"}.get(count, f"{count}th")
