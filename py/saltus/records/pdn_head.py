"""What stands before the moves of a PDN game: its tags, its game, and the position that it starts from."""

import re
from collections.abc import Collection
from functools import cache

from saltus.core.game import SIDES, Game, Position, Side, game_name
from saltus.core.phrase import Phrase, Several, by_number
from saltus.games import keys, load, rules
from saltus.match.match import Match
from saltus.notation.error import Blaming, RecordError, expected, shown
from saltus.notation.move import fitting_moves
from saltus.notation.position import read_setup
from saltus.records.pdn_scan import UNKNOWN_VALUES, WORDS, Tag, folded, own_name, tag_of
from saltus.records.tags import DERIVED_TAGS, MAX_TAG_CHARS, check_name, check_value, option_of

_TONGUES = WORDS["tongues"]
_NUMBER = re.compile(r"[0-9]++")


@cache
def numbers() -> dict[str, str]:
    """The keys of the games that have a PDN number, by that number."""
    return {str(rules(key).pdn): key for key in keys() if rules(key).pdn is not None}


def key_of(game_type: str) -> str | None:
    """The key of the game that a `GameType` names by number or in words, None if it names none or an unknown one."""
    said = game_type.split(",")[0].strip().strip("()")
    number = _NUMBER.match(said)
    if number is not None:
        return numbers().get(number[0])
    name = folded(said)
    known = {
        **{folded(rules(key).name): key for key in numbers().values()},
        **{key: key for key in numbers().values()},
    }
    named = (key for key, words in WORDS["games"].items() if key in known and name in words.split())
    return known.get(name) or next(named, None)


def numbered(number: str, game: type[Game]) -> Phrase:
    """A game by the number that a format has for it, and by name."""
    return Phrase("record.numbered", number=number, game=game_name(game))


def listed_games(word: str) -> Several:
    """The games that PDN has numbers for, as a list for people."""
    return Several((numbered(number, rules(key)) for number, key in sorted(numbers().items())), word)


def says_game(game_type: str | None) -> bool:
    """Whether a `GameType` says anything."""
    return game_type is not None and game_type.strip(" ?-") != ""


def leader_of(game: Game | type[Game], game_type: str) -> Side:
    """The side whose score a result gives first: the one that starts, as a `GameType` in full says."""
    fields = game_type.split(",", 2)
    colour = fields[1].strip().lower() if len(fields) > 1 else ""
    return next((side for side in SIDES if side == colour), game.first)


def fen_of(setup: str) -> str:
    """The position in a set-up such as `/FEN "W:W1:B2"/`."""
    return re.sub(r"(?i:^\s*+FEN\b)", "", setup.strip("/")).strip().strip('"')


def likely(fen: str, first: str | None, asked: Game | None, names: Collection[str] = ()) -> list[Game]:
    """The games that a text without `GameType` may be of, the likeliest first. Those in whose rules the start, of
    this position if it is not empty, and the first move, if there is one, are possible; `asked`, the one that was
    asked for, before the others, then those whose language the tags' `names` are in; all after those in which the
    position can be reached."""
    games = [
        load(key)
        for key in sorted(numbers().values(), key=lambda key: (not {*_TONGUES.get(key, "").split()} & {*names}, key))
    ]
    if asked is not None and asked.pdn is not None:
        games = [asked, *(game for game in games if game.key != asked.key)]
    fitting = [(game, start) for game in games if (start := _start(game, fen, first)) is not None]
    return [game for game, start in sorted(fitting, key=lambda fit: not _can_be(*fit))]


def _start(game: Game, fen: str, first: str | None) -> Position | None:
    """The position that a text starts from, None if it cannot stand in the game or has not the first move."""
    try:
        start = read_setup(game, fen).position if fen.strip(" ?") else game.start()
    except RecordError:
        return None
    return start if first is None or fitting_moves(game, first, game.moves(start)) else None


def _can_be(game: Game, position: Position) -> bool:
    """Whether a position can be reached, as far as is easily told: the side that begins moves before the other."""
    start = game.start()
    first = start[3]
    return position[3] == first or position[first] != start[first]


