"""`analyse` and `convert`: what files of games say, and how they say it."""

import argparse
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

from saltus.analysis import analyse, score_text
from saltus.commands.options import Shelf, as_json, limits, option, print_json, whole
from saltus.drawing import diagram, picture
from saltus.game import SIDE_NAMES, Game
from saltus.games import keys, load
from saltus.levels import FULL
from saltus.match import Match
from saltus.notation import record
from saltus.notation.error import RecordError
from saltus.review import GLYPHS, SECONDS, Reviewer, Turn, accuracies, annotate, review
from saltus.turning import turning_points
from saltus.turns import read_all

LOOK = 0.3
"""How long each position is looked at where only the level is said."""
FORMS = (*record.FORMS, "text", "svg")
SUFFIXES = {".json": "json", ".pdn": "pdn", ".sgf": "sgf", ".txt": "text", ".svg": "svg"}

FILES = """\
files:
  PDN (several games in one file), SGF, the JSON that the page saves, or a position as text; - is standard input.
  A text that does not say its game (a position, a PDN without GameType) needs --game."""


def add(shelf: Shelf) -> None:
    """Put the commands on the shelf."""
    about = "look back at the games of a file: what each turn was worth, and where the mistakes are"
    examples = """\
analyse game.pdn                      a table of the turns, mistakes marked ?! ? ??
analyse game.pdn --time 2             slower and better: two seconds for each position
analyse games.pdn --number 3          only the third game
analyse game.pdn --annotate > out.pdn the same game with the marks and better lines written into it"""
    made = shelf.command("analyse", _analyse, about, game=False, examples=examples, more=FILES)
    _file(made)
    limits(made, f"where no limit is given, {SECONDS:g} for a whole game", " a position")
    made.add_argument("--annotate", action="store_true", help="write the annotated games instead of tables")
    as_json(made)

    about = "write the games of a file in another form"
    examples = """\
convert game.pdn --to json            on standard output
convert game.json -o game.pdn         the form by the name of the file
convert games.pdn --number 2 --to sgf
convert game.json --to svg > last.svg the last position as a picture; --to text in letters"""
    made = shelf.command("convert", _convert, about, game=False, examples=examples, more=FILES)
    _file(made)
    made.add_argument("--to", choices=FORMS, help="the form; by default what the name of the output says")
    made.add_argument("-o", "--output", metavar="FILE", help="where to; by default standard output")


def _file(made: argparse.ArgumentParser) -> None:
    made.add_argument("file", metavar="FILE", help="a file of games, or - for standard input")
    made.add_argument(
        "--game", choices=keys(), metavar="GAME", help=f"where the file does not say: {', '.join(keys())}"
    )
    option(made)
    made.add_argument("--number", type=whole(1, 1_000_000), metavar="N", help="only this one of its games, from 1")


def _matches(chosen: argparse.Namespace) -> list[Match]:
    """The games of the file. Raises ValueError that says file, line and column."""
    game: Game | None = load(chosen.game, dict(chosen.option)) if chosen.game else None
    try:
        if chosen.file == "-":
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        else:
            text = Path(chosen.file).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{chosen.file} is not UTF-8 (byte {error.start}); convert it first") from None
    try:
        matches = read_all(text, game)
    except RecordError as error:
        fix = "" if chosen.game or "GameType" not in str(error) else "; or name the game with --game"
        raise ValueError(f"{chosen.file}: {error}{fix}") from None
    if chosen.number is None:
        return matches
    if chosen.number > len(matches):
        raise ValueError(f"{chosen.file} holds {len(matches)} games; there is no number {chosen.number}")
    return [matches[chosen.number - 1]]


