"""Numbers in words."""

import pytest
from saltus.core.phrase import number_word, ordinal


@pytest.mark.parametrize(("count", "word"), [(0, "no"), (1, "one"), (9, "nine"), (12, "twelve"), (13, "13")])
def test_a_count_is_a_word_up_to_twelve(count: int, word: str) -> None:
    assert number_word(count) == word


@pytest.mark.parametrize(("count", "word"), [(1, "first"), (2, "second"), (3, "third"), (4, "4th")])
def test_the_first_three_ordinals_are_words(count: int, word: str) -> None:
    assert ordinal(count) == word
