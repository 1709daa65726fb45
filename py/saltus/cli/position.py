"""`moves`, `outcome`, `perft`, `bestmove`: rules and search for a position."""

import argparse
import os
import sys
from collections.abc import Mapping
from time import perf_counter

from saltus.analysis.analyse import MAX_TEMPERATURE, drawn
from saltus.analysis.explain import because
from saltus.cli import options
from saltus.cli.options import Commands
from saltus.core.game import SIDE_NAMES, SIDES
from saltus.core.score import Line
from saltus.engine.think import MAX_LINES, SearchRequest, best
from saltus.games import setup_of
from saltus.match.diagram import diagram, square_named
from saltus.match.match import Match
from saltus.notation.move import line_texts, move_text
from saltus.protocol import reply
from saltus.protocol.schema.requests import MAX_PERFT_DEPTH


def add(commands: Commands) -> None:
    made = commands.command("moves", _moves)
    options.position(made)
    made.add_argument("--piece", metavar="SQUARE", help="only the moves of the piece on this square")
    options.as_json(made)

    made = commands.command("outcome", _outcome)
    options.position(made)
    options.as_json(made)

    made = commands.command("perft", _perft)
    made.add_argument("depth", metavar="DEPTH", type=options.whole(0, MAX_PERFT_DEPTH), help="in plies")
    options.position(made)
    made.add_argument("--divide", action="store_true", help="the count behind each first move as well")
    options.as_json(made)

    made = commands.command("bestmove", _bestmove)
    options.position(made, "the seed of a set-up drawn by lot, and of --temperature")
    about = "draw the move: one that is N centipieces worse is drawn 1/e = 0.37 times as often (0: the best move)"
    degrees = options.real(0, MAX_TEMPERATURE, "a number")
    made.add_argument("--temperature", type=degrees, default=0.0, metavar="N", help=about)
    options.limits(made, "1, without another limit")
    options.as_json(made)


def _moves(chosen: argparse.Namespace) -> None:
    game, position = options.chosen_position(chosen)
    found = reply.moves(game, position)
    if chosen.piece is not None:
        name = square_named(game, chosen.piece)
        marked = diagram(Match(game, position=position), piece=name)
        found = [move for move in found if list(move["path"][:1]) == [name]]
        if not chosen.json:
            print(f"{marked}\n")
    if chosen.json:
        options.print_json([{key: move[key] for key in ("path", "captured", "result")} for move in found])
        return
    for move in found:
        notes = ["-".join(move["path"]) or "pass"]
        if move["captured"]:
            notes.append("captures " + " ".join(move["captured"]))
        if move["crowns"]:
            notes.append("crowned")
        if move["result"] is not None:
            notes.append("draw" if move["result"] == "draw" else f"{SIDE_NAMES[move['result']]} wins")
        print(f"{move['text']:<11} {', '.join(notes)}")
    if outcome := game.outcome(position):
        print(f"The game is over: {outcome.text}", file=sys.stderr)


def _outcome(chosen: argparse.Namespace) -> None:
    game, position = options.chosen_position(chosen)
    outcome = game.outcome(position)
    if chosen.json:
        options.print_json(reply.verdict(outcome))
    else:
        print(outcome.text if outcome else f"The game goes on; {SIDE_NAMES[SIDES[position[3]]]} is to move.")


def _perft(chosen: argparse.Namespace) -> None:
    game, position = options.chosen_position(chosen)
    began = perf_counter()
    leaves, divided = 0, {}
    if chosen.divide and chosen.depth:
        legal = game.moves(position)
        for move in legal:
            text = move_text(game, position, move, legal)
            divided[text] = game.perft(game.play(position, move), chosen.depth - 1)
            if not chosen.json:
                print(f"{text:<11} {divided[text]}", flush=True)
            leaves += divided[text]
    else:
        leaves = game.perft(position, chosen.depth)
    seconds = perf_counter() - began
    if chosen.json:
        options.print_json({"leaves": leaves, **({"moves": divided} if chosen.divide else {})})
    else:
        print(leaves)
    print(f"{seconds:.2f} s, {leaves / max(seconds, 1e-6):,.0f} leaves a second", file=sys.stderr)


def _bestmove(chosen: argparse.Namespace) -> None:
    seed = int.from_bytes(os.urandom(6), "big") if chosen.seed is None else chosen.seed
    if chosen.temperature and not setup_of(options.chosen_game(chosen), chosen.setup).seeded:
        chosen.seed = None  # it draws the move alone
    game, position = options.chosen_position(chosen)
    if outcome := game.outcome(position):
        raise ValueError(f"the game is over: {outcome.text}")
    lines = MAX_LINES if chosen.temperature else 1
    found = best(SearchRequest(game, position), options.chosen_limits(chosen, default=1.0, lines=lines))
    if chosen.temperature:
        line = found.lines[drawn([line.score for line in found.lines], chosen.temperature, seed)]
        found = found._replace(score=line.score, pv=line.pv)
    if chosen.json:
        fields: Mapping[str, object] = reply.answer(game, position, found, reply.thought(found))
        options.print_json({key: fields[key] for key in ("path", "captured", "score", "depth", "nodes", "nps", "pv")})
        return
    print(move_text(game, position, found.move))
    print(because(game, position, [Line(found.score, tuple(found.pv))]).text, file=sys.stderr)
    effort = f"depth {found.depth}, {found.nodes:,} nodes, {found.nps:,} nodes a second"
    print(f"score {found.score}, {effort}", file=sys.stderr)
    print(" ".join(line_texts(game, position, tuple(found.pv))), file=sys.stderr)
