"""Whether a game keeps the contract of `saltus.core.game`, checked in the positions of games played at random.

`saltus check` examines a game that somebody is writing with it, and the tests every game that is shipped.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

from saltus.core.game import EVERY_GAME, PASS, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase

if TYPE_CHECKING:
    from saltus.strings.keys import Key

LONGEST_GAME = 2_000
"""After so many moves a game counts as one that never ends."""
MAX_EVALUATION = 100_000
"""Wins are scored from 1,000,000 down: no evaluation may come close."""


class BrokenContract(Exception):  # noqa: N818  (what it is)
    """What a game does against the contract: a sentence, and the position that shows it, if one does."""

    def __init__(self, text: str, position: Position | None = None) -> None:
        super().__init__(text)
        self.position = position


def require(holds: object, key: "Key", position: Position | None = None, **values: str | int) -> None:
    """Raise BrokenContract with this sentence unless this holds."""
    if not holds:
        raise BrokenContract(Phrase(key, **values), position)


# -- of the game -----------------------------------------------------------------------------------------


def check_attributes(game: Game) -> None:
    """Whether the game says all that the page draws it from."""
    for name in ("key", "name", "goal"):
        require(isinstance(getattr(game, name, None), str) and getattr(game, name), "contract.text", name=name)
    require(game.first in SIDES and game.bottom in SIDES, "contract.sides")
    require(0 < game.pieces <= len(game.board.squares), "contract.pieces", squares=len(game.board.squares))
    require(game.setups, "contract.setups")
    missing = EVERY_GAME.keys() - game.rules.keys()
    require(not missing, "contract.rules", rule=min(missing, default=""))
    for rule, is_due in (("repetition", game.repetitions), ("quiet", game.quiet_limit)):
        require(not is_due or rule in game.rules, "contract.rules", rule=rule)


def check_start(game: Game) -> None:
    """Whether each way to place the pieces gives a sound position, the same each time, from which one can move."""
    for setup in game.setups:
        seed = 1 if setup.seeded else None
        position = game.start(setup.key, seed)
        check_sound(game, position)
        require(position == game.start(setup.key, seed), "contract.start-differs", position)
        require(SIDES[position[3]] == game.first, "contract.start-side", position)
        require(game.moves(position), "contract.start-over", position)


# -- of a position ---------------------------------------------------------------------------------------


def check_sound(game: Game, position: Position) -> None:
    """Whether it is a tuple of three sets of squares and a side, in which the pieces can stand so."""
    is_tuple = isinstance(position, tuple) and len(position) == 4 and all(type(part) is int for part in position)
    require(is_tuple, "contract.no-position", None, found=f"{position!r:.60}")
    white, black, kings, side = position
    require(side in (0, 1), "contract.side", position)
    require(not white & black, "contract.two-pieces", position)
    require(not (white | black) & ~game.board.full, "contract.off-board", position)
    require(not kings & ~(white | black), "contract.bare-kings", position)
    require(max(white.bit_count(), black.bit_count()) <= game.pieces, "contract.many", position, pieces=game.pieces)
    require(game.has_kings or not kings, "contract.no-kings", position)


def check_reading(game: Game, position: Position) -> None:
    read = game.position(game.rows(position), SIDES[position[3]])
    require(read == position, "contract.unread", position)


def check_moves(game: Game, position: Position) -> None:
    """Whether each move does to the board what its path, captures and crowning say."""
    own, enemy = position[position[3]], position[1 - position[3]]
    for move in game.moves(position):
        require(isinstance(move, Move), "contract.no-move", position, found=f"{move!r:.60}")
        text = "-".join(move.path) or "pass"
        after = game.play(position, move)
        check_sound(game, after)
        require(after[3] == 1 - position[3], "contract.turn", position, move=text)
        if move == PASS:
            require(after[:3] == position[:3], "contract.pass", position)
            continue
        named = {*move.path, *move.captured} <= game.board.bit.keys()
        require(named, "contract.unknown-square", position, move=text)
        first, last = game.board.bit[move.path[0]], game.board.bit[move.path[-1]]
        is_one_square = len(move.path) == 1
        require(own & first or is_one_square, "contract.not-own", position, move=text, square=move.path[0])
        taken = game.board.mask(move.captured)
        require(not taken & ~enemy, "contract.not-enemy", position, move=text)
        require(after[1 - position[3]] == enemy & ~taken, "contract.captures", position, move=text)
        expected = own ^ first if is_one_square else own & ~first | last
        others = game.board.names((after[position[3]] ^ expected) & ~(first | last))
        require(not others, "contract.others", position, move=text, square=", ".join(others))
        require(after[position[3]] == expected, "contract.lands", position, move=text)
        is_king = not (is_one_square and own & first) and bool(move.crowns or (position[2] & first and own & first))
        require(bool(after[2] & last) == is_king, "contract.crowns", position, move=text)
        require(
            after[2] & ~(first | last) == position[2] & ~(first | last | taken),
            "contract.other-kings",
            position,
            move=text,
        )


def check_list(game: Game, position: Position) -> None:
    """Whether the moves are different, counted, and those that matter in quiescence among them."""
    moves, noisy = game.moves(position), game.noisy_moves(position)
    paths = set()
    for move in moves:
        require(move.path not in paths, "contract.twice", position, move="-".join(move.path))
        paths.add(move.path)
    require(game.count(position) == len(moves), "contract.count", position)
    require(set(noisy) <= set(moves), "contract.noisy", position)
    captures = [move for move in moves if move.captured]
    require(
        not game.must_capture or (noisy == captures and (not noisy or noisy == moves)),
        "contract.must-capture",
        position,
    )


def check_end(game: Game, position: Position) -> None:
    """Whether there are no moves exactly where there is an outcome, and `decided` says the same."""
    outcome, decided = game.outcome(position), game.decided(position)
    if outcome is None:
        require(game.moves(position), "contract.no-outcome", position)
        require(decided is None, "contract.decided", position)
        return
    require(not game.moves(position), "contract.moves-on", position)
    require(outcome.reason in game.rules, "contract.reason", position, rule=outcome.reason)
    require(outcome.winner in (None, *SIDES) and outcome.text, "contract.winner", position)
    result = 0 if outcome.winner is None else 1 if outcome.winner == SIDES[position[3]] else -1
    require(decided in (None, result) and game.result(position) == result, "contract.decided", position)


def check_evaluation(game: Game, position: Position) -> None:
    if game.outcome(position) is None:
        score = game.evaluate(position)
        require(
            type(score) is int and abs(score) < MAX_EVALUATION,
            "contract.evaluation",
            position,
            found=f"{score!r:.30}",
        )


def check_pure(game: Game, position: Position) -> None:
    """Whether what is asked changes no answer: a list that was given belongs to whoever got it."""
    moves, noisy = list(game.moves(position)), list(game.noisy_moves(position))
    after = [game.play(position, move) for move in moves]
    game.moves(position).clear()
    game.noisy_moves(position).clear()
    require(game.moves(position) == moves and game.noisy_moves(position) == noisy, "contract.changes", position)
    require([game.play(position, move) for move in moves] == after, "contract.changes", position)


def check_refusals(game: Game, position: Position) -> None:
    """Whether a few moves, drawn anew for each position, are legal, begun, or refused by a rule of the game."""
    random = Random(hash(position))
    beginnings = {move.path[:length] for move in game.moves(position) for length in range(len(move.path) + 1)}
    for length in (1, 2, 2, 3):
        path = tuple(random.choices(game.board.squares, k=length))
        refusal = game.why(position, path)
        require((refusal is None) == (path in beginnings), "contract.why", position, move="-".join(path))
        require(
            refusal is None or (refusal.rule in game.rules and refusal.text),
            "contract.why",
            position,
            move="-".join(path),
        )


OF_THE_GAME: tuple[Callable[[Game], None], ...] = (check_attributes, check_start)
OF_A_POSITION: tuple[Callable[[Game, Position], None], ...] = (
    *(check_sound, check_reading, check_moves, check_list, check_end, check_evaluation, check_pure, check_refusals),
)


# -- all of it -------------------------------------------------------------------------------------------


def random_game(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a game played at random from a start drawn with this seed, the last one included.

    Raises BrokenContract where it never ends. Draws that depend on the past do not end it.
    """
    random = Random(seed)
    setup = random.choice(game.setups)
    position = game.start(setup.key, seed if setup.seeded else None)
    is_endless = game.repetitions or game.quiet_limit
    for _ in range(LONGEST_GAME):
        yield position
        moves = game.moves(position)
        if not moves:
            return
        position = game.play(position, random.choice(moves))
    require(is_endless, "contract.endless", position, moves=LONGEST_GAME)


def examine(game: Game, positions: int, seed: int = 1) -> Iterator[int]:
    """Check the game, and this many positions of games played at random; yields how many were checked after each.

    Raises BrokenContract at the first thing that is not as it should be.
    """
    for check in OF_THE_GAME:
        check(game)
    checked = 0
    while checked < positions:
        for position in random_game(game, seed):
            for check_position in OF_A_POSITION:
                check_position(game, position)
            checked += 1
            yield checked
            if checked == positions:
                return
        seed += 1
