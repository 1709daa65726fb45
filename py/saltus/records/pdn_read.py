"""Reads PDN. `saltus.records.pdn` describes the format."""

import re
from functools import cache
from typing import Literal, NamedTuple

from saltus.core.game import SIDES, Game, Position, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.match.match import Match
from saltus.match.tree import HISTORY_DRAWS, Node, newly_due, other
from saltus.notation.error import (
    MAX_WARNINGS,
    ONE_GAME,
    UNCLOSED,
    RecordError,
    RecordWarning,
    bounded,
    ends,
    expected,
    glyphs_to,
    one_of,
    place,
    sentence,
    shown,
    unclaimed,
)
from saltus.notation.move import IllegalMove
from saltus.notation.position import read_position
from saltus.records.pdn_routes import Routes
from saltus.records.pdn_tokens import (
    END_COMMAND,
    OPEN_RESULTS,
    RESULT_SCORES,
    SCORE_RESULTS,
    TERMINATIONS,
    TOKEN,
    UNKNOWN_VALUES,
    plain,
    tokens,
)
from saltus.records.pdn_write import result_text, written_white_first
from saltus.records.tags import DERIVED_TAGS, STANDARD_TAGS, Part, check_name, check_value

MARK_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_WHITE_FIRST_HEADER = re.compile(
    "".join(rf'\[{name} "[^\r\n]*+\r?\n?' for name in (*STANDARD_TAGS, "Result")) + r'\[GameType "21"\]'
)
"""The start of the texts that this program wrote when it gave White's score first."""


def read(text: str, game: Game | None = None) -> Match:
    """Read the one game in `text`; `game` is used if the text has no `GameType`.

    Move numbers are optional and ignored. Raises `RecordError`.
    """
    reader = _Reader(bounded(text), game)
    for token in tokens(text):
        reader.take(token)
    return reader.finish()


def games(text: str, game: Game | None = None) -> list[Part]:
    """Split a text into its games: each ends with a result, or where tags follow moves.

    `game` is used for games that do not name their own. The games are not checked, and invalid tokens are skipped;
    `read` reports them.
    """
    found: list[Part] = []
    start, tags, turns, depth, begun, result, first = 0, dict[str, str](), 0, 0, False, "", 0
    for token in TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
        kind = token.lastgroup
        if kind == "space":
            continue
        if (result and kind != "comment") or (begun and kind == "tag"):
            found.append(_part(text, start, token.start(), first, tags, turns, result, game))
            start, tags, turns, depth, begun, result = token.start(), {}, 0, 0, False, ""
        if kind == "tag":
            first = first if tags else token.start()
            tags.setdefault(token["name"], plain(token["value"]))
        elif kind in ("move", "number", "open", "result"):
            begun = True
            turns += kind == "move" and not depth
            depth += kind == "open"
            if kind == "result" and not depth:
                result = token[0]
        elif kind == "close":
            depth = max(0, depth - 1)
    if tags or begun or not found:
        found.append(_part(text, start, len(text), first, tags, turns, result, game))
    return found


def _part(
    text: str, start: int, end: int, first: int, tags: dict[str, str], turns: int, result: str, game: Game | None
) -> Part:
    """One game of a text; the first of its tags is at `first`."""
    key = _key(tags) if "GameType" in tags or game is None else game.key
    score = RESULT_SCORES.get(tags.get("Result", result))
    winner: Side | Literal["draw"] | None = None
    if score == 0:
        winner = "draw"
    elif score and key:
        leader = _leader(rules(key), tags.get("GameType", ""))
        # If this program may have written the text with White's score first, only its moves can tell (`read`).
        if leader == SIDES[0] or not _WHITE_FIRST_HEADER.match(text, first, end):
            winner = leader if score > 0 else other(leader)
    return Part(start, end, key, tags, turns, winner)


def _leader(game: Game | type[Game], game_type: str) -> Side:
    """The side whose score a result gives first: the one that starts, as a `GameType` in full says."""
    fields = game_type.split(",", 2)
    colour = fields[1].strip().lower() if len(fields) > 1 else ""
    return next((side for side in SIDES if side == colour), game.first)


