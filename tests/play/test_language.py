"""Sessions in other languages: the page's translations of the rules, and the messages of a session."""

import re
from typing import Any

import pytest
from saltus.cli.main import main
from saltus.core.game import Game
from saltus.core.phrase import FIELD, Phrase, Several, catalogue
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.notation.error import RecordError
from saltus.play.language import LANGUAGES, Language
from saltus.play.session import Session
from saltus.records.pdn import read
from saltus.study.rulebook import sections

from tests.play.test_session import Script
from tests.support.terminal import Captured

OTHERS = [name for name in LANGUAGES if name != "en"]


def sit(game: Game, language: str, *lines: str) -> list[str]:
    script = Script(*lines)
    seed = 1 if game.setups[0].seeded else None
    Session(Match(game, seed=seed), script, {"w": None, "b": None}, 0.01, language=language).run()
    return script.said


def test_a_refusal_is_said_in_italian() -> None:
    wrong, turn, none, over = sit(load("italian"), "it", "21-16", "12-8", "moves 1", "resign")
    assert wrong.startswith("'21-16' non è una mossa valida. 16 non è né accanto a 21 in diagonale né a un salto")
    assert wrong.endswith("Il Bianco può giocare 21-17, 21-18.")
    assert "Tocca al Bianco." in turn
    assert none == "Non c'è nessuna mossa da 1."
    assert over == "La partita è finita. Il Bianco ha abbandonato: vince il Nero."


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", keys())
def test_no_rule_is_left_in_english(key: str, language: str) -> None:
    game = load(key)
    translated = sections(game, Language(language).words)
    plain = sections(game)
    assert [len(part.text) > 0 for part in translated] == [True] * len(plain)
    assert all(len(line) <= 76 for part in translated for line in part.text.splitlines())
    if language != "pirate":  # many of its sentences are plain English
        for one, other in zip(translated, plain, strict=True):
            assert one.title != other.title
            sentences = set(re.findall(r"^- .*", one.text, re.MULTILINE))
            assert not sentences & set(re.findall(r"^- .*", other.text, re.MULTILINE))


def test_the_rules_are_read_in_romanian() -> None:
    (listed, part) = sit(load("gambit"), "ro", "rules", "rules 1")
    assert "Spune" not in listed
    assert "Scrie `rules 1`" in listed
    assert part.startswith(sections(load("gambit"), Language("ro").words)[0].title.upper())


@pytest.mark.parametrize(
    ("count", "said"), [(1, "o piesă"), (2, "2 piese"), (19, "19 piese"), (20, "20 de piese"), (101, "101 piese")]
)
def test_romanian_has_three_plural_forms(count: int, said: str) -> None:
    phrase = Phrase("count.pieces", n=count)
    assert Language("ro").say(phrase) == said


@pytest.mark.parametrize("key", sorted({key[: -len(".few")] for key in Language("ro").words if key.endswith(".few")}))
def test_in_romanian_the_terminal_counts_as_the_page(key: str) -> None:
    forms = {form: Language("ro").words[f"{key}.{form}"] for form in ("one", "few", "other")}
    texts = [text for found, text in {**catalogue("en"), **catalogue("ro")}.items() if found.startswith(f"{key}.")]
    names = {name for text in texts for name, _ in FIELD.findall(text)}
    of: Any = Phrase
    for count in range(131):
        form = "one" if count == 1 else "other" if count and (count % 100 == 0 or count % 100 >= 20) else "few"
        values = dict.fromkeys(names, "X") | {"n": count}
        assert Language("ro").say(of(key, **values)) == forms[form].format_map(values)


def test_a_game_within_a_refusal_is_named_in_the_language() -> None:
    with pytest.raises(RecordError) as refused:
        read('[GameType "99"]\n\n1. 11-15 *')
    told = Language("it").say(refused.value.message)
    assert "21 (Dama inglese) o 22 (Dama italiana)" in told


def test_lists_are_joined_in_the_language() -> None:
    movers = Several(Phrase("the.man", square=square) for square in ("22", "23"))
    phrase = Phrase("why.capture-compulsory", movers=movers)
    assert Language("it").say(phrase).endswith("la pedina in 22 o la pedina in 23.")
    assert Language("en").say(phrase) == "You must capture with the man on 22 or the man on 23."


def test_what_has_no_translation_is_said_in_english() -> None:
    assert Language("it").say("Saved as x.pdn.") == "Saved as x.pdn."
    assert Language("it").say(Phrase.name("no.such-key", "nothing")) == "nothing"


def test_a_language_that_is_not_there_is_refused(capsys: Captured) -> None:
    with pytest.raises(ValueError, match="there is no language 'la'; there are en, it, pirate, ro"):
        Language("la")
    with pytest.raises(SystemExit) as ended:
        main(["play", "rock", "--language", "la"])
    assert ended.value.code == 2
    assert "it, pirate, ro" in re.sub("'", "", capsys.readouterr().err)
