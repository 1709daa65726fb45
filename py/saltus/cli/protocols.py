"""`bridge` and `hub`: the engine for other programs, in its two protocols."""

import argparse
import sys
from io import RawIOBase
from typing import BinaryIO

from saltus.cli.options import Commands
from saltus.protocol.bridge import Bridge
from saltus.protocol.stdio import SLICE_SECONDS, heard

BRIDGE = """\
  printf '%s\\n' '{"id":1,"op":"moves","game":"rock"}' '{"id":2,"op":"bestmove","game":"rock","time":1}' |
    saltus bridge

py/docs/bridge.md says how messages come and go, with an example session, and py/docs/protocol.md lists every request.
Their types are in saltus/protocol/schema."""

HUB = """\
A draughts program that drives engines by the Hub protocol is told the command `saltus hub` (or, where it wants a
program without arguments, a script that calls it); the variant is one of its parameters. py/docs/hub.md has the
protocol as it is spoken here, with an example session."""


def add(commands: Commands) -> None:
    about = "answer requests in JSON, one a line, on standard input and output"
    commands.command("bridge", _bridge, about, game=False, more=BRIDGE)
    about = "be an engine for draughts programs, by the Hub protocol"
    made = commands.command("hub", _hub, about, game=False, more=HUB)
    about = "the game until a parameter says another (english)"
    variants = ("english", "italian")
    made.add_argument("game", metavar="GAME", nargs="?", choices=variants, default=variants[0], help=about)


def _bridge(_: argparse.Namespace) -> None:
    # Unbuffered, and not `sys.stdin`: on Ctrl-C a thread is still waiting in it.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        serve(source, sys.stdout.buffer)


def _hub(chosen: argparse.Namespace) -> None:
    from saltus.protocol.hub import serve

    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        serve(source, sys.stdout.buffer, chosen.game)


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
