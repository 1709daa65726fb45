"""Puts every kind of request to the worker, as it is and spoiled, and writes all replies.

`every_request.py EXAMPLES` writes one of each kind of the requests of reach.py, in any Python. `every_request.py
FILE EXAMPLES WHAT [join]` runs inside a runtime, with what is shipped (test_split_runtime.py). It sends the
examples, and what may lead the interpreter elsewhere: `some` texts that are no requests and requests with a wrong
field, `fields` each request with each field missing or wrong, `files` large files and those of others, or `searches`
long searches and games. With `join` the rest of the runtime joins before the first of them. Clocks and random
numbers are the same in every run, and so are the replies.
"""

import json
import os
import sys
import time

TYPE_CHECKING = False  # `typing` is no part of what is shipped
if TYPE_CHECKING:
    from typing import Any, TextIO

TICK_SECONDS = 0.002
"""By how much a clock goes on whenever it is read."""


class Clock:
    """A clock that depends on nothing but how often it was read."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += TICK_SECONDS
        return self.seconds


class Dice:
    """A linear congruential generator (Knuth, The Art of Computer Programming 3.3.4, line 26)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def bytes(self, count: int) -> bytes:
        return bytes(self.below(256) for _ in range(count))


# Before any module of the package reads them.
time.perf_counter = time.time = Clock()
os.urandom = Dice(1).bytes

from bundle.reach import NONSENSE, Exercise, few  # noqa: E402
from saltus.protocol.worker import Worker  # noqa: E402

SEARCH_SECONDS = 0.4
REVIEW_NODES = 300  # From each position.
DRAWN = 1_000
"""So many requests are drawn."""

SEARCHES: "tuple[dict[str, object], ...]" = tuple(
    {"time": SEARCH_SECONDS, "progress": True, **how}
    for how in ({"level": 10}, {"lines": 3, "written": True}, {"shares": True}, {"helps": True}, {"time": 0.0001})
)
"""The ways in which the page asks for a search. On a slow device it ends before it has begun."""

WRONG: "tuple[object, ...]" = (
    None,
    True,
    -1,
    0,
    7,
    1.5,
    -0.0,
    1e300,
    2**31,
    2**63,
    10**40,
    -(10**40),
    "",
    "x",
    "a1",
    "w",
    "\u00e9\u20ac\U0001f600",
    "\ud800",
    "\x00\n\t",
    "9" * 5000,
    [],
    ["a1"],
    ["a1", "b2", "c3"],
    [[1, {"x": None}]],
    [None] * 70,
    {},
    {"game": "rock", "start": 3},
)
"""Values that a field may have instead of what it should."""

RAW = (
    "\u00e9",
    "\ud800",
    "\U0001f600",
    "\x00",
    "[" * 100_000,
    '{"a":' * 5_000,
    '{"id": NaN, "op": "games"}',
    '{"id": 1e999, "op": "games"}',
    '{"id": -Infinity, "op": "games"}',
    '{"id": 1, "op": "games"',
    '{"id": 1, "op": "gam\\ud83d\\ude00es"}',
    '{"id": "\\u00e9", "op": "games", "id": 2}',
    '{"id": 1 "op"}',
    '{"id": 00}',
    '"\\x"',
    '"\\u12"',
    "{1: 2}",
    "tru",
    "-",
    "1" * 10_000,
    '{"id": ' + "1" * 10_000 + ', "op": "games"}',
    '{"id": 1, "op": "load", "text": "' + "x" * 3_000_000 + '"}',
)
"""Texts that are no requests, or hardly."""

GAMES_OF_OTHERS = (
    '[Event "\u00e9"]\n[Result "1-0"]\n\n1. 11-15 23-19 {so \u20ac} 2. 8-11? (2. 9-14) 22-17 $5 1-0\n' * 3,
    '[GameType "20"]\n[FEN "W:W18,K20:BK1,7"]\n\n1. 20x11 7x16 2. 18-14 *',
    "(;GM[40]FF[4]AP[x]SZ[8:4];B[a1-a3]C[so \\] and so](;W[a8-a6])(;W[b8-b6]))",
    "(;GM[9]SU[x]\n;B[b1-b3];W[a2-c2]",
    "From: a club\n\n(;FF[4]GM[9]RE[White wins by connection];B[b1-b3];W[a2-c2])) so",
    "(;FileFormat[3]GaMe[9]EVent[a]EVent[b]Comment[see [1] so];Black[b1-b3]Black[b1-b3];White[a2-c2]BL;[];B[",
    "(;GM[9]RE[Jigo]RE[nobody knows];b[b1-b3;w[a2-c2]()AB[]so (;FF[4]GM[9]RE[1-0]B[b1-b3])",
    '[Event "D:\\open\\may"]\n[GameType "21"]\n\n1. 11-15 23-19 thanks',
    "1. 11-15 thanks",
    "W:W18,K20,21-24:BK1,7.",
    "B:W1,2,3:B99",
    "\ufeff1. e4 e5 2. Nf3",
    "1. 11-15 " + "23-19 " * 400,
    "{" * 300 + "(" * 300,
    '{"game": "english", "moves": [["c3", "d4"]], "start": {"rows": []}}',
    '{"game": "gambit", "tree": [[1, 2], {"x": 1}]}',
)
"""Files as players may bring them, right and wrong."""


