"""`games review` and `games mistakes`: what own games were lost by."""

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

from saltus.analysis.review import REVIEW_NODES, Reviewer, accuracies
from saltus.cli.library.options import chosen_query, library_command, opened
from saltus.cli.options import Commands, as_json, print_json, whole, workers
from saltus.core.game import SIDES, Side
from saltus.core.phrase import counted
from saltus.engine.think import MAX_NODES
from saltus.library.cards import Card, mistakes
from saltus.library.deck import keep_review, own_sides, players, reviewed, set_players, unreviewed
from saltus.library.store import Found, Library
from saltus.parallel.jobs import completed
from saltus.parallel.jobs import workers as open_workers
from saltus.records import record
from saltus.study.openings import opening_theory


def add(commands: Commands) -> None:
    made = library_command(commands, "review", _review, queried=True)
    _players(made)
    about = f"positions looked at from each of a game ({REVIEW_NODES:,}); games reviewed with more are skipped"
    made.add_argument("--nodes", type=whole(1, MAX_NODES), metavar="N", default=REVIEW_NODES, help=about)
    workers(made, "games")

    made = library_command(commands, "mistakes", _mistakes, queried=True)
    _players(made)
    as_json(made)


def _players(made: argparse.ArgumentParser) -> None:
    about = "your name, or a part of it; several times for several names (the ones given last)"
    made.add_argument("--player", metavar="NAME", action="append", help=about)
    made.add_argument("--everyone", action="store_true", help="both sides of every game")


def _names(library: Library, chosen: argparse.Namespace) -> Sequence[str] | None:
    """The names of the player, None for everyone. Names that are given are remembered."""
    if chosen.everyone:
        return None
    if chosen.player:
        set_players(library, chosen.player)
    names = chosen.player or players(library)
    if not names:
        raise ValueError("say who you are, with --player NAME, or take --everyone")
    return list(names)


def _sides(found: Found, names: Sequence[str] | None) -> tuple[Side, ...]:
    return SIDES if names is None else own_sides(found.entry, names)


class Job(NamedTuple):
    """A game to review, as JSON, and the nodes for each position."""

    record: str
    nodes: int


class Reviewed(NamedTuple):
    """A game's accuracy by side, and a card for every mistake."""

    accuracy: dict[Side, float | None]
    cards: list[Card]


def review(job: Job) -> Reviewed:
    """Review a game. Runs on any worker."""
    match = record.read(job.record, "json")
    reviewer = Reviewer(match, opening_theory(match.game), job.nodes)
    for _ in reviewer.run():
        pass
    turns = reviewer.turns()
    return Reviewed(accuracies(turns), mistakes(match.game, turns))


def _review(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library, open_workers(chosen.workers, chosen.scheduler) as (number, executor):
        names = _names(library, chosen)
        query = chosen_query(chosen.query, library)
        todo = [found for found in unreviewed(library, query, chosen.nodes) if _sides(found, names)]
        jobs = (Job(record.write(library.match(found.id), "json"), chosen.nodes) for found in todo)
        total = 0
        for index, done in completed(review, jobs, number, executor):
            found, sides = todo[index], _sides(todo[index], names)
            fresh = keep_review(library, found.id, chosen.nodes, done.accuracy, done.cards, sides)
            total += fresh
            own = f"; {counted(fresh, 'new puzzle')}" if fresh else ""
            print(f"{found.id:>6}  {found.entry.players}: {counted(len(done.cards), 'mistake')}{own}", flush=True)
    print(f"{counted(len(todo), 'game')} reviewed, {counted(total, 'new puzzle')}", file=sys.stderr)


def _mistakes(chosen: argparse.Namespace) -> None:
    listed = []
    unread = 0
    with opened(chosen) as library:
        names = _names(library, chosen)
        for found in library.find(chosen_query(chosen.query, library)):
            review = reviewed(library, found.id)
            if review is None:
                unread += 1
                continue
            sides = _sides(found, names)
            cards = [card for card in review[1] if SIDES[(found.entry.side + card.ply) % 2] in sides]
            listed += [(found, card) for card in cards]
    if chosen.json:
        print_json([{"id": found.id, **card._asdict()} for found, card in listed])
        return
    for found, card in listed:
        print(f"{found.id:>6}  {found.entry.players}: {card.reason}")
    if unread:
        print(f"{counted(unread, 'game')} without a review yet: `games review` makes it", file=sys.stderr)
