"""Plays one pair of games: the same opening twice, with the colours changed."""

from dataclasses import dataclass
from hashlib import sha256
from threading import local
from time import perf_counter
from typing import Any, NamedTuple

from saltus.core.game import SIDE_NAMES, Game, Side
from saltus.core.rng import SEED_LIMIT, splitmix64
from saltus.core.score import WON
from saltus.engine.probe import verdict
from saltus.engine.think import Limits, SearchRequest, best
from saltus.engine.timeman import Clock
from saltus.lab.own import load
from saltus.match.match import Match
from saltus.match.tree import TimeControl, other
from saltus.notation.move import move_text
from saltus.notation.position import read_position
from saltus.tournament.engines import Engine, EngineFailure, start
from saltus.tournament.players import Player

OPENING_PLIES = 4  # The number of random moves in an opening, unless the start is already random.
MAX_OPENING_SCORE = 50  # The largest score, from a short search, of a balanced opening: half a piece.
OPENING_SEARCH_LIMITS = Limits(nodes=2_000)  # The limits of that search.
MAX_OPENING_ATTEMPTS = 40
MAX_GAME_PLIES = 1_000  # A game of this length is a draw. Games come near it only with house rules switched off.
RESIGN_MOVES = 4  # A game is adjudicated as won after each player has told for this many moves that it is.
DRAW_MOVES, DRAW_PLY = 8, 60  # Drawn after each player has told so for this many moves, from this ply on.


@dataclass(frozen=True)
class Terms:
    """The conditions of a tournament."""

    game: str
    options: dict[str, bool]
    plies: int | None = None  # The number of random moves in an opening; None for the default.
    openings: tuple[str, ...] = ()  # Used in turn: each a position as text, or moves from the start.
    control: TimeControl | None = None  # Clocks; the limits of the players then do not count.
    resign: int | None = None  # The score, in centipieces, from which both players count a win; None for never.
    draw: int | None = None  # The largest score, in centipieces, that both players count as drawn; None for never.
    solved: bool = False  # Whether a game ends as soon as its position is in our tables of solved positions.

    def plain(self) -> dict[str, Any]:
        """The terms as a log keeps them: those that are not the usual ones, and of the openings only a hash."""
        usual = Terms(self.game, self.options)
        kept = {name: value for name, value in vars(self).items() if value != getattr(usual, name)}
        if self.openings:
            kept["openings"] = sha256("\n".join(self.openings).encode()).hexdigest()[:16]
        return {"game": self.game, "options": self.options, **kept}


class Played(NamedTuple):
    """A finished game."""

    points: float  # Those of White: 0, 0.5 or 1.
    reason: str
    moves: str  # Its moves as text, those of the opening included.


class PairResult(NamedTuple):
    """The two games of a pair. In the first one the first player is White."""

    as_white: Played
    as_black: Played

    @property
    def points(self) -> tuple[float, float]:
        """The first player's points in both games."""
        return self.as_white.points, 1 - self.as_black.points


class Job(NamedTuple):
    """A pair of games to play."""

    terms: Terms
    first: Player
    second: Player
    seed: int

    @property
    def key(self) -> tuple[str, str, int]:
        """The identity of the pair within a tournament."""
        return self.first.name, self.second.name, self.seed


def opening(terms: Terms, seed: int) -> Match:
    """A match after its opening: one of `terms.openings`, or a few random moves, as balanced as can be found. The
    same seed gives the same opening."""
    game = load(terms.game, terms.options)
    if terms.openings:
        return _given(terms, game, terms.openings[seed % len(terms.openings)])
    setup = game.setups[0]
    plies = terms.plies if terms.plies is not None else 0 if setup.seeded else OPENING_PLIES
    numbers = splitmix64(seed)
    found: tuple[int, Match] | None = None
    for _ in range(MAX_OPENING_ATTEMPTS):
        match = Match(game, setup.key, next(numbers) % SEED_LIMIT if setup.seeded else None, clock=terms.control)
        while match.ply < plies and match.legal:
            match.play(match.legal[next(numbers) % len(match.legal)], spent=None)
        if match.outcome:
            continue
        lead = abs(best(SearchRequest.of(match), OPENING_SEARCH_LIMITS).score)
        if found is None or lead < found[0]:
            found = lead, match
        if lead <= MAX_OPENING_SCORE:
            break
    if found is None:
        raise ValueError(f"{game.name} is over within {plies} turns; take fewer for the openings")
    return found[1]