PDN = '[Event "Club {n}"]\n[White "Ada"]\n[GameType "{kind}"]\n\n{{words}} 1. 11-15 22-18 2. 15x22 25x18 1-0\n\n'
SGF = "(;GM[{kind}]FF[4]GN[Club {n}]C[{words}]\n;B[b1-b3];W[a2-c2](;B[a1-a3])(;B[c1-c3]))\n"
QUERIES = (
    "",
    'player:Nagy -event:"città di" year:1950..1960,..1900 date:1950.03.. length:>40',
    "result:white,draw ballot:12 id:3,8..10 opening:edinburgh \u00e9\u20ac\U0001f600",
    "pattern:a1=w,c3+e5=!piece material:w2k1-b3 turn:white mirrored rotated",
    "material:3v2 mirrored",
    'after:"11-15 23-19"',
    "playr:smith",
    "pattern:99=x",
)
"""What players search for in their collections, right and wrong."""

LONG_FILES = [
    (game, "".join(form.replace("{n}", str(n)).replace("{words}", (words + " ") * (n % 90)) for n in range(300)))
    for game, form in (
        ("english", PDN.replace("{kind}", "21")),
        ("italian", PDN.replace("{kind}", "25")),
        ("rock", SGF.replace("{kind}", "9")),
    )
    for words in ("so it went on", "\u00e8 \u2013 \U0001f3c6", "\u65e5\u672c\u8a9e", "\x85 \u2028 \u0130\u0131")
]
"""Collections of many games, with comments in several scripts."""
PIECE_CHARS = 100_000


def written(message: "dict[str, object]") -> str:
    """Returns a request as the page writes it: letters beyond ASCII stay as they are."""
    return json.dumps(message, ensure_ascii=False)


