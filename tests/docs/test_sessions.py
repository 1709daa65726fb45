"""The example sessions in the documentation, run as written."""

import re
import subprocess
import sys

import pytest

from tests.support.checkout import PY
from tests.support.docs import DOCS, blocks

SESSIONS = [
    pytest.param(command, text, id=f"{page.stem}-{number}")
    for page in sorted(DOCS.glob("*.md"))
    for number, (command, text) in enumerate(blocks(page.name, "session"))
]


def pattern(line: str) -> re.Pattern[str]:
    """The pattern for a line of the page: … matches any text."""
    return re.compile(".*?".join(re.escape(part) for part in line.split("…")), re.DOTALL)


@pytest.mark.parametrize(("command", "text"), SESSIONS)
def test_a_session_goes_as_it_is_written(command: str, text: str) -> None:
    """Each sent line gets the answers below it, in order; a line with only … matches any number of lines."""
    lines = text.splitlines()
    assert {line[:2] for line in lines} == {"> ", "< "}
    with subprocess.Popen(
        [sys.executable, "-S", "-m", "saltus", *command.split()],
        cwd=PY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdin
        assert process.stdout
        some = False
        for line in lines:
            if line.startswith("> "):
                process.stdin.write(f"{line[2:]}\n")
                process.stdin.flush()
            elif line[2:] == "…":
                some = True
            else:
                told = process.stdout.readline()
                while some and told and not pattern(line[2:]).match(told):
                    told = process.stdout.readline()
                assert pattern(line[2:]).match(told), (line, told)
                some = False
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(timeout=60) == 0
