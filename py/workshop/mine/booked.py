"""Whether an opening book makes a player stronger: games of the player with it against the player without, in C.

    python3 -m workshop.mine.booked english --nodes 20000 --pairs 156

Both search so many positions a turn. One plays by the book as long as it knows the position: the best move, or one of
those that are nearly as good, by lot. A pair of games begins after the same turns, in English checkers those of a
ballot, else drawn by lot within the book; each player has both colours once. The games of which the book's searches
are a part are not looked at: a book that is no better than the search that it replaces scores 50 %.
"""

import argparse
from random import Random
from statistics import stdev

from saltus.core.game import Game, Position
from saltus.games import load
from saltus.study.ballots import BALLOTS, after
from saltus.study.openings import Book, opening_book
from saltus.tablebase.base import Endings

from workshop.mine.openings import WHOLE, Player, ended

NEARLY = 2
"""Hundredths of a piece that a move of the book may give away."""


def beginning(game: Game, choose: Random, number: int) -> Position:
    """Where the games of a pair begin."""
    deck = [ballot for ballot in BALLOTS if ballot.deck]
    if game.key == "english":
        return after(deck[number % len(deck)].text)
    position = game.start()
    for _ in range(WHOLE[game.key]):
        position = game.play(position, choose.choice(game.moves(position)))
    return position


def read(game: Game, book: Book, position: Position, choose: Random) -> Position | None:
    """The position after a move of the book; None where it knows none."""
    page = book.page(position)
    if page is None or not page.moves:
        return None
    best = max(known.value for known in page.moves)
    return game.play(position, choose.choice([one.move for one in page.moves if one.value >= best - NEARLY]))


def contest(player: Player, book: Book, position: Position, booked: int, nodes: int, choose: Random) -> float:
    """What the side `booked` gets, which knows the book: 1, 0.5 or 0."""
    game = player.game
    player.forget()
    while game.outcome(position) is None and (book.page(position) is not None):
        known = read(game, book, position, choose) if position[3] == booked else None
        if known is None:
            known = player.read(player.ask(f"move {nodes} {player.words(position)}"))
        position = known
    table = game.knowledge()
    answer = player.ask(f"play {nodes} {choose.randrange(1 << 60)} {player.words(position)}")
    result = ended(answer, table if isinstance(table, Endings) else None)
    return (1 + (-result if booked else result)) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(WHOLE))
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--pairs", type=int, default=156)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = load(chosen.game)
    book, player = opening_book(game), Player(game)
    assert book is not None
    shares = []
    for number in range(chosen.pairs):
        choose = Random(f"{chosen.seed} {number}")
        position = beginning(game, choose, number)
        shares.append(sum(contest(player, book, position, side, chosen.nodes, choose) for side in (0, 1)) / 2)
    mean, margin = sum(shares) / len(shares), 1.96 * stdev(shares) / len(shares) ** 0.5
    print(f"{game.key}, {chosen.nodes:,} nodes, {2 * len(shares)} games: {mean:.1%} ± {margin:.1%} with the book")


if __name__ == "__main__":
    main()
