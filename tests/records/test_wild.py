"""PDN as other programs and people write it: each way to write a game, and games rewritten in many of them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import Game
from saltus.match.match import Match
from saltus.match.turns import story
from saltus.notation.error import RecordError
from saltus.notation.position import read_position
from saltus.records import pdn
from saltus.records.collection import game_texts, read_each
from saltus.records.pdn_tokens import lines_of, standard_name
from saltus.records.record import parts, read
from saltus.records.tags import DERIVED_TAGS, STANDARD_TAGS, TERMINATIONS

from tests.support.strategies import played
from tests.support.texts import ENGLISH, ITALIAN, SAMPLES, WAYS, main_line, result, told

FOUR = ["11-15", "22-18", "15x22", "25x18"]
"""The turns of most of these games."""


@pytest.mark.parametrize("moves", WAYS["moves"])
@pytest.mark.parametrize("end", ["1/2-1/2", "*", ""])
def test_a_way_to_write_moves(moves: str, end: str) -> None:
    if "{11}" in moves:
        moves = moves.format(*["", *ENGLISH.board.squares])
    text = f'[Event "a"]\n[GameType "21"]\n\n{moves} {end}\n'
    assert main_line(read(text, "pdn")) == FOUR
    (game_text,) = game_texts(text)
    assert main_line(game_text.read()) == FOUR
    (part,) = parts(text, "pdn")
    assert (part.game, part.turns) == ("english", 4)


def test_squares_with_letters_need_no_sign_and_no_rank_of_the_origin() -> None:
    names = [move.path for move in ENGLISH.moves(ENGLISH.start())]
    for path in names:
        if len({other[0][0] for other in names if other[-1] == path[-1]}) < 2 and path[0][0] != path[-1][0]:
            text = f"{path[0]}{path[-1]}"
            for written in (text, text.upper(), f"{path[0]}-{path[-1]}", f"{path[0]}:{path[-1]}"):
                assert (
                    pdn.read(f"1. {written} *", ENGLISH).line[1].move
                    == ENGLISH.moves(ENGLISH.start())[names.index(path)]
                )
    first = names[0]
    short = f"{first[0][0]}{first[-1]}"
    assert pdn.read(f"1. {short} *", ENGLISH).line[1].move is not None


@pytest.mark.parametrize(("head", "tags"), WAYS["tags"])
def test_a_way_to_write_tags(head: str, tags: dict[str, str]) -> None:
    match = read(f"{head}\n\n1. 11-15 22-18 *\n", "pdn")
    assert (match.game.key, match.tags) == ("english", tags)
    assert pdn.read(pdn.write(match)).tags == tags
    (game_text,) = game_texts(f"{head}\n\n1. 11-15 22-18 *\n")
    assert game_text.read().tags == tags


def test_a_tag_that_is_too_long_is_cut_and_told() -> None:
    match = pdn.read(f'[Event "{"x" * 300}"]\n11-15 *', ENGLISH)
    assert match.tags == {"Event": "x" * 255}
    assert told(match) == ["the value of Event is longer than 255 letters; the rest is left out"]


@pytest.mark.parametrize(("score", "winner"), WAYS["results"])
def test_a_way_to_write_a_result(score: str, winner: str | None) -> None:
    resigned = any(word in score.lower() for word in ("resigns", "abbandona"))
    expected = (None, "open") if winner == "open" else (winner, "resignation" if resigned else "record")
    assert result(pdn.read(f'[Event "x"]\n11-15 {score}\n', ENGLISH)) == expected
    match = pdn.read(f'[Result "{score}"]\n11-15 *\n', ENGLISH)
    assert result(match) == expected
    (part,) = parts(f'[Result "{score}"]\n11-15 *\n', "pdn", ENGLISH)
    assert part.winner == (None if winner == "open" else winner or "draw")


@pytest.mark.parametrize("said", ["3-0", "2-1", "1.01-0.99", "+-", "who knows"])
def test_a_result_that_is_not_known_is_told_and_what_stands_after_the_moves_counts(said: str) -> None:
    match = pdn.read(f'[Result "{said}"]\n11-15 1-0', ENGLISH)
    assert result(match) == ("b", "record")
    assert len(told(match)) == 1
    assert told(match)[0].startswith("expected 1-0, 0-1, 1/2-1/2 or *, not")


def test_a_result_after_the_moves_counts_where_the_tag_has_none() -> None:
    assert result(pdn.read('[Result "*"]\n11-15 1-0', ENGLISH)) == ("b", "record")
    assert result(pdn.read('[Result "?"]\n11-15 22-18 * 0-1', ENGLISH)) == ("w", "record")


def test_a_game_without_moves_is_a_game() -> None:
    for text in ('[White "Ada"]\n1. 2-0', '[White "Ada"]\n[Result "2-0"]', '[White "Ada"]\n\n2-0'):
        match = read(text, "pdn", ENGLISH)
        assert (match.tags, len(match.nodes), result(match)) == ({"White": "Ada"}, 1, ("b", "record"))
    for text in ("", " {no more than a comment} ", "% a line", "; another"):
        with pytest.raises(RecordError):
            read(text, "pdn", ENGLISH)


def test_the_game_is_found_by_its_moves_if_the_text_does_not_name_it() -> None:
    for text, key in (
        ("1. 11-15 *", "english"),
        ("1. 21-17 *", "italian"),
        ('[GameType "?"]\n1. 23-19 *', "italian"),
    ):
        match = read(text, "pdn")
        assert match.game.key == key
        assert told(match)[0].startswith("no GameType says which game this is")
        assert parts(text, "pdn")[0].game == key
    for asked in (ENGLISH, ITALIAN):
        assert read('[FEN "W:WK18:BK1"]\n18-14 *', "pdn", asked).game.key == asked.key
        match = read("1. 21-17 12-15 *", "pdn", asked)
        assert (match.game.key, len(told(match))) == ("italian", asked is ENGLISH)
    italian = '[Bianco "Ada"]\n[FEN "W:WK18:BK1"]\n18-14 *'
    assert read(italian, "pdn").game.key == "italian"
    # After the first move only one game goes on so: a man does not take a king in Italian draughts.
    text = '[FEN "W:W22,30:BK18,1"]\n22x15 1-5 *'
    assert read(text, "pdn", ITALIAN).game.key == "english"
    with pytest.raises(RecordError, match="expected a tag GameType: 21"):
        read("1. 32-28 18-23 *", "pdn")


@pytest.mark.parametrize(
    ("said", "key"),
    [
        *(("21", "english"), ("21,B,8,8,N1,0", "english"), (" 22 , W", "italian"), ("22,W,8,8,N2,1", "italian")),
        *(("English checkers", "english"), ("american", "english"), ("Italian", "italian")),
        ("Dama italiana", "italian"),
        *(("(21)", "english"), ("21 checkers", "english")),
    ],
)  # fmt: skip
def test_a_game_may_be_named_by_number_or_in_words(said: str, key: str) -> None:
    assert read(f'[GameType "{said}"]\n*', "pdn").game.key == key


def test_a_man_on_its_king_row_is_a_king_in_a_book() -> None:
    match = read('[FEN "B:WK31,27,1:B32,30,K22."]\n[GameType "21"]\n*', "pdn")
    assert match.position == read_position(ENGLISH, "B:WK31,27,K1:BK32,K30,K22")
    assert told(match) == ["a man cannot stand on its king row; it is read as a king: 1, 30 and 32"]


def test_an_empty_board_is_a_position() -> None:
    match = read('[FEN "W::."]\n[Result "1/2-1/2"]\n[GameType "21"]\n1/2-1/2', "pdn")
    assert match.start[:2] == (0, 0)
    assert result(match) == ("b", "no-pieces")
    assert len(told(match)) == 1


def test_who_is_to_move_is_told_by_the_first_move_if_the_position_does_not() -> None:
    for fen in ("?:W18,22:B1,2", "W18,22:B1,2", ":W18,22:B1,2"):
        for move, side in (("18-15", 0), ("1-5", 1)):
            assert read(f'[FEN "{fen}"]\n[GameType "21"]\n{move} *', "pdn").start[3] == side


def test_what_is_not_there_is_told_with_its_place() -> None:
    match = pdn.read("1. 11-15 22-18 2. - -", ENGLISH)
    assert [(warning.line, warning.column) for warning in match.warnings] == [(1, 19)]
    with pytest.raises(RecordError, match="the move before this one is not given") as caught:
        pdn.read("1. 11-15 - - 22-18 *", ENGLISH)
    assert (caught.value.line, caught.value.column) == (1, 14)
    with pytest.raises(RecordError, match="does not follow from the moves before it") as caught:
        pdn.read('1. 11-15\n/FEN "W:WK1:BK32"/ 1-5 *', ENGLISH)
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_every_game_of_a_wild_file_is_read_or_refused_and_reading_goes_on() -> None:
    found = list(read_each((SAMPLES / "wild.pdn").read_text("utf-8")))
    outcomes = [(found.game.key, len(story(found))) if isinstance(found, Match) else found.line for found in found]
    assert outcomes == [
        *(("english", 4), ("english", 4), ("italian", 4), ("english", 0), ("english", 0)),
        *(35, 42, ("english", 4), 49, ("english", 2), ("english", 2), 61, ("italian", 2)),
    ]


ODD_TAGS = st.dictionaries(
    st.sampled_from(["Bianco", "Nero", "Data", "Élo"])
    | st.from_regex(r"[A-ZÀÉŞБ][A-Za-z0-9_éșж]{0,8}", fullmatch=True).filter(lambda name: name not in DERIVED_TAGS),
    st.text(st.characters(blacklist_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=30).map(str.strip),
    max_size=5,
)


@given(st.data(), st.sampled_from([ENGLISH, ITALIAN]), ODD_TAGS)
@settings(deadline=None)
def test_a_tree_with_odd_tags_is_read_as_it_was_written(
    data: st.DataObject, game: Game, tags: dict[str, str]
) -> None:
    match = data.draw(played(game))
    match.tags.clear()
    # A name that is another language's word for a tag that not every file has comes back as that tag.
    written = (*STANDARD_TAGS, "Result", "GameType")
    match.tags.update(
        {name: value for name, value in tags.items() if value and standard_name(name) in (name, *written)}
    )
    for node in match.nodes:
        node.comment = node.comment.replace("[%end", "")
    text = pdn.write(match)
    (game_text,) = game_texts(text)
    back = game_text.read()
    expected = {name: value for name, value in match.tags.items() if value != "?"}
    end = match.tree.main_line[-1].ending
    assert back.tags == {**expected, **({"Termination": TERMINATIONS[end.reason]} if end else {})}
    assert pdn.write(back) == text
    assert told(back) == told(pdn.read(text)) == []


SEEDS = (SAMPLES / "wild.pdn").read_text("utf-8"), (SAMPLES / "annotated.pdn").read_text("utf-8")
PATCHES = [
    *("{", "}", "(", ")", "[", "]", '"', "\\", ";", "%", "/", "*", "\n", "\r", " ", "-", "x", "½", "“", "1", "0913"),
    *(
        "1-0",
        "1.",
        "...",
        "- -",
        '/FEN "W:W1:B2"/',
        '[FEN "?:W1:B2"]\n',
        "White wins",
        "\x00",
        "K",
        "(*)",
        "!?!?",
        "Ж",
    ),
]


@pytest.mark.parametrize("seed", range(40))
def test_a_spoiled_file_is_read_or_refused_game_by_game(seed: int) -> None:
    choose = Random(seed)
    text = choose.choice(SEEDS)
    for _ in range(choose.randint(1, 30)):
        at, length = choose.randrange(len(text)), choose.choice([0, 0, 1, 3, 20])
        text = text[:at] + choose.choice(PATCHES) + text[at + length :]
    unified = lines_of(text)
    assert "".join(game_text.text for game_text in game_texts(text)) in (
        unified,
        unified[: len("".join(p.text for p in game_texts(text)))],
    )
    assert [one.text for one in game_texts(text)] == [unified[part.start : part.end] for part in pdn.games(text)]
    lines = unified.split("\n")
    for found in read_each(text):
        if isinstance(found, RecordError):
            assert 1 <= found.line <= len(lines)
            assert 1 <= found.column <= len(lines[found.line - 1]) + 1


@pytest.mark.parametrize("seed", range(40))
def test_nonsense_is_refused_and_nothing_else_happens(seed: int) -> None:
    choose = Random(seed)
    text = "".join(choose.choice([*PATCHES, "11-15 ", "22-18 ", '[White "a"]\n', "a", "б"]) for _ in range(300))
    for found in read_each(text):
        assert isinstance(found, Match | RecordError)


@st.composite
def rewritten(draw: st.DrawFn, game: Game) -> tuple[Match, str]:
    """A game, and how another program might have written it."""
    match = Match(game)
    for _ in range(draw(st.integers(1, 30))):
        if match.legal and not match.outcome:
            match.play(match.legal[draw(st.integers(0, len(match.legal) - 1))])
    sign = draw(st.sampled_from(["-", "x", ":", "–", " - ", "*", "", "--", " -- "]))
    number = draw(st.sampled_from(["{}. ", "{}.", "{} ", "", "{}... "]))
    words = []
    for ply, node in enumerate(match.line[1:]):
        path = node.move.path if node.move else ()
        squares = [f"{game.board.number[square]:02}" for square in path]
        if ply % 2 == 0:
            words.append(number.format(ply // 2 + 1))
        words.append(sign.join(squares))
        words.append(
            draw(
                st.sampled_from(
                    [" ", "\n", "  ", " {remark}\n", "! ", " ? ", " (so they say) ", ", ", "+ ", " $300 "]
                )
            )
        )
    head = draw(st.sampled_from(["", '[event "x"]\n', "[Bianco “Ada”]\n[Nero 'Bob']\n", '{A club}\n[White "Ada"]\n']))
    end = draw(st.sampled_from(["*", "1-0", "½-½", "", "Draw *", "0 - 2", "* 1-0", "1-0 (9 moves)"]))
    return match, f'{head}[GameType "{game.pdn}"]\n{"".join(words)}{end}\n'


@given(st.data(), st.sampled_from([ENGLISH, ITALIAN]))
@settings(deadline=None, max_examples=150)
def test_a_game_rewritten_as_another_program_would_is_the_same_game(data: st.DataObject, game: Game) -> None:
    texts = [data.draw(rewritten(game)) for _ in range(2)]
    found = [game_text.read() for game_text in game_texts("".join(text for _, text in texts))]
    assert [match.game.key for match in found] == [game.key] * 2
    assert [story(match) for match in found] == [story(match) for match, _ in texts]


@pytest.mark.parametrize(
    ("fen", "key"),
    [
        ("W:W21-32:B1-12", "italian"),
        ("B:W21-32:B1-12", "english"),
        ("W:W17,22-32:B1-12", "italian"),
        ("B:W21-32:B1-11,16", "english"),
        ("W:W21,22:B1,2", "english"),
    ],
)
def test_a_position_without_a_game_is_not_of_a_game_that_cannot_have_it(fen: str, key: str) -> None:
    """Black moves first in English checkers, White in Italian draughts: one that has not moved is to move."""
    text = f'[FEN "{fen}"] *'
    assert pdn.read(text).game.key == key
    assert [part.game for part in pdn.games(text)] == [key]
    if key == "italian":
        assert pdn.read(text, ENGLISH).game.key == key
