"""`games repertoire`: the lines that a player means to play, training them, and where games left them."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random

from saltus.cli.game_files import Games, encoding_option
from saltus.cli.library.options import chosen_query, library_command, opened
from saltus.cli.options import Commands, Run, game_argument, whole
from saltus.cli.streams import plain_terminal
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position, Side
from saltus.core.phrase import counted
from saltus.games import load
from saltus.library.deck import own_sides
from saltus.library.explorer import asking, explore
from saltus.library.lines import Trained, add_lines, remove_line, repertoire, repertoires, train_line
from saltus.library.query import Query, parse
from saltus.library.repertoire import Departure, Repertoire, own_lines, weights
from saltus.library.store import Library
from saltus.match.diagram import lettered
from saltus.match.match import Match
from saltus.notation.move import move_text
from saltus.play.quiz import Quiz
from saltus.play.terminal import Terminal
from saltus.study.schedule import now, status

SIDE_WORDS: dict[str, Side] = {"white": "w", "black": "b"}


def add(commands: Commands) -> None:
    made = library_command(commands, "repertoire", _list)
    actions = Commands(made.add_subparsers(dest="deed", metavar="DEED"), commands.program, "games repertoire ")

    made = _command(actions, "add", _add)
    made.add_argument("moves", metavar="MOVE", nargs="*", default=[], help="the line from the start, of both sides")
    made.add_argument("--file", metavar="FILE", help="the games of a file with their variations, instead")
    encoding_option(made)
    made = _command(actions, "remove", _remove)
    made.add_argument("moves", metavar="MOVE", nargs="+", help="the line from the start; its last move is removed")
    made = _command(actions, "show", _show)
    made = _command(actions, "train", train)
    made.add_argument("--query", metavar="QUERY", default="", help="the other side answers as in these games")
    made.add_argument("--most", type=whole(1, 1_000), metavar="N", default=10, help="so many lines at most (10)")
    made.add_argument("--seed", type=int, metavar="N", help="choose the answers in the same way each time")
    made.add_argument("--early", action="store_true", help="also moves that are not due yet")

    made = library_command(actions, "check", _check, queried=True)
    made.add_argument("--player", metavar="NAME", action="append", help="only for the side with this name")


def _command(actions: Commands, name: str, run: Run) -> argparse.ArgumentParser:
    made = library_command(actions, name, run)
    game_argument(made, own=False)
    made.add_argument("side", metavar="SIDE", choices=SIDE_WORDS, help="white or black: whose lines")
    return made


def _list(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library:
        found = repertoires(library)
    for (game, side), count in found.items():
        print(f"{count:>6,} positions  {game} {'white' if side == 'w' else 'black'}")
    if not found:
        print("there are no lines yet: `games repertoire add` adds them", file=sys.stderr)


def _add(chosen: argparse.Namespace) -> None:
    game, side = load(chosen.game), SIDE_WORDS[chosen.side]
    if bool(chosen.moves) == bool(chosen.file):
        raise ValueError("give either a line of moves or --file")
    lines = []
    for match in Games(chosen.file, game, encoding=chosen.encoding) if chosen.file else [_played(game, chosen.moves)]:
        if match.game.key != game.key:
            raise ValueError(f"{chosen.file} has a game of {match.game.name}, not of {game.name}")
        lines += own_lines(match, side)
    with opened(chosen, create=True) as library:
        count = add_lines(library, game, side, lines)
    print(counted(count, "new move"))


def _played(game: Game, moves: Sequence[str]) -> Match:
    if game.setups[0].seeded:
        raise ValueError(f"{game.name} has no single starting position: use --file")
    match = Match(game)
    for text in moves:
        match.play(text)
    return match


def _remove(chosen: argparse.Namespace) -> None:
    game, side = load(chosen.game), SIDE_WORDS[chosen.side]
    match = _played(game, chosen.moves)
    before = match.node.parent
    if before is None or before.side != side or match.last is None:
        raise ValueError(f"the last move of this line is not {SIDE_NAMES[side]}'s")
    with opened(chosen) as library:
        count = remove_line(library, game, before.position, match.last)
    print(f"{counted(count, 'move')} removed")


def _show(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library:
        found = repertoire(library, chosen.game, SIDE_WORDS[chosen.side]).repertoire
    for root in found.roots():
        if found.game.setups[0].seeded or root != found.game.start():
            print(lettered(found.game, root))
        for line in _tree(found, root, {root}):
            print(line)


def _tree(
    found: Repertoire, position: Position, seen: set[Position], indent: str = "", begun: str = ""
) -> Iterator[str]:
    """The lines after a position of the repertoire, each branch on a line of its own. `begun` is before them."""
    game, moves = found.game, found.moves[position]
    if begun and len(moves) > 1:
        yield indent + begun.rstrip()
        indent, begun = indent + "  ", ""
    for move in moves:
        begun_line = f"{begun}{move_text(game, position, move)}"
        after = game.play(position, move)
        replies = found.replies(after)
        if len(replies) != 1:
            yield indent + begun_line
        for reply, following in replies:
            deeper, before = (indent, f"{begun_line} ") if len(replies) == 1 else (indent + "  ", "")
            going = f"{before}{move_text(game, after, reply)} "
            if following in seen:
                yield f"{deeper}{going}…"
            else:
                yield from _tree(found, following, seen | {following}, deeper, going)


def _check(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library:
        kept = [repertoire(library, *name).repertoire for name in repertoires(library)]
        if not kept:
            raise ValueError("there are no lines to compare with: `games repertoire add` adds them")
        query = chosen_query(chosen.query, library)
        for found in library.find(query):
            entry = library.entry(found.id)
            for lines in kept:
                if lines.game.key != entry.game:
                    continue
                if chosen.player and lines.side not in own_sides(entry, chosen.player):
                    continue
                departure = lines.departure(entry)
                if departure is not None:
                    print(f"{found.id:>6}  {entry.players}: {_told(library.match(found.id), lines, departure)}")


def _told(match: Match, lines: Repertoire, departure: Departure) -> str:
    game, line = match.game, match.tree.main_line
    node = line[departure.ply]
    if departure.who in ("end", "game"):
        return f"followed {SIDE_NAMES[lines.side]}'s lines to their end, {counted(departure.ply, 'move')}"
    move = line[departure.ply + 1].move
    assert move is not None, "the game went on"
    text, before = move_text(game, node.position, move), counted(departure.ply, "move")
    played = f"after {before} {SIDE_NAMES[node.side]} played {text}"
    if departure.who == "other":
        return f"{played}, which the lines do not answer"
    meant = " or ".join(move_text(game, node.position, one) for one in lines.moves[node.position])
    return f"{played} instead of {meant}"


MAX_OWN_MOVES = 60  # No line of training is longer: kings could go round in circles.
COMMANDS = {"?": "show the move", "board": "the board again", "next": "another line", "quit": "leave"}


def train(chosen: argparse.Namespace) -> None:
    with opened(chosen) as library:
        trained = repertoire(library, chosen.game, SIDE_WORDS[chosen.side])
        if not trained.repertoire.moves:
            raise ValueError("there are no lines to train: `games repertoire add` adds them")
        query = parse(chosen.query, chosen.game)
        LineTraining(library, trained, query, Random(chosen.seed), plain_terminal(), chosen.early).run(chosen.most)


class LineTraining:
    """The player makes the moves of the repertoire; the other side's are chosen by lot. A reply is likelier the more
    games of the library have it. Only lines with a move that is due are played."""

    def __init__(
        self, library: Library, trained: Trained, query: Query, choose: Random, terminal: Terminal, early: bool
    ) -> None:
        self.library, self.query, self.choose = library, query, choose
        self.lines, self.progress = trained
        self.game = self.lines.game
        self.tell, self.early = terminal.say, early
        self.quiz = Quiz(terminal, COMMANDS)
        self.done: set[Position] = set()  # The positions that have been asked.
        self.right = 0

    def run(self, most: int) -> None:
        """Play lines until nothing is due, the limit is reached, or the input ends."""
        number = 0
        while number < most and (roots := [root for root in self.lines.roots() if self.is_open(root)]):
            number += 1
            self.tell(f"\nLine {number}")
            if not self.line(self.choose.choice(roots)):
                break
        if not number:
            self.tell("Nothing is due; --early asks everything.")
        self.tell(f"{self.right} of {len(self.done)} positions right.")

    def is_open(self, position: Position) -> bool:
        """Whether a move that is due can follow."""
        return any(self.is_due(here) for here in self.lines.walk(position))

    def is_due(self, position: Position) -> bool:
        """Whether the move of this position is to be asked."""
        is_now = self.early or status(self.progress.get(position), now()) in ("due", "new")
        return is_now and position not in self.done

    def line(self, position: Position) -> bool:
        """Play one line. Returns whether to go on with the next."""
        self.board(position)
        for _ in range(MAX_OWN_MOVES):
            answer = self.question(position)
            if isinstance(answer, str):
                return answer == "next"
            after = self.game.play(position, answer)
            replies = {reply: there for reply, there in self.lines.replies(after) if self.is_open(there)}
            if not replies:
                break
            reply = self.reply(after, list(replies))
            self.tell(f"{SIDE_NAMES[SIDES[after[3]]]} plays {move_text(self.game, after, reply)}.")
            position = replies[reply]
        self.tell("The line ends here.")
        return True

    def question(self, position: Position) -> Move | str:
        """Ask for the move of a position. Returns the move to go on with, or `next` or `quit`."""
        meant = self.lines.moves[position]
        texts = " or ".join(move_text(self.game, position, move) for move in meant)
        prompt = f"{SIDE_NAMES[SIDES[position[3]]]}> "
        move = self.quiz.answer(self.game, position, lambda: self.board(position), prompt)
        if move == "?":
            self.tell(f"You play {texts} here.")
        elif isinstance(move, str):
            return move
        elif move in meant:
            self.answer(position, is_clean=True)
            return move
        else:
            self.tell(f"Your move here is {texts}, not {move_text(self.game, position, move)}.")
        self.answer(position, is_clean=False)
        return meant[0]

    def answer(self, position: Position, is_clean: bool) -> None:
        """Keep an answer, the first in each position."""
        if position not in self.done:
            self.done.add(position)
            self.right += is_clean
            before = self.progress.get(position)
            self.progress[position] = train_line(self.library, self.game, position, before, is_clean, now())

    def reply(self, position: Position, replies: list[Move]) -> Move:
        """The other side's move: likelier the more often it was played in the library's games."""
        games = self.library.find(asking(self.query, self.game, position))
        explored = explore(self.game, position, ((one.id, one.entry) for one in games))
        played = {move: one.tally.games for one in explored.moves for move in (one.move, *one.alike)}
        (found,) = self.choose.choices(replies, weights(replies, played))
        return found

    def board(self, position: Position) -> None:
        self.tell(lettered(self.game, position, self.lines.side != self.game.bottom))
