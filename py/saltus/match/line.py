"""Adds a line of plain moves to a tree at once: what `Tree.add` does for each, in a fifth of the time.

A library reads a million moves from files that have nothing but moves in their games. It stops before any move that
is not the only legal one of its text, and after any position where a draw is due or the game is over: there
`Tree.add` goes on, and says what is wrong.
"""

from collections.abc import Sequence

from saltus.core.game import Position
from saltus.match.endings import draw_by_history
from saltus.match.tree import MAX_TURNS, Node, Tree
from saltus.notation.move import only_move


def add_line(tree: Tree, node: Node, texts: Sequence[str]) -> Node:
    """Add moves after a leaf of a tree without clocks. Returns the node of the last one that was added."""
    if tree.control is not None or node.children or node.ending or node.outcome or node.claimable:
        return node
    game, nodes = tree.game, tree.nodes
    play, legal_moves, progress_of, counting = game.play, game.moves, game.progress, game.counting
    repetitions, quiet_limit, asks = game.repetitions, game.quiet_limit, not game.ends_only_blocked
    latest = tree.last_nodes_since_progress(node) if repetitions else {}
    position: Position = node.position
    for text in texts:
        move = only_move(game, text, legal_moves(position))
        if move is None or len(nodes) > MAX_TURNS:
            break
        parent, before = node, position
        position = play(before, move)
        node = Node(len(nodes), parent, move, position)
        if progress_of(before, move):
            latest = {}
        else:
            node.since = parent.since
            if counting(before) and counting(position):
                node.quiet = parent.quiet + 1
        if repetitions:
            if (earlier := latest.get(position)) is not None:
                node.repeats = earlier.repeats + 1
            latest[position] = node
        parent.main = node
        parent.children.append(node)
        nodes.append(node)
        is_due = 0 < repetitions <= node.repeats or 0 < quiet_limit <= node.quiet
        if asks or is_due:
            node.outcome = game.outcome(position) or draw_by_history(game, node.repeats, node.quiet)
        if node.outcome is not None:
            break
    if repetitions:
        tree.remember(node, latest)
    if not asks and node.outcome is None:
        node.outcome = game.outcome(position)
    return node
