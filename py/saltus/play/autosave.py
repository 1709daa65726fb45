"""Autosave for games at the terminal, so that a game can continue after the program was closed or killed.

It stores one unfinished game of each kind in the system's folder for program state; `SALTUS_STATE` names another. No
game overwrites another: a new game moves an unfinished one to `…-before.json`, and where two programs play the same
kind at once, the second to save keeps its game there. `load` can read these.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from saltus.core import files
from saltus.core.files import reason, replacing, reserved_beside
from saltus.core.game import SIDES, Side
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_SECONDS, MIN_SECONDS
from saltus.match.match import Match
from saltus.play.session import Session
from saltus.play.timing import Timing, restored
from saltus.records import record


def folder() -> Path:
    """The folder for saved games: in XDG_STATE_HOME, or its counterpart on Windows and macOS. Raises OSError if the
    home folder is unknown."""
    if named := os.environ.get("SALTUS_STATE"):
        return Path(named)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "saltus"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "saltus"
        return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "saltus"
    except RuntimeError as error:
        raise OSError(str(error)) from error


def place(key: str) -> Path:
    """The file of the unfinished game of this kind."""
    return folder() / f"{key}.json"


def keep(session: Session, path: Path | None = None) -> None:
    """Save the game, or delete the file once the game is over. The file is replaced in one step. `path` is another
    file, for a record that `load` can read."""
    match = session.match
    target = path or place(match.game.key)
    if match.outcome is not None:
        target.unlink(missing_ok=True)
        return
    if len(match.nodes) == 1:  # nothing was played
        return
    kept = {
        "players": {side: level or 0 for side, level in session.players.items()},
        "seconds": session.seconds,
        "record": json.loads(record.write(match, "json")),
        "clock": session.timing.save(),
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target) as file:
        file.write(json.dumps(kept["record"] if path else kept))


class Autosave:
    """Saves the game of a session whenever it changes. If that fails, it says so once, and the game goes on."""

    def __init__(self) -> None:
        self.works = True  # Whether the last save succeeded.
        self._told = False
        self._match: Match | None = None  # The match that was saved last.
        self._own: tuple[int, ...] | None = None  # The file as this session last read or wrote it; None for none.
        self._elsewhere: Path | None = None  # Where the game is saved instead, if another program has the file.

    def __call__(self, session: Session) -> None:
        try:
            path = place(session.match.game.key)
            if session.match is not self._match:
                self._begin(session, path)
            if self._elsewhere is None and (found := _identity(path)) is not None and found != self._own:
                self._elsewhere = reserved_beside(path)
                text = f"Another program keeps its game in {path}; this one is kept in {self._elsewhere}."
                session.display.say(text)
            keep(session, self._elsewhere)
            self._own = _identity(path)
            self.works = True
        except OSError as error:
            self.works = False
            if not self._told:
                self._told = True
                session.display.say(unsaved(error))

    def goes_on(self, match: Match) -> None:
        """The session continues the game in the file."""
        self._match = match
        self._own = _identity(place(match.game.key))

    def _begin(self, session: Session, path: Path) -> None:
        """Another game has taken the place of the one that was saved: an unfinished one is set aside."""
        self._match = session.match
        is_own = self._elsewhere is None and self._own is not None and _identity(path) == self._own
        if is_own and (aside := set_aside(session.match.game.key)) is not None:
            session.display.say(f"The unfinished game is now {aside}.")
        self._elsewhere = self._own = None


def _identity(path: Path) -> tuple[int, ...] | None:
    """What distinguishes a file from any other that replaces it; None if there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns


def unsaved(error: OSError) -> str:
    """The message that a game is not saved, and why."""
    away = "You can go on playing; SALTUS_STATE names another folder for saved games."
    return f"This game is not saved ({reason(error)}). {away}"


def kept(key: str) -> tuple[Match, dict[Side, int | None], float, Timing] | None:
    """The unfinished game, its players, the computer's seconds per turn and the used time; None if there is none.
    Raises ValueError for a file with other content, OSError for a folder that cannot be used."""
    path = place(key)
    try:
        return _read(path, key)
    except FileNotFoundError:
        return None


def _read(path: Path, key: str) -> tuple[Match, dict[Side, int | None], float, Timing]:
    """A saved game. Errors as in `kept`."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 (byte {error.start}); delete it, or begin with --new") from None
    try:
        found: Any = json.loads(text)
        match = record.read(json.dumps(found["record"]), "json")
        players: dict[Side, int | None] = {}
        for side in SIDES:
            level = found["players"][side]
            if type(level) is not int or not 0 <= level <= FULL:
                raise ValueError(f"there is no level {level!r:.40}")
            players[side] = level or None
        seconds = float(found["seconds"])
        timing = restored(found["clock"], match, players) if "clock" in found else Timing()
        if match.game.key != key or not MIN_SECONDS <= seconds <= MAX_SECONDS:
            raise ValueError("it is of another game, or has no time to think")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        # What Python says of JSON or of a missing field is of no use to a player.
        is_told = isinstance(error, ValueError) and not isinstance(error, json.JSONDecodeError)
        why = error if is_told else "it is damaged"
        raise ValueError(f"{path} holds no game that can go on ({why}); delete it, or begin with --new") from None
    return match, players, seconds, timing


def set_aside(key: str) -> Path | None:
    """Move the unfinished game aside for a new one. Returns its new place, None if there was none."""
    aside = files.set_aside(place(key))
    if aside is not None:
        with suppress(ValueError, OSError):  # an unreadable file is kept as it is
            match, *_ = _read(aside, key)
            with replacing(aside) as file:
                file.write(record.write(match, "json"))
    return aside
