"""How a PDN game ends: by its moves, or else as its result says."""

import re

from saltus.core.game import SIDES, Side
from saltus.core.phrase import Phrase, Several
from saltus.match.match import Match
from saltus.match.tree import HISTORY_DRAWS, RECORDED, Node, newly_due, other
from saltus.notation.error import expected, shown, unclaimed
from saltus.records.pdn_games import leader_of
from saltus.records.pdn_head import Head
from saltus.records.pdn_results import Verdict, reason_of, verdict_of
from saltus.records.pdn_split import WHITE_FIRST_HEADER
from saltus.records.pdn_tokens import OPEN_RESULTS, SCORE_RESULTS
from saltus.records.pdn_write import written_white_first
from saltus.records.termination import why_of


class Ending:
    """The end of one game: `node` is the last of its main line. Adds to `warnings`, each with its offset."""

    def __init__(self, text: str, match: Match, node: Node, head: Head, warnings: list[tuple[int, str]]) -> None:
        self.text = text
        self.match = match
        self.node = node
        self.head = head
        self.warnings = warnings
        self.leader = leader_of(match.game, head.leader)
        """The side whose score the result gives first."""
        self.words: list[str] = []
        """What the text says of its result."""

    def close(self, result: re.Match[str] | None, spoken: re.Match[str] | None) -> None:
        """End the game as the text says, if the moves do not: by the result after them, or the `spoken` one."""
        verdict, said, offset = self.verdict(result, spoken)
        if verdict == "open":
            return
        winner = next((side for side in SIDES if side == verdict), None)
        self.words = [self.head.value("Result") or "", *(token[0] for token in (result, spoken) if token is not None)]
        node = self.node
        due_draw = node.outcome is not None and node.outcome.reason in HISTORY_DRAWS
        if node.outcome is None or (due_draw and (winner is not None or self.reason(winner) == "claim")):
            drawn = newly_due(node)
            if drawn is not None and winner is not None:
                self.warnings.append((offset, unclaimed(drawn)))
            commanded = node.ending is not None and node.ending.winner == winner
            if self.leader != SIDES[0] and node.ending is None:
                self.end(winner and other(winner), "resignation" if winner else "agreement")
                if self.written_before():
                    return
            if not commanded:
                self.end(winner, RECORDED)
        elif node.outcome.winner != winner and not (winner and node.outcome.winner and self.written_before()):
            template = "the result {found} is not how the moves end: {text}"
            self.warnings.append((offset, Phrase("record.result-odd", template, found=said, text=node.outcome.text)))

    def verdict(self, result: re.Match[str] | None, spoken: re.Match[str] | None) -> tuple[Verdict, str, int]:
        """What the text says about the end, in its words, and where: the tag, else the signs, else the words."""
        sources: list[tuple[str, int]] = []
        tag = self.head.tags.get("Result")
        if tag is not None:
            sources.append((tag.value, tag.offset))
        sources += [(token[0], token.start()) for token in (result, spoken) if token is not None]
        found: tuple[Verdict, str, int] = ("open", "*", 0)
        lost: int | None = None
        for said, offset in sources:
            verdict = verdict_of(said, self.leader)
            if verdict is None:
                allowed = Several((*SCORE_RESULTS.values(), *OPEN_RESULTS[:1]))
                self.warnings.append((offset, expected(allowed, shown(said))))
            elif verdict == "open":
                lost = lost or (offset if said.strip() == "0-0" else None)
            elif found[0] == "open":
                found = (verdict, said, offset)
            elif verdict != found[0]:
                template = "expected {result}, as the tag Result says, not {found}"
                told = Phrase("record.result-tag", template, result=found[1], found=said)
                self.warnings.append((offset, told))
        if lost is not None:
            template = "0-0 says that both sides lost; that is read as no result"
            self.warnings.append((lost, Phrase("record.both-lost", template)))
        return found

    def written_before(self) -> bool:
        """Whether this program wrote the text when it gave White's score first."""
        text = self.text.removeprefix("\ufeff").strip()
        if not WHITE_FIRST_HEADER.match(text):
            return False
        lines = re.split(r"\r\n|\r|\n", text)
        return "\n".join(line.rstrip() for line in lines) == written_white_first(self.match).strip()

    def end(self, winner: Side | None, usual: str) -> None:
        """End the main line off the board for the reason that the text gives, or else for the `usual` one."""
        self.match.tree.close(self.node, self.reason(winner) or usual, winner)

    def reason(self, winner: Side | None) -> str | None:
        """How the text says that the game ended off the board: the tag `Termination`, else its result in words."""
        why = why_of(self.match)
        texts = [why] if why else self.words
        return next((reason for text in texts if (reason := reason_of(text, winner))), None)
