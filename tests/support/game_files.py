"""Files with many or long games, in any encoding, and packed."""

import zipfile
from io import BytesIO

LONGEST = 480_000
"""The most bytes of a game that the page opens."""
ALPHABETS = [
    ("Турнир", "cp1251"),
    ("Турнир", "koi8-r"),
    ("Турнир", "cp866"),
    ("Чемпіонат України", "koi8-u"),
    ("Παπαδόπουλος Γιώργος", "cp1253"),
    ("Türkiye Dama Şampiyonası", "cp1254"),
    ("אליפות ישראל בדמקה", "cp1255"),
    ("بطولة مصر", "cp1256"),
    ("春の大会 東京", "shift_jis"),
    ("春の大会 東京", "euc-jp"),
    ("北京国际跳棋公开赛", "gb18030"),
    ("台北公開賽", "big5"),
    ("서울 대회", "euc-kr"),
]
"""Words in encodings of other alphabets."""


def game(number: int, words: str = "", moves: str = "1. 11-15 22-18 2. 15x22 25x18 1-0") -> str:
    """A game with a comment of this length."""
    tags = f'[Event "Club {number}"]\n[White "Ada"]\n[Black "Boole"]\n[GameType "21"]\n'
    return f"{tags}\n{{{words}}} {moves}\n\n"


def lines(letters: int) -> str:
    """A comment of this many letters, in lines."""
    return "so it went on and on\n" * (letters // 21)


def zipped(parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return made.getvalue()