def _given(terms: Terms, game: Game, text: str) -> Match:
    """A match after an opening given as a position or as moves."""
    if ":" in text or "/" in text:
        return Match(game, position=read_position(game, text), clock=terms.control)
    match = Match(game, clock=terms.control)
    for move in text.split():
        match.play(move, spent=None)
    return match


class _Engines(local):
    """The engines that were started in this thread, by player and game: starting one may take seconds."""

    def __init__(self) -> None:
        self.known: dict[object, Engine] = {}


_engines = _Engines()


def _engine(player: Player, game: Game) -> Engine:
    key = player.command, player.protocol, game.key
    engine = _engines.known.get(key) or start(player, game)
    if player.command:
        _engines.known[key] = engine
    return engine


def end_engines() -> None:
    """End all engines that were started in this thread."""
    while _engines.known:
        _engines.known.popitem()[1].close()


def play_pair(job: Job) -> PairResult:
    """Play two games from one opening. Raises ValueError if an engine cannot be started."""
    terms, first, second, seed = job
    return PairResult(
        play_game(opening(terms, seed), {"w": first, "b": second}, terms, seed),
        play_game(opening(terms, seed), {"w": second, "b": first}, terms, seed),
    )


def play_game(match: Match, players: dict[Side, Player], terms: Terms, seed: int) -> Played:
    """Play `match` to its end. `seed` makes the weaker levels vary from game to game."""
    game = match.game
    engines = {side: _engine(player, game) for side, player in players.items()}
    scores: list[int | None] = []  # from White's view
    failed: tuple[Side, str] | None = None
    adjudged: Played | None = None
    texts = [move_text(game, node.parent.position, node.move) for node in match.line[1:] if node.parent and node.move]
    try:
        for side, engine in engines.items():
            mover = side
            engine.begin(match, seed)
        while match.outcome is None and match.ply < MAX_GAME_PLIES and adjudged is None:
            mover = match.side
            limits, began = players[mover].limits, perf_counter()
            if clock := match.clock:
                left = clock.w if mover == "w" else clock.b
                limits = Limits(level=limits.level, clock=Clock(left, clock.increment))
            choice = engines[mover].choose(match, limits)
            text = move_text(game, match.position, choice.move, match.legal)
            match.play(choice.move, spent=perf_counter() - began if terms.control else 0.0)
            if match.outcome is None or match.outcome.reason != "flag":
                texts.append(text)
            scores.append(choice.score if mover == "w" or choice.score is None else -choice.score)
            adjudged = _adjudicated(match, terms, scores)
    except EngineFailure as error:
        failed, player = (mover, str(error)), players[mover]
        key = player.command, player.protocol, game.key
        if key in _engines.known:
            _engines.known.pop(key).close()  # the next game starts it anew
    moves = " ".join(texts)
    if failed:
        loser, why = failed
        return Played(float(loser == "b"), f"{SIDE_NAMES[loser]} ({players[loser].name}) failed: {why}", moves)
    if adjudged:
        return adjudged._replace(moves=moves)
    winner = match.outcome.winner if match.outcome else None
    return Played({"w": 1.0, "b": 0.0, None: 0.5}[winner], match.outcome.reason if match.outcome else "length", moves)


def _adjudicated(match: Match, terms: Terms, scores: list[int | None]) -> Played | None:
    """The result of an undecided game that both players, or the tables, agree on; None if there is none."""
    if match.outcome is not None:
        return None
    side = match.side
    if terms.solved and (value := verdict(match.game, match.position, match.quiet)) is not None:
        winner = None if not value else side if value > 0 else other(side)
        return Played({"w": 1.0, "b": 0.0, None: 0.5}[winner], "solved", "")
    recent = scores[-2 * RESIGN_MOVES :]
    if terms.resign is not None and len(recent) == 2 * RESIGN_MOVES:
        for sign, points in ((1, 1.0), (-1, 0.0)):
            if all(score is not None and sign * score >= terms.resign for score in recent):
                return Played(points, "adjudicated: won", "")
    recent = scores[-2 * DRAW_MOVES :]
    if (
        terms.draw is not None
        and match.ply >= DRAW_PLY
        and len(recent) == 2 * DRAW_MOVES
        and all(score is not None and abs(score) <= min(terms.draw, WON - 1) for score in recent)
    ):
        return Played(0.5, "adjudicated: drawn", "")
    return None