class Recorder(Exercise):
    """Sends the requests of reach.py, and remembers an example of each set of fields."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = True
        self.examples: dict[tuple[str, ...], dict[str, object]] = {}

    def ask(self, op: str, **fields: object) -> "dict[str, Any]":
        self.examples.setdefault((op, *sorted(fields)), {"op": op, **fields})
        return super().ask(op, **fields)


class Strain:
    """A worker as the browser has it, one call for each request and one for each slice of a search."""

    def __init__(self, replies: "TextIO") -> None:
        self.replies = replies
        self.sent = 0
        self.worker = Worker()
        self.worker.complete()

    def send(self, text: str, stop: bool = False) -> None:
        """Sends a text, and waits for all that it is answered with, or stops what it has begun."""
        said = self.take(text)
        while said[0] == "1":
            if stop:
                self.take('{"id": 0, "op": "stop"}')
            said = self.take(None)

    def take(self, text: str | None) -> list[str]:
        """Returns what the worker says: whether it is busy, and its replies. None of them reports a fault of ours."""
        said = self.worker.handle(text).split("\n")
        assert not any('"internal"' in line for line in said), (text, said)
        self.sent += text is not None
        self.replies.write("\n".join([*said, ""]))
        return said

    def ask(self, op: str, **fields: object) -> None:
        self.send(written({"id": 1, "op": op, **fields}))

    def spoil(self, example: "dict[str, object]") -> None:
        """Sends a request with each of its fields left out, and with each of the wrong values in it."""
        for field in example:
            self.send(written({key: value for key, value in example.items() if key != field}), stop=True)
            for value in WRONG:
                self.send(written({"id": 1, **example, field: value}), stop=True)
        for value in WRONG:
            self.send(written({"id": value, **example}), stop=True)

    def think(self, game: "dict[str, Any]") -> None:
        """Searches for long, from several positions, in each way that the page asks for."""
        rows, key = game["start"]["rows"], game["key"]
        for start in (rows, few(rows, 5, 4), few(rows, 3, 3), few(rows, 3, 2), few(rows, 2, 2)):
            self.ask("new", game=key, rows=start, side="w")
            self.worker.prepare()
            for how in SEARCHES:
                self.ask("think", **how)
            for level in range(1, 11):
                self.ask("think", time=0.1, level=level)
        self.play(key, 30)
        self.ask("review", nodes=REVIEW_NODES)
        for turns in (60, 400):
            self.play(key, turns)
            for format in ("json", "pdn", "sgf", "position"):
                said = self.take(written({"id": 1, "op": "record", "format": format}))
                text = json.loads(said[1]).get("text", "")
                for cut in (text, text[: len(text) // 2], text.replace("1", "\u00e9", 3), text * 3):
                    self.ask("contents", text=cut)
                    self.ask("index", text=cut)
                    self.ask("load", text=cut, part=0)
            for query in QUERIES:
                self.ask("query", query=query, game=key)
            state = json.loads(self.take('{"id": 1, "op": "state"}')[1])
            for mirrored in (False, True):
                self.ask(
                    "explore", game=key, rows=state["rows"], side=state["side"], mirrored=mirrored, rotated=mirrored
                )
        self.ask("perft", game=key, depth=4)

    def read(self, game: str, text: str) -> None:
        """Lists the games of a long file, whole and in pieces, as the page does, and opens some."""
        for line_end in ("\n", "\r\n", "\r"):
            whole = "\ufeff" + text.replace("\n", line_end)
            self.ask("contents", text=whole, game=game)
            for format in (None, "pdn", "sgf"):
                for at in range(0, len(whole), PIECE_CHARS):
                    goes_on = at + PIECE_CHARS < len(whole)
                    piece = whole[at : at + PIECE_CHARS]
                    self.ask("contents", text=piece, game=game, format=format, goes_on=goes_on)
                    if format is None:
                        self.ask("index", text=piece, game=game, goes_on=goes_on)
            for part in (0, 7, 299, 300):
                self.ask("load", text=whole, game=game, part=part)
            self.ask("load", text=whole[:-5], game=game)

    def play(self, key: str, turns: int) -> None:
        """Plays a long game, with comments beyond ASCII, back and forth."""
        self.ask("new", game=key)
        for number in range(turns):
            moves = json.loads(self.take('{"id": 1, "op": "state"}')[1])["moves"]
            if not moves:
                break
            self.ask("play", path=moves[(7 * number + 3) % len(moves)]["path"], spent=number / 3)
            if number % 9 == 4:
                self.ask("annotate", node=number, comment="\u00e9\u20ac\U0001f600", glyphs=[1, 2])
                self.ask("undo", plies=2)
                self.ask("redo", plies=1)


def requests() -> "list[dict[str, object]]":
    """Returns an example of each request."""
    recorder = Recorder()
    recorder.play()
    recorder.study()
    return list(recorder.examples.values())


def send_some(examples: "list[dict[str, object]]", strain: Strain) -> None:
    """Sends texts that are no requests, and drawn examples, each with a drawn field that has a drawn wrong value."""
    for text in (*NONSENSE, *RAW):
        strain.send(text)
    dice = Dice(2)
    games = [game["key"] for game in Recorder().games()]
    for _ in range(DRAWN):
        request = dict(examples[dice.below(len(examples))])
        if "game" in request:
            request["game"] = games[dice.below(len(games))]
        fields = list(request)
        request[fields[dice.below(len(fields))]] = WRONG[dice.below(len(WRONG))]
        strain.send(written({"id": 1, **request}), stop=dice.below(2) == 0)


def send_fields(examples: "list[dict[str, object]]", strain: Strain) -> None:
    for example in examples:
        strain.ask("new", game="english")
        strain.spoil(example)


def send_files(examples: "list[dict[str, object]]", strain: Strain) -> None:
    for key, text in LONG_FILES:
        strain.read(key, text)
    for game in Recorder().games():
        for text in GAMES_OF_OTHERS:
            for op in ("contents", "load", "parse"):
                strain.ask(op, text=text, game=game["key"])
            for format in ("pdn", "sgf", "json", "position"):
                strain.ask("load", text=text, format=format, game=game["key"])


def send_searches(examples: "list[dict[str, object]]", strain: Strain) -> None:
    for game in Recorder().games():
        strain.think(game)


SENDS = {"some": send_some, "fields": send_fields, "files": send_files, "searches": send_searches}


def write_examples(target: str) -> None:
    with open(target, "w", encoding="utf-8") as file:  # noqa: PTH123  (`pathlib` is not there)
        json.dump(requests(), file)


def main(target: str, given: str, what: str, *how: str) -> None:
    with open(target, "w", encoding="utf-8", errors="surrogatepass") as replies:  # noqa: PTH123  (`pathlib` is not there)
        strain = Strain(replies)
        if "join" in how:
            assert 2j**1.5 != 0  # no request needs complex powers
        with open(given, encoding="utf-8") as file:  # noqa: PTH123
            examples = json.load(file)
        for example in examples:
            strain.send(written({"id": 1, **example}))
        SENDS[what](examples, strain)
    print(f"{strain.sent} requests")


if __name__ == "__main__":
    (main if len(sys.argv) > 2 else write_examples)(*sys.argv[1:])
