"""What several tests of the command line share."""

from collections.abc import Iterator

import pytest

from tests.support.terminal import Typing


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """What is typed at the questions; then the input ends."""

    def typed(*lines: str) -> None:
        left: Iterator[str] = iter(lines)

        def answer(_: str = "") -> str:
            for line in left:
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", answer)

    return typed
