"""The bytes of files as text."""

import pytest
from saltus.records.encoding import ONE_BYTE, decode, detect, upper_half

TEXTS = {
    "Italian": '[Dati "69° ASSOLUTO 1° TURNO"]\n[Bianco "NICOLÒ"] {Perché la città è più bella}',
    "French": '[Event "Championnat à Paris, été"] {Ça gagne très fort} [White "Désiré Général"]',
    "German": '[White "Müller, Jürgen"] {Weiß gewinnt schön}',
    "Spanish": '[White "Núñez, José"] {mañana}',
    "Romanian": '[White "Ştefănescu"] {Albul câştigă după o greşeală în mişcarea următoare}',
    "Polish": '[White "Łukasz Więckowski"] {Białe wygrywają, świetnie}',
    "signs": "1. 11-15 22-18 ½-½",
    "plain": "1. 11-15 22-18 *",
}
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp850", "cp437"]


def can_write(text: str, encoding: str) -> bool:
    """Whether an encoding has all letters of a text."""
    return text.encode(encoding, "ignore").decode(encoding) == text


WRITTEN = [
    (language, encoding) for language, text in TEXTS.items() for encoding in ENCODINGS if can_write(text, encoding)
]


@pytest.mark.parametrize(("language", "encoding"), WRITTEN)
def test_a_text_is_read_in_the_encoding_that_it_was_written_in(language: str, encoding: str) -> None:
    assert len(WRITTEN) > 50
    assert decode(TEXTS[language].encode(encoding)) == TEXTS[language]


def test_the_letters_of_one_byte_are_those_of_python() -> None:
    for encoding in ONE_BYTE:
        assert upper_half(encoding) == bytes(range(128, 256)).decode(encoding, "replace")
    assert upper_half("utf-8") == upper_half("utf-16-le") == ""


def test_a_beginning_may_end_within_a_character() -> None:
    data = "[White “Ada”]".encode()
    for length in range(len(data)):
        assert detect(data[:length], is_whole=False).encoding == "utf-8"
    assert detect(data[:9]).encoding != "utf-8"


def test_any_bytes_are_some_text() -> None:
    for data in (b"", b"\x00", bytes(range(256)), b"\xff\xfe\x00", b"\x81\x8d\x8f\x90\x9d"):
        assert isinstance(decode(data), str)
