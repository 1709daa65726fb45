"""Files of games as they lie on a disk: packed, and in any encoding."""

import gzip
import sys
import zipfile
from io import BufferedReader, BytesIO, RawIOBase

import pytest
from saltus.records import files
from saltus.records.encoding import SAMPLE_BYTES
from saltus.records.files import text_files

from tests.support.game_files import ALPHABETS, zipped

GAME = '[Event "{}"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n'
FILLING = GAME.format("x") * (1 + SAMPLE_BYTES // len(GAME))


class Pipe(RawIOBase):
    """Bytes that come in small pieces, and not from a file."""

    def __init__(self, data: bytes) -> None:
        self.left = BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        piece = self.left.read(min(len(into), 1000))
        into[: len(piece)] = piece
        return len(piece)


def read(data: bytes, encoding: str | None = None, pipe: bool = False) -> tuple[dict[str, str], list[str]]:
    """The texts of a file by their names, and what was told of their encodings."""
    told: list[str] = []
    source = BufferedReader(Pipe(data) if pipe else BytesIO(data), SAMPLE_BYTES)
    found = text_files(source, "f", lambda name, said: told.append(f"{name}: {said}"), encoding)
    return {file.name: file.whole() for file in found}, told


# -- packed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pipe", [False, True])
def test_a_packed_file_is_unpacked(pipe: bool) -> None:
    text = GAME.format("Città")
    assert read(gzip.compress(text.encode()), pipe=pipe) == ({"f": text}, [])
    twice = gzip.compress(text.encode()) + gzip.compress(text.encode())
    assert read(twice, pipe=pipe)[0] == {"f": text * 2}
    assert read(zipped({"a.pdn": text.encode()}), pipe=pipe) == ({"f: a.pdn": text}, [])


def test_of_an_archive_the_files_of_games_are_read_each_in_its_encoding() -> None:
    data = zipped(
        {
            "old/a.PDN": GAME.format("Città").encode("cp1252"),
            "b.sgf": b"(;GM[9])",
            "README.txt": b"words",
            "__MACOSX/a.pdn": b"\0",
            "old/.a.pdn": b"\0",
        }
    )
    found, told = read(data)
    assert found == {"f: old/a.PDN": GAME.format("Città"), "f: b.sgf": "(;GM[9])"}
    assert told == ["f: old/a.PDN: it is not UTF-8 and names no encoding; it is read as windows-1252"]
    assert read(zipped({"a.txt": b"11-15", "b.png": b"\0"}))[0] == {"f: a.txt": "11-15"}
    assert read(zipped({"games": b"11-15"}))[0] == {"f: games": "11-15"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (gzip.compress(FILLING.encode())[:-500], "f is damaged: Compressed file ended"),
        (gzip.compress(b"x")[:-8] + bytes(8), "f is damaged: CRC check failed"),
        (b"\x1f\x8b\x08\x00" + bytes(40), "f is damaged"),
        (zipped({"a.pdn": FILLING.encode()})[:-40], "f is damaged: File is not a zip file"),
        (zipped({"a.pdn": b"text"}, zipfile.ZIP_STORED).replace(b"text", b"next", 1), "f: a.pdn is damaged"),
        (zipped({}), "f holds no file of games"),
        (zipped({"a.exe": b"", "b.exe": b""}), "f holds no file of games"),
        (zipped({"a.pdn": gzip.compress(b"x")}), "f: a.pdn is packed once more, with gzip"),
        (gzip.compress(zipped({"a.pdn": b"x"})), "f is packed once more, with zip"),
        (gzip.compress(bytes(257) + b"ustar" + bytes(300)), "f is packed once more, with tar"),
        (bytes(257) + b"ustar" + bytes(300), "f is packed with tar; unpack it first"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(30), "f is packed with 7z; unpack it first"),
        (b"Rar!\x1a\x07\x01\x00", "f is packed with RAR; unpack it first"),
        (b"\x28\xb5\x2f\xfd", "f is packed with Zstandard; unpack it first"),
    ],
    ids=lambda value: value if isinstance(value, str) else "bytes",
)
def test_what_cannot_be_unpacked_is_said(data: bytes, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        read(data)


def test_a_file_with_a_password_is_named() -> None:
    data = bytearray(zipped({"a.pdn": b"x"}))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + flags] |= 1
    with pytest.raises(ValueError, match=r"^f: a.pdn cannot be unpacked: .*password"):
        read(bytes(data))


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zipped({"a.pdn": data, "b.pdn": data})])
def test_a_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch, pack: object) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED_BYTES", 3 * SAMPLE_BYTES)
    assert callable(pack)
    for size, is_read in ((SAMPLE_BYTES, True), (4 * SAMPLE_BYTES, False)):
        data = pack(b" " * size)
        if is_read:
            assert set(map(len, read(data)[0].values())) == {size}
            continue
        with pytest.raises(ValueError, match="unpacks to more than 0 MB"):
            read(data)


