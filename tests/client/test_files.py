"""Files of games of any size are read in slices, and their games are found with their offsets."""

import gzip
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from saltus.records.encoding import decode

from tests.support.game_files import ALPHABETS, LONGEST, game, lines, zipped
from tests.support.node_client import NodeClient

READ = """
  const { GameFile } = await load('lib/game-file.js');
  const games = new GameFile(new Blob(given.map((part) =>
    typeof part === 'string' ? part : Uint8Array.from(part))));
  const sent = [];
  const ask = (text, format, goes_on) => {
    sent.push(text.length);
    return engine.request('contents', { text, format, goes_on, game: 'english' });
  };
  const code = await games.read(ask, () => {}, new AbortController().signal)
    .then(() => 'read', (error) => error.code ?? error.message);
  const texts = [];
  for (let at = 0; at < games.starts.length; at++) {
    texts.push(await games.text(at).catch((error) => error.message));
  }
  return [code, texts, games.listed, Math.max(0, ...sent)];
"""
"""Reads a file that is made of texts and lists of bytes: how that went, the texts of its games, what they say of
themselves, and the longest text that the rules were asked about."""


DECODE = """
  const { textFiles } = await load('lib/encoding.js');
  let asked = 0;
  const ask = (fields) => { asked++; return engine.request('encoding', fields); };
  const [data, chosen] = given;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const found = await textFiles(new File([bytes], 'f.gz'), ask, chosen).catch((error) => error.message);
  if (typeof found === 'string') return [found, '', 0];
  const [texts, names] = [[], []];
  for (const { file } of found) {
    texts.push((await file.text()).replace('\\ufeff', ''));
    names.push(file.name);
  }
  return [texts, found.map(({ encoding }) => encoding), asked, names];
"""
"""The texts of a file of these bytes and the encodings that were guessed, and how often the rules were asked for one;
or why it cannot be read."""


def read(client: NodeClient, data: bytes, chosen: str = "") -> Any:
    return client.does(DECODE, [b64encode(data).decode(), chosen])


@pytest.fixture(scope="module")
def client() -> Iterator[NodeClient]:
    """One for all, as reading a file leaves nothing behind."""
    with closing(NodeClient()) as made:
        yield made


# -- what is found -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "end", "words"),
    [("", "\n", "plain"), ("\ufeff", "\r\n", "è – 🏆 "), ("", "\n", "日本語")],
    ids=["plain", "crlf", "letters"],
)
def test_games_of_a_long_file_are_found_with_their_offsets(
    client: NodeClient, mark: str, end: str, words: str
) -> None:
    texts = [game(at, words * (150 + at % 7)).replace("\n", end) for at in range(300)]
    texts[0] = mark + texts[0]
    code, found, listed, _ = client.does(READ, ["".join(texts)])
    assert code == "read"
    assert found == texts
    assert [one["tags"]["Event"] for one in listed] == [f"Club {at}" for at in range(200)]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp850", "cp437"]
)
def test_page_decodes_a_file_as_the_rules_do(client: NodeClient, encoding: str) -> None:
    words = "Ştefan câştigă; Győr" if encoding == "cp1250" else "Adèle, Renée, perché città"
    data = game(1, words).encode(encoding)
    (text,), _, asked, _ = read(client, data)
    assert text == decode(data) == game(1, words)
    assert asked == (0 if encoding.startswith("utf-8") else 1)


def test_file_in_an_older_encoding_is_read(client: NodeClient) -> None:
    texts = [game(at, "Müller, né à Orléans. " * 40) for at in range(200)]
    assert read(client, "".join(texts).encode("cp1252"))[:2] == [["".join(texts)], ["windows-1252"]]


def test_a_late_byte_that_is_not_utf_8_decides_for_the_whole_file(client: NodeClient) -> None:
    early = "".join(game(at, "x" * 1000) for at in range(400))
    late = early + game(1, "Città")
    assert read(client, late.encode("cp1252"))[:2] == [[late], ["windows-1252"]]
    mixed = early.replace("x", "è")
    data = mixed.encode() + game(1, "Città").encode("cp1252")
    assert read(client, data)[:2] == [[mixed + game(1, "Città")], [""]]


@pytest.mark.parametrize(("words", "encoding"), ALPHABETS)
def test_an_encoding_can_be_chosen_and_sgf_names_its_own(client: NodeClient, words: str, encoding: str) -> None:
    text = game(1, words)
    assert read(client, text.encode(encoding), encoding)[:2] == [[text], [encoding]]
    text = f"(;FF[4]CA[{encoding}]GM[9]EV[{words}])"
    assert read(client, text.encode(encoding))[:2] == [[text], [""]]


def test_the_code_pages_of_dos_can_be_chosen(client: NodeClient) -> None:
    assert read(client, "è più".encode("cp850"), "cp850")[:2] == [["è più"], ["cp850"]]


