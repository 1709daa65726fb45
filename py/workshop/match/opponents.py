"""Matches against programs of other people, ours in the pinned Pyodide and theirs native.

    python3 -m workshop.match.opponents py-draughts --ours 0.05 --pairs 50

Each opponent is one class: it keeps its own board from the first position on, is told every move, and is asked for
its own. Our side is any command that speaks the protocol of `saltus.protocol.bridge`;
one side thinks at a time, so that one core is enough. The rules that count are ours: every move of theirs must be one
of our legal moves. Openings are a few turns drawn by lot, chosen to be even (`saltus.tournament.play.opening`), and
each is played twice with the sides changed.

Every game is written to a file as it ends, moves and all, and what is there already is not played again: a match may
be stopped and gone on with. The packages are unpacked apart from each other, under `build/peers/`, since two of them
have the same name; what they need themselves is what `python3 build.py bench perft` installs.
"""

import argparse
import json
import random
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from saltus.core.game import SIDES, Game, Move, Side
from saltus.games import load
from saltus.match.match import Match
from saltus.tournament.engines import GRACE_SECONDS, START_SECONDS, BridgeEngine
from saltus.tournament.play import Terms, opening
from saltus.tournament.ratings import HEAD, Pairing, row

ROOT = Path(__file__).parents[3]
PEERS = ROOT / "build" / "peers"
PYODIDE = f"{sys.executable} {ROOT / 'build.py'} pyodide -- -m saltus bridge"
LONGEST = 300
"""Plies after which a game is called a draw."""


class Opponent:
    """A program of somebody else. One object plays many games, one after the other."""

    name: ClassVar[str]
    game: ClassVar[str]
    times: ClassVar[float]
    """How many times our time it is given."""

    def __init__(self, game: Game) -> None:
        self.rules = game

    def begin(self, match: Match) -> None:
        """Set the board up for a new game, at the start of `match`, which holds the moves of the opening already."""
        raise NotImplementedError

    def played(self, move: Move) -> None:
        """`move` was played, by whichever side."""
        raise NotImplementedError

    def choose(self, legal: list[Move], seconds: float) -> Move:
        """The move to play, one of `legal`."""
        raise NotImplementedError

    def close(self) -> None:
        """End what was started."""

    def numbers(self, move: Move) -> list[int]:
        """The squares of a move, as draughts numbers them: 1 to 32 from the top left."""
        return [self.rules.board.number[name] for name in move.path]

    def same(self, legal: list[Move], path: Sequence[int], captured: Sequence[int]) -> Move:
        """Which of our moves goes from the first to the last of `path` and takes `captured`, by their numbers."""
        number = self.rules.board.number
        for move in legal:
            if (number[move.path[0]], number[move.path[-1]]) == (path[0], path[-1]) and {
                number[name] for name in move.captured
            } == set(captured):
                return move
        raise ValueError(f"{self.name} played {list(path)}, taking {list(captured)}: not a legal move")


class PyDraughts(Opponent):
    """The alpha-beta engine of `py-draughts`, on its American board with captures made compulsory, Black first."""

    name = "py-draughts"
    game = "english"
    times = 10

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        python_peer("py-draughts")
        theirs: Any = import_module("draughts")
        core: Any = import_module("draughts.boards._core").CORE_AMERICAN
        black = import_module("draughts.models").Color.BLACK
        import_module("loguru").logger.disable("draughts")

        def legal(board: Any) -> Any:
            return board._legal_moves_from_core(core, max_capture=False, captures_optional=False)

        forced = type("Board", (theirs.AmericanBoard,), {"legal_moves": property(legal)})
        self.start: Callable[[], Any] = lambda: forced(turn=black)
        self.engine: Any = import_module("draughts.engines.simple").SimpleEngine(depth_limit=60, time_limit=1.0)
        self.board: Any = self.start()

    def begin(self, match: Match) -> None:
        self.board = self.start()

    def played(self, move: Move) -> None:
        path = [number - 1 for number in self.numbers(move)]
        taken = {self.rules.board.number[name] - 1 for name in move.captured}
        theirs = [
            known
            for known in self.board.legal_moves
            if (known.square_list[0], known.square_list[-1]) == (path[0], path[-1])
            and set(known.captured_list) == taken
        ]
        self.board.push(theirs[0])

    def choose(self, legal: list[Move], seconds: float) -> Move:
        self.engine.time_limit = seconds
        move = self.engine.get_best_move(self.board)
        path, captured = ([square + 1 for square in part] for part in (move.square_list, move.captured_list))
        return self.same(legal, path, captured)


