"""In place of the standard library's `_colorize`, which colours tracebacks in a terminal. There is none here.

The original builds eight dataclasses when it is imported, and brings in what they need: a twentieth of the start.
"""

from typing import Any


class Section:
    """A part of a theme: every colour of it is nothing."""

    def __getattr__(self, name: str) -> str:
        return ""

    def __getitem__(self, name: str) -> str:
        return ""


class Theme:
    """Every part is alike."""

    def __getattr__(self, name: str) -> Section:
        return Section()


def can_colorize(*, file: Any = None) -> bool:
    return False


def decolor(text: str) -> str:
    return text


def get_theme(*, tty_file: Any = None, force_color: bool = False, force_no_color: bool = False) -> Theme:
    return Theme()
