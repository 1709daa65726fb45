"""Files of games of any size are read in slices, and their games are found with their offsets."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from saltus.records.encoding import decode

from tests.support.game_files import LONGEST, game, lines
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
  const { readable } = await load('lib/game-file.js');
  let asked = 0;
  const ask = (data) => { asked++; return engine.request('encoding', { data }); };
  const { file, decode } = await readable(new Blob([Uint8Array.from(given)]), ask);
  return [decode(new Uint8Array(await file.arrayBuffer())).replace('\\ufeff', ''), asked];
"""
"""The text of a file of these bytes, and how often the rules were asked for its encoding."""


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
    text, asked = client.does(DECODE, list(data))
    assert text == decode(data) == game(1, words)
    assert asked == (0 if encoding.startswith("utf-8") else 1)


def test_file_in_an_older_encoding_is_read(client: NodeClient) -> None:
    texts = [game(at, "Müller, né à Orléans. " * 40) for at in range(200)]
    code, found, _, _ = client.does(READ, [list("".join(texts).encode("cp1252"))])
    assert (code, found) == ("read", texts)


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
