"""What the result of a PDN game says, in signs or in words: who won, and why."""

import re
from typing import Literal, TypeAlias

from saltus.core.game import SIDES, Side
from saltus.match.tree import other
from saltus.records.pdn_tags import folded
from saltus.records.pdn_tokens import OPEN_RESULTS, RESULT_SCORES

Verdict: TypeAlias = Side | Literal["draw", "open"]
"""Who won, a draw, or neither."""

_SIDES = {
    "w": "white bianco bianchi blanc blancs wit weiss alb albul albele blanco blancas branco brancas biale белые",
    "b": "black red dark nero neri noir noirs zwart schwarz negru negrul negrele negro negras preto pretas czarne "
    "черные",
}
_WINS = (
    "win wins won winner vince vincono vittoria gagne gagnent wint winnen gewinnt gewinnen castiga gana ganan ganha "
    "ganham vence vencen wygrywa wygrywaja выиграли выигрывают"
)
_LOSES = (
    "lose loses lost resign resigns resigned perde perdono abbandona abbandonano perd perdent abandonne abandonnent "
    "verliest verliezen verliert verlieren pierde abandoneaza pierden abandona abandonan сдались проиграли"
)
_DRAWS = (
    "draw drawn adraw tie patta pari pareggio nulle nul partienulle remise remis remiza egal egalitate tablas empate "
    "unentschieden gelijk gelijkspel ничья"
)
_OPENS = "? - unknown unfinished ongoing none adjourned etc ecc eccetera usw aperta incompleta"
_FILLERS = (
    "the by on and a an to time agreement agreed mutual consent forfeit default here e ed con et und en il i le la "
    "les accordo daccordo per comune accord daccord"
)
"""Words beside those of a result that change nothing: `drawn by agreement`, `il Nero abbandona`."""
MAX_WORDS = 6
"""The most words of a result."""

_ONE = {name: SIDES["wb".index(side)] for side, names in _SIDES.items() for name in (side, *names.split())}
_VERBS = {**dict.fromkeys(_WINS.split(), True), **dict.fromkeys(_LOSES.split(), False)}
_DRAWN = frozenset(_DRAWS.split())
_OPEN = frozenset(_OPENS.split())
_BESIDE = frozenset(_FILLERS.split())
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

_WORD = r"[^\W\d_]{1,20}(?:['\u2019][^\W\d_]{1,20})?+"
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
    words = [folded(word) for word in text.split()]
    says = [word in _VERBS or word in _DRAWN or word in _OPEN for word in words]
    return bool(in_words(text)) or (any(says) and all(_knows(word) for word in words))


def _knows(word: str) -> bool:
    return word in _VERBS or word in _DRAWN or word in _OPEN or word in _ONE or word in _BESIDE


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
    told = in_words(said)
    if len(named) != 1 or (told is not None and told not in ("open", winner or "draw")):
        return None
    (reason,) = named
    return reason if reason == "claim" or (winner is None) == (reason == "agreement") else None
