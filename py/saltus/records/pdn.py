"""Whole games as PDN, the Portable Draughts Notation: tags, numbered moves, comments, variations.

Source: PDN 3.0 (Wieger Wesselink for the FMJD, pdn.fmjd.org): its restrictions for writing, its reading grammar for
reading; and the PGN standard for what PDN takes from chess. `py/docs/formats.md` says what is read and what is
written.

Reading has three stages: `pdn_tokens` finds the tokens of a text, `pdn_tree` makes games of them as they are written,
and `pdn_replay` replays these by the rules. Where a text does not name its game, it is replayed in those that it may
be of; if none allows it, the reason is that of the first.
"""

from saltus.core.game import SIDES, Game, game_name
from saltus.core.phrase import Phrase
from saltus.games import rules
from saltus.match.match import Match
from saltus.notation.error import RecordError, RecordWarning, bounded
from saltus.records.pdn_games import game_key, leader_of, likely_games, says_game
from saltus.records.pdn_replay import Replay, fen_of
from saltus.records.pdn_tokens import lines_of
from saltus.records.pdn_tree import WrittenGame, games_in, only_game
from saltus.records.pdn_write import write
from saltus.records.results import verdict_of
from saltus.records.tags import Part

__all__ = ["games", "read", "write"]


def games(text: str, game: Game | None = None) -> list[Part]:
    """Split a text into its games: each ends with a result, or where tags follow moves, or the numbers begin again.
    `game` is used for games that do not name their own. The games are not checked; `read` does that."""
    return [_part(written, game) for written in games_in(lines_of(text))]


def _part(written: WrittenGame, game: Game | None) -> Part:
    tags = {name: tag.value for name, tag in written.tags.items()}
    game_type = written.value("GameType")
    if says_game(game_type):
        named = game_key(game_type)
    else:
        fitting = _fitting(written, game)
        named = fitting[0].key if fitting else game.key if game else None
    leader = leader_of(rules(named), game_type) if named else SIDES[0]
    said = (
        verdict_of(result, leader)
        for result in (written.value("Result"), *(result.text for result in written.results[-1:]))
    )
    verdict = next((each for each in said if each not in (None, "open")), None)
    if verdict == "open" or (verdict != "draw" and not named):
        verdict = None
    return Part(written.start, written.end, named, tags, written.turns, verdict)


def read(text: str, game: Game | None = None) -> Match:
    """Read the one game in `text`; `game` is the likeliest one if the text has no `GameType`. Without `GameType` the
    game is the first one that all moves are legal in. Move numbers are optional and ignored. Raises `RecordError`."""
    written = only_game(lines_of(bounded(text)))
    fitting = [] if says_game(written.value("GameType")) else _fitting(written, game)
    if not fitting:
        return Replay(written, game).match
    reasons = []
    for each in fitting:
        try:
            match = Replay(written, each).match
        except RecordError as error:
            reasons.append(error)
            continue
        if game is None or each.key != game.key:
            match.warnings.insert(0, RecordWarning(Phrase("record.game-guessed", game=game_name(each)), 1, 1))
        return match
    raise reasons[0]


def _fitting(written: WrittenGame, game: Game | None) -> list[Game]:
    """The games that a text without `GameType` may be of, the likeliest first; `game` before the others."""
    fen = fen_of(written.setup.text) if written.setup else written.value("FEN")
    return likely_games(fen, written.opening, game, {tag.written.lower() for tag in written.tags.values()})
