"""The names of PDN's tags: in any case, in other languages, and with other quotes. Writers use the English ones."""

import re
from functools import lru_cache
from typing import NamedTuple

from saltus.records.pdn_tokens import plain
from saltus.records.tags import DERIVED_TAGS, STANDARD_TAGS

_NAMES = {
    "Event": "evento dati torneo gara manifestazione competizione evenement competition tournoi tournament turnier "
    "veranstaltung evenement wedstrijd toernooi eveniment competitie turneu torneio certame событие турнир "
    "соревнование wydarzenie turniej",
    "Site": "luogo sede sito lieu plaats ort loc locul locatie lugar place место miejsce",
    "Date": "data anno jahr annee datum fecha an anul дата год",
    "Round": "turno giornata ronde runde runda ronda tur rodada тур раунд",
    "White": "bianco bianchi blanc blancs wit weiss alb albul albele blanco blancas branco brancas biale белые",
    "Black": "nero neri noir noirs zwart schwarz negru negrul negrele negro negras preto pretas czarne черные "
    "red rosso dark",
    "Result": "risultato esito resultat uitslag ergebnis rezultat rezultatul resultado wynik результат итог",
    "GameType": "tipogioco tipodigioco typedejeu speltype spielart tipjoc tipdejoc tipodejuego tipodejogo",
    "SetUp": "",
    "FEN": "posizione positie pozitie posicion posicao stellung",
    "Termination": "",
    "Rules": "",
    "Opening": "apertura ouverture eroffnung deschidere abertura дебют",
    "Annotator": "annotatore commentatore annotateur kommentator comentator anotador комментатор",
    "Author": "autore auteur autor автор",
    "Title": "titolo titre titel titlu titulo",
    "Time": "ora heure tijd zeit ora hora время",
    "TimeControl": "",
    "PlyCount": "",
    "ECO": "",
    "WhiteElo": "elobianco",
    "BlackElo": "elonero",
}
"""Each tag's names in other languages: Italian, French, Dutch, German, Romanian, Spanish, Portuguese, Polish,
Russian. Without accents, capitals and signs between words."""

_PLAIN = str.maketrans(
    "àáâãäåăąâçćčďèéêëęěìíîïîłñńòóôõöøśșşšťțţùúûüůýÿźżžё",
    "aaaaaaaaacccdeeeeeeiiiiilnnoooooosssstttuuuuuyyzzzе",
)
_SIGNS = re.compile(r"[\W_]++")
_QUOTES = "\"'`\u00ab\u00b4\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u2032\u2033"
_LOOSE = re.compile(rf"\[[ \t]*+([^\W\d_][\w-]*+)[ \t]*+[:=]?[ \t]*+([{_QUOTES}]*+)(.*)\]", re.DOTALL)


class Tag(NamedTuple):
    """One tag of a text: its standard name, its value, the place of that, and its name as written."""

    name: str
    value: str
    offset: int
    written: str


@lru_cache(maxsize=1024)
def folded(name: str) -> str:
    """A name without capitals, accents and signs."""
    return _SIGNS.sub("", name.lower().translate(_PLAIN).replace("ß", "ss"))


_KNOWN = {
    other: name for name, others in _NAMES.items() for other in (folded(name), *map(folded, others.split()))
} | {folded(name): name for name in (*STANDARD_TAGS, *DERIVED_TAGS)}


@lru_cache(maxsize=256)
def standard_name(name: str) -> str:
    """The name in the standard's language and case; an unknown one with a capital."""
    return _KNOWN.get(folded(name)) or own_name(name)


def own_name(name: str) -> str:
    """A name as it is, with a capital and without hyphens, as other formats need it."""
    return name[:1].upper() + name[1:].replace("-", "_")


def tag_of(token: re.Match[str]) -> Tag | None:
    """The tag that a token is: a `tag`, or `bracketed` text with other quotes or none. None for a remark."""
    if token.lastgroup == "tag":
        return Tag(standard_name(token["name"]), plain(token["value"]), token.start("value"), token["name"])
    loose = _LOOSE.fullmatch(token[0])
    if loose is None:
        return None
    name, opened, rest = loose.groups()
    value = rest.rstrip()
    bare = value.rstrip(_QUOTES) if opened or value[-1:] == '"' else value
    # Without quotes, only a known name makes a tag: other remarks may stand in square brackets too.
    if opened or len(bare) < len(value) or folded(name) in _KNOWN:
        return Tag(standard_name(name), plain(bare), token.start() + loose.start(3), name)
    return None


def kind_of(token: re.Match[str]) -> str:
    """The kind of a token, with `bracketed` text told apart: a `tag`, a `comment`, or `junk` if it is not closed."""
    kind = token.lastgroup or ""
    if kind != "bracketed":
        return kind
    return "tag" if tag_of(token) else "comment" if token[0][-1] == "]" else "junk"