class RapidDraughts(Opponent):
    """The alpha-beta engine of `rapid-draughts`, which knows no time: deeper and deeper, in JavaScript of its own.

    A depth is begun as long as less than a third of the time is gone, and always played to its end.
    """

    name = "rapid-draughts"
    game = "english"
    times = 5
    version: ClassVar[str] = "1.0.6"

    SCRIPT: ClassVar[str] = """
import { EnglishDraughts, EnglishDraughtsComputerFactory } from "./package/dist/english.js";
import { createInterface } from "node:readline";
let game;
const plain = ({ origin, destination, captures }) =>
    ({ path: [origin + 1, destination + 1], captured: captures.map((at) => at + 1) });
const key = ({ path, captured }) => `${path[0]} ${path.at(-1)} ${[...captured].sort()}`;
for await (const line of createInterface({ input: process.stdin })) {
    const { op, move, seconds } = JSON.parse(line);
    let answer = null;
    if (op === "begin") game = EnglishDraughts.setup();
    if (op === "played") game.move(game.moves.find((known) => key(plain(known)) === key(move)));
    if (op === "choose") {
        const began = performance.now();
        for (let depth = 1; depth < 60 && performance.now() - began < seconds * 1000 / 3; depth++)
            answer = plain(await EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: depth })(game));
    }
    console.log(JSON.stringify(answer));
}
"""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        folder = PEERS / f"{self.name}@{self.version}"
        if not folder.exists():
            folder.mkdir(parents=True)
            subprocess.run(["npm", "pack", "--silent", f"{self.name}@{self.version}"], cwd=folder, check=True)
            subprocess.run(["tar", "xzf", f"{self.name}-{self.version}.tgz"], cwd=folder, check=True)
        (folder / "play.mjs").write_text(self.SCRIPT)
        self.process = subprocess.Popen(
            ["node", folder / "play.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request: object) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def begin(self, match: Match) -> None:
        self.ask(op="begin")

    def played(self, move: Move) -> None:
        captured = [self.rules.board.number[name] for name in move.captured]
        self.ask(op="played", move={"path": self.numbers(move), "captured": captured})

    def choose(self, legal: list[Move], seconds: float) -> Move:
        answer = self.ask(op="choose", seconds=seconds)
        return self.same(legal, answer["path"], answer["captured"])

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class OutOfTime(Exception):  # noqa: N818  (it is no error)
    """The time for a move is used up."""


class Material(Opponent):
    """A plain alpha-beta that counts pieces, a king as two men, on the move generator of `pydraughts`.

    Deeper and deeper, the best move of the last depth first, captures before other moves, and no more. Where moves
    are worth the same, chance decides.
    """

    name = "material"
    game = "italian"
    times = 10

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        python_peer("pydraughts")
        board: Any = import_module("draughts").Board
        self.start: Callable[[], Any] = lambda: board(variant="italian")
        self.board: Any = self.start()
        self.until = 0.0
        self.chance = random.Random(1)

    def begin(self, match: Match) -> None:
        self.board = self.start()

    def played(self, move: Move) -> None:
        path = self.numbers(move)
        self.board.push(next(known for known in self.board.legal_moves() if known.steps_move == path))

    def choose(self, legal: list[Move], seconds: float) -> Move:
        self.until = time.perf_counter() + seconds
        moves = self.board.legal_moves()
        self.chance.shuffle(moves)
        try:
            for depth in range(1, 60):
                if len(moves) == 1:
                    break
                best, alpha = moves[0], -1_000
                for move in moves:
                    value = -self.value(move, depth - 1, -1_000, -alpha)
                    if value > alpha:
                        best, alpha = move, value
                moves.remove(best)
                moves.insert(0, best)
        except OutOfTime:
            pass
        return self.same(legal, moves[0].steps_move, moves[0].captures)

    def value(self, move: Any, depth: int, alpha: int, beta: int) -> int:
        """What the position after `move` is worth to the side that is then to move."""
        if time.perf_counter() >= self.until:
            raise OutOfTime
        board = self.board
        board.push(move)
        try:
            if depth <= 0:
                return self.material()
            moves = board.legal_moves()
            if not moves:
                return -100 - depth
            for reply in sorted(moves, key=lambda reply: -len(reply.captures)):
                alpha = max(alpha, -self.value(reply, depth - 1, -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
        finally:
            board.pop()

    def material(self) -> int:
        """Men and kings, for the side to move; from the text that the package keeps of a position."""
        side, *squares = self.board._game.get_fen()
        count = sum({"w": 1, "W": 2, "b": -1, "B": -2}.get(letter, 0) for letter in squares)
        return count if side == "W" else -count


class MonteCarlo(Opponent):
    """The Monte Carlo tree search of OpenSpiel, in C++, on its own Lines of Action: so many simulations a move.

    Its time is what they take, about a millisecond each. Random play to the end tells what a position is worth.
    """

    name = "openspiel"
    game = "rock"
    times = 0
    SIMULATIONS: ClassVar[int] = 5_000

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        pyspiel: Any = import_module("pyspiel")
        self.theirs = pyspiel.load_game("lines_of_action")
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        self.bot = pyspiel.MCTSBot(self.theirs, evaluator, 2.0, self.SIMULATIONS, 100, True, 1, False)
        self.state: Any = self.theirs.new_initial_state()

    def begin(self, match: Match) -> None:
        self.state = self.theirs.new_initial_state()

    def actions(self) -> dict[tuple[str, ...], int]:
        """Path → the number that the action has there. Theirs are written `b1-b3` and `h3xf1`."""
        state = self.state
        return {
            tuple(state.action_to_string(action).replace("x", "-").split("-")): action
            for action in state.legal_actions()
        }

    def played(self, move: Move) -> None:
        self.state.apply_action(self.actions()[move.path])

    def choose(self, legal: list[Move], seconds: float) -> Move:
        chosen = self.bot.step(self.state)
        path = next(path for path, action in self.actions().items() if action == chosen)
        return next(move for move in legal if move.path == path)


class SeedPlayer(Opponent):
    """The player of Roman Solitaire's seed: the first capture as it goes over the board, else the first move.

    Row by row from the top, from left to right, and from each square in the order of the eight neighbours.
    """

    name = "seed"
    game = "roman"
    times = 0

    def begin(self, match: Match) -> None:
        pass

    def played(self, move: Move) -> None:
        pass

    def choose(self, legal: list[Move], seconds: float) -> Move:
        order = self.rules.board.number
        inwards = sorted(legal, key=lambda move: [order[name] for name in move.path])
        return next((move for move in inwards if move.captured), inwards[0])


OPPONENTS: dict[str, type[Opponent]] = {
    each.name: each for each in (PyDraughts, RapidDraughts, Material, MonteCarlo, SeedPlayer)
}


def python_peer(package: str) -> None:
    """Make `package`, in its pinned version and unpacked by itself, the one that is imported."""
    extras = tomllib.loads((ROOT / "py" / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    pinned = next(line for line in extras["bench"] if line.startswith(f"{package}=="))
    folder = PEERS / pinned
    if not folder.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), pinned]
        subprocess.run(command, check=True)
    sys.path.insert(0, str(folder))


def play(engine: BridgeEngine, opponent: Opponent, match: Match, ours: Side, seconds: float) -> tuple[float, str]:
    """Play `match` to its end; our points and the reason."""
    setup = {} if match.seed is None else {"setup": match.setup, "seed": match.seed}
    engine.ask(START_SECONDS, "new", game=match.game.key, **setup)
    opponent.begin(match)
    for node in match.line[1:]:
        assert node.move
        engine.ask(START_SECONDS, "play", path=node.move.path)
        opponent.played(node.move)
    while match.outcome is None and match.ply < LONGEST:
        if match.side == ours:
            move = match.play(engine.ask(seconds + GRACE_SECONDS, "think", time=seconds)["path"]).move
        else:
            move = match.play(opponent.choose(match.legal, seconds * opponent.times)).move
        assert move
        engine.ask(START_SECONDS, "play", path=move.path)
        opponent.played(move)
    if match.outcome is None:
        return 0.5, "unfinished"
    winner = match.outcome.winner
    return 0.5 if winner is None else float(winner == ours), match.outcome.reason


def pairing(name: str, games: Sequence[dict[str, Any]]) -> Pairing:
    """The pairs of which both games are there."""
    points = {(game["pair"], game["side"]): game["points"] for game in games}
    pairs = tuple(
        (points[pair, "w"], points[pair, "b"]) for pair, side in points if side == "w" and (pair, "b") in points
    )
    return Pairing("Saltus", name, pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opponent", choices=sorted(OPPONENTS))
    parser.add_argument("--ours", type=float, default=0.05, help="seconds a turn for our side")
    parser.add_argument("--times", type=float, help="how many times that theirs has; default: as issued for it")
    parser.add_argument("--simulations", type=int, help="of OpenSpiel's tree search a turn, about a millisecond each")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--engine", default=PYODIDE, help="the command of our side; default: the pinned Pyodide")
    parser.add_argument("--to", type=Path, help="the file of the games; default: in build/matches/")
    chosen = parser.parse_args()
    kind = OPPONENTS[chosen.opponent]
    if chosen.times is not None:
        kind.times = chosen.times
    if chosen.simulations is not None:
        MonteCarlo.SIMULATIONS = chosen.simulations
    path = chosen.to or ROOT / "build" / "matches" / f"{kind.name}-{chosen.ours:g}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    games = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(game["pair"], game["side"]) for game in games}
    rules = load(kind.game)
    opponent = kind(rules)
    try:
        with closing(BridgeEngine(shlex.split(chosen.engine), rules)) as engine, path.open("a") as file:
            for pair in range(chosen.pairs):
                for side in SIDES:
                    if (pair, side) in done:
                        continue
                    match = opening(Terms(kind.game, {}), pair)
                    points, reason = play(engine, opponent, match, side, chosen.ours)
                    lead = match.position[0].bit_count() - match.position[1].bit_count()
                    games.append(
                        {
                            "pair": pair,
                            "side": side,
                            "points": points,
                            "reason": reason,
                            "plies": match.ply,
                            "lead": lead if side == "w" else -lead,
                            "moves": [node.move.path for node in match.line[1:] if node.move],
                        }
                    )
                    file.write(json.dumps(games[-1]) + "\n")
                    file.flush()
                    print(games[-1], file=sys.stderr)
    finally:
        opponent.close()
    print(f"{kind.game}, {chosen.ours:g} s a turn in ours and {chosen.ours * kind.times:g} s in theirs")
    print(HEAD)
    print(row(pairing(kind.name, games)))


if __name__ == "__main__":
    main()
