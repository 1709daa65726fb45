"""Game sessions on a display written for the tests."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from saltus.core.game import Side
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.notation.position import read_position
from saltus.play.autosave import Autosave, keep, kept, place, set_aside
from saltus.play.commands import COMMANDS
from saltus.play.json_display import JsonDisplay
from saltus.play.session import Display, Session
from saltus.records import record


class Script:
    """A display with these input lines; None stands for a moment without input."""

    def __init__(self, *lines: str | None, waits: bool = True) -> None:
        self.waits = waits
        self.lines = iter(lines)
        self.said: list[str] = []
        self.shown: list[int] = []

    def show(self, session: Session) -> None:
        self.shown.append(session.match.ply)

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, session: Session) -> str | None:
        for line in self.lines:
            return line
        raise EOFError


def sit(match: Match, *lines: str | None, waits: bool = True, **levels: int) -> tuple[Session, Script]:
    """A session run to the end of these lines; `w` and `b` are the computer's levels."""
    script = Script(*lines, waits=waits)
    players: dict[Side, int | None] = {"w": levels.get("w"), "b": levels.get("b")}
    session = Session(match, script, players, 0.01, files=True)
    session.run()
    return session, script


def english(text: str | None = None) -> Match:
    game = load("english")
    return Match(game, position=read_position(game, text)) if text else Match(game)


def test_a_script_is_a_display() -> None:
    display: Display = Script()
    assert display.waits


@pytest.mark.parametrize("waits", [True, False])
def test_the_computer_answers_whether_or_not_the_display_waits(waits: bool) -> None:
    session, script = sit(english(), "11-15", *[None] * 200, waits=waits, w=1)
    assert session.match.ply == 2
    assert script.shown == [0, 1, 2]
    assert script.said[0].startswith("White (computer, level 1) plays ")


def test_a_turn_may_be_taken_back_while_the_computer_thinks() -> None:
    """If the display does not wait, input interrupts a search, which is then dropped."""
    script = Script("11-15", None, "undo", None, waits=False)
    session = Session(english(), script, {"w": 10}, seconds=60)
    session.run()
    assert script.shown == [0, 1, 0]
    assert session.match.ply == 0
    assert not session.thinking


def test_a_turn_for_the_computer_is_refused() -> None:
    script = Script("11-15", "22-18", waits=False)
    Session(english(), script, {"w": 10}, seconds=60).run()
    assert script.said == ["It is the computer's turn: White is thinking."]


def test_every_word_of_the_help_is_understood() -> None:
    _, script = sit(english(), *[word for word in COMMANDS if word not in ("quit", "load", "save")])
    assert not [text for text in script.said if "is not a legal move" in text]


def test_moves_of_one_piece_by_either_name() -> None:
    _, script = sit(english(), "moves 11", "moves f6", "moves a1")
    by_number, by_name, none = script.said
    assert by_number == by_name
    assert by_number.startswith("11-15 11-16\n\n")
    assert by_number.count("* *") == 2
    assert by_number.count("*b*") == 1
    assert none == "There is no move from a1."


def test_the_last_move_is_marked_on_the_board() -> None:
    _, script = sit(english(), "board", "board last", "11-15", "board last", "board first")
    assert script.shown[:2] == [0, 0]
    start, moved, wrong = script.said
    assert "(" not in start
    assert moved.count("(b)") == moved.count("( )") == 1
    assert wrong.startswith("Not now: say `board` or `board last`, not 'first'")


def test_levels_are_changed_in_the_middle() -> None:
    session, script = sit(english(), "white 1", "11-15", "white person", "white 11", "white 0100", "black friend")
    assert session.players == {"w": None, "b": None}
    assert session.match.ply == 2
    assert [text for text in script.said if text.startswith("Not now: say ")] == script.said[-3:]
    assert len(script.said) > 3


def test_a_clock_falls_while_a_person_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(float(second) for second in range(0, 100_000, 7))
    monkeypatch.setattr("saltus.play.timing.perf_counter", lambda: next(now))
    match = Match(load("gambit"), clock=TimeControl(20))
    _, script = sit(match, *[None] * 9, waits=False)
    assert match.outcome
    assert (match.outcome.reason, match.outcome.winner) == ("flag", "w")
    assert script.said == ["The game is over. Black ran out of time: White wins."]


def test_games_are_saved_and_loaded_in_every_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("one.json", "two.pdn", "three.txt")
    _, script = sit(english(), "11-15", *(f"save {name}" for name in names), "save one.json", "save! one.json")
    assert "one.json is there already; `save! one.json` writes over it" in script.said[-2]
    assert script.said[-1] == "Saved as one.json."
    for name, plies in zip(names, (1, 1, 0), strict=True):
        session, _ = sit(english(), f"load {name}")
        assert session.match.ply == plies
        assert session.match.side == "w"