def test_games_before_the_damage_are_read() -> None:
    whole = gzip.compress(FILLING.encode() * 4, compresslevel=0)
    with BufferedReader(BytesIO(whole[:-1000]), SAMPLE_BYTES) as source:
        found = text_files(source, "f", lambda *_: None)
        assert next(found).read().startswith(GAME.format("x"))


# -- encodings -----------------------------------------------------------------------------------------------


SAYS = {"cp1251": "windows-1251", "cp1253": "windows-1253", "cp1254": "windows-1254"} | {
    "cp1255": "windows-1255",
    "cp1256": "windows-1256",
}


@pytest.mark.parametrize(("words", "encoding"), ALPHABETS)
@pytest.mark.parametrize("after", ["", FILLING], ids=["at once", "late"])
def test_other_alphabets_are_guessed_and_told(words: str, encoding: str, after: str) -> None:
    text = after + GAME.format(words)
    found, told = read(text.encode(encoding))
    assert found == {"f": text}
    assert told == [f"f: it is not UTF-8 and names no encoding; it is read as {SAYS.get(encoding, encoding)}"]


@pytest.mark.parametrize(("words", "encoding"), [*ALPHABETS, ("Città", "utf-16"), ("Vilnius čempionatas", "cp1257")])
def test_an_encoding_that_is_chosen_is_not_guessed(words: str, encoding: str) -> None:
    text = GAME.format(words)
    found, told = read(text.encode(encoding), encoding)
    assert {name: text.removeprefix("\ufeff") for name, text in found.items()} == {"f": text}
    assert told == []


def test_without_the_library_the_guess_is_western_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chardet", None)
    found, told = read(GAME.format("Турнир").encode("cp1251"))
    assert "Турнир" not in found["f"]
    assert told == ["f: it is not UTF-8 and names no encoding; it is read as windows-1250"]
    assert read(GAME.format("Турнир").encode("cp1251"), "cp1251")[0]["f"] == GAME.format("Турнир")


SGF = "(;FF[4]CA[{}]GM[9]EV[{}];B[b1-b3])"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        *ALPHABETS,
        ("Весна", "windows-1251"),
        ("Весна", "Windows-1251"),
        ("Весна", "KOI8-R"),
        ("Müller", "ISO-8859-1"),
        ("Müller", "latin1"),
        ("联通", "GB2312"),
        ("春の大会", "ISO-2022-JP"),
        ("春の大会", "Shift_JIS"),
        ("Tiếng Việt", "UTF-8"),
    ],
)
def test_sgf_is_read_as_it_says_that_it_is_written(words: str, name: str) -> None:
    text = SGF.format(name, words)
    for packed in (text.encode(name), gzip.compress(text.encode(name))):
        assert read(packed) == ({"f": text}, [])


@pytest.mark.parametrize(
    ("name", "encoding", "reads_as"),
    [
        ("UTF-8", "cp1252", "windows-1252"),
        ("windows-1251", "utf-8", "utf-8"),
        ("klingon", "utf-8", "utf-8"),
        ("klingon", "cp1252", "windows-1252"),
        ("rot13", "cp1252", "windows-1252"),
        ("utf-7", "utf-8", "utf-8"),
        ("utf-16", "utf-8", "utf-8"),
        ("unicode_escape", "utf-8", "utf-8"),
        ("undefined", "utf-8", "utf-8"),
    ],
)
def test_sgf_that_is_not_written_as_it_says_is_told(name: str, encoding: str, reads_as: str) -> None:
    text = SGF.format(name, "Città più bella")
    found, (told,) = read(text.encode(encoding))
    assert found == {"f": text}
    assert told.startswith(f"f: CA[{name}] ")
    assert told.endswith(f"; it is read as {reads_as}")


def test_a_mark_counts_more_than_a_name() -> None:
    text = SGF.format("windows-1251", "Città")
    assert read(text.encode("utf-8-sig")) == ({"f": "\ufeff" + text}, [])


def test_bytes_that_are_not_utf_8_among_others_that_are_spoil_nothing() -> None:
    before = FILLING + GAME.format("Città 日本") * 5000
    found, told = read(before.encode() + GAME.format("Città").encode("cp1252"))
    assert found == {"f": before + GAME.format("Città")}
    assert told == ["f: some of it is not UTF-8; that is read as windows-1252"]


def test_lines_end_as_everywhere() -> None:
    for end in ("\r\n", "\r", "\n"):
        assert read(GAME.format("x").replace("\n", end).encode())[0] == {"f": GAME.format("x")}