@cache
def _numbers() -> dict[str, str]:
    """The keys of the games that have a PDN number, by that number."""
    return {str(rules(key).pdn): key for key in keys() if rules(key).pdn is not None}


def _key(tags: dict[str, str]) -> str | None:
    """The key of the game that the tags name, None if they name none or an unknown one."""
    return _numbers().get(tags.get("GameType", "").split(",")[0].strip())


class _Variation(NamedTuple):
    """An open variation: the last node before it, and the offset of its bracket."""

    node: Node
    offset: int


class _Reader:
    """Builds one match token by token. `node` is the last node of the current variation."""

    def __init__(self, text: str, game: Game | None) -> None:
        self.text = text
        self.game = game
        self.tags: dict[str, re.Match[str]] = {}
        self.early: list[re.Match[str]] = []
        """Comments before the first move, including those among the tags."""
        self.match: Match | None = None
        self.node: Node
        self.variations: list[_Variation] = []
        self.first = False
        """The next move is the first of its variation."""
        self.echo = False
        """The last move was the first of its variation, and repeated one that was there already."""
        self.comment: list[str] = []
        """Comments before the first move of a variation."""
        self.words: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """The notes of the nodes so far. Lists, joined once at the end: a node may have any number of comments."""
        self.result: re.Match[str] | None = None
        self.warnings: list[tuple[int, str]] = []
        """Warnings, with their offsets."""
        self.routes = Routes(text, self.warnings)

    def wrong(self, token: re.Match[str], message: str, group: str | int = 0) -> RecordError:
        """The error at a token, or at a group of it."""
        return RecordError.at(self.text, token.start(group), message)

    def take(self, token: re.Match[str]) -> None:
        """Process the next token."""
        kind = token.lastgroup
        if kind == "tag" and self.match is None:
            if token["name"] in self.tags:
                told = Phrase("record.tag-twice", "{name} occurs twice; the first counts", name=token["name"])
                self.warnings.append((token.start(), told))
            else:
                self.tags[token["name"]] = token
            return
        if kind == "comment" and self.match is None:
            self.early.append(token)
            return
        if self.match is None:
            self.start()
        if kind == "tag" or (self.result is not None and kind != "comment"):
            raise self.wrong(token, expected(ONE_GAME, shown(token[0])))
        if self.first and kind not in ("move", "comment", "number"):
            first = Phrase("record.first-move", "the first move of the variation")
            raise self.wrong(token, expected(first, shown(token[0])))
        if kind == "move":
            self.move(token)
        elif kind == "comment":
            self.note(token)
        elif kind == "glyph":
            self.glyph(token, int(token[0][1:]))
        elif kind == "open":
            self.variations.append(_Variation(self.node, token.start()))
            self.node = self.node.parent or self.node
            self.first = True
        elif kind == "close":
            if not self.variations:
                template = "expected a move or a result: no variation is open here"
                raise self.wrong(token, Phrase("record.unopened", template))
            self.node = self.variations.pop().node
            self.echo = False
        elif kind == "result":
            if self.variations:
                template = "expected a move or a ), not {found}: the result is the main line's"
                raise self.wrong(token, Phrase("record.main-result", template, found=token[0]))
            self.result = token

    def start(self) -> None:
        """Set up the match that the tags describe."""
        game = self.named()
        fen = self.tags.get("FEN")
        setup = self.tags.get("SetUp")
        if fen is None:
            if setup is not None and setup["value"] != "0":
                raise self.wrong(setup, Phrase("record.fen", "expected a tag FEN beside SetUp"))
            match = Match(game)
        else:
            position = self.position(game, fen)
            match = Match(game) if position == game.start() else Match(game, position=position)
        for name, token in self.tags.items():
            value = plain(token["value"])
            if name in DERIVED_TAGS or value in ("", "?", UNKNOWN_VALUES.get(name)):
                continue
            try:
                match.tags[check_name(name)] = check_value(value)
            except ValueError as error:
                raise self.wrong(token, sentence(error)) from error
        self.match = match
        self.node = match.tree.root
        for token in self.early:
            self.note(token)

    def named(self) -> Game:
        """The game from the tag `GameType`, with the options from the tag `Rules`."""
        known = _numbers()
        token = self.tags.get("GameType")
        if token is None:
            if self.game is None:
                template = "expected a tag GameType: {known}"
                raise RecordError(Phrase("record.game-type", template, known=_listed(known)))
            game = self.game
            if game.pdn is None:
                template = "{game} is not written as PDN; that is {known}"
                raise RecordError(Phrase("record.not-pdn", template, game=game.name, known=_listed(known)))
        else:
            number = token["value"].split(",")[0].strip()
            if number not in known:
                types = Phrase("record.game-types", "a GameType of {known}", known=_listed(known))
                raise self.wrong(token, expected(types, shown(number)), "value")
            game = load(known[number])
        chosen = self.tags.get("Rules")
        if chosen is None:
            return game
        options = {}
        for item in chosen["value"].split(","):
            key, _, value = item.strip().partition("=")
            if value not in ("on", "off"):
                like = Phrase("record.option", "an option like {like}", like="name=on")
                raise self.wrong(chosen, expected(like, shown(item)), "value")
            options[key] = value == "on"
        try:
            return load(game.key, options)
        except ValueError as error:
            raise self.wrong(chosen, sentence(error), "value") from error

    def position(self, game: Game, token: re.Match[str]) -> Position:
        """The position from the tag `FEN`."""
        try:
            return read_position(game, token["value"])
        except RecordError as error:
            raise RecordError.at(self.text, token.start("value") + error.column - 1, error.message) from error

    def move(self, token: re.Match[str]) -> None:
        """Add a move after the last one, or as the first of a variation."""
        tree, before = self.started.tree, self.node
        count, due = len(tree.nodes), newly_due(before)
        try:
            node = self.added(before, token)
        except ValueError as error:
            raise self.wrong(token, sentence(error)) from error
        if due is not None:
            self.warnings.append((token.start(), unclaimed(due)))
        if not self.first and not self.echo:
            before.main = node
        self.echo = self.first and len(tree.nodes) == count
        self.first = False
        self.node = node
        marks = token["marks"].strip("()")
        if marks:
            if marks not in MARK_GLYPHS:
                raise self.wrong(token, expected(one_of(" ".join(MARK_GLYPHS)), marks), "marks")
            self.glyph(token, MARK_GLYPHS[marks])
        if self.comment:
            self.remark(self.comment)
            self.comment = []

    def added(self, before: Node, token: re.Match[str]) -> Node:
        """Add the move of a token. Returns its node. Raises ValueError for an illegal move."""
        tree = self.started.tree
        if token.start() not in self.routes.moves:
            try:
                return tree.add(before, token["path"])
            except IllegalMove as error:
                if error.refusal.rule != "ambiguous" or not self.routes.resolve(
                    self.started.game, before.position, token
                ):
                    raise
        return tree.add(before, self.routes.moves.pop(token.start()))

    def glyph(self, token: re.Match[str], number: int) -> None:
        """Add a glyph to the last move."""
        if number > 255:
            raise self.wrong(token, expected(glyphs_to("$0", "$255"), f"${number}"))
        self.glyphs.setdefault(self.node, []).append(number)

    def note(self, token: re.Match[str]) -> None:
        """Add a comment to the last move, or to the first move of a variation."""
        text = token[0][1:-1] if token[0][0] == "{" else token[0][1:]
        for end in END_COMMAND.finditer(text):
            winner = {"w": SIDES[0], "b": SIDES[1]}.get(end[1])
            try:
                if self.first:
                    raise ValueError(Phrase("record.ending-after", "expected an ending after a move"))
                self.started.tree.close(self.node, end[2], winner)
            except ValueError as error:
                raise RecordError.at(self.text, token.start() + 1 + end.start(), sentence(error)) from error
        words = END_COMMAND.sub(" ", text).split()
        if self.first:
            self.comment += words
        else:
            self.remark(words)

    def remark(self, words: list[str]) -> None:
        """Add words to the comment of the last move."""
        self.words.setdefault(self.node, []).extend(words)

    @property
    def started(self) -> Match:
        """The match, set up on first use."""
        if self.match is None:
            self.start()
        if self.match is None:
            raise AssertionError("a match that is started is there")
        return self.match

    def finish(self) -> Match:
        """Check the result. Returns the match at the end of its main line."""
        match = self.started
        if self.variations:
            offset = self.variations[-1].offset
            raise RecordError.at(self.text, offset, UNCLOSED)
        for node, words in self.words.items():
            node.comment = " ".join(words)
        for node, glyphs in self.glyphs.items():
            node.glyphs = tuple(glyphs)
        self.end()
        self.warnings.sort(key=lambda warning: warning[0])
        match.warnings = [
            RecordWarning(message, *place(self.text, offset)) for offset, message in self.warnings[:MAX_WARNINGS]
        ]
        match.goto(self.node.id)
        return match

    def end(self) -> None:
        """Check the result against the end of the moves; if the moves do not end the game, end it as the result
        says."""
        node = self.node
        token, tag = self.result, self.tags.get("Result")
        allowed = Several((*SCORE_RESULTS.values(), *OPEN_RESULTS[:1]))
        if tag is not None and tag["value"] not in (*RESULT_SCORES, *OPEN_RESULTS):
            raise self.wrong(tag, expected(allowed, shown(tag["value"])), "value")
        if token is None and tag is None:
            due = Phrase("record.result-due", "expected a result: {results}", results=allowed)
            raise RecordError.at(self.text, len(self.text), due)
        result = tag["value"] if tag else token[0] if token else "*"
        if (
            token is not None
            and token[0] not in OPEN_RESULTS
            and RESULT_SCORES[token[0]] != RESULT_SCORES.get(result)
        ):
            template = "expected {result}, as the tag Result says, not {found}"
            raise self.wrong(token, Phrase("record.result-tag", template, result=result, found=token[0]))
        place_ = tag.start("value") if tag else token.start() if token else 0
        if result == "0-0":
            template = "0-0 says that both sides lost; that is read as no result"
            self.warnings.append((place_, Phrase("record.both-lost", template)))
        if result in OPEN_RESULTS:
            return
        score, leader = RESULT_SCORES[result], self.leader()
        winner = None if score == 0 else leader if score > 0 else other(leader)
        due_draw = node.outcome is not None and node.outcome.reason in HISTORY_DRAWS
        if node.outcome is None or (due_draw and (winner is not None or self.reason() == "claim")):
            drawn = newly_due(node)
            if drawn is not None and winner is not None:
                self.warnings.append((place_, unclaimed(drawn)))
            if winner is not None and leader != SIDES[0] and node.ending is None:
                self.close(other(winner))
                if self.written_before():
                    return
            self.close(winner)
        elif node.outcome.winner is None or winner is None:
            if node.outcome.winner != winner:
                raise RecordError.at(self.text, place_, ends(result_text(node.outcome, leader), node.outcome))
        elif node.outcome.winner != winner and not self.written_before():
            template = "the result {found} is not how the moves end: {text}"
            told = Phrase("record.result-odd", template, found=result, text=node.outcome.text)
            self.warnings.append((place_, told))

    def leader(self) -> Side:
        """The side whose score the result gives first."""
        tag = self.tags.get("GameType")
        return _leader(self.started.game, tag["value"] if tag else "")

    def written_before(self) -> bool:
        """Whether this program wrote the text when it gave White's score first."""
        text = self.text.removeprefix("\ufeff").strip()
        if not _WHITE_FIRST_HEADER.match(text):
            return False
        match = self.started
        lines = re.split(r"\r\n|\r|\n", text)
        return "\n".join(line.rstrip() for line in lines) == written_white_first(match).strip()

    def close(self, winner: Side | None) -> None:
        """End the main line off the board, as the tag `Termination` or a command in its last comment says."""
        tag, ending = self.tags.get("Termination"), self.node.ending
        if ending is not None and ending.winner == winner:
            return
        try:
            self.started.tree.close(self.node, self.reason() or ("resignation" if winner else "agreement"), winner)
        except ValueError as error:
            raise RecordError.at(self.text, tag.start("value") if tag else 0, sentence(error)) from error

    def reason(self) -> str | None:
        """The ending off the board that the tag `Termination` names; None if it names none."""
        tag = self.tags.get("Termination")
        said = tag["value"] if tag else ""
        return next((reason for reason, text in TERMINATIONS.items() if text == said), None)


def _listed(known: dict[str, str]) -> str:
    return ", ".join(f"{number} ({rules(key).name})" for number, key in sorted(known.items()))
