"""Digests tell texts apart."""

from hypothesis import given
from hypothesis import strategies as st
from saltus.library.keys import CHUNK_BYTES, DIGEST_BYTES, digest


@given(st.sets(st.binary(max_size=5 * CHUNK_BYTES), min_size=2))
def test_different_texts_have_different_digests(texts: set[bytes]) -> None:
    assert len({digest(text) for text in texts}) == len(texts)
    assert {len(digest(text)) for text in texts} == {DIGEST_BYTES}


def test_order_length_and_zeros_count() -> None:
    one, other = b"a" * CHUNK_BYTES, b"b" * CHUNK_BYTES
    texts = [one + other, other + one, one, one + b"\0", one + b"\0" * CHUNK_BYTES, b"", b"\0"]
    assert len(set(map(digest, texts))) == len(texts)


def test_digests_are_the_same_on_every_machine() -> None:
    assert digest(b"11-15 23-19").hex() == "00e80d43729c776d70d12382"
