"""`convert`: the games of a file in another form."""

import argparse
from pathlib import Path

from saltus.cli.game_files import PAGE_FORMATS, Output, chosen_games, file_command, game_page, title
from saltus.cli.options import Commands
from saltus.match.diagram import diagram, picture
from saltus.match.match import Match
from saltus.records import record

FORMATS = (*record.FORMATS, "text", "svg", *PAGE_FORMATS)
MULTI_GAME_FORMATS = ("pdn", "text", "position")  # The formats that hold several games in one text.
OWN_FORMATS = ("pdn", "sgf", "json")  # These hold all of a game, so that a file may be converted into itself.
SUFFIX_FORMATS = {".json": "json", ".pdn": "pdn", ".sgf": "sgf", ".txt": "text", ".svg": "svg", ".html": "html"}


def add(commands: Commands) -> None:
    made = file_command(commands, "convert", _convert)
    made.add_argument("--to", choices=FORMATS, help="the form; by default what the name of the output says")
    made.add_argument("-o", "--output", metavar="FILE", help="the file to write (standard output)")


def _convert(chosen: argparse.Namespace) -> int:
    form = chosen.to or (SUFFIX_FORMATS.get(Path(chosen.output).suffix.lower()) if chosen.output else None)
    if form is None:
        known = ", ".join(FORMATS)
        raise ValueError(f"say --to and one of {known}, or name an output that ends with {', '.join(SUFFIX_FORMATS)}")
    separator = "\n" if form in ("pdn", "text") else ""
    games = chosen_games(chosen, None if form in MULTI_GAME_FORMATS else form)
    with Output(chosen.output) as output:
        is_in_place = output.is_source(chosen.file)
        if is_in_place and (chosen.number or form not in OWN_FORMATS):
            raise ValueError(f"{chosen.output} would lose what is read from it; name another output")
        for number, match in enumerate(games):
            output.write(separator * bool(number) + _written(match, form))
        if is_in_place and games.bad:
            raise ValueError(f"{chosen.output} stays as it is, or it would lose them; name another output")
    return games.code


def _written(match: Match, form: str) -> str:
    if form == "svg":
        return f"{picture(match)}\n"
    if form == "text":
        return f"{title(match)}\n{diagram(match)}\n"
    if form in PAGE_FORMATS:
        return game_page(match, form)
    return f"{record.write(match, form).rstrip()}\n"
