"""How a score tells the chances of winning, game by game: the scales of `saltus.analysis.chances`.

    python3 -m workshop.learn.chances --out saltus/data/chances.py        all five, ten minutes; needs a C compiler
    python3 -m workshop.learn.chances --check                             how well each scale foretells the results

The engine plays itself, at about as many positions a turn as the report on a game has for each, and errs now and
then as people do: one turn in 25 (in Rock in 33) is drawn by lot. What its search says of each quiet position is
set against how the game ended. In Gambit every margin is known, and whoever plays at full force never gives away a
point; there two players of a middle level play, so that a margin is worth what it is worth to people. In Roman
Solitaire three games of four are drawn, whoever was ahead, and at the middle levels more; there only games that were
won count, and the chances are those of winning a game that is won by somebody. One number is fitted, by logistic
regression without a constant: both sides have the same chances at a score of 0. A position counts as it comes; as
those of one game are alike, the margins are of sums over blocks of positions.

The same commands write the same bytes, on any number of workers (`--workers`) and on a cluster (`--scheduler`); what
was played is kept in `build/chances/`, and is not played again. Needs numpy.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import fill
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from saltus.core.game import Game
from saltus.core.score import WON
from saltus.engine.probe import exact
from saltus.engine.search import search
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import load
from saltus.games._draughts import Draughts
from saltus.match.match import RANDOM_SEED_LIMIT as SEEDS
from saltus.match.match import Match
from saltus.parallel.log import JobLog

from workshop.kept import Crew, add_options, crew, kept
from workshop.learn import blocks, lab, rock, selfplay
from workshop.sources import ROCK, digest, said

Floats = NDArray[np.float64]
BUILD = Path(__file__).parents[3] / "build" / "chances"

BLOCK = 500
"""Positions that are counted as one for the margins: those of some ten games."""
MIDDLE = 5
"""The level of the players where it is not full force that plays."""
BY_PEOPLE = ("gambit",)
"""There."""
WON_ONLY = ("roman",)
"""Where drawn games do not count."""
SEED = 6
STRAY = 0.04
"""How often a turn of Roman Solitaire is drawn by lot; the programs in C have theirs."""


class Recipe(NamedTuple):
    """How many games, and positions a turn."""

    games: int
    nodes: int


RECIPES = {
    "roman": Recipe(600, 1_500),
    "english": Recipe(1_200, 8_000),
    "rock": Recipe(1_000, 8_000),
    "gambit": Recipe(600, 0),
    "italian": Recipe(1_200, 8_000),
}


PLAYERS = {
    "english": ("workshop/learn/draughts.c", "saltus/data/english.weights"),
    "italian": ("workshop/learn/draughts.c", "saltus/data/italian.weights"),
    "rock": ROCK,
    "gambit": ("saltus/engine/levels.py", "saltus/engine/search.py", "saltus/games/gambit.py"),
    "roman": (
        "workshop/learn/selfplay.py",
        "saltus/engine/search.py",
        "saltus/evaluation/roman.py",
        "saltus/data/roman.weights",
    ),
}
"""What plays: games of other players are not taken for theirs."""


class Fitted(NamedTuple):
    """What was fitted, and to what."""

    scale: float
    margin: float
    """Of the scale, 95 %."""
    positions: int
    drawn: float
    """The share of positions of games that were drawn, before those are left out where they do not count."""


def samples(key: str, recipe: Recipe, by: Crew) -> Floats:
    """A row for each position: the score for its side to move, and what that side got, 1, 0.5 or 0."""
    made = BUILD / f"{key}-{recipe.games}-{recipe.nodes}-{SEED}-{digest(*PLAYERS[key])}.npy"
    if made.exists():
        found: Floats = np.load(made)
        return found
    BUILD.mkdir(parents=True, exist_ok=True)
    log = JobLog(made.with_suffix(".games"), f"self-play of {key}", {})
    rows = played(key, recipe, by, log)
    np.save(made, rows)
    log.path.unlink()
    return rows


def played(key: str, recipe: Recipe, by: Crew, log: JobLog | None = None) -> Floats:
    """The same, by playing the games that are not in the log."""
    game = load(key)
    plans = [selfplay.Plan(key, SEED, number, recipe.nodes, STRAY) for number in range(recipe.games)]
    if key in BY_PEOPLE:
        return np.array([row for rows in kept(middling, plans, by, log) for row in rows], np.float64)
    if isinstance(game, Draughts) or key == "rock":
        values = lab.shipped(game).read_text() if isinstance(game, Draughts) else rock.numbers()
        told = [
            (int(score), int(result))
            for lines in blocks.positions(key, values, SEED, recipe.games, recipe.nodes, by, log)
            for *_, score, result in map(str.split, lines.splitlines())
        ]
    else:
        told = [(score, result) for rows in kept(selfplay.rows, plans, by, log) for *_, score, result in rows]
    rows = np.array(told, dtype=np.float64)
    rows[:, 1] = (rows[:, 1] + 1) / 2
    return rows


def middling(plan: selfplay.Plan) -> list[tuple[int, float]]:
    """Score and result of the quiet positions of a game of two players of a middle level. Runs on any worker."""
    return list(_middling(load(plan.game), Random(f"{plan.seed} {plan.number}"), plan.nodes))


def _middling(game: Game, choose: Random, nodes: int) -> Iterator[tuple[int, float]]:
    """The quiet positions of a game of two players of a middle level, whose first turn is drawn by lot."""
    match = Match(game, seed=choose.randrange(SEEDS) if game.setups[0].seeded else None)
    match.play(choose.choice(match.legal))
    seeds = {"w": choose.randrange(SEEDS), "b": choose.randrange(SEEDS)}
    seen = []
    while not match.outcome:
        position, past, quiet = match.position, match.past, match.quiet
        if not game.noisy_moves(position):
            found = exact(game, position, past, quiet)
            if found is None:
                *_, found = search(game, position, past=past, quiet=quiet, max_nodes=nodes)
            if abs(found.score) < WON:
                seen.append((found.score, match.side))
        *_, last = think(SearchRequest.of(match, seed=seeds[match.side]), Limits(level=MIDDLE))
        match.play(last.pv[0])
    for score, side in seen:
        yield score, 0.5 if match.outcome.winner is None else float(match.outcome.winner == side)


def counting(key: str, rows: Floats) -> Floats:
    """The positions that count."""
    return rows[rows[:, 1] != 0.5] if key in WON_ONLY else rows


def fit(rows: Floats) -> Fitted:
    """The scale under which the results are likeliest: Newton's method in its reciprocal, from 0, where the
    likelihood bends most, so that no step goes too far.
    """
    score, result = rows[:, 0], rows[:, 1]
    steep = 0.0
    for _ in range(50):
        expected = chance(score, steep)
        steep += float(((result - expected) @ score) / ((expected * (1 - expected)) @ score**2))
    expected = chance(score, steep)
    pulls = (result - expected) * score
    blocks = np.add.reduceat(pulls, np.arange(0, len(pulls), BLOCK))
    error = np.sqrt((blocks**2).sum()) / ((expected * (1 - expected)) @ score**2)
    scale = 1 / steep
    return Fitted(float(scale), float(1.96 * error * scale**2), len(rows), float((result == 0.5).mean()))


def chance(score: Floats, steep: float) -> Floats:
    """What a side is expected to get; `steep` is the reciprocal of the scale."""
    expected: Floats = 1 / (1 + np.exp(-score * steep))
    return expected


def check(key: str, rows: Floats, scale: float) -> None:
    """What was foretold and what came, for positions that were foretold alike."""
    foretold = chance(rows[:, 0], 1 / scale)
    low = np.minimum(foretold, 1 - foretold)
    got = np.where(foretold < 0.5, rows[:, 1], 1 - rows[:, 1])
    told = []
    for least, most in ((0, 0.05), (0.05, 0.15), (0.15, 0.25), (0.25, 0.35), (0.35, 0.45), (0.45, 0.51)):
        here = (low >= least) & (low < most)
        if here.sum() > 50:
            told.append(f"{100 * low[here].mean():.0f} → {100 * got[here].mean():.0f}")
    print(f"{key}: the weaker side's chances, foretold → got, in percent: {', '.join(told)}")


def _searched(recipe: Recipe) -> str:
    return f", searched at {recipe.nodes:,} nodes" if recipe.nodes else ""


def written(found: dict[str, Fitted]) -> str:
    """The data file."""
    lines = "\n".join(
        f"- {key}: {one.scale:.0f} ± {one.margin:.0f}, from {one.positions:,} positions of {RECIPES[key].games:,}"
        f" games{f' of level {MIDDLE}' if key in BY_PEOPLE else ''}{_searched(RECIPES[key])};"
        f" {100 * one.drawn:.0f} % {'were drawn, and are left out' if key in WON_ONLY else 'of them drawn'}"
        for key, one in found.items()
    )
    scales = "".join(f'    "{key}": {round(one.scale)},\n' for key, one in found.items())
    return f'''"""At which score a side gets 73 of 100 points: see `saltus.analysis.chances`. Made, not written, by

    python3 -m workshop.learn.chances --out saltus/data/chances.py

with seed {SEED}; margins are 95 %.
{fill(f"The sources were {said('chances.py')}.", 100)}

{lines}
"""

SCALES = {{
{scales}}}
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="the file to write")
    parser.add_argument("--check", action="store_true", help="compare what is foretold with what came")
    parser.add_argument("--game", choices=RECIPES, action="append", help="only this one, and nothing is written")
    add_options(parser)
    chosen = parser.parse_args()
    found = {}
    for key in chosen.game or RECIPES:
        with crew(chosen, BUILD) as by:
            rows = samples(key, RECIPES[key], by)
        counted = counting(key, rows)
        one = found[key] = fit(counted)._replace(drawn=float((rows[:, 1] == 0.5).mean()))
        print(f"{key}: {one.scale:.1f} ± {one.margin:.1f}, {one.positions:,} positions, {one.drawn:.0%} drawn")
        if chosen.check:
            check(key, counted, one.scale)
    if chosen.out and not chosen.game:
        chosen.out.write_text(written(found))


if __name__ == "__main__":
    main()
