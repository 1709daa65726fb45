"""Whole games as PDN, the Portable Draughts Notation: tags, numbered moves, comments, variations.

Source: PDN 3.0 (Wieger Wesselink for the FMJD, pdn.fmjd.org): its restrictions for writing, its reading grammar for
reading; and the PGN standard for what PDN takes from chess. The writer (`saltus.records.pdn_write`) produces:

- The tags `Event Site Date Round White Black Result GameType`, then, if needed, `Rules` (our own: options that are
  not the defaults), `SetUp` and `FEN`, `Termination`, and all others.
- `GameType` in full, as `21,B,8,8,N1,0`: the number, the side that starts, the board, where square 1 lies as seen by
  the side that starts, and whether the bottom left corner is not a playing square.
- `Result` with the score of the side that starts the game first, as the standard says ("from the perspective of the
  1st side to move"): in English checkers `1-0` is a win for Black, in Italian draughts a win for White. This holds
  even if the other side moves first in a custom position. It is the result of the main line, and also ends the text,
  as older programs need it. `Termination` says why a game ended off the board, as the record does that it was read
  from, else in PGN's words (`time forfeit` for a flag, `adjudication` for a claim) or `resignation`, `agreement`.
- A variation in brackets replaces the move before it. An ending off the board that is not the end of the main line is
  a command in a comment, `[%end w resignation]`; so is one at a node where a draw was due and not claimed. If the
  game ended off the board at a move after which others had been tried, those follow in a variation that begins with
  the same move again.
- Annotation glyphs as `$1` and so on; `!` and `?` after a move are read as glyphs.

The reader (`saltus.records.pdn_read`) accepts what is found in files of other programs and books: tags in other
languages (`pdn_scan`), results in other signs and in words (`pdn_results`), other ways to write moves
(`saltus.notation.move`) and positions (`saltus.notation.position`), asides in any brackets, positions set up by `/FEN
"…"/`. `py/docs/formats.md` has all forms with examples. Which game a text without `GameType` is of, its moves show
(`pdn_head`). Why the game ended off the board, `Termination` says or the result in words
(`saltus.records.pdn_results.reason_of`); where neither does, the match has no reason. `0-0` (both lost) counts as no
result. `games` (`pdn_split`) splits a text with several games.

Problems in a text that can still be read go to `Match.warnings`: no `GameType`, a tag given twice (the first counts),
a short capture that fits several routes to the same position, a result that is unknown or that the moves contradict,
a draw that was due and not claimed, a man on its king row (a king), text before the tags or between the moves
(`pdn_read`), words after the last move, a glyph that nobody knows, a move that is not given.

PDN has no place for clocks or for the current position of a match, and comments lose line breaks and closing braces:
`saltus.records.json` keeps everything.
"""

from saltus.records.pdn_read import read
from saltus.records.pdn_split import games
from saltus.records.pdn_write import write

__all__ = ["games", "read", "write"]
