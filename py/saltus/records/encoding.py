"""Decodes the bytes of a file of games. No file is refused for its encoding.

The rule, in this order:

1. A byte order mark decides: UTF-8, UTF-16.
2. Where every other byte is mostly zero, it is UTF-16 without a mark.
3. SGF names its encoding, in the property `CA`; that counts if it can be true.
4. Bytes that are valid UTF-8 are UTF-8 (ASCII too).
5. Otherwise it is a guess, which whoever reads the file is told of:
   a. Letters beyond ASCII that mostly stand three or more together are of another alphabet: the library `chardet`
      chooses from those of `FOREIGN`, where it is installed.
   b. Else a character is one byte: windows-1252 (western), windows-1250 (Romanian and others), or the code pages 850
      and 437 of DOS, whichever makes the most letters that stand in words, in this order if several are alike. Where
      none makes many, `chardet` chooses from these and those of `LATIN`.

Zero bytes, form feeds and the Ctrl-Z that ends a DOS file are spaces for the readers.
"""

import codecs
import re
from functools import cache
from typing import NamedTuple

_LETTERS_OF: dict[str, str] = {
    "cp1252": "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ\xa0¡¢£¤¥¦§¨©ª«¬\xad®¯°±²³´µ¶·¸¹º»¼½¾¿"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    "cp1250": "€�‚�„…†‡�‰Š‹ŚŤŽŹ�‘’“”•–—�™š›śťžź\xa0ˇ˘Ł¤Ą¦§¨©Ş«¬\xad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
    "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    "cp850": "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0",
    "cp437": "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0",
}
"""The characters of the bytes from 128 to 255. The page's Python has no other encodings than Unicode's."""
ONE_BYTE = ("cp1252", "cp1250", "cp850", "cp437")
"""The single-byte encodings that are known everywhere, the likeliest first. `cp1252` is windows-1252, and so on."""
LATIN = (*ONE_BYTE, "cp1254", "cp1257")
FOREIGN = (
    *("cp1251", "koi8-r", "koi8-u", "cp866", "iso-8859-5", "cp1253", "cp1255", "cp1256", "windows-874"),
    *("shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"),
)
"""The encodings of other alphabets, by names that browsers know, too."""
_CODECS = {"shift_jis": "cp932", "euc-kr": "cp949", "big5": "big5hkscs", "windows-874": "cp874"}
"""Python's name for an encoding, by the name that browsers have for it."""
SAMPLE_BYTES = 1 << 18  # How much of a file decides on its encoding.
ENOUGH = 0.7  # The share of letters in words from which one of `ONE_BYTE` is believed without asking.

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LETTERS = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßăâîșțşţąćčďęěłńňőŕřśšťůűźżž"
_IN_WORDS = re.compile(
    rf"(?<=[^\W\d_])[{_LETTERS}]"
    rf"|(?<![^\W\d_])[{_LETTERS + _LETTERS.upper()}](?=[a-z]{{2}})"
    rf"|[{_LETTERS.upper()}](?=[A-Z])|(?<=[A-Z])[{_LETTERS.upper()}](?![a-z])"
    r"|(?<=\s)[àèéÈ](?=\s)"
)
"""Letters with marks where words have them: after a letter, at the beginning of a word, among capitals, as a word."""
_BETWEEN_WORDS = re.compile(
    r"(?<=[\s\[(\"])[\u00ab\u201c\u201e\u2018\u00bf\u00a1]"
    r"|[\u00bb\u201d\u2019\u00b0\u00ba\u2026\u00bd\u2013](?=[\s,.;)\"\]-])"
    r"|(?<=[a-z])\u2019(?=[a-z])|\u2013(?=[0-9])|\u00bd"
)
"""Where signs belong: quotes around words, apostrophes, degrees, dashes, halves."""
_RARE = "þðÞÐ¾¼¦¤§¶¬¨¯¸†‡ˆ‰‹›ŢţĄ"  # Characters that are seldom meant, even if they are letters.
_HIGH = re.compile(r"[^\x00-\x7f]")
_HIGH_RUN = re.compile(r"[^\x00-\x7f]+")
_NAMED = re.compile(r"\(\s*+;[^()]*?(?<![A-Za-z])CA\s*+\[\s*+([!-Z^-~]{1,40})\s*+\]")

LENIENT = "saltus-western"  # The error handler, as for `open`, that reads bytes that are not UTF-8 as windows-1252.


