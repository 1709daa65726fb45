"""`games find`, `explore`, `export` and `info`: what is in the library."""

import argparse
import sys
from collections.abc import Iterator

from saltus.cli import options
from saltus.cli.game_files import PAGE_FORMATS, Output, game_page
from saltus.cli.library.options import chosen_query, fields_of, library_command, library_path, line_of, opened
from saltus.cli.options import Commands, as_json, chosen_position, position, print_json, whole
from saltus.core.game import SIDE_NAMES, SIDES, Game, Position
from saltus.core.phrase import counted
from saltus.library.explorer import Explored, Tally, asking, explore
from saltus.library.query import parse
from saltus.library.store import Found, Library
from saltus.match.diagram import lettered
from saltus.notation.move import move_text, read_move
from saltus.protocol import reply
from saltus.records import record
from saltus.study.ballots import name_of

DEFAULT_LIMIT = 20
MAX_LIMIT = 10_000_000
EXPORT_FORMATS = ("pdn", "sgf", "json")


def add(commands: Commands) -> None:
    made = library_command(commands, "find", _find, queried=True)
    limit = made.add_argument
    limit("--limit", metavar="N", type=whole(0, MAX_LIMIT), default=DEFAULT_LIMIT, help="show so many at most (20)")
    limit("--count", action="store_true", help="only say how many there are")
    as_json(made)

    made = library_command(commands, "explore", _explore)
    options.game_argument(made, own=False)
    options.option(made)
    made.add_argument("moves", nargs="*", default=[], metavar="MOVE", help="moves from there on, as 11-15")
    position(made)
    made.add_argument("--query", metavar="QUERY", default="", help="only in the games that fit")
    made.add_argument("--rotated", action="store_true", help="also in the position turned or reflected")
    made.add_argument("--mirrored", action="store_true", help="also in the position with the colours exchanged")
    as_json(made)

    made = library_command(commands, "export", _export, queried=True)
    about = "the form; by default what each game's kind is shared in"
    made.add_argument("--to", choices=(*EXPORT_FORMATS, *PAGE_FORMATS), help=about)
    made.add_argument("--original", action="store_true", help="the records as they were imported, every copy")
    made.add_argument("-o", "--output", metavar="FILE", help="the file to write (standard output)")

    made = library_command(commands, "info", _info)
    as_json(made)


def _find(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library:
        found = library.find(chosen_query(chosen.query, library))
        shown = [one for _, one in zip(range(0 if chosen.count else chosen.limit), found, strict=False)]
        count = len(shown) + sum(1 for _ in found)
        same = library.same_moves() if shown else {}
    if chosen.json:
        print_json(count if chosen.count else [fields_of(one, same.get(one.id, ())) for one in shown])
        return
    if chosen.count:
        print(count)
        return
    for one in shown:
        print(line_of(one, same.get(one.id, ())))
    more = f"; the first {len(shown)} are shown, --limit shows more" if count > len(shown) else ""
    print(counted(count, "game") + more, file=sys.stderr)


def _explore(chosen: argparse.Namespace) -> None:
    game, position = chosen_position(chosen)
    for text in chosen.moves:
        position = game.play(position, read_move(game, position, text))
    with opened(chosen) as library:
        query = parse(chosen.query, game.key)
        symmetry = (chosen.rotated, chosen.mirrored)
        found = library.find(asking(query, game, position, *symmetry))
        explored = explore(game, position, ((one.id, one.entry) for one in found), *symmetry)
    if chosen.json:
        print_json(explored_fields(game, position, explored))
        return
    if name := name_of(game, position):
        print(name)
    print(lettered(game, position))
    print(f"{counted(explored.games, 'game')}; {SIDE_NAMES[SIDES[position[3]]]} to move")
    for played in explored.moves:
        alike = [move_text(game, position, move) for move in played.alike]
        print(_tally(move_text(game, position, played.move), played.tally, " ".join(alike)))
    if explored.ended.games:
        print(_tally("(end)", explored.ended, ""))
    if explored.moves:
        print("games, White won, draw, Black won, years, games by id", file=sys.stderr)


def _tally(text: str, tally: Tally, alike: str) -> str:
    counts = tally.results
    shares = " ".join(f"{100 * counts[key] / tally.games:>3.0f} %" for key in ("white", "draw", "black"))
    first, last = tally.first_year, tally.last_year
    years = f"{first}–{last}" if first != last else str(first or "")
    ids = ", ".join(map(str, tally.ids[:4])) + (" …" if tally.games > 4 else "")
    return f"{text:<9} {tally.games:>6,}  {shares}  {years:<9}  {ids}{f'  also {alike}' if alike else ''}".rstrip()


def explored_fields(game: Game, position: Position, explored: Explored) -> dict[str, object]:
    def fields(tally: Tally) -> dict[str, object]:
        return {"games": tally.games, **reply.counts(tally)}

    moves = [
        {
            "move": move_text(game, position, one.move),
            "alike": [move_text(game, position, move) for move in one.alike],
            **fields(one.tally),
        }
        for one in explored.moves
    ]
    return {"games": explored.games, "moves": moves, "ended": fields(explored.ended)}


def _export(chosen: argparse.Namespace) -> None:
    count = 0
    with opened(chosen) as library, Output(chosen.output, library.path) as output:
        for one in library.find(chosen_query(chosen.query, library)):
            if count and chosen.to in PAGE_FORMATS:
                raise ValueError("a page holds one game: choose it with id:")
            for text in _texts(library, one, chosen):
                output.write("\n" * bool(count) + text.rstrip() + "\n")
                count += 1
    print(counted(count, "game"), file=sys.stderr)


def _texts(library: Library, found: Found, chosen: argparse.Namespace) -> Iterator[str]:
    if chosen.original:
        for text, *_ in library.records(found.id):
            yield text
        return
    match = library.match(found.id)
    if chosen.to in PAGE_FORMATS:
        yield game_page(match, chosen.to)
        return
    form = chosen.to or next(form for form in EXPORT_FORMATS if form in record.forms(match.game))
    yield record.write(match, form)


def _info(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library:
        kinds, collections = library.kinds(), library.collections()
    if chosen.json:
        print_json({"library": str(library_path(chosen)), "games": kinds, "collections": collections})
        return
    print(library_path(chosen))
    for title, counts in (("games", kinds), ("collections", collections)):
        print(f"{title}:")
        for name, count in counts.items():
            print(f"  {count:>8,}  {name}")
