"""Puzzles from mistakes and problems, the reviews they come from, and the deck."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from saltus.analysis.review import Reviewer, accuracies
from saltus.core.game import Side
from saltus.library.cards import Card, is_as_good, mistakes, problem
from saltus.library.deck import (
    answer,
    deck,
    forget,
    keep_review,
    own_sides,
    players,
    put_cards,
    reviewed,
    set_players,
    to_train,
    unreviewed,
)
from saltus.library.editing import merge, remove
from saltus.library.entry import entry_of
from saltus.library.importing import Parsed, games_of
from saltus.library.query import parse
from saltus.library.store import Library
from saltus.match.match import Match
from saltus.notation.move import move_text
from saltus.records.record import read
from saltus.study.schedule import BOX_INTERVALS_MS

GIVEN = (
    '[White "Ada Lovelace"]\n[Black "Bob"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18,32,29:B9,2"]\n\n'
    "1. 18-14 9x18 2. 32-27 *\n"
)
"""White's first move gives a piece away."""
NOW = 1_800_000_000_000


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "games.db") as made:
        made.add([one for one in games_of(GIVEN) if isinstance(one, Parsed)], "test")
        yield made


@pytest.fixture(scope="module")
def found() -> tuple[Match, list[Card], dict[Side, float | None]]:
    """The mistakes of the game."""
    match = read(GIVEN)
    reviewer = Reviewer(match)
    for _ in reviewer.run():
        pass
    return match, mistakes(match.game, reviewer.turns()), accuracies(reviewer.turns())


Found = tuple[Match, list[Card], dict[Side, float | None]]


def test_a_mistake_becomes_a_puzzle_with_its_reason_and_refutation(found: Found) -> None:
    match, (card, *_), _ = found
    assert (card.game, card.source, card.ply, card.played) == ("english", "mistake", 0, "18-14")
    assert card.start() == match.start
    assert "18-14" in card.reason
    assert card.refutation[0] == "9x18"
    (better,) = card.moves()
    assert move_text(match.game, match.start, better) != "18-14"
    assert is_as_good(match.game, match.start, better)
    wrong = match.nodes[1].move
    assert wrong is not None
    assert not is_as_good(match.game, match.start, wrong)


def test_a_problem_is_a_game_from_a_position_of_its_own() -> None:
    match = read(GIVEN.replace("32-27", "{so} 32-27 18-23"))
    card = problem(match)
    assert card is not None
    assert (card.source, card.reason) == ("problem", "so")
    texts = [node.move for node in match.tree.main_line[1:4]]
    assert card.moves() == texts, "the last move to be found is the solver's"
    assert problem(read('[GameType "21"]\n\n1. 11-15 *\n')) is None
    assert problem(read('[GameType "21"]\n[SetUp "1"]\n[FEN "W:W18:B9"]\n\n*\n')) is None


def test_the_player_is_known_by_parts_of_a_name(library: Library) -> None:
    entry = entry_of(read(GIVEN))
    assert own_sides(entry, ["LOVELACE"]) == ("w",)
    assert own_sides(entry, ["eve", "bob"]) == ("b",)
    assert own_sides(entry, ["b"]) == ("b",)
    assert own_sides(entry, []) == ()
    assert players(library) == []
    set_players(library, ["Ada", "A. Lovelace"])
    assert players(library) == ["Ada", "A. Lovelace"]


def test_a_review_is_kept_and_only_own_mistakes_are_asked(library: Library, found: Found) -> None:
    _, cards, accuracy = found
    assert [one.id for one in unreviewed(library, parse(""), 2_000)] == [1]
    assert keep_review(library, 1, 2_000, accuracy, cards, ("b",)) == 0
    assert keep_review(library, 1, 2_000, accuracy, cards, ("w",)) == len(cards)
    assert keep_review(library, 1, 2_000, accuracy, cards, ("w",)) == 0, "the puzzles are there already"
    assert reviewed(library, 1) == (dict(accuracy), cards)
    assert list(unreviewed(library, parse(""), 2_000)) == []
    assert [one.id for one in unreviewed(library, parse(""), 3_000)] == [1], "a longer review is asked for"
    assert [one.card for one in deck(library)] == cards


def test_a_library_whose_reviews_were_limited_to_seconds_is_kept(library: Library, found: Found) -> None:
    """As tables of version 1 were."""
    _, cards, accuracy = found
    keep_review(library, 1, 9, accuracy, cards, ("w",))
    library.database.execute("ALTER TABLE reviews RENAME COLUMN nodes TO seconds")
    library.database.execute("PRAGMA user_version = 1")
    library.close()
    with Library(library.path) as opened:
        assert reviewed(opened, 1) == (dict(accuracy), cards)
        assert [one.card for one in deck(opened)] == cards
        assert [one.id for one in unreviewed(opened, parse(""), 2_000)] == [1], "it was shorter than any now"


def test_the_same_mistake_in_two_games_is_one_puzzle(library: Library, found: Found) -> None:
    _, cards, _ = found
    assert put_cards(library, cards, 1) == len(cards)
    assert put_cards(library, [card._replace(ply=9) for card in cards]) == 0


def test_answers_are_kept(library: Library, found: Found) -> None:
    _, cards, _ = found
    put_cards(library, cards[:1])
    (kept,) = deck(library)
    assert kept.progress is None
    answer(library, kept, False, NOW)
    assert to_train(deck(library), NOW) == []
    (kept,) = to_train(deck(library), NOW, every=True)
    (same,) = to_train(deck(library), NOW + BOX_INTERVALS_MS[0])
    assert same == kept
    assert answer(library, kept, True, NOW + BOX_INTERVALS_MS[0]).box == 1


def test_a_deck_can_be_of_one_game_or_of_some_records(library: Library, found: Found) -> None:
    _, cards, _ = found
    put_cards(library, cards[:1], 1)
    assert len(deck(library, "english")) == 1
    assert deck(library, "rock") == []
    assert len(deck(library, numbers=[1])) == 1
    assert deck(library, numbers=[2]) == []


def test_a_puzzle_outlives_its_game_and_follows_a_merge(library: Library, found: Found) -> None:
    _, cards, _ = found
    other = GIVEN.replace("Ada Lovelace", "Ada")
    library.add([one for one in games_of(other) if isinstance(one, Parsed)], "test")
    put_cards(library, cards[:1], 2)
    merge(library, [1, 2])
    assert [kept.game for kept in deck(library)] == [1]
    remove(library, [1])
    assert [kept.game for kept in deck(library)] == [None]
    forget(library, [kept.id for kept in deck(library)])
    assert deck(library) == []