@pytest.mark.parametrize(
    ("line", "named"),
    [("save game.doc", ".json, .pdn"), ("load nowhere.json", "nowhere.json"), ("save game.sgf", "json, pdn")],
)
def test_files_that_cannot_be_are_said(
    line: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, script = sit(english(), line)
    assert named in script.said[0]
    assert list(tmp_path.iterdir()) == []


def test_people_from_afar_have_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Session(english(), script := Script("save game.json", "load game.json", "help")).run()
    assert all("is not a legal move" in text for text in script.said[:2])
    assert " save " not in script.said[2]
    assert list(tmp_path.iterdir()) == []


def test_a_new_game_begins_where_the_old_one_did() -> None:
    session, _ = sit(english("W:W22,23:B1,2"), "22-18", "new")
    assert (session.match.ply, session.match.start) == (0, english("W:W22,23:B1,2").position)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SALTUS_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.mark.parametrize("key", keys())
def test_an_unfinished_game_is_kept_with_its_players(key: str, state: Path) -> None:
    match = Match(load(key), seed=4 if key == "roman" else None)
    session = Session(match, Script(), {"w": 3}, 2.5, keep)
    keep(session)
    assert kept(key) is None, "nothing was played"
    session.play("-".join(match.legal[0].path))
    found = kept(key)
    assert found is not None
    assert (found[0].position, found[1], found[2]) == (match.position, {"w": 3, "b": None}, 2.5)
    match.resign("w")
    session.changed()
    assert kept(key) is None
    assert not place(key).exists()


def test_an_unfinished_game_is_set_aside_for_a_new_one(state: Path) -> None:
    assert set_aside("english") is None
    Session(english(), Script(), keep=keep).play("11-15")
    aside = set_aside("english")
    assert aside == state / "english-before.json"
    assert kept("english") is None
    session, _ = sit(english(), f"load {aside}")
    assert session.match.ply == 1


def test_games_that_were_set_aside_are_never_overwritten(state: Path) -> None:
    for number, move in enumerate(("9-13", "10-15", "11-15", "12-16"), 1):
        Session(english(), Script(), keep=Autosave()).play(move)
        if number == 3:
            place("english").write_text("nonsense")
        aside = set_aside("english")
        assert aside == state / f"english-before{'' if number == 1 else f'-{number}'}.json"
    assert [sit(english(), f"load {state}/english-before{n}.json")[0].match.ply for n in ("", "-2", "-4")] == [
        1,
        1,
        1,
    ]
    assert (state / "english-before-3.json").read_text() == "nonsense"


@pytest.mark.parametrize("command", ["new", "load {file}"])
def test_another_game_within_a_session_sets_the_unfinished_one_aside(
    state: Path, tmp_path: Path, command: str
) -> None:
    file = tmp_path / "other.json"
    other = english()
    other.play("9-13")
    other.play("22-18")
    file.write_text(record.write(other, "json"))
    display = Script("11-15", command.format(file=file), *(["12-16"] if command == "new" else []))
    session = Session(english(), display, keep=Autosave(), files=True)
    session.run()
    aside = state / "english-before.json"
    assert f"The unfinished game is now {aside}." in display.said
    assert record.read(aside.read_text()).ply == 1
    assert session.match.ply == (1 if command == "new" else 2)
    found = kept("english")
    assert found is not None
    assert found[0].ply == session.match.ply


def test_two_programs_set_one_game_aside_once(state: Path) -> None:
    """Each of them renames what is there; one finds nothing, and no file is lost."""
    for number in range(20):
        Session(english(), Script(), keep=Autosave()).play("11-15")
        with ThreadPoolExecutor(4) as pool:
            asides = [aside for aside in pool.map(set_aside, ["english"] * 4) if aside]
        assert len(asides) == 1
        assert len(list(state.iterdir())) == number + 1
        assert all(path.stat().st_size for path in state.iterdir())


def test_two_programs_that_play_at_once_keep_both_games(state: Path) -> None:
    first, second, script = Autosave(), Autosave(), Script()
    one, two = Session(english(), Script(), keep=first), Session(english(), script, keep=second)
    one.play("11-15")
    two.play("9-13")
    one.play("22-18")
    two.play("22-18")
    two.play("12-16")
    found = kept("english")
    assert found is not None
    assert found[0].ply == 2
    aside = state / "english-before.json"
    assert f"this one is kept in {aside}." in script.said[0]
    assert sit(english(), f"load {aside}")[0].match.ply == 3
    two.match.resign("w")
    two.changed()
    assert [path.name for path in state.iterdir()] == ["english.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"players": {"w": 0, "b": 99}, "seconds": 1, "record": {}}'])
def test_a_kept_file_that_is_damaged_is_said_with_the_way_out(text: str, state: Path) -> None:
    state.mkdir()
    (state / "rock.json").write_text(text)
    with pytest.raises(ValueError, match=r"rock\.json holds no game that can go on .*--new") as told:
        kept("rock")
    assert not {"Expecting", "KeyError", "indices", "codec"} & set(str(told.value).split())


def test_a_wire_says_states_and_sentences_and_hears_paths_and_words() -> None:
    lines = iter(['{"path":["f6","e5"]}', '{"say":"22-18"}', "nonsense", "{}", "", '{"say":"undo"}'])
    told: list[str] = []

    def hear() -> str:
        for line in lines:
            return line
        raise EOFError

    match = english()
    Session(match, JsonDisplay(hear, told.append)).run()
    messages = [json.loads(line) for line in told]
    assert [message.get("ply", message["event"]) for message in messages] == [0, 1, 2, "said", "said", 1]
    assert messages[1]["players"] == {"w": 0, "b": 0}
    assert messages[1]["prompt"] == "White> "
    assert record.write(match, "pdn").endswith("1. 11-15 22-18 *\n")


# -- claims and rules ---------------------------------------------------------------------------------------


def test_a_draw_that_is_known_for_certain_may_be_claimed() -> None:
    session, script = sit(english("W:WK18:BK1"), "18-15", "claim")
    assert session.match.outcome is not None
    assert (session.match.outcome.winner, session.match.outcome.reason) == (None, "claim")
    assert (
        script.said[0] == "Solved: with best play neither side can win. A draw can be claimed. Say `claim` to do so."
    )


def test_a_win_is_claimed_by_the_winner_alone() -> None:
    won = "W:WK26,K27:BK7"
    session, _ = sit(english(won), "claim")
    assert session.match.outcome is not None
    assert session.match.outcome.winner == "w"
    session, _ = sit(english(won), "26-23", "claim")
    assert session.match.outcome is not None
    session, script = sit(english("B:WK26,K27:BK7"), "claim", w=1)
    assert session.match.outcome is None
    assert script.said[0].startswith("Not now: there is nothing to claim")


def test_a_claim_is_offered_once() -> None:
    _, script = sit(english("W:WK18:BK1"), "18-15", "1-5", "15-18")
    assert sum("can be claimed" in text for text in script.said) == 1


def test_a_claim_needs_a_position_that_is_known() -> None:
    session, script = sit(english(), "claim")
    assert session.match.outcome is None
    assert script.said == [
        "Not now: there is nothing to claim: a claim needs a position of which it is known how it ends"
    ]


def test_the_rules_are_read_in_parts() -> None:
    _, script = sit(english(), "rules", "rules 2", "rules 9", "rules all")
    contents, part, wrong, whole = script.said
    assert "  2  Capturing" in contents
    assert part.startswith("CAPTURING\n\n- A piece captures by jumping")
    assert "  6    .   .   .   ." in part
    assert wrong == "Not now: the rules have parts from 1 to 7, or `rules all`, not '9'"
    assert part in whole


def test_a_game_that_cannot_be_kept_is_said_once_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SALTUS_STATE", str(tmp_path / "file" / "state"))
    autosave, script = Autosave(), Script()
    session = Session(english(), script, keep=autosave)
    session.play("11-15")
    session.play("22-18")
    assert [line for line in script.said if "not saved" in line] == [
        f"This game is not saved (Not a directory: {tmp_path / 'file' / 'state'}). "
        "You can go on playing; SALTUS_STATE names another folder for saved games."
    ]
    assert (session.match.ply, autosave.works) == (2, False)
    monkeypatch.setenv("SALTUS_STATE", str(tmp_path / "state"))
    session.play("15x22")
    assert autosave.works
    assert kept("english") is not None


def test_a_full_disk_leaves_the_kept_game_as_it_was(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(english(), Script(), keep=Autosave())
    session.play("11-15")

    def write_out(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", write_out)
    session.play("22-18")
    found = kept("english")
    assert found is not None
    assert found[0].ply == 1
    assert [path.name for path in state.iterdir()] == ["english.json"]


def test_without_a_home_folder_a_game_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("SALTUS_STATE", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", home)
    script = Script()
    Session(english(), script, keep=Autosave()).play("11-15")
    assert any("not saved (Could not determine home directory.)" in line for line in script.said)
