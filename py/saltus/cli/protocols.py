"""`bridge` and `hub`: the engine for other programs, in its two protocols."""

import argparse
import sys
from io import RawIOBase
from typing import BinaryIO

from saltus.cli.options import Commands
from saltus.protocol.bridge import Bridge
from saltus.protocol.stdio import SLICE_SECONDS, heard
from saltus.tournament import hub


def add(commands: Commands) -> None:
    commands.command("bridge", _bridge, game=False)
    made = commands.command("hub", _hub, game=False)
    about = "the game until a parameter says another (english)"
    made.add_argument("game", metavar="GAME", nargs="?", choices=hub.VARIANTS, default=hub.VARIANTS[0], help=about)


def _bridge(_: argparse.Namespace) -> None:
    # Unbuffered, and not `sys.stdin`: on Ctrl-C a thread is still waiting in it.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        serve(source, sys.stdout.buffer)


def _hub(chosen: argparse.Namespace) -> None:
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        hub.serve(source, sys.stdout.buffer, chosen.game)


def serve(source: RawIOBase, sink: BinaryIO) -> None:
    """Answer the requests of `source` until it ends. Raises BrokenPipeError if nobody reads the answers, OSError if
    `source` cannot be read."""
    bridge = Bridge()
    for line in heard(source, bridge):
        answers = bridge.work(SLICE_SECONDS) if line is None else bridge.receive(line) if line else []
        for answer in answers:
            sink.write(answer.encode("ascii") + b"\n")
        if answers:
            sink.flush()