def _western(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return text_of(error.object[error.start : error.end], "cp1252"), error.end


codecs.register_error(LENIENT, _western)


class Detected(NamedTuple):
    """An encoding, and the warning that it is a guess: None if it is certain."""

    encoding: str
    warning: str | None = None


def decode(data: bytes, encoding: str | None = None) -> str:
    """The text of a file, without a byte order mark; in its encoding if none is named."""
    return text_of(data, detect(data).encoding if encoding is None else codec_named(encoding))


def text_of(data: bytes, encoding: str) -> str:
    """Decodes bytes; those that are no character of the encoding become a replacement character."""
    if encoding in ONE_BYTE:
        return data.decode("latin-1").translate(_table(encoding))
    return data.decode(_CODECS.get(encoding, encoding), "replace").removeprefix("\ufeff")


@cache
def _table(encoding: str) -> dict[int, str]:
    """The characters of the bytes from 128 to 255 in an encoding."""
    return dict(enumerate(upper_half(encoding), 128))


def upper_half(encoding: str) -> str:
    """The characters of the bytes from 128 to 255 if each byte is a character, otherwise an empty text."""
    if encoding in _LETTERS_OF or encoding.startswith("utf-"):
        return _LETTERS_OF.get(encoding, "")
    letters = text_of(bytes(range(128, 256)), encoding)
    return letters if len(letters) == 128 else ""


def codec_named(name: str) -> str:
    """Python's name for an encoding. Raises ValueError for one that it does not know."""
    try:
        codec = codecs.lookup(_CODECS.get(name.lower(), name)).name
        if not codec.startswith(("utf-16", "utf-32")) and _PROBE.decode(codec).encode() != _PROBE:
            raise LookupError
    except (LookupError, ValueError):
        message = f"no encoding is called {name[:40]!r}; expected one like utf-8, windows-1251 or shift_jis"
        raise ValueError(message) from None
    return codec


_PROBE = bytes(byte for byte in range(32, 127) if chr(byte) != "\\") + b"\\n"
"""The bytes that mean the same in every encoding of files but UTF-16 and UTF-32."""


def detect(data: bytes, is_whole: bool = True) -> Detected:
    """The encoding of a file, by all of its bytes, or by its first ones unless `is_whole`."""
    other = detect_by_bytes(data, is_whole)
    name = None if other.encoding.startswith("utf-16") else declared_name(data[:SAMPLE_BYTES])
    if name is None or data.startswith(codecs.BOM_UTF8):
        return other
    try:
        codec = codec_named(name)
    except ValueError:
        return guessed(other.encoding, f"CA[{name}] names no encoding that is known here")
    # Letters of one byte seldom make UTF-8 by chance: a program has written UTF-8 and left the old name.
    is_left = other.warning is None and not _is_ascii(data) and upper_half(codec)
    if _fits(data, codec, is_whole) and not is_left and not codec.startswith(("utf-16", "utf-32")):
        return Detected(codec)
    return guessed(other.encoding, f"CA[{name}] is not how this file is written")


def detect_by_bytes(data: bytes, is_whole: bool = True) -> Detected:
    """The encoding of a file by its bytes alone, whatever encoding it names."""
    sample = data[:SAMPLE_BYTES]
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Detected(encoding)
    if b"\0" in sample:
        even, odd = (half.count(0) / max(1, len(half)) for half in (sample[::2], sample[1::2]))
        if odd > 0.5 > even:
            return Detected("utf-16-le")
        if even > 0.5 > odd:
            return Detected("utf-16-be")
    return Detected("utf-8") if _fits(data, "utf-8", is_whole) else guess(sample)


def declared_name(data: bytes) -> str | None:
    """The encoding that the first game of an SGF file names, None if it names none."""
    name = _NAMED.search(data.decode("latin-1"))
    return name[1] if name else None


def guessed(encoding: str, reason: str) -> Detected:
    """An encoding that is a guess, and why."""
    return Detected(encoding, f"{reason}; it is read as {title(encoding)}")


def title(encoding: str) -> str:
    """The name of an encoding for people."""
    return f"windows-{encoding[2:]}" if encoding.startswith("cp12") else encoding


def _is_ascii(data: bytes) -> bool:
    return _HIGH.search(data.decode("latin-1")) is None


def _fits(data: bytes, codec: str, is_whole: bool) -> bool:
    """Whether the bytes can be text in an encoding."""
    try:
        codecs.getincrementaldecoder(codec)().decode(data, final=is_whole)
    except UnicodeDecodeError:
        return False
    return True


def guess(data: bytes) -> Detected:
    """The likeliest encoding of bytes that are not Unicode. Only lines beyond ASCII count."""
    bytewise = "\n".join(line for line in data.decode("latin-1").split("\n") if _HIGH.search(line))
    best = max(ONE_BYTE, key=lambda encoding: _plausible(bytewise, encoding))
    runs = [len(run) for run in _HIGH_RUN.findall(bytewise)]
    share = 0.0 if 2 * sum(run for run in runs if run >= 3) >= sum(runs) else _plausible(bytewise, best)
    if share < ENOUGH:
        best = _by_chardet(bytewise, LATIN if share > 0 else FOREIGN) or best
    return guessed(best, "it is not UTF-8 and names no encoding")


def _by_chardet(bytewise: str, among: tuple[str, ...]) -> str | None:
    """The one of these encodings that `chardet` detects, None if it is not installed."""
    try:
        import chardet
    except ImportError:
        return None
    names = {codec_named(name): name for name in among}
    data = bytewise.encode("latin-1")
    verdict = chardet.detect(data, include_encodings=[_CODECS.get(name, name) for name in among])["encoding"]
    return names.get(codecs.lookup(verdict).name, verdict.lower()) if verdict else None


def _plausible(bytewise: str, encoding: str) -> float:
    """How likely bytes, each as a character, are text in this encoding: the share of the characters beyond ASCII that
    are where texts have them. Ties go to the first of `ONE_BYTE`."""
    text = bytewise.translate(_table(encoding))
    every = len(_HIGH.findall(text))
    rare = sum(text.count(letter) for letter in _RARE)
    fitting = len(_IN_WORDS.findall(text)) + len(_BETWEEN_WORDS.findall(text))
    return round((fitting - 2 * rare) / max(1, every), 3)
