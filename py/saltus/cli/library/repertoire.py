"""`games repertoire`: the lines that a player means to play, training them, and where games left them."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from saltus.cli.game_files import Games
from saltus.cli.library.line_training import train
from saltus.cli.library.options import QUERIES, chosen_query, library_option, opened, query_argument
from saltus.cli.options import Commands, whole
from saltus.core.game import SIDE_NAMES, Game, Position, Side
from saltus.games import keys, load
from saltus.library.repertoire import Departure, Repertoire, own_lines
from saltus.match.diagram import lettered
from saltus.match.match import Match
from saltus.notation.move import move_text

SIDE_WORDS: dict[str, Side] = {"white": "w", "black": "b"}


def add(commands: Commands) -> None:
    about = "keep the opening lines that you play, train them, and see where games left them"
    examples = """\
repertoire add english black 11-15 23-19 8-11     Black's moves of this line
repertoire add italian white --file lines.pdn     of every game and variation of a file
repertoire train english black                    you play Black; the other side answers from the library
repertoire check --player ada                     where your games left your lines"""
    made = commands.command("repertoire", _list, about, game=False, examples=examples)
    library_option(made)
    actions = Commands(made.add_subparsers(dest="deed", metavar="DEED"), f"{commands.program} repertoire")

    made = _command(actions, "add", _add, "add a line")
    made.add_argument(
        "moves", metavar="MOVE", nargs="*", default=[], help="the line from the start, both sides' moves"
    )
    made.add_argument("--file", metavar="FILE", help="the games of a file with their variations, instead")
    made = _command(actions, "remove", _remove, "remove the last move of a line")
    made.add_argument("moves", metavar="MOVE", nargs="+", help="the line from the start; its last move is removed")
    made = _command(actions, "show", _show, "show the lines as a tree")
    made = _command(actions, "train", train, "play the lines from memory")
    made.add_argument("--query", metavar="QUERY", default="", help="the other side answers as in these games")
    made.add_argument("--most", type=whole(1, 1_000), metavar="N", default=10, help="so many lines at most (10)")
    made.add_argument("--seed", type=int, metavar="N", help="choose the answers in the same way each time")
    made.add_argument("--early", action="store_true", help="also moves that are not due yet")

    about = "say where games left the lines"
    made = actions.command("check", _check, about, game=False, more=QUERIES)
    query_argument(made)
    made.add_argument("--player", metavar="NAME", action="append", help="only for the side with this name")
    library_option(made)


def _command(
    actions: Commands, name: str, run: "Callable[[argparse.Namespace], None]", about: str
) -> argparse.ArgumentParser:
    made = actions.command(name, run, about, game=False)
    made.add_argument("game", metavar="GAME", choices=keys(), help=", ".join(keys()))
    made.add_argument("side", metavar="SIDE", choices=SIDE_WORDS, help="white or black: whose lines")
    library_option(made)
    return made


def _list(chosen: argparse.Namespace) -> None:
    from saltus.library.lines import repertoires

    with opened(chosen) as library:
        found = repertoires(library)
    for (game, side), count in found.items():
        print(f"{count:>6,} positions  {game} {'white' if side == 'w' else 'black'}")
    if not found:
        print("there are no lines yet: `games repertoire add` adds them", file=sys.stderr)


def _add(chosen: argparse.Namespace) -> None:
    from saltus.library.lines import add_lines

    game, side = load(chosen.game), SIDE_WORDS[chosen.side]
    if bool(chosen.moves) == bool(chosen.file):
        raise ValueError("give either a line of moves or --file")
    lines = []
    for match in Games(chosen.file, game) if chosen.file else [_played(game, chosen.moves)]:
        if match.game.key != game.key:
            raise ValueError(f"{chosen.file} has a game of {match.game.name}, not of {game.name}")
        lines += own_lines(match, side)
    with opened(chosen, create=True) as library:
        count = add_lines(library, game, side, lines)
    print(f"{count:,} new {'move' if count == 1 else 'moves'}")


def _played(game: Game, moves: Sequence[str]) -> Match:
    if game.setups[0].seeded:
        raise ValueError(f"{game.name} has no single starting position: use --file")
    match = Match(game)
    for text in moves:
        match.play(text)
    return match


def _remove(chosen: argparse.Namespace) -> None:
    from saltus.library.lines import remove_line

    game, side = load(chosen.game), SIDE_WORDS[chosen.side]
    match = _played(game, chosen.moves)
    before = match.node.parent
    if before is None or before.side != side or match.last is None:
        raise ValueError(f"the last move of this line is not {SIDE_NAMES[side]}'s")
    with opened(chosen) as library:
        count = remove_line(library, game, before.position, match.last)
    print(f"{count:,} {'move' if count == 1 else 'moves'} removed")


def _show(chosen: argparse.Namespace) -> None:
    from saltus.library.lines import repertoire

    with opened(chosen) as library:
        found = repertoire(library, chosen.game, SIDE_WORDS[chosen.side]).repertoire
    for root in found.roots():
        if root != _start(found.game):
            print(lettered(found.game, root))
        for line in _tree(found, root, {root}):
            print(line)


def _start(game: Game) -> Position | None:
    return None if game.setups[0].seeded else game.start()


def _tree(
    found: Repertoire, position: Position, seen: set[Position], indent: str = "", begun: str = ""
) -> Iterator[str]:
    """The lines after a position of the repertoire, each branch on a line of its own. `begun` is before them."""
    game, moves = found.game, found.moves[position]
    if begun and len(moves) > 1:
        yield indent + begun.rstrip()
        indent, begun = indent + "  ", ""
    for move in moves:
        told = f"{begun}{move_text(game, position, move)}"
        after = game.play(position, move)
        replies = found.replies(after)
        if len(replies) != 1:
            yield indent + told
        for reply, following in replies:
            deeper, before = (indent, f"{told} ") if len(replies) == 1 else (indent + "  ", "")
            going = f"{before}{move_text(game, after, reply)} "
            if following in seen:
                yield f"{deeper}{going}…"
            else:
                yield from _tree(found, following, seen | {following}, deeper, going)


# -- where games left the lines ------------------------------------------------------------------------------


def _check(chosen: argparse.Namespace) -> None:
    from saltus.library.deck import own_sides
    from saltus.library.lines import repertoire, repertoires

    with opened(chosen) as library:
        kept = [repertoire(library, *name).repertoire for name in repertoires(library)]
        if not kept:
            raise ValueError("there are no lines to compare with: `games repertoire add` adds them")
        query = chosen_query(chosen.query, library)
        for found in library.find(query):
            entry = library.entry(found.id)
            for lines in kept:
                if lines.game.key != entry.game:
                    continue
                if chosen.player and lines.side not in own_sides(entry, chosen.player):
                    continue
                departure = lines.departure(entry)
                if departure is not None:
                    print(f"{found.id:>6}  {entry.players}: {_told(library.match(found.id), lines, departure)}")


def _told(match: Match, lines: Repertoire, departure: Departure) -> str:
    game, line = match.game, match.tree.main_line
    node = line[departure.ply]
    if departure.who in ("end", "game"):
        return f"followed {SIDE_NAMES[lines.side]}'s lines to their end, {_moves(departure.ply)}"
    move = line[departure.ply + 1].move
    assert move is not None, "the game went on"
    played = f"after {_moves(departure.ply)} {SIDE_NAMES[node.side]} played {move_text(game, node.position, move)}"
    if departure.who == "other":
        return f"{played}, which the lines do not answer"
    meant = " or ".join(move_text(game, node.position, one) for one in lines.moves[node.position])
    return f"{played} instead of {meant}"


def _moves(count: int) -> str:
    return f"{count} {'move' if count == 1 else 'moves'}"
