"""Files with many or long games."""

LONGEST = 480_000
"""The most bytes of a game that the page opens."""


def game(number: int, words: str = "", moves: str = "1. 11-15 22-18 2. 15x22 25x18 1-0") -> str:
    """A game with a comment of this length."""
    tags = f'[Event "Club {number}"]\n[White "Ada"]\n[Black "Boole"]\n[GameType "21"]\n'
    return f"{tags}\n{{{words}}} {moves}\n\n"


def lines(letters: int) -> str:
    """A comment of this many letters, in lines."""
    return "so it went on and on\n" * (letters // 21)
