"""`openings` and `ballots`: the opening books, and the three-move ballots."""

import argparse
import sys

from saltus.cli.options import Commands, as_json, chosen_position, position, print_json
from saltus.core.game import SIDE_NAMES, SIDES
from saltus.core.phrase import counted
from saltus.games import load
from saltus.notation.move import move_text, read_move
from saltus.protocol import openings as openings_reply
from saltus.study.ballots import BALLOTS, GAME, name_of
from saltus.study.openings import opening_book


def add(commands: Commands) -> None:
    made = commands.command("openings", _openings)
    made.add_argument("turns", nargs="*", default=[], metavar="TURN", help="turns from there on, as 11-15")
    position(made)
    as_json(made)

    made = commands.command("ballots", _ballots, game=False)
    as_json(made)


def _openings(chosen: argparse.Namespace) -> None:
    game, position = chosen_position(chosen)
    for turn in chosen.turns:
        position = game.play(position, read_move(game, position, turn))
    if chosen.json:
        print_json(openings_reply.book_page(game, position))
        return
    known = opening_book(game)
    if known is None:
        raise ValueError(f"there is no opening book of {game.name}")
    page = known.page(position)
    if name := name_of(game, position):
        print(name)
    if not page or not page.moves:
        print("Out of the book.")
        return
    mover = SIDE_NAMES[SIDES[position[3]]]
    print(f"{counted(page.games, 'game')}; {mover} to move, {_value(page.value)}")
    for each in page.moves:
        text = move_text(game, position, each.move)
        results = (each.won, each.drawn, each.lost)
        share = " ".join(f"{100 * part / each.games:>3.0f} %" for part in results) if each.games else ""
        name = name_of(game, game.play(position, each.move))
        notes = ", ".join(filter(None, [name, *(move_text(game, position, move) for move in each.alike)]))
        print(f"{text:<9} {_value(each.value)} {each.games:>6,} {share:<17} {notes}".rstrip())
    print("value, games, won, drawn, lost: the mover's", file=sys.stderr)


def _value(value: int) -> str:
    """A score (100 for a piece) in pieces: `+0.35`."""
    return f"{value / 100:+.2f}"


def _ballots(chosen: argparse.Namespace) -> None:
    if chosen.json:
        print_json(openings_reply.every_ballot(load(GAME)))
        return
    for each in BALLOTS:
        notes = [*([each.name] if each.name else []), *([] if each.deck else ["barred"])]
        print(f"{each.number:>3}. {each.text:<18} {', '.join(notes)}".rstrip())
