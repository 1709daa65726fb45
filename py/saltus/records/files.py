"""The text of files of games: unpacked, and decoded block by block, so that a file may have any size.

A file that gzip or zip has packed is unpacked as it is read; a zip archive holds several. A ValueError says what
cannot be read: other packed files, a packed file in a packed file, a damaged one, and one that would unpack to more
than `MAX_UNPACKED_BYTES`.
"""

import codecs
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, IncrementalNewlineDecoder
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from saltus.records.encoding import LENIENT, SAMPLE_BYTES, codec_named, detect, guess

MAX_UNPACKED_BYTES = 1 << 30
GAME_SUFFIXES = (".pdn", ".sgf", ".json")
"""Files of an archive with these suffixes are games, if there are any."""
TEXT_SUFFIXES = (*GAME_SUFFIXES, ".txt", ".fen", ".pgn")
_GZIP, _ZIP = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")
_OTHERS = {
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "RAR",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
}
_LONGEST_MARK = 6
_TAR_MARK = slice(257, 262)  # Where an archive of tar has the bytes `ustar`.


class Bytes(Protocol):
    """A source of bytes, such as an open file."""

    def read(self, size: int, /) -> bytes: ...


class TextFile:
    """A file as text. `tell` gets the warnings about its encoding, each before the text that it is about."""

    def __init__(
        self, name: str, source: Bytes, tell: Callable[[str], None], encoding: str | None, is_packed: bool = False
    ) -> None:
        self.name = name
        self._source, self._tell, self._is_packed = source, tell, is_packed
        self._lines = IncrementalNewlineDecoder(None, translate=True)
        self._bytes = 0
        self._is_ascii = True  # What has been read so far.
        self._is_decided = encoding is not None
        self._decoder = _decoder(codec_named(encoding)) if encoding else codecs.getincrementaldecoder("utf-8")()

    def read(self, size: int = -1, /) -> str:
        """The next piece of the text, of any length; "" at the end."""
        while True:
            block = self._block()
            text: str = self._lines.decode(self._text(block), final=not block)
            if text or not block:
                return text

    def whole(self) -> str:
        """The rest of the text."""
        return "".join(iter(self.read, ""))

    def _block(self) -> bytes:
        if not self._is_packed:
            return self._source.read(SAMPLE_BYTES)
        try:
            block = self._source.read(SAMPLE_BYTES)
        except Exception as error:  # zlib.error, EOFError, BadZipFile and others have no common base class
            raise ValueError(f"{self.name} is damaged: {error}") from None
        if not self._bytes and (kind := _kind(block)):
            raise ValueError(f"{self.name} is packed once more, with {kind}; unpack it first")
        self._bytes += len(block)
        if self._bytes > MAX_UNPACKED_BYTES:
            raise ValueError(f"{self.name} unpacks to more than {MAX_UNPACKED_BYTES >> 20:,} MB; unpack it first")
        return block

    def _text(self, block: bytes) -> str:
        """The text of the next bytes. What no mark and no name says is UTF-8 until a byte cannot be."""
        if not self._is_decided:
            self._is_decided = True
            first = detect(block, is_whole=len(block) < SAMPLE_BYTES)
            if first.warning:
                self._tell(first.warning)
            if first.encoding != "utf-8":
                self._decoder = _decoder(first.encoding)
        try:
            text = self._decoder.decode(block, final=not block)
        except UnicodeDecodeError:
            rest = self._decoder.getstate()[0] + block
            if self._is_ascii:
                late = guess(rest)
                self._tell(late.warning or "")
                self._decoder = _decoder(late.encoding)
            else:
                self._tell("some of it is not UTF-8; that is read as windows-1252")
                self._decoder = codecs.getincrementaldecoder("utf-8")(LENIENT)
            text = self._decoder.decode(rest, final=not block)
        self._is_ascii = self._is_ascii and text.isascii()
        return text


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(codec_named(encoding))("replace")


def text_files(
    source: "BufferedReader[Any]", name: str, tell: Callable[[str, str], None], encoding: str | None = None
) -> Iterator[TextFile]:
    """The files of games in a file: itself, or what is packed in it, one after the other. `tell` gets the name of a
    file and each warning about its encoding, unless that is given."""

    def text_file(part: str, stream: Bytes, is_packed: bool = True) -> TextFile:
        return TextFile(part, stream, lambda said: tell(part, said), encoding, is_packed)

    kind = _kind(source.peek(_LONGEST_MARK))
    if kind == "gzip":
        from gzip import GzipFile

        with GzipFile(fileobj=source) as stream:
            yield text_file(name, stream)
    elif kind == "zip":
        yield from (text_file(f"{name}: {part}", stream) for part, stream in _archived(source, name))
    elif kind:
        raise ValueError(f"{name} is packed with {kind}; unpack it first")
    else:
        yield text_file(name, source, is_packed=False)


def _kind(data: bytes) -> str | None:
    """The program that has packed these bytes, None if they are not packed."""
    if data.startswith(_GZIP):
        return "gzip"
    if data.startswith(_ZIP):
        return "zip"
    if data[_TAR_MARK] == b"ustar":
        return "tar"
    return next((kind for mark, kind in _OTHERS.items() if data.startswith(mark)), None)


def _archived(source: "BufferedReader[Any]", name: str) -> Iterator[tuple[str, Bytes]]:
    """The files of games in a zip archive, with their names there."""
    from io import BytesIO
    from zipfile import BadZipFile, ZipFile

    seekable: BinaryIO = source
    if not source.seekable():
        seekable = BytesIO(source.read(MAX_UNPACKED_BYTES + 1))
    try:
        archive = ZipFile(seekable)
    except BadZipFile as error:
        raise ValueError(f"{name} is damaged: {error}") from None
    with archive:
        shown = [one for one in archive.infolist() if not one.is_dir() and not _is_hidden(one.filename)]
        for suffixes in (GAME_SUFFIXES, TEXT_SUFFIXES, ("",)):
            if parts := [one for one in shown if one.filename.lower().endswith(suffixes)]:
                break
        if not parts or (suffixes == ("",) and len(parts) > 1):
            raise ValueError(f"{name} holds no file of games ({', '.join(GAME_SUFFIXES)})")
        # No more is read of a file than the directory says.
        if sum(one.file_size for one in parts) > MAX_UNPACKED_BYTES:
            raise ValueError(f"{name} unpacks to more than {MAX_UNPACKED_BYTES >> 20:,} MB; unpack it first")
        for one in parts:
            try:
                stream = archive.open(one)
            except (BadZipFile, NotImplementedError, RuntimeError) as error:  # RuntimeError is for a password
                raise ValueError(f"{name}: {one.filename} cannot be unpacked: {error}") from None
            with stream:
                yield one.filename, stream


def _is_hidden(name: str) -> bool:
    """Whether a file is in an archive only because an operating system added it."""
    return any(part.startswith((".", "__MACOSX")) for part in name.split("/"))


@contextmanager
def opened(
    name: str, tell: Callable[[str, str], None], encoding: str | None = None
) -> Iterator[tuple[BufferedReader, Iterator[TextFile]]]:
    """Open a file. Returns it, and the texts in it."""
    with Path(name).open("rb", buffering=SAMPLE_BYTES) as source:
        assert isinstance(source, BufferedReader)
        yield source, text_files(source, name, tell, encoding)
