"""Puzzles from what is known for certain: endings in which one move alone wins by the table, and Gambit's."""

from random import Random

from saltus.core.game import Game, Move, Position
from saltus.core.score import WIN, WON
from saltus.engine.search import search
from saltus.engine.tt import TranspositionTable
from saltus.study.puzzles import Goal, Puzzle
from saltus.tablebase.base import Endings
from saltus.tablebase.gambit import sides, solution

from workshop.mine.difficulty import guessed
from workshop.mine.likeness import Found, forms, name_of, sparse
from workshop.mine.raters import LEVEL, Rater, say, sight
from workshop.mine.themes import Line, themes

CHOICE = 3
"""The fewest legal moves of a puzzle."""
SHORT, SHOWN = 7, 11
"""Plies that a win of the table takes at least, and those that are shown."""
LOTS = 1_500_000
"""Endings of Roman Solitaire that are drawn."""
MANY = 18
"""Moves of Roman Solitaire among which the right one is harder to find."""
GAMBITS = 900
"""Games of Gambit that are played by lot."""


def ended(known: Endings, by: Rater, seed: int, nodes: int, wanted: int) -> list[Puzzle]:
    """Endings that come out of games with few pieces, in which one move alone wins by the table."""
    game, choose = by.game, Random(seed)
    starts = [one for one in by.candidates(2_000, seed + 1) if (one[0] | one[1]).bit_count() <= known.most + 3]
    choose.shuffle(starts)
    found: dict[str, tuple[Found, int]] = {}
    for position in starts[:2_000]:
        quiet = 0
        while quiet < 30 and (moves := game.moves(position)):
            if known.holds(position):
                good = [move for move in moves if known.score(game.play(position, move)) <= -WON]
                if len(good) == 1 and len(moves) >= CHOICE and not good[0].captured:
                    plies = WIN - known.score(position)
                    if plies >= SHORT:
                        found.setdefault(name_of(game, position), (Found(position, good[0], 0), plies))
            if known.holds(position) and not known.score(position):
                break
            *_, found_so_far = search(game, position, max_nodes=80, table=TranspositionTable(2_000))
            move = found_so_far.pv[0]
            position, quiet = game.play(position, move), 0 if game.progress(position, move) else quiet + 1
    say(f"{len(found)} endings with one winning move")
    rates = by.rate([one.position for one, _ in found.values()], nodes, 0)
    listed = []
    for (one, plies), rated in zip(found.values(), rates, strict=True):
        depth = sight(rated) if rated and rated.best == one.move and rated.first > LEVEL else 99
        if depth > 2:
            listed.append((one._replace(depth=depth), plies))
    made_of = {one.position: plies for one, plies in listed}
    puzzles = []
    for one in sparse(game, [one for one, _ in listed]):
        puzzles.append(ending(game, known, one, made_of[one.position]))
        if len(puzzles) >= wanted:
            break
    return puzzles


def ending(game: Game, known: Endings, found: Found, plies: int) -> Puzzle:
    """The puzzle of an ending: the shortest win against the longest defence, as far as it is shown."""
    moves, place, asked, searching = [found.move], game.play(found.position, found.move), 1, True
    while len(moves) < SHOWN and (legal := game.moves(place)):
        after = {move: known.score(game.play(place, move)) for move in legal}
        move = min(legal, key=after.__getitem__) if len(moves) % 2 == 0 else max(legal, key=lambda m: -after[m])
        if len(moves) % 2 == 0:
            searching = searching and sum(score <= -WON for score in after.values()) == 1
            asked = len(moves) + 1 if searching else asked
        moves.append(move)
        place = game.play(place, move)
    told_line = Line(game, found.position, moves)
    kinds = themes(told_line, lambda position: known.score(position) >= WON)
    grade = 1 + sum(min(plies, found.depth * 3) > step for step in (8, 12, 17, 25))
    name, paths = name_of(game, found.position), tuple(m.path for m in moves)
    return Puzzle(name, found.position, "win", 0, guessed(grade), kinds, asked, paths)


def drawn(game: Game, known: Endings, seed: int) -> list[Puzzle]:
    """Endings of Roman Solitaire drawn by lot, in which one move alone wins, or holds. The moves that capture are
    several where that is one, or it would be no puzzle.
    """
    choose, bits = Random(seed), sorted(game.board.name)
    puzzles, met = [], set()
    for _ in range(LOTS):
        count = choose.randint(known.most - 1, known.most)
        own, squares, side = choose.randint(1, count - 1), choose.sample(bits, count), choose.randrange(2)
        halves = sum(squares[:own]), sum(squares[own:])
        position = (*(halves[::-1] if side else halves), 0, side)
        score, moves = known.score(position), game.moves(position)
        if score < 0 or len(moves) < CHOICE or 0 < WIN - score < SHORT:
            continue
        found = [move for move in moves if _keeps(known, position, move, score)]
        takes = sum(bool(move.captured) for move in moves)
        if (
            len(found) == 1
            and (not found[0].captured or takes > 1)
            and (one := min(forms(game, position))) not in met
        ):
            met.add(one)
            puzzles.append(by_lot(game, known, position, found[0]))
    say(f"{LOTS:,} endings, {len(puzzles)} with one move that wins or holds")
    return puzzles


