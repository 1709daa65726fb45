"""How a PDN game ends: by its moves, or else as its result says, in signs or in words."""

import re
from typing import Literal, TypeAlias

from saltus.core.game import SIDES, Side
from saltus.core.phrase import Phrase, Several
from saltus.match.endings import HISTORY_DRAWS, RECORDED
from saltus.match.match import Match
from saltus.match.tree import Node, newly_due, other
from saltus.notation.error import expected, shown, unclaimed
from saltus.records.pdn_head import Head, leader_of
from saltus.records.pdn_scan import OPEN_RESULTS, RESULT_SCORES, SCORE_RESULTS, WORDS, folded
from saltus.records.tags import why_of

Verdict: TypeAlias = Side | Literal["draw", "open"]  # Who won, a draw, or neither.

MAX_WORDS = 6

_WORDS = {meaning: words.split() for meaning, words in WORDS["results"].items()}
_ONE = {name: side for side, named in zip(SIDES, ("white", "black"), strict=True) for name in (side, *_WORDS[named])}
_VERBS = {**dict.fromkeys(_WORDS["win"], True), **dict.fromkeys(_WORDS["lose"], False)}
_DRAWN, _OPEN, _BESIDE = (frozenset(_WORDS[meaning]) for meaning in ("draw", "open", "beside"))
_SAYING = _DRAWN | _OPEN | _VERBS.keys()
_SCORE = re.compile(r"[012]-[012]")

_FORMS = {
    "flag": r"^(?:time|tempo|timp|flag)$|\btime ?(?:out|forfeit(?:ed|ure)?|expired|loss)\b|\btimed out\b"
    r"|\bflag ?f[ae]ll\b|\bflagged\b|\b(?:on|by|out of) time\b"
    r"|\b(?:overstep(?:s|ped)?|exceed(?:s|ed)?) (?:the )?time\b"
    r"|\btempo scaduto\b|\b(?:per il|per|al) tempo\b|\bla timp\b",
    "resignation": r"\bresign(?:s|ed|ation)?\b|\bg(?:ives?|ave) up\b|\bsurrender(?:s|ed)?\b"
    r"|\babbandon(?:a|ano|o|ato)\b|\babandonne\b|\bced(?:eaza|at|are)\b",
    "agreement": r"\bagree(?:d|ment)\b|\bmutual consent\b|\bd?accordo?\b|\b(?:in)?acord\b",
    "claim": r"\badjudicat(?:ion|ed)\b",
}
_REASONS = {reason: re.compile(form) for reason, form in _FORMS.items()}
"""How each ending is named, without capitals and signs: `Ada won on time`, `White resigned`."""
_WORD = r"[^\W\d_]{1,20}(?>(?:['\u2019][^\W\d_]{1,20})?)"
_PHRASES = tuple(
    re.compile(rf"{_WORD}(?:[.,]?[ \t]++{_WORD}){{{more}}}[.,!]*+(?![^\s(){{}};$\[])")
    for more in range(MAX_WORDS - 1, -1, -1)
)


def phrase_at(text: str, offset: int) -> re.Match[str] | None:
    """The words at an offset, if they are a result, or at least tell of one."""
    found = (phrase.match(text, offset) for phrase in _PHRASES)
    return next((words for words in found if words and _tells(words[0])), None)


def _tells(text: str) -> bool:
    """Whether all words can stand in a result, and one of them says what happened."""
    words = {folded(word) for word in text.split()}
    return bool(in_words(text)) or (not words.isdisjoint(_SAYING) and words <= _SAYING | _ONE.keys() | _BESIDE)


def verdict_of(text: str, leader: Side) -> Verdict | None:
    """What a result says: a score with that of `leader` first, or words in several languages. None if unknown."""
    said = text.strip().strip(".,!()[]")
    if said in ("", *OPEN_RESULTS) or said.lower() in _OPEN:
        return "open"
    score = re.sub(r"[:\u2010-\u2015\u2212]", "-", re.sub(r"\s", "", said))
    score = re.sub(r"(?<=[0-2])[Ff]$", "", score)
    score = re.sub(r"\u00bd|0[.,]5", "1/2", score)
    if score in ("1/2", "=", "1/2-1/2", "1/2=1/2"):
        return "draw"
    if score == "0-0":
        return "open"
    if _SCORE.fullmatch(score) and score in RESULT_SCORES:
        won = RESULT_SCORES[score]
        return "draw" if won == 0 else leader if won > 0 else other(leader)
    return in_words(said)


def in_words(text: str) -> Verdict | None:
    """The result that a few words say, None if they say none."""
    every = [folded(word) for word in text.split()]
    words = [word for word in every if word not in _BESIDE]
    if "".join(words) in _DRAWN or "".join(every) in _DRAWN:
        return "draw"
    if len(words) == 1 and words[0] in _OPEN:
        return "open"
    if len(words) != 2:
        return None
    side, verb = words if words[0] in _ONE else words[::-1]
    if side not in _ONE or verb not in _VERBS:
        return None
    return _ONE[side] if _VERBS[verb] else other(_ONE[side])


def reason_of(said: str, winner: Side | None) -> str | None:
    """The ending off the board that a text names, None if it names none that can be how `winner` won (or drew)."""
    words = " ".join(folded(word) for word in said.split())
    named = [reason for reason, form in _REASONS.items() if form.search(words)]
    stated = in_words(said)
    if len(named) != 1 or (stated is not None and stated not in ("open", winner or "draw")):
        return None
    (reason,) = named
    return reason if reason == "claim" or (winner is None) == (reason == "agreement") else None


class Ending:
    """The end of one game: `node` is the last of its main line. Adds to `warnings`, each with its offset."""

    def __init__(self, match: Match, node: Node, head: Head, warnings: list[tuple[int, str]]) -> None:
        self.match, self.node, self.head, self.warnings = match, node, head, warnings
        self.leader = leader_of(match.game, head.value("GameType") or "")  # Whose score the result gives first.
        self.words: list[str] = []  # What the text says of its result.

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
            if not commanded:
                self.match.tree.close(node, self.reason(winner) or RECORDED, winner)
        elif node.outcome.winner != winner:
            self.warnings.append((offset, Phrase("record.result-odd", found=said, text=node.outcome.text)))

    def verdict(self, result: re.Match[str] | None, spoken: re.Match[str] | None) -> tuple[Verdict, str, int]:
        """What the text says about the end, in its words, and where: the tag, else the signs, else the words."""
        tag = self.head.tags.get("Result")
        sources = [] if tag is None else [(tag.value, tag.offset)]
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
                self.warnings.append((offset, Phrase("record.result-tag", result=found[1], found=said)))
        if lost is not None:
            self.warnings.append((lost, Phrase("record.both-lost")))
        return found

    def reason(self, winner: Side | None) -> str | None:
        """How the text says that the game ended off the board: the tag `Termination`, else its result in words."""
        why = why_of(self.match)
        texts = [why] if why else self.words
        return next((reason for text in texts if (reason := reason_of(text, winner))), None)