@pytest.mark.parametrize(
    ("text", "encoding", "reads_as"),
    [
        ("(;CA[UTF-8]EV[Città])", "cp1252", "windows-1252"),
        ("(;CA[windows-1251]EV[Città])", "utf-8", ""),
        ("(;CA[klingon]EV[Città])", "utf-8", ""),
        ("(;CA[UTF-16]EV[Città])", "utf-8", ""),
        ("(;CA[klingon]EV[Città])", "cp1252", "windows-1252"),
        ("(;CA[GB2312]EV[联通])", "gb2312", ""),
        ("(;CA[ISO-2022-JP]EV[春の大会])", "iso-2022-jp", ""),
    ],
)
def test_sgf_is_read_as_it_says_if_it_can_be(client: NodeClient, text: str, encoding: str, reads_as: str) -> None:
    assert read(client, text.encode(encoding))[:2] == [[text], [reads_as]]


# -- packed --------------------------------------------------------------------------------------------------


def test_packed_files_are_unpacked(client: NodeClient) -> None:
    text = game(1, "Città")
    assert read(client, gzip.compress(text.encode())) == [[text], [""], 0, ["f"]]
    other = {"README.txt": b"words", "__MACOSX/a.pdn": b"\0"}
    data = zipped({"old/a.PDN": text.encode("cp1252"), "b.sgf": b"(;)", **other})
    assert read(client, data) == [[text, "(;)"], ["windows-1252", ""], 1, ["old/a.PDN", "b.sgf"]]
    assert read(client, zipped({"a.txt": b"11-15"}, zipfile.ZIP_STORED))[0] == ["11-15"]
    assert read(client, zipped({"games": b"11-15"}))[0] == ["11-15"]


def test_what_cannot_be_unpacked_is_said(client: NodeClient) -> None:
    locked = bytearray(zipped({"a.pdn": b"x"}))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + flags] |= 1
    for data, reason in (
        (gzip.compress(b"x" * 9999)[:-9], "damaged"),
        (zipped({"a.pdn": b"x" * 9999})[:-40], "damaged"),
        (zipped({"a.pdn": b"x" * 9999}).replace(b"x" * 9, b"y" * 9).replace(b"\xed\xc1", b"\xff\xff"), "damaged"),
        (b"PK\x05\x06" + bytes(18), "without"),
        (zipped({"a.exe": b"", "b.exe": b""}), "without"),
        (zipped({"a.pdn": gzip.compress(b"x")}), "packed"),
        (gzip.compress(zipped({"a.pdn": b"x"})), "packed"),
        (bytes(257) + b"ustar" + bytes(300), "packed"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(30), "packed"),
        (bytes(locked), "packed"),
        (gzip.compress(bytes(300 << 20), 9), "vast"),
    ):
        assert read(client, data)[0] == reason


# -- games in a file -----------------------------------------------------------------------------------------


def test_game_that_is_longer_than_a_slice_is_found_whole(client: NodeClient) -> None:
    """As long as it fits into a request, however many bytes its letters take there."""
    texts = [game(1), game(2, lines(LONGEST - 10_000)), game(3), game(4, lines(100_000)), game(5)]
    code, found, _, longest = client.does(READ, ["".join(texts)])
    assert (code, found) == ("read", texts)
    assert longest <= LONGEST


@pytest.mark.parametrize("last", [False, True])
def test_an_overlong_game_does_not_hide_the_others(client: NodeClient, last: bool) -> None:
    texts = [game(1), game(2, lines(3 * LONGEST)), *([] if last else [game(3), game(4)])]
    code, found, listed, _ = client.does(READ, ["".join(texts)])
    assert code == "read"
    assert found == [texts[0], "long", *texts[2:]]
    assert listed[1] is None


def test_slices_with_wide_letters_are_shorter(client: NodeClient) -> None:
    texts = [game(1), game(2, "\x01" * 120_000), game(3)]
    code, found, _, longest = client.does(READ, ["".join(texts)])
    assert code == "read"
    assert found[0] == texts[0]
    assert found[1:] == ["long", texts[2]] or found == texts
    assert longest < LONGEST


def test_game_trees_of_a_long_file_are_found(client: NodeClient) -> None:
    texts = [f"(;GM[9]EV[{at}]C[{'è (;[' * 200}];B[e1-e3])\n" for at in range(500)]
    texts = [text.replace("\n", "") if at < 1 else f"\n{text.strip()}" for at, text in enumerate(texts)]
    code, found, _, _ = client.does(READ, ["".join(texts)])
    assert (code, found) == ("read", texts)


@pytest.mark.parametrize(
    ("text", "reason"), [('{"game": "' + "x" * LONGEST, "long"), ("\0\1" * LONGEST, "binary")], ids=["json", "binary"]
)
def test_file_without_games_is_refused(client: NodeClient, text: str, reason: str) -> None:
    assert client.does(READ, [text])[:2] == [reason, []]


def test_blank_file_has_no_games(client: NodeClient) -> None:
    assert client.does(READ, [" \n" * LONGEST])[:2] == ["read", []]
