"""Exercises over the bridge: what it answers to `exercises`, `exercise` and `judge`. Imported when first asked."""

from saltus.core.game import SIDES, Game
from saltus.protocol import reply
from saltus.protocol.params import MOST
from saltus.protocol.reply import Fields
from saltus.protocol.request import Fault, Request
from saltus.study.puzzles import Exercise, daily, exercises, find, is_there, judge, line, themes

PLIES = 100
"""More turns than an exercise has."""


def listed(game: Game) -> Fields:
    """All exercises of a game, without their lines."""
    every = _every(game)
    return {"exercises": [_about(one) for one in every], "themes": themes(every)}


def shown(game: Game, request: Request) -> Fields:
    """One exercise with its line."""
    one = _asked(game, request)
    position, told = one.position, []
    for move in line(game, one):
        told.append(reply.move(game, position, move, game.moves(position)))
        position = game.play(position, move)
    return {**_about(one), **reply.board(game, one.position), "asked": one.asked, "line": told}


def judged(game: Game, request: Request) -> Fields:
    """What the turns that were played are worth as a solution."""
    one = _asked(game, request)
    paths = [tuple(turn.split("-")) for turn in request.texts("turns", PLIES)]
    try:
        found = judge(game, one, paths)
    except ValueError as error:
        raise Fault("bad-request", str(error)) from None
    answer = None
    if found.answer and found.position:
        answer = reply.move(game, found.position, found.answer, game.moves(found.position))
    return {"right": found.right, "done": found.done, "answer": answer}


def _every(game: Game) -> tuple[Exercise, ...]:
    if not is_there(game):
        raise Fault("not-now", f"the exercises of {game.name} are not here, or there are none with these rules")
    return exercises(game)


def _asked(game: Game, request: Request) -> Exercise:
    """The exercise that is meant: by its name, or that of a day."""
    _every(game)
    if not request.has("exercise") and request.has("day"):
        return daily(game, request.integer("day", 0, MOST))
    try:
        return find(game, request.text("exercise"))
    except ValueError as error:
        raise Fault("bad-request", str(error)) from None


def _about(one: Exercise) -> Fields:
    return {
        "exercise": one.key,
        "side": SIDES[one.position[3]],
        "goal": one.goal,
        "by": one.by,
        "grade": one.grade,
        "themes": one.themes,
        "turns": one.turns,
    }
