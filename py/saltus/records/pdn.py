"""Whole games as PDN, the Portable Draughts Notation: tags, numbered moves, comments, variations.

Source: PDN 3.0 (Wieger Wesselink for the FMJD, pdn.fmjd.org): its restrictions for writing, its reading grammar for
reading; and the PGN standard for what PDN takes from chess. `py/docs/formats.md` says what is read and what is
written.

By stage: `pdn_scan` has the tokens and the words of all languages, `pdn_split` finds the games of a text, `pdn_head`
reads their tags and start, `pdn_moves` their moves, `pdn_results` how they end; `pdn_read` puts these together.
"""

from saltus.records.pdn_read import read
from saltus.records.pdn_split import games
from saltus.records.pdn_write import write

__all__ = ["games", "read", "write"]
