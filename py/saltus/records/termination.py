"""Why a game ended, as the tag `Termination` of a record says it. The tag is kept as it is written.

Some of its values name an ending that a match knows (`saltus.records.pdn_results`); the others are all that is known
of the reason.
"""

from saltus.match.match import TERMINATION, Match
from saltus.match.tree import RECORDED

TERMINATIONS = {
    "flag": "time forfeit",
    "claim": "adjudication",
    "resignation": "resignation",
    "agreement": "agreement",
}
"""The value of the tag for each ending off the board: PGN's where it has one."""

_SILENT = ("", "normal", "unknown", "none", "unterminated")
"""Values that give no reason."""


def why_of(match: Match) -> str:
    """What the tag says for people, "" if it is missing or gives no reason."""
    said = match.tags.get(TERMINATION, "")
    return "" if said.casefold().strip(" .?-") in _SILENT else said


def explain(match: Match) -> None:
    """Say why the main line ended, if only its record knows: in the words of the tag."""
    last = match.tree.main_line[-1]
    if last.ending is not None and last.ending.reason == RECORDED:
        match.tree.close(last, RECORDED, last.ending.winner, why_of(match))
