"""Matches and positions to try notation and records on: what the tests of both share."""

from collections.abc import Callable

from hypothesis import strategies as st
from saltus.core.game import SIDES, Game, Position
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import TimeControl

EVERY_OPTION = [
    load(key, {option.key: not option.default for option in load(key).options[:turned]})
    for key in keys()
    for turned in range(len(load(key).options) + 1)
]
"""Every game as it is, and with some of its options switched."""

games = st.sampled_from(EVERY_OPTION)


@st.composite
def boards(draw: st.DrawFn, game: Game) -> Position:
    """Any position that the game accepts, with kings where it has them."""
    board = game.board
    every = st.integers(0, 2 ** len(board.squares) - 1)
    sets = [draw(every) for _ in range(3)]
    if draw(st.booleans()):
        # Half of the boards nearly empty.
        sets[:2] = (bits & draw(every) & draw(every) for bits in sets[:2])
    white, black, kings = ([name for number, name in enumerate(board.squares) if bits >> number & 1] for bits in sets)
    white = white[: game.pieces] or [board.squares[0]]
    black = [name for name in black if name not in white][-game.pieces :] or [board.squares[-1]]
    # A man on a far row would have been crowned.
    far = [name for name in board.squares if board.rank_of(name) in (0, board.ranks - 1)]
    crowned = board.mask({*kings, *far}) & board.mask({*white, *black}) if game.has_kings else 0
    position = (board.mask(white), board.mask(black), crowned, draw(st.integers(0, 1)))
    game.check(position)
    return position


def act(match: Match, kind: int, number: int) -> None:
    """Do one thing to a match: mostly play, sometimes walk, seldom end it. What cannot be done is not done."""
    side = SIDES[number % 2]
    walk: dict[int, Callable[[], object]] = {
        10: lambda: match.undo(1 + number % 4),
        11: lambda: match.redo(1 + number % 3),
        12: lambda: match.goto(number % len(match.nodes)),
        13: lambda: match.resign(side),
        14: lambda: match.offer_draw(side),
        15: lambda: match.accept(side),
        16: lambda: match.flag(match.side),
        17: lambda: match.undo(match.ply),
    }
    try:
        if kind in walk:
            walk[kind]()
        elif match.legal:
            match.play(match.legal[number % len(match.legal)], spent=number % 7 / 4)
    except ValueError:
        assert kind in walk


def shuffle(match: Match) -> tuple[str, ...]:
    """Four turns without a capture that bring the position back."""
    game, start = match.game, match.position
    for first in game.moves(start):
        one = game.play(start, first)
        for reply in game.moves(one):
            back = game.find(game.play(one, reply), first.path[::-1])
            if back is None or first.captured or reply.captured or back.captured:
                continue
            three = game.play(game.play(one, reply), back)
            home = game.find(three, reply.path[::-1])
            if home is not None and game.play(three, home) == start:
                return tuple("-".join(move.path) for move in (first, reply, back, home))
    raise AssertionError("no shuffle from here")


comments = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=20)


@st.composite
def played(draw: st.DrawFn, game: Game, notes: bool = True) -> Match:
    """A match with variations, endings, clocks and notes, standing anywhere."""
    control = draw(st.sampled_from([None, TimeControl(20, 0.5), TimeControl(300)]))
    start = draw(st.none() | boards(game))
    seed = draw(st.integers(0, 99_999)) if game.setups[0].seeded and start is None else None
    match = Match(game, seed=seed, position=start, clock=control)
    for kind, number in draw(st.lists(st.tuples(st.integers(0, 17), st.integers(0, 1000)), max_size=40)):
        act(match, kind, number)
    if notes:
        for number in draw(st.lists(st.integers(0, 1000), max_size=4)):
            node = match.nodes[number % len(match.nodes)]
            node.comment = draw(comments)
            node.glyphs = tuple(draw(st.lists(st.integers(0, 255) | st.integers(1, 6), max_size=3)))
        names = ["White", "Black", "Event", "Date", "Annotator", "Site"]
        values = st.sampled_from(["Ada", 'a "b" \\ [c]', "2026.11.21", "2026.??.??", "2026-11-21", "x: y]"])
        match.tags.update(draw(st.dictionaries(st.sampled_from(names), values, max_size=3)))
    return match