def _analyse(chosen: argparse.Namespace) -> None:
    for number, match in enumerate(_matches(chosen)):
        if number and not chosen.json:
            print()
        turns = _turns(match, chosen)
        if chosen.json:
            found = list(turns)
            fields = {"turns": [_fields(turn) for turn in found], "accuracy": accuracies(found)}
            print_json({"game": match.game.key, "tags": match.tags, **fields})
        elif chosen.annotate:
            for turn in turns:
                print(f"\r{turn.node.ply} of {match.tree.main_line[-1].ply} turns", end="", file=sys.stderr)
                annotate(turn)
            print(file=sys.stderr)
            _put(record.write(match, _own_form(match)))
        else:
            _table(match, turns)


def _turns(match: Match, chosen: argparse.Namespace) -> Iterator[Turn]:
    """The turns of a game looked back at: as the page does it, or within the limits for each position."""
    timed = chosen.time or chosen.depth or chosen.nodes
    if not timed and chosen.level == FULL:
        reviewer = Reviewer(match, SECONDS)
        for news in reviewer.run():
            if sys.stderr.isatty():
                print(f"\r{news.share:4.0%}", end="\r", file=sys.stderr)
        return iter(reviewer.turns())
    return review(
        match,
        lambda match, table: analyse(
            match,
            seconds=chosen.time if timed else LOOK,
            depth=chosen.depth,
            nodes=chosen.nodes,
            level=chosen.level,
            table=table,
            seed=0,
        ),
    )


def _table(match: Match, turns: Iterator[Turn]) -> None:
    """The turns as they are looked back at, and at the end how well each side has played."""
    print(_title(match))
    print(f"{'':>5} {'turn':<16} {'score':>9}  better was")
    found = []
    for turn in turns:
        found.append(turn)
        better = f"{score_text(turn.best.score):>8}  {' '.join(turn.best.texts[:6])}" if turn.mark else ""
        line = f"{turn.node.ply:>4}. {f'{turn.text} {turn.mark}':<16} {score_text(turn.score):>9}  {better}"
        print(line.rstrip(), flush=True)
    last = match.tree.main_line[-1]
    if ended := last.outcome or last.ending:
        print(ended.text)
    for side, share in accuracies(found).items():
        counts = [(mark, sum(turn.mark == mark and turn.side == side for turn in found)) for mark in GLYPHS]
        marked = ", ".join(f"{count} {mark}" for mark, count in counts if count)
        if share is not None:
            print(f"{SIDE_NAMES[side]}: {share:.0f} % accurate{f'; {marked}' if marked else ''}")
    for _, text in turning_points(match.game, found):
        print(text)


def _title(match: Match) -> str:
    names = [match.tags[name] for name in ("White", "Black") if name in match.tags]
    return f"{match.game.name}{': ' if names else ''}{' v '.join(names)}"


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


def _own_form(match: Match) -> str:
    """The form that a game is best read in by others: PDN or SGF where they know it."""
    return next(form for form in ("pdn", "sgf", "json") if form in record.forms(match.game))


def _convert(chosen: argparse.Namespace) -> None:
    matches = _matches(chosen)
    form = chosen.to or (SUFFIXES.get(Path(chosen.output).suffix.lower()) if chosen.output else None)
    if form is None:
        known = ", ".join(FORMS)
        raise ValueError(f"say --to and one of {known}, or name an output that ends with {', '.join(SUFFIXES)}")
    if len(matches) > 1 and form not in ("pdn", "text", "position"):
        raise ValueError(f"{chosen.file} holds {len(matches)} games, and {form} holds one: choose it with --number")
    separator = "\n" if form in ("pdn", "text") else ""
    text = separator.join(_written(match, form) for match in matches)
    if chosen.output:
        Path(chosen.output).write_text(text, "utf-8")
    else:
        _put(text)


def _put(text: str) -> None:
    """Write a record to standard output: where that is no terminal in UTF-8, as records are read."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="")


def _written(match: Match, form: str) -> str:
    if form == "svg":
        return f"{picture(match)}\n"
    if form == "text":
        return f"{_title(match)}\n{diagram(match)}\n"
    return f"{record.write(match, form).rstrip()}\n"
