"""Whole games as SGF, the Smart Game Format FF[4], for the Lines of Action family (GM[9]).

Sources: the SGF specification FF[4] by Arno Hollosi, with its page on Lines of Action (GM[9]: points like `b1`, moves
like `b1-b3` and `b1:b3`, Black first by default). The writer (`saltus.records.sgf_write`) produces:

- Colours as on our board. Rock is Lines of Action with colours swapped (White on the first and last rank, White
  first), so the start is always written with `AB`, `AW` and `PL`, and no reader needs a default. Any node before the
  first move may have them, and `AE`. A file without `AB` and `AW` is read as the customary start: Black on the first
  and last rank, Black first; so is one that begins to set up with `AE`.
- `GM` is always written. FF[4]'s default for it, Go, is no statement of a file: without it the game is the one that
  was asked for.
- The first child of a node is its main line; variations are game trees, as in any SGF.
- `RE` is the result of the main line; `C` a comment; `TE`, `BM`, `IT`, `DO` the annotation glyph of a node with just
  one, if they mean the same (`$1` … `$6`); `PW PB EV RO PC DT` the tags of PDN.
- Private properties, which SGF allows and other programs ignore: `XE[resignation:w]` an ending off the board
  (`XE[resignation:w:on]` if the main line goes on after it), `XN` other glyphs, `XT[name:value]` other tags,
  `XR[name:on]` options that are not the defaults.

The reader (`saltus.records.sgf_read`) also accepts `resign`, `draw` and `time` in place of a move, as in Lines of
Action archives: the side resigned, agreed to a draw, ran out of time. A draw that was due and not claimed is a
warning in `Match.warnings`. `RE` says why the game ended (`W+R`, `W+T`; `W+F` is a forfeit), or leaves it open
(`W+`). Properties not listed above, such as `BR`, `AN`, `TM` and `BL`, say nothing to a match; they are kept at their
node (`Node.sgf`) and written again. `games` (`saltus.records.sgf_split`) splits a text with several game trees.

Clocks and the current position of a match are not stored: `saltus.records.json` keeps everything.
"""

from saltus.records.sgf_read import read
from saltus.records.sgf_split import games
from saltus.records.sgf_write import write

__all__ = ["games", "read", "write"]
