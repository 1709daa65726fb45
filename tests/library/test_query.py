"""The query language: what it reads, and what it says about mistakes."""

import pytest
from saltus.games import load
from saltus.library.board_terms import Force, Material
from saltus.library.keys import key_of
from saltus.library.query import KEYS, MAX_QUERY_CHARS, QueryError, Term, parse
from saltus.library.symmetry import image, symmetries


def test_terms_are_read_with_their_values() -> None:
    query = parse('player:smith -white:"JOHN  Smith" year:1950..1960,1970 result:white,draw length:>40 word')
    assert query.terms == (
        Term("player", text="smith"),
        Term("white", negated=True, text="john smith"),
        Term("year", ranges=((1950, 1960), (1970, 1970))),
        Term("result", choices=("white", "draw")),
        Term("length", ranges=((41, None),)),
        Term("text", text="word"),
    )
    assert query.game is None
    assert query.moments == ()


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("12", (12, 12)),
        ("3..5", (3, 5)),
        ("3..", (3, None)),
        ("..5", (None, 5)),
        (">3", (4, None)),
        (">=3", (3, None)),
        ("<5", (None, 4)),
        ("<=5", (None, 5)),
    ],
)
def test_every_form_of_a_range(text: str, limits: tuple[int | None, int | None]) -> None:
    assert parse(f"year:{text}").terms == (Term("year", ranges=(limits,)),)


def test_dates_may_be_a_year_a_month_or_a_day() -> None:
    assert parse("date:1950.03..1951").terms == (Term("date", dates=(("1950.03", "1951"),)),)
    assert parse("date:1950.03.04").terms == (Term("date", dates=(("1950.03.04", "1950.03.04"),)),)
    assert parse("date:1950..").terms == (Term("date", dates=(("1950", ""),)),)


def test_a_position_and_the_moves_to_it_are_the_same() -> None:
    game = load("english")
    by_moves = parse('game:english after:"11-15 23-19"')
    by_position = parse('game:english position:"B:W19,21,22,24-32:B1-10,12,15"')
    assert by_moves.moments == by_position.moments
    (moment,) = by_moves.moments
    assert moment.key != key_of(game.start())


def test_the_game_may_come_from_outside() -> None:
    assert parse("turn:white", "rock").game == "rock"
    assert parse("turn:white game:gambit", "rock").game == "gambit"
    assert parse("player:smith", "rock").game is None, "a query about players is about all games"


def test_a_pattern_says_what_each_square_may_hold() -> None:
    (moment,) = parse("game:english pattern:18=w,22+23=W,14=empty,15=!black,1=king,2=!w").moments
    squares = load("english").board.squares
    told = {squares.index(name) + 1: letters for name, letters in moment.squares.items()}
    assert told == {18: "w", 22: "W", 23: "W", 14: ".", 15: ".wW", 1: "WB", 2: ".bWB"}


def test_two_demands_on_one_square_hold_together() -> None:
    (moment,) = parse("game:english pattern:18=white,18=king").moments
    assert list(moment.squares.values()) == ["W"]


def test_squares_have_names_in_every_game() -> None:
    (moment,) = parse("game:rock pattern:C3=white").moments
    assert moment.squares == {"c3": "wW"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("w2k1-b3", [Material(Force(2, 1), Force(3, 0))]),
        ("b3-w2k1", [Material(Force(2, 1), Force(3, 0))]),
        ("wk1-b0k2", [Material(Force(0, 1), Force(0, 2))]),
        (
            "3v2",
            [
                Material(Force(total=3), Force(total=2)),
                Material(Force(total=2), Force(total=3)),
            ],
        ),
        (
            "k3vk2",
            [Material(Force(0, 3), Force(0, 2)), Material(Force(0, 2), Force(0, 3))],
        ),
        ("2v2", [Material(Force(total=2), Force(total=2))]),
    ],
)
def test_every_form_of_material(text: str, found: list[Material]) -> None:
    assert [moment.material for moment in parse(f"game:english material:{text}").moments] == found


def test_mirrored_and_rotated_ask_for_the_images() -> None:
    game = load("rock")
    position = game.play(game.start(), game.moves(game.start())[0])
    text = (
        '"' + "/".join(game.rows(position)) + ' w"'
        if position[3] == 0
        else '"' + "/".join(game.rows(position)) + ' b"'
    )
    found = parse(f"game:rock position:{text} rotated mirrored")
    assert {moment.key for moment in found.moments} == {
        key_of(image(game, position, one)) for one in symmetries(game, rotated=True, mirrored=True)
    }


