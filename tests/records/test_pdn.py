"""PDN as it is written, and as other programs write it."""

from saltus.match.match import Match
from saltus.notation.move import move_text
from saltus.notation.position import read_position
from saltus.records import pdn, pdn_write
from saltus.records.record import detect

from tests.support.strategies import act
from tests.support.texts import ENGLISH, ITALIAN, SAMPLES


def test_pdn_looks_as_it_should() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "22-18", "15x22", "25x18"):
        match.play(text)
    match.undo()
    match.play("26x17")
    match.node.comment = "the other way"
    match.node.glyphs = (2,)
    match.play("8-11")
    match.tags.update(White="Doe, John", Date="2026.11.21", Annotator='"me"')
    match.resign("b")
    assert pdn.write(match).splitlines() == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "2026.11.21"]',
        '[Round "?"]',
        '[White "Doe, John"]',
        '[Black "?"]',
        '[Result "0-1"]',
        '[GameType "21,B,8,8,N1,0"]',
        '[Termination "resignation"]',
        r'[Annotator "\"me\""]',
        "",
        "1. 11-15 22-18 2. 15x22 26x17 $2 {the other way} (2... 25x18) 3. 8-11 0-1",
    ]


def test_pdn_gives_the_number_again_after_what_comes_between() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "22-18", "15x22"):
        match.play(text)
    match.nodes[1].comment = "Single Corner"
    match.undo()
    match.play("15x22")
    match.play("25x18")
    assert pdn.write(match).endswith("1. 11-15 {Single Corner} 1... 22-18 2. 15x22 25x18 *\n")
    match.undo(3)
    match.play("23-19")
    match.goto(2)
    match.undo()
    match.play("24-20")
    match.play("8-11")
    assert pdn.write(match).endswith(
        "1. 11-15 {Single Corner} 1... 24-20 (1... 22-18 2. 15x22 25x18) (1... 23-19)\n2. 8-11 *\n"
    )


def test_pdn_lines_are_not_longer_than_they_should_be() -> None:
    match = Match(ITALIAN)
    for number in range(200):
        act(match, 0, number * 7)
    lines = pdn.write(match).splitlines()
    assert len(lines) > 12
    assert max(map(len, lines)) <= pdn_write.LINE_WIDTH


def test_pdn_writes_a_start_of_its_own_and_who_moves_first_there() -> None:
    match = Match(ENGLISH, position=read_position(ENGLISH, "W:WK11,K12:BK4"))
    match.play("12-16")
    match.play("4-8")
    text = pdn.write(match)
    assert '[SetUp "1"]\n[FEN "W:WK11,K12:BK4"]\n' in text
    assert text.endswith("1... 12-16 2. 4-8 *\n")


def test_pdn_says_why_a_game_ended_off_the_board() -> None:
    for reason, winner, expected in (
        ("flag", "w", "time forfeit"),
        ("claim", "b", "adjudication"),
        ("claim", None, "adjudication"),
        ("resignation", "w", "resignation"),
        ("agreement", None, "agreement"),
        ("record", "b", None),
        ("record", None, None),
    ):
        match = Match(ENGLISH)
        match.tree.close(match.node, reason, winner)  # type: ignore[arg-type]
        text = pdn.write(match)
        assert (f'[Termination "{expected}"]' in text) == (expected is not None)
        back = pdn.read(text)
        assert back.outcome == match.node.ending
        assert pdn.write(back) == text


def test_a_pdn_of_another_program_is_read() -> None:
    match = pdn.read((SAMPLES / "annotated.pdn").read_text())
    assert match.game.key == "english"
    assert match.tags == {
        "Event": 'City, "open" section',
        "Date": "1995.??.??",
        "Round": "3",
        "White": "Doe, John",
        "Black": "Roe, Jane",
    }
    assert [
        move_text(ENGLISH, node.parent.position, node.move) for node in match.line if node.parent and node.move
    ] == [
        *("11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22", "12-16", "24-20", "10-15"),
    ]
    assert match.tree.root.comment == "The Single Corner"
    assert (match.line[4].glyphs, match.line[4].comment) == ((1,), "the usual recapture")
    assert match.line[5].glyphs == (1,)
    assert match.line[6].comment == "a comment to the end of the line"
    (_, other) = match.line[3].children
    assert other.comment == "also seen"
    assert other.children[1].children[0].glyphs == (6,)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (None, "record")


def test_a_variation_that_repeats_its_move_leaves_the_main_line_alone() -> None:
    match = pdn.read("9-13 22-18 (22-18 12-16) (22-18) 11-15 *", ENGLISH)
    assert len(match.nodes) == 5
    assert [node.move and node.move.path[-1] for node in match.tree.main_line] == [None, "a5", "d4", "e5"]


def test_a_pdn_without_tags_is_of_the_game_that_is_meant() -> None:
    text = (SAMPLES / "bare.pdn").read_text()
    assert pdn.read(text, ITALIAN).game.key == "italian"
    assert detect(text) == "pdn"


def test_a_backslash_in_a_tag_stands_for_itself_unless_it_escapes() -> None:
    cases = ((r"D:\open\may", r"D:\open\may"), (r"D:\\open", r"D:\open"), (r"the \"cup\"", 'the "cup"'))
    for written, value in cases:
        match = pdn.read(f'[Event "{written}"]\n[GameType "21"]\n*')
        assert match.tags["Event"] == value
        assert pdn.read(pdn.write(match)).tags["Event"] == value
