"""`play`: a game at the terminal."""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial

from saltus.cli import options
from saltus.cli.options import Commands
from saltus.cli.streams import plain_terminal, say
from saltus.core.game import SIDES, Game, Side
from saltus.core.phrase import Phrase
from saltus.engine.levels import FULL
from saltus.match.match import Match
from saltus.play.autosave import Autosave, kept, set_aside, unsaved
from saltus.play.json_display import JsonDisplay
from saltus.play.language import LANGUAGES
from saltus.play.session import Display, Session

DISPLAYS = ("auto", "screen", "lines", "json")
TURN_SECONDS = 1.0  # The computer's default time per turn.


def add(commands: Commands) -> None:
    made = commands.command("play", _play, game=False)
    options.game_argument(made, needed=False)
    options.option(made)
    options.position(made)
    for side in ("white", "black"):
        about = f"`person`, or the computer's level from 1 to {FULL}"
        made.add_argument(f"--{side}", type=options.player, metavar="WHO", help=about)
    made.add_argument(
        "--time", type=options.seconds, metavar="S", help=f"the computer's seconds a turn ({TURN_SECONDS:g})"
    )
    clock = options.clock(60, 86_400, 3_600, "5 (minutes) or 5+3 (and seconds a turn)")
    made.add_argument("--clock", type=clock, metavar="MIN[+S]", help="minutes each, and seconds added with each move")
    made.add_argument("--new", action="store_true", help="begin, even where a game is unfinished")
    about = "the link of a seat, or to watch, at a game on a server (`server`)"
    made.add_argument("--join", metavar="LINK", help=about)
    made.add_argument("--name", default="", help="your name there")
    about = "what the rules and the messages are said in: " + ", ".join(LANGUAGES)
    made.add_argument("--language", choices=LANGUAGES, default="en", metavar="NAME", help=about)
    about = "`screen`, `lines` of text, `json` for a front end of your own; by default what suits the terminal"
    made.add_argument("--display", choices=DISPLAYS, default="auto", help=about)


def _play(chosen: argparse.Namespace) -> None:
    if chosen.join is not None:
        from saltus.cli import join  # with urllib, which no other game waits for

        join.join(chosen.join, chosen.name, input, print)
        return
    if chosen.game is None:
        raise ValueError("expected a game, or a link after --join")
    game = options.chosen_game(chosen)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    fresh = chosen.new or any(
        value is not None and value != []
        for key, value in vars(chosen).items()
        if key in ("rows", "side", "position", "setup", "seed", "white", "black", "clock", "option")
    )
    autosave = Autosave() if terminal else None
    left, messages = None, []
    try:
        if autosave and not fresh:
            left = kept(game.key)
            if left is not None:
                autosave.goes_on(left[0])
        if autosave and left is None and (aside := set_aside(game.key)) is not None:
            messages.append(f"The unfinished game is now {aside}.")
    except OSError as error:
        autosave = None  # saving could overwrite the unfinished game
        messages.append(unsaved(error))
    if left is not None:
        match, players, pace, timing = left
        messages.append(f"On with the game that was left after {match.ply} turns; --new begins another.")
    else:
        control = chosen.clock
        if chosen.rows or chosen.position or chosen.side:
            match = Match(game, position=options.chosen_position(chosen)[1], clock=control)
        else:
            match = Match(game, chosen.setup, chosen.seed, clock=control)
        players, pace, timing = _players(game, chosen.white, chosen.black), TURN_SECONDS, None
    display, drive = _display(chosen.display, terminal)
    pace = chosen.time or pace
    session = Session(match, display, players, pace, autosave, True, chosen.language, timing)
    white, black = (_who(players[side]) for side in SIDES)
    language = session.language
    how = Phrase("session.type") if display.waits else Phrase("session.press")
    name = language.text(f"game.{game.key}", game.name)
    said = Phrase("session.players", game=name, white=language.say(white), black=language.say(black))
    messages.insert(0, f"{language.say(said)}{language.say(how)}")
    if match.seed is not None:
        messages.append(f"Set-up {match.setup}, seed {match.seed}.")
    for line in messages:
        session.say(line)
    try:
        drive(session)
    finally:
        if autosave and autosave.works and session.match.outcome is None and session.match.ply:
            say(f"The game is kept: `saltus play {chosen.game}` goes on with it.")


def _display(name: str, terminal: bool) -> tuple[Display, Callable[[Session], None]]:
    """The requested display, or one that suits the terminal, and the function that runs a session on it. Raises
    ValueError for a display that is not available here."""
    if name == "json":
        return JsonDisplay(input, partial(print, flush=True)), Session.run
    if name == "screen" or (name == "auto" and terminal and os.environ.get("TERM") != "dumb"):
        try:
            from saltus.play.screen import Screen
        except ImportError:
            if name == "screen":
                raise ValueError("the full screen needs prompt_toolkit: pip install prompt_toolkit") from None
        else:
            if name == "screen" and not terminal:
                raise ValueError("the full screen needs a terminal; --display lines plays through pipes")
            screen = Screen()
            return screen, screen.play
    return plain_terminal(), Session.run


def _players(game: Game, white: int | None, black: int | None) -> dict[Side, int | None]:
    """The levels of both sides, None for a person. The arguments are 0 for a person, None if not given."""
    level = options.DEFAULT_OPPONENT_LEVEL
    if white is None and black is None:
        person: Side = SIDES[os.urandom(1)[0] % 2] if game.lots else game.first
        white = 0 if person == "w" else level
    if white is None:
        white = 0 if black else level
    if black is None:
        black = 0 if white else level
    return {"w": white or None, "b": black or None}


def _who(level: int | None) -> str:
    if level:
        return Phrase("session.computer", level=level)
    return Phrase("session.person")
