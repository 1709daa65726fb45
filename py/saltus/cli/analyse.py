"""`analyse`: reviews of recorded games."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple, TextIO

from saltus.analysis.analyse import analyse, score_text
from saltus.analysis.moments import turning_points
from saltus.analysis.review import Reviewer, Turn, accuracies, annotate, review
from saltus.cli.game_files import chosen_games, file_command, put, title
from saltus.cli.options import Commands, as_json, chosen_limits, json_line, limits, workers
from saltus.core.game import SIDE_NAMES, SIDES
from saltus.engine.levels import FULL
from saltus.engine.think import Limits
from saltus.match.match import Match
from saltus.parallel.jobs import in_order
from saltus.parallel.jobs import workers as open_workers
from saltus.play.terminal import Styled
from saltus.records import record
from saltus.study.openings import opening_theory

KINDS = {"?!": ("inaccuracy", "inaccuracies"), "?": ("mistake", "mistakes"), "??": ("blunder", "blunders")}
POSITION_SECONDS = 0.3  # The time per position if only the level is given.


def add(commands: Commands) -> None:
    made = file_command(commands, "analyse", _analyse)
    limits(made, "without any limit, the game is reviewed as in the page", " for each position")
    made.add_argument("--annotate", action="store_true", help="write the annotated games instead of tables")
    workers(made, "games")
    as_json(made)


def _analyse(chosen: argparse.Namespace) -> int:
    games = chosen_games(chosen)
    form: ReportForm = "json" if chosen.json else "annotated" if chosen.annotate else "table"
    timed = bool(chosen.time or chosen.depth or chosen.nodes)
    limits = None if not timed and chosen.level == FULL else chosen_limits(chosen, POSITION_SECONDS)
    # A table is for reading, in the encoding of the output; what is for programs is in UTF-8.
    write = partial(print, end="") if form == "table" else put
    with open_workers(chosen.workers, chosen.scheduler) as (number_of_workers, executor):
        reports: Iterable[Iterable[str]]
        if number_of_workers == 1 and executor is None:
            reports = (report(match, form, limits, sys.stderr) for match in games)
        else:
            jobs = (Report(record.write(match, "json"), form, limits) for match in games)
            reports = in_order(made, jobs, number_of_workers, executor)
        for number, texts in enumerate(reports):
            print("\n" * (bool(number) and form == "table"), end="")
            for text in texts:
                write(text)
                sys.stdout.flush()
    return games.code


ReportForm = Literal["table", "json", "annotated"]


class Report(NamedTuple):
    """A game to review, as JSON, the form of the report, and the limits for each position, if they are not those of
    the page."""

    record: str
    form: ReportForm
    limits: Limits | None


def made(job: Report) -> list[str]:
    """What `report` yields. Runs on any worker."""
    return list(report(record.read(job.record, "json"), job.form, job.limits))


def report(match: Match, form: ReportForm, limits: Limits | None, progress: TextIO | None = None) -> Iterator[str]:
    """Review a game. Yields the report, a table line by line; `progress` shows how far it is."""
    turns = _turns(match, limits, progress)
    if form == "table":
        yield from _table(match, turns)
        return
    if form == "json":
        found = list(turns)
        told = {
            "game": match.game.key,
            "tags": match.tags,
            "turns": list(map(_fields, found)),
            "accuracy": accuracies(found),
        }
        yield json_line(told) + "\n"
        return
    last = match.tree.main_line[-1].ply
    for turn in turns:
        if progress:
            print(Styled(f"\r{turn.node.ply} of {last} turns"), end="", file=progress)
        annotate(turn)
    if progress:
        print(file=progress)
    # The best format to share a game: PDN or SGF if they have a number for it.
    yield record.write(match, next(form for form in ("pdn", "sgf", "json") if form in record.forms(match.game)))


def _turns(match: Match, limits: Limits | None, progress: TextIO | None) -> Iterator[Turn]:
    """The reviewed turns of a game: as the page reviews, or with the limits for each position."""
    if limits is None:
        reviewer = Reviewer(match, opening_theory(match.game))
        for share in reviewer.run():
            if progress and progress.isatty():
                print(Styled(f"\r{share:4.0%}\r"), end="", file=progress)
        return iter(reviewer.turns())
    return review(match, lambda match, table: analyse(match, limits, table=table, seed=0))


def _table(match: Match, turns: Iterable[Turn]) -> Iterator[str]:
    """The turns as they are reviewed, and at the end each side's good moves and marks, and the turning points."""
    yield f"{title(match)}\n"
    yield f"{'':>5} {'turn':<16} {'score':>9}  better was\n"
    found = []
    for turn in turns:
        found.append(turn)
        better = f"{score_text(turn.best.score):>8}  {' '.join(turn.best.texts[:6])}" if turn.mark else ""
        line = f"{turn.node.ply:>4}. {f'{turn.text} {turn.mark}':<16} {score_text(turn.score):>9}  {better}"
        yield f"{line.rstrip()}\n"
    if ended := match.tree.main_line[-1].result:
        yield f"{ended.text}\n"
    for side in SIDES:
        if told := _summary([turn for turn in found if turn.side == side]):
            yield f"{SIDE_NAMES[side]}: {told}\n"
    for _, text in turning_points(match.game, found):
        yield f"{text}\n"


def _summary(turns: Sequence[Turn]) -> str:
    """How many moves of a side were good, of those that had a choice, and how many were not, by kind."""
    free = [turn for turn in turns if turn.free]
    good = [f"{sum(turn.is_good for turn in free)} of {len(free)} moves good"] if free else []
    kinds = [(sum(turn.mark == mark for turn in turns), names) for mark, names in KINDS.items()]
    return " · ".join([*good, *(f"{n} {names[n > 1]}" for n, names in kinds if n)])


def _fields(turn: Turn) -> dict[str, object]:
    return {
        "ply": turn.node.ply,
        "side": turn.side,
        "text": turn.text,
        "score": turn.score,
        "best": turn.best.texts,
        "best_score": turn.best.score,
        "loss": round(turn.loss, 3),
        "mark": turn.mark,
    }
