"""Autosave for games at the terminal, so that a game can continue after the program was closed or killed.

It stores one unfinished game of each kind in the system's folder for program state; `SALTUS_STATE` names another. A
new game does not overwrite an unfinished one: that is moved to `…-before.json`, which `load` can read.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from saltus.core.game import SIDES, Side
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_SECONDS, MIN_SECONDS
from saltus.match.match import Match
from saltus.play.session import Session
from saltus.records import record


def folder() -> Path:
    """The folder for saved games: in XDG_STATE_HOME, or its counterpart on Windows and macOS.

    Raises OSError if the home folder is unknown.
    """
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


def keep(session: Session) -> None:
    """Save the game, or delete the file once the game is over. The file is replaced in one step."""
    match = session.match
    path = place(match.game.key)
    if match.outcome is not None:
        path.unlink(missing_ok=True)
        return
    if len(match.nodes) == 1:  # nothing was played
        return
    kept = {
        "players": {side: level or 0 for side, level in session.players.items()},
        "seconds": session.seconds,
        "record": json.loads(record.write(match, "json")),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(json.dumps(kept), "utf-8")
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


class Autosave:
    """Saves the game of a session whenever it changes. If that fails, it says so once, and the game goes on."""

    def __init__(self) -> None:
        self.works = True
        """Whether the last save succeeded."""
        self._told = False

    def __call__(self, session: Session) -> None:
        try:
            keep(session)
            self.works = True
        except OSError as error:
            self.works = False
            if not self._told:
                self._told = True
                session.display.say(unsaved(error))


def unsaved(error: OSError) -> str:
    """The message that a game is not saved, and why."""
    why = f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    return (
        f"This game is not saved ({why}). You can go on playing; SALTUS_STATE names another folder for saved games."
    )


def kept(key: str) -> tuple[Match, dict[Side, int | None], float] | None:
    """The unfinished game, its players and the computer's seconds per turn; None if there is none.

    Raises ValueError for a file with other content, OSError for a folder that cannot be used.
    """
    path = place(key)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return None
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
        if match.game.key != key or not MIN_SECONDS <= seconds <= MAX_SECONDS:
            raise ValueError("it is of another game, or has no time to think")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} holds no game that can go on ({error}); delete it, or begin with --new") from None
    return match, players, seconds


def set_aside(key: str) -> Path | None:
    """Move the unfinished game aside for a new one. Returns its new place, None if there was none."""
    path = place(key)
    aside = path.with_name(f"{key}-before.json")
    try:
        found = kept(key)
    except ValueError:  # an unreadable file is kept as it is
        return path.replace(aside)
    if found is None:
        return None
    aside.write_text(record.write(found[0], "json"), "utf-8")
    path.unlink()
    return aside