def _keeps(known: Endings, position: Position, move: Move, score: int) -> bool:
    """Whether a win stays one, or a draw."""
    after = known.score(known.game.play(position, move))
    return after <= -WON if score else after <= 0


def by_lot(game: Game, known: Endings, position: Position, move: Move) -> Puzzle:
    """The puzzle of an ending drawn by lot: the line goes on as long as one move alone will do, and a turn further.
    What makes it hard: how deep a search must look, how many of the turns are the only ones, a first move that is no
    capture, and many to choose from.
    """
    score, depth = known.score(position), _seen(game, position, move, 4)
    moves, place, asked = [move], game.play(position, move), 1
    while len(moves) < SHOWN and (legal := game.moves(place)) and legal[0].path:
        if len(moves) % 2:
            after = {one: known.score(game.play(place, one)) for one in legal}
            best = min(after.values())
            answers = [one for one in legal if after[one] == best]
            moves.append(max(answers, key=lambda one: _harder(game, known, game.play(place, one), score)))
        else:
            found = [one for one in legal if _keeps(known, place, one, score)]
            moves.append(min(found, key=lambda one: known.score(game.play(place, one))))
            if len(found) > 1:
                break
            asked = len(moves)
        place = game.play(place, moves[-1])
    line = Line(game, position, moves)
    kinds = themes(line, lambda position: known.score(position) >= WON)
    paths = tuple(one.path for one in moves)
    many = len(game.moves(position)) >= MANY
    goal: Goal = "win" if score else "hold"
    grade = min(5, depth + asked // 2 + (not move.captured) + many)
    kinds = kinds if score else ("escape", *kinds)
    return Puzzle(name_of(game, position), position, goal, 0, guessed(grade), kinds, asked, paths)


def _harder(game: Game, known: Endings, position: Position, score: int) -> float:
    """The share of the solver's moves that spoil it."""
    moves = game.moves(position)
    return sum(not _keeps(known, position, move, score) for move in moves) / max(1, len(moves))


def counted(game: Game, seed: int) -> list[Puzzle]:
    """Gambit's: the one move that wins, or holds, or wins by more, in positions of games played by lot."""
    solved = solution()
    assert solved is not None
    choose = Random(seed)
    met: set[Position] = set()
    found = []
    for _ in range(GAMBITS):
        position = game.start()
        while moves := game.moves(position):
            known = min(forms(game, position))
            if len(moves) > CHOICE and position != game.start() and known not in met:
                met.add(known)
                if (one := exactly(game, position)) is not None:
                    found.append(one)
            position = game.play(position, choose.choice(moves))
    say(f"{len(met):,} positions of Gambit, {len(found):,} with one best move")
    return found


def exactly(game: Game, position: Position) -> Puzzle | None:
    """The puzzle of a position of Gambit, if one move alone is best in it, and not at first sight."""
    solved = solution()
    assert solved is not None
    margins = sorted(solved.margins(*sides(position)), key=lambda one: -one[1])
    (best, first), (_, second) = margins[:2]
    if first < 0 or first == second:
        return None
    goal: Goal
    if first == 0:
        goal, by = "hold", 0
    elif second <= 0:
        goal, by = "win", 0
    elif first - second >= 2:
        goal, by = "points", first
    else:
        return None
    depth = _seen(game, position, best)
    if depth < 2:
        return None
    moves, place, asked, searching = [best], game.play(position, best), 1, True
    while game.moves(place):
        rated = sorted(solved.margins(*sides(place)), key=lambda one: -one[1])
        move = rated[0][0]
        if len(moves) % 2 == 0:
            worst = rated[1][1] if len(rated) > 1 else -99
            lost = worst < rated[0][1] if goal == "points" else worst <= 0 if goal == "win" else worst < 0
            searching = searching and lost
            asked = len(moves) + 1 if searching else asked
        else:
            move = max((one for one, value in rated if value == rated[0][1]), key=lambda m: _traps(game, place, m))
        moves.append(move)
        place = game.play(place, move)
    line = Line(game, position, moves)
    grade = min(5, max(1, depth - 1))
    return Puzzle(
        name_of(game, position),
        position,
        goal,
        by,
        guessed(grade),
        themes(line, lambda _: False),
        asked,
        tuple(m.path for m in moves),
    )


def _traps(game: Game, place: Position, move: Move) -> tuple[float, float]:
    solved = solution()
    assert solved is not None
    return solved.traps(*sides(game.play(place, move)))


def _seen(game: Game, position: Position, best: Move, deepest: int = 6) -> int:
    """The depth at which a search without the table first prefers the best move, and keeps to it; one more than the
    deepest where it does not."""
    depth, last = 0, None
    for wanted in range(1, deepest + 1):
        *_, progress = search(game, position, max_depth=wanted, selective=False, table=TranspositionTable(20_000))
        if progress.pv[0] != best:
            depth, last = 0, None
        elif last is None:
            depth, last = wanted, best
    return depth or deepest + 1