def test_a_mirrored_pattern_has_the_other_colours_and_the_other_side_to_move() -> None:
    one, other = parse("game:english pattern:1=w material:w2k1-b3 turn:white mirrored").moments
    assert one.squares == {"b8": "w"}
    assert other.squares == {"g1": "b"}
    assert other.material == Material(Force(3), Force(2, 1))
    assert (one.side, other.side) == (0, 1)


def test_the_words_for_symmetry_can_be_searched_for_in_quotes() -> None:
    assert parse('"mirrored"').terms == (Term("text", text="mirrored"),)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (
            "year:1950 playr:x",
            "there is no term playr: did you mean player:?",
            (10, 15),
        ),
        ("winer:x", "there is no term winer: did you mean winner:?", (0, 5)),
        ("col:x", "there is no term col: did you mean collection:?", (0, 3)),
        (
            "quux:x",
            f"there is no term quux; there are {', '.join(KEYS[:-1])} and {KEYS[-1]}",
            (0, 4),
        ),
        ("player:", "expected something after player:", (0, 7)),
        ("a -", "expected a word or a term like player:smith", (2, 3)),
        ('white:"john', 'expected a closing "', (6, 11)),
        (
            "year:195x",
            "year: takes numbers like 12, 10..20, >40 or <=40, not '195x'",
            (0, 9),
        ),
        (
            "year:..",
            "year: takes numbers like 12, 10..20, >40 or <=40, not '..'",
            (0, 7),
        ),
        (
            "date:May",
            "date: takes dates like 1950 or 1950.03..1951.07, not 'May'",
            (0, 8),
        ),
        (
            "date:>1950",
            "date: takes dates like 1950 or 1950.03..1951.07, not '>1950'",
            (0, 10),
        ),
        (
            "result:won",
            "result: takes white, black, draw or unfinished, not 'won'",
            (0, 10),
        ),
        (
            "game:chess",
            "game: takes english, gambit, italian, rock or roman, not 'chess'",
            (0, 10),
        ),
        ("-game:rock", "game: cannot be negated", (0, 10)),
        ("game:rock game:roman", "game: is given twice", (10, 20)),
        ("game:rock -turn:white", "turn: cannot be negated", (10, 21)),
        ("game:rock turn:white turn:black", "turn: is given twice", (21, 31)),
        ("turn:white", "turn: needs to know the game: add game:english", (0, 10)),
        ("mirrored", "mirrored needs a position or a pattern to search for", (0, 8)),
        ("game:rock turn:me", "turn: takes white or black, not 'me'", (10, 17)),
        (
            "game:english pattern:33=w",
            "'33' is no square of English checkers",
            (13, 25),
        ),
        (
            "game:english pattern:a1+a2=w",
            "'a2' is no square of English checkers",
            (13, 28),
        ),
        ("game:english pattern:1=w,1=b", "nothing can stand on 1", (13, 28)),
        ("game:english pattern:1=!any", "nothing can stand on 1", (13, 27)),
        (
            "game:english material:w3",
            "expected material like w2k1-b3, 3v2 or k3vk2, not 'w3'",
            (13, 24),
        ),
        (
            "game:english material:w3-w2",
            "expected material like w2k1-b3, 3v2 or k3vk2, not 'w3-w2'",
            (13, 27),
        ),
        (
            "game:english material:w3v2",
            "expected material like w2k1-b3, 3v2 or k3vk2, not 'w3v2'",
            (13, 26),
        ),
        (
            "game:roman after:a1-a2",
            "Roman Solitaire has no single starting position: use position:",
            (11, 22),
        ),
        ("game:rock after:a1-a9 position:x", "'a1-a9' is not a legal move", (10, 21)),
        (
            'game:english after:11-15 position:"B:W1:B2"',
            "position: and after: cannot both be given",
            (25, 43),
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"character {place[0] + 1}: {message}")
    assert (caught.value.start, caught.value.end) == place


def test_a_wrong_position_says_where_in_it() -> None:
    with pytest.raises(
        QueryError,
        match="character 14: at character 4 of the position: expected a square from 1 to 32",
    ):
        parse("game:english position:B:W44:B1")


def test_what_a_pattern_may_ask_is_listed() -> None:
    with pytest.raises(QueryError, match=r"expected a square with \., w, b, .* like 18=w, not '18=z'"):
        parse("game:english pattern:18=z")


def test_a_query_is_not_endless() -> None:
    with pytest.raises(QueryError, match="at most"):
        parse("x" * (MAX_QUERY_CHARS + 1))


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_query_asks_nothing(text: str) -> None:
    assert parse(text)[1:] == (None, (), ())