class Head:
    """The head of one game. Adds to `warnings`, each with its offset in the text."""

    def __init__(self, text: str, game: Game | None, opening: str | None, warnings: list[tuple[int, str]]) -> None:
        self.text = text
        self.game = game  # The game if the text does not name it.
        self.opening = opening  # The first move.
        self.warnings = warnings
        self.tags: dict[str, Tag] = {}
        self.places: dict[str, int] = {}  # Where each tag begins.
        self.setup: re.Match[str] | None = None  # The last position that is set up before the first move.

    def tag(self, token: re.Match[str]) -> None:
        """Take a tag; of several with a name the first counts."""
        tag = tag_of(token)
        if tag is None:
            return
        if tag.name in self.tags and own_name(tag.written) not in self.tags:
            # Two languages' words for one thing: nothing is lost.
            tag = tag._replace(name=own_name(tag.written))
        if tag.name in self.tags:
            message = Phrase("record.tag-twice", name=tag.name)
            self.warnings.append((token.start(), message))
            return
        self.tags[tag.name] = tag
        self.places[tag.name] = token.start()

    def value(self, name: str) -> str | None:
        return self.tags[name].value if name in self.tags else None

    def wrong(self, name: str, message: str) -> RecordError:
        return RecordError.at(self.text, self.tags[name].offset, message)

    def match(self) -> Match:
        """The match before the first move. Raises `RecordError`."""
        game = self.named()
        start = self.start(game)
        match = Match(game) if start is None or start == game.start() else Match(game, position=start)
        for name, tag in self.tags.items():
            value = tidy(tag.value)
            if name in DERIVED_TAGS or value in ("", "?", UNKNOWN_VALUES.get(name)):
                continue
            if len(value) > MAX_TAG_CHARS:
                self.warnings.append((tag.offset, Phrase("record.tag-cut", name=name, most=MAX_TAG_CHARS)))
                value = value[:MAX_TAG_CHARS].rstrip()
            with Blaming(self.text, self.places[name]):
                match.tags[check_name(name)] = check_value(value)
        return match

    def start(self, game: Game) -> Position | None:
        """The position that the game starts from, None if the text sets none up."""
        if self.setup is not None:
            return self.position(game, self.setup)
        fen = self.value("FEN")
        if fen is None or not fen.strip(" ?"):
            flag = self.value("SetUp")
            if flag is not None and flag not in ("0", "", "?"):
                message = Phrase("record.fen")
                raise RecordError.at(self.text, self.places["SetUp"], message)
            return None
        return self._read(game, fen, self.tags["FEN"].offset)

    def position(self, game: Game, token: re.Match[str]) -> Position:
        """The position that a token such as `/FEN "W:W1:B2"/` sets up. Raises `RecordError`."""
        fen = fen_of(token[0])
        return self._read(game, fen, token.start() + max(0, token[0].find(fen)))

    def _read(self, game: Game, fen: str, offset: int) -> Position:
        try:
            found = read_setup(game, fen)
        except RecordError as error:
            raise RecordError.at(self.text, offset + error.column - 1, error.message) from error
        if found.crowned:
            squares = Several(sorted(map(game.spoken, found.crowned), key=by_number), "and")
            self.warnings.append((offset, Phrase("record.crowned", squares=squares)))
        if found.has_side or self.opening is None:
            return found.position
        # Where it is not said who is to move, it is the side that can play the first move.
        white, black, kings, side = found.position
        exchanged = (white, black, kings, 1 - side)
        here, there = (fitting_moves(game, self.opening, game.moves(way)) for way in (found.position, exchanged))
        return exchanged if there and not here else found.position

    def named(self) -> Game:
        """The game from the tag `GameType`, with the options from the tag `Rules`."""
        said = self.value("GameType")
        if said is None or not says_game(said):
            if self.game is None:
                raise RecordError(Phrase("record.game-type", known=listed_games("or")))
            game = self.game
            if game.pdn is None:
                raise RecordError(Phrase("record.not-pdn", game=game_name(game), known=listed_games("and")))
        else:
            key = key_of(said)
            if key is None:
                types = Phrase("record.game-types", known=listed_games("or"))
                number = _NUMBER.match(said.strip().strip("()"))
                if number and (name := WORDS["other games"].get(number[0], "").strip()):
                    message = Phrase("record.game-other", found=shown(said), game=name, types=types)
                    raise self.wrong("GameType", message)
                raise self.wrong("GameType", expected(types, shown(said.split(",")[0].strip())))
            game = load(key)
        return self._with_options(game)

    def _with_options(self, game: Game) -> Game:
        """The game with the options that the tag `Rules` names. Other programs may say other things in it."""
        said = self.value("Rules")
        if said is None or "=" not in said:
            return game
        with Blaming(self.text, self.tags["Rules"].offset):
            return load(game.key, dict(option_of(item, "=") for item in said.split(",")))


def tidy(value: str) -> str:
    """A value in one line, without characters that cannot be shown."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in value).split())
