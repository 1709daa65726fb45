"""Commands of the terminal in tests."""

import pytest
from saltus.cli.main import main

Captured = pytest.CaptureFixture[str]


def said(capsys: Captured, *arguments: str) -> str:
    """The standard output of a command that succeeds."""
    assert main(arguments) == 0
    return capsys.readouterr().out
