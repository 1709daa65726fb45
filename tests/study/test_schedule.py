"""Spaced repetition: when a puzzle comes back."""

from saltus.study.schedule import BOX_INTERVALS_MS, DAY_MS, Progress, answered, in_order, status

NOW = 1_800_000_000_000


def test_a_missed_puzzle_comes_back_soon_and_then_later_and_later() -> None:
    progress, now = answered(None, False, NOW), NOW
    assert progress == Progress(0, NOW + BOX_INTERVALS_MS[0], NOW, 0, 1)
    for box in range(1, len(BOX_INTERVALS_MS)):
        now = progress.due
        progress = answered(progress, True, now)
        assert progress == Progress(box, now + BOX_INTERVALS_MS[box], now, box, 1)
    progress = answered(progress, True, progress.due)
    assert progress.box is None
    assert status(progress, NOW + 1000 * DAY_MS) == "solved"


def test_a_puzzle_solved_at_once_does_not_come_back() -> None:
    assert status(answered(None, True, NOW), NOW + 1000 * DAY_MS) == "solved"


def test_solving_a_puzzle_early_leaves_it_in_its_box() -> None:
    missed = answered(None, False, NOW)
    assert answered(missed, True, NOW + 1) == missed._replace(when=NOW + 1, solved=1)


def test_missing_it_again_starts_over() -> None:
    later = answered(answered(None, False, NOW), True, NOW + DAY_MS)
    assert answered(later, False, NOW + 2 * DAY_MS).box == 0


def test_due_ones_come_first_then_new_ones_then_the_rest() -> None:
    one, two = Progress(0, NOW - 5, NOW - 9), Progress(1, NOW - 7, NOW - 9)
    later, soon = Progress(2, NOW + 9, NOW), Progress(2, NOW + 3, NOW)
    done, long_done = Progress(None, 0, NOW - 1), Progress(None, 0, NOW - 9)
    puzzles = [("done", done), ("later", later), ("new", None), ("one", one), ("long", long_done), ("two", two)]
    puzzles += [("soon", soon), ("new too", None)]
    assert in_order(puzzles, NOW) == ["two", "one", "new", "new too", "soon", "later", "long", "done"]
