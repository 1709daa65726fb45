"""`games train`: puzzles from own mistakes and from collections of problems, when they are due."""

import argparse
from collections.abc import Sequence
from typing import Literal

from saltus.cli.game_files import encoding_option, put
from saltus.cli.library.importing import Import, collection_of
from saltus.cli.library.options import library_command, opened
from saltus.cli.options import Commands, whole
from saltus.cli.streams import plain_terminal, say
from saltus.core.game import SIDE_NAMES, SIDES, Move
from saltus.core.phrase import counted
from saltus.games import keys, load
from saltus.library.cards import Card, is_as_good, problem
from saltus.library.deck import Kept, answer, deck, forget, put_cards, to_train
from saltus.library.store import Library
from saltus.match.match import Match
from saltus.notation.move import line_texts
from saltus.play.quiz import Answered, Quiz, commands_listed
from saltus.play.terminal import Terminal
from saltus.study.schedule import BOX_INTERVALS_MS, DAY_MS, ORDER, now, status

COMMANDS = {
    "?": "a hint: first the piece, then the move",
    "solution": "show the solution",
    "board": "the board again",
    "next": "another puzzle, this one later",
    "forget": "take this puzzle out of the deck",
    "quit": "leave",
}


def add(commands: Commands) -> None:
    days = ", ".join(str(ms // DAY_MS) for ms in BOX_INTERVALS_MS[1:])
    made = library_command(commands, "train", _train, words=commands_listed(COMMANDS), days=days)
    made.add_argument("files", metavar="FILE", nargs="*", default=[], help="files of problems")
    encoding_option(made)
    made.add_argument("--game", choices=keys(), metavar="GAME", help=f"only of one game: {', '.join(keys())}")
    made.add_argument("--most", type=whole(1, 10_000), metavar="N", default=20, help="ask so many at most (20)")
    made.add_argument("--early", action="store_true", help="also those that are not due yet")
    made.add_argument("--sheet", action="store_true", help="write them as a page to print, and ask nothing")
    made.add_argument("--list", action="store_true", help="only say how many there are")


def _train(chosen: argparse.Namespace) -> None:
    with opened(chosen, create=bool(chosen.files)) as library:
        numbers = _problems(library, chosen) if chosen.files else None
        kept = deck(library, chosen.game, numbers)
        if chosen.list:
            counts = dict.fromkeys(ORDER, 0)
            for each in kept:
                counts[status(each.progress, now())] += 1
            parts = ", ".join(f"{count:,} {name}" for name, count in counts.items())
            print(f"{counted(len(kept), 'puzzle')}: {parts}")
            return
        listed = to_train(kept, now(), chosen.early)[: chosen.most]
        if not listed:
            raise ValueError(_why_none_is_asked(kept))
        if chosen.sheet:
            put(_sheet(listed))
            return
        Training(library, plain_terminal()).run(listed)


def _problems(library: Library, chosen: argparse.Namespace) -> list[int]:
    """Import the files and put their problems into the deck. Returns the ids of their games."""
    game = load(chosen.game) if chosen.game else None
    found: list[int] = []
    for name in chosen.files:
        imported = Import(library, collection_of(name), name, chosen.encoding)
        _, rejected, unread = imported.run(game)
        if rejected or unread:
            say(f"{name}: {unread or f'{rejected} not readable'}")
        for number in imported.games:
            card = problem(library.match(number))
            if card is not None:
                put_cards(library, [card], number)
                found.append(number)
    if not found:
        raise ValueError("no game of these files begins from a position of its own, so there is no problem to solve")
    return found


def _sheet(listed: Sequence[Kept]) -> str:
    """The puzzles as a page to print. Raises ValueError if they are of several games."""
    from saltus.printing.sheet import Printed, sheet

    games = {puzzle.card.game for puzzle in listed}
    if len(games) > 1:
        raise ValueError(f"a sheet has puzzles of one game: choose it with --game ({', '.join(sorted(games))})")
    game = listed[0].card.rules()
    shown = []
    for puzzle in listed:
        card, start = puzzle.card, puzzle.card.start()
        task = f"{SIDE_NAMES[SIDES[start[3]]]} to move: {_task(card)}"
        shown.append(Printed(start, task, _texts(card), f"({card.reason})" if card.reason else ""))
    return sheet(game, f"{game.name}: training, {counted(len(shown), 'puzzle')}", shown)


def _why_none_is_asked(kept: Sequence[Kept]) -> str:
    """The message if there is no puzzle to train."""
    waiting = [puzzle.progress.due for puzzle in kept if puzzle.progress and puzzle.progress.box is not None]
    if not kept:
        return "there are no puzzles: `games review` makes them from your games, or name a file of problems"
    if not waiting:
        return "every puzzle is solved; --early asks them again"
    return f"nothing is due; the next puzzle is due {_later(min(waiting) - now())}; --early asks it now"


def _later(ms: int) -> str:
    minutes = max(1, round(ms / 60_000))
    if minutes < 120:
        return f"in {counted(minutes, 'minute')}"
    return f"in {round(minutes / 60)} hours" if minutes < 2 * 1440 else f"in {round(minutes / 1440)} days"


class Training:
    """A series of puzzles at a terminal; each answer is kept at once."""

    def __init__(self, library: Library, terminal: Terminal) -> None:
        self.library = library
        self.tell = terminal.say
        self.quiz = Quiz(terminal, COMMANDS)
        self.seen = self.solved = 0

    def run(self, listed: Sequence[Kept]) -> None:
        """Ask the puzzles, or until the input ends."""
        for number, kept in enumerate(listed, 1):
            origin = "" if kept.game is None else f": game {kept.game}, {self.library.entry(kept.game).players}"
            self.tell(f"\n{number} of {len(listed)}{origin}")
            if not self.ask(kept):
                break
        self.tell(f"{self.solved} of {self.seen} solved at once and without help.")

    def ask(self, kept: Kept) -> bool:
        """Ask one puzzle. Returns whether to go on with the next."""
        card = kept.card
        end, is_clean = self._solve(card)
        if end == "forget":
            forget(self.library, [kept.id])
            self.tell("This puzzle will not be asked again.")
        if end in ("forget", "next", "quit"):
            return end != "quit"
        self.seen += 1
        self.solved += is_clean
        self.tell(f"{'Solved' if is_clean else 'The solution'}: {' '.join(_texts(card))}")
        if card.source == "mistake":
            shown = f" It goes on {' '.join(card.refutation)}." if card.refutation else ""
            self.tell(f"Played was {card.played}. {card.reason}{shown}")
        elif card.reason:
            self.tell(card.reason)
        after = answer(self.library, kept, is_clean, now())
        again = "does not come back" if after.box is None else f"comes back {_later(after.due - now())}"
        self.tell(f"It {again}.")
        return True

    def _solve(self, card: Card) -> Answered:
        """Ask for the moves of the solution, or as good ones, until it is complete or given up."""
        game, moves = card.rules(), card.moves()
        match, wanted = Match(game, position=card.start()), (len(moves) + 1) // 2

        def worth(match: Match, move: Move) -> Literal["right", "as good", "wrong"]:
            if game.play(match.position, move) == game.play(match.position, moves[match.ply]):
                return "right"
            return "as good" if is_as_good(game, match.position, move) else "wrong"

        side = SIDE_NAMES[SIDES[match.position[3]]]
        more = f" ({wanted} moves to find)" if wanted > 1 else ""
        return self.quiz.solve(match, moves, f"{side} to move: {_task(card)}{more}.", worth)


def _task(card: Card) -> str:
    return "find a better move than the one played" if card.source == "mistake" else "find the solution"


def _texts(card: Card) -> tuple[str, ...]:
    return line_texts(card.rules(), card.start(), card.moves())
