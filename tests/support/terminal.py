"""Commands of the terminal in tests."""

from collections.abc import Callable

import pytest
from saltus.cli.main import main

Captured = pytest.CaptureFixture[str]
Typing = Callable[..., None]
"""Takes the lines that are typed (the fixture `typing`)."""


def said(capsys: Captured, *arguments: str) -> str:
    """The standard output of a command that succeeds."""
    assert main(arguments) == 0
    return capsys.readouterr().out
