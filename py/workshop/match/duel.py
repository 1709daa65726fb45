"""Is one engine stronger than another? Games in pairs, and a sequential test that stops as soon as it can tell.

    python3 -m workshop.match.duel english --first "env PYTHONPATH=new/py python3 -m saltus bridge" \\
                                     --second "env PYTHONPATH=old/py python3 -m saltus bridge" --time 0.1

An engine is any command that speaks the protocol of `saltus.protocol.bridge` on its standard input and output: two
checkouts, or one of them in the pinned Pyodide (`python3 build.py pyodide -- -m saltus bridge`). Each pair of games
begins with the same turns drawn by lot, and the colours change; one thinks at a time, so that one core is enough.

The test is the generalised sequential probability ratio test on the results of pairs (normal approximation, as in
Van den Bergh, *The generalized sequential probability ratio test for nested hypotheses*, 2019): is the first
`--gain` Elo stronger, or is it equal? Error rates of 5 % each; it stops at `--pairs` with a plain estimate.
"""

import argparse
import json
import math
import shlex
import subprocess
import sys
from random import Random
from types import TracebackType
from typing import Any

from saltus.core.game import SIDES
from saltus.games import keys, load

from workshop.learn.selfplay import opening

LONGEST = 400
"""Plies after which a game is called a draw."""
BOUND = math.log(0.95 / 0.05)


class Engine:
    """One engine under way."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.asked = 0

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    def ask(self, op: str, **fields: object) -> dict[str, Any]:
        """The reply; raises ValueError where the engine refuses or has gone."""
        assert self.process.stdin
        assert self.process.stdout
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, "op": op, **fields}) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            reply: dict[str, Any] = json.loads(line)
            if reply.get("id") == self.asked and "ok" in reply:
                if not reply["ok"]:
                    raise ValueError(f"{op} was refused: {reply['error']['message']}")
                return reply
        raise ValueError(f"the engine went away when asked to {op}")


def play(white: Engine, black: Engine, beginning: dict[str, object], limit: dict[str, object]) -> float:
    """One game from `beginning`: 1 where White wins, 0 where Black does, else a half."""
    state = white.ask("new", **beginning)
    black.ask("new", **beginning)
    while state["outcome"] is None and state["ply"] < LONGEST:
        path = (white if state["side"] == "w" else black).ask("think", **limit)["path"]
        state = white.ask("play", path=path)
        black.ask("play", path=path)
    winner = state["outcome"] and state["outcome"]["winner"]
    return {"w": 1.0, "b": 0.0}.get(winner, 0.5)


def expected(elo: float) -> float:
    """The share of points that a lead of `elo` brings."""
    return 1 / (1 + 10 ** (-elo / 400))


class Score:
    """The results of pairs, each 0 to 1 for the first engine."""

    def __init__(self) -> None:
        self.pairs: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.pairs) / len(self.pairs)

    @property
    def variance(self) -> float:
        """Of one pair; a little is added, so that a few equal results do not look like certainty."""
        return (sum((pair - self.mean) ** 2 for pair in self.pairs) + 0.25) / len(self.pairs)

    def ratio(self, gain: float) -> float:
        """The logarithm of how much likelier the results are if the first is `gain` Elo stronger than if equal."""
        low, high = expected(0), expected(gain)
        return len(self.pairs) * (high - low) * (2 * self.mean - low - high) / (2 * self.variance)

    def __str__(self) -> str:
        margin = 1.96 * math.sqrt(self.variance / len(self.pairs))
        low, middle, high = (
            -400 * math.log10(1 / min(max(share, 0.001), 0.999) - 1)
            for share in (self.mean - margin, self.mean, self.mean + margin)
        )
        return (
            f"{len(self.pairs)} pairs, {100 * self.mean:.1f} % ± {100 * margin:.1f}, "
            f"{middle:+.0f} Elo ({low:+.0f} to {high:+.0f})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=keys())
    parser.add_argument("--first", required=True, help="the command of an engine")
    parser.add_argument("--second", required=True)
    parser.add_argument("--time", type=float, help="seconds a turn")
    parser.add_argument("--depth", type=int, help="plies")
    parser.add_argument("--nodes", type=int, help="positions a turn: nothing then depends on the machine")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--plies", type=int, default=6, help="turns drawn by lot at the beginning")
    parser.add_argument("--gain", type=float, default=20.0, help="Elo that the test looks for; 0 to play all pairs")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    limits = ("time", "depth", "nodes")
    game = load(chosen.game)
    limit: dict[str, object] = {key: value for key in limits if (value := vars(chosen)[key]) is not None}
    if not limit:
        parser.error("a turn needs --time, --depth or --nodes")
    score = Score()
    with Engine(chosen.first) as first, Engine(chosen.second) as second:
        for number in range(chosen.pairs):
            position = opening(game, Random(f"{chosen.seed} {number}"), chosen.plies)
            beginning: dict[str, object] = {
                "game": game.key,
                "rows": game.rows(position),
                "side": SIDES[position[3]],
            }
            score.pairs.append(
                (play(first, second, beginning, limit) + 1 - play(second, first, beginning, limit)) / 2
            )
            ratio = score.ratio(chosen.gain)
            print(f"{score}, ratio {ratio:+.2f} of ±{BOUND:.2f}", file=sys.stderr)
            if abs(ratio) >= BOUND:
                break
    verdict = "stronger" if ratio >= BOUND else "not stronger" if ratio <= -BOUND else "not decided"
    print(f"{game.key}: {score}: {verdict}")


if __name__ == "__main__":
    main()
