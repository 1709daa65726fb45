"""Reads results, scores or words in several languages, and the reasons for an ending."""

import re
from typing import Literal, TypeAlias

from saltus.core.game import SIDES, Side
from saltus.match.tree import other
from saltus.records.words import WORDS, folded

RESULT_SCORES = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "2-0": 1, "0-2": -1, "1-1": 0}
"""Result texts, with the result for the side that starts the game: 1 won, 0 drawn, -1 lost."""
SCORE_RESULTS = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
OPEN_RESULTS = ("*", "0-0")  # Result texts that count as no result: the game goes on, or both sides lost.

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
    """The words at an offset, if they are a result or describe one."""
    found = (phrase.match(text, offset) for phrase in _PHRASES)
    return next((words for words in found if words and _tells(words[0])), None)


def _tells(text: str) -> bool:
    """Whether all words can be part of a result, and at least one says what happened."""
    words = {folded(word) for word in text.split()}
    return bool(in_words(text)) or (not words.isdisjoint(_SAYING) and words <= _SAYING | _ONE.keys() | _BESIDE)


def verdict_of(text: str, leader: Side) -> Verdict | None:
    """Who won by a result, a score with that of `leader` first or words in several languages; None if unknown."""
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
    """Who won according to a few words, None if they do not say."""
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
    """The ending off the board that a text names, None if it names none that `winner` can have won (or drawn) by."""
    words = " ".join(folded(word) for word in said.split())
    named = [reason for reason, form in _REASONS.items() if form.search(words)]
    stated = in_words(said)
    if len(named) != 1 or (stated is not None and stated not in ("open", winner or "draw")):
        return None
    (reason,) = named
    return reason if reason == "claim" or (winner is None) == (reason == "agreement") else None
