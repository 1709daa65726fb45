"""Decodes the bytes of a file of games. No file is refused for its encoding.

The rule, in this order:

1. A byte order mark decides: UTF-8, UTF-16.
2. Bytes that are valid UTF-8 are UTF-8 (ASCII too).
3. Where every other byte is mostly zero, it is UTF-16 without a mark.
4. Otherwise a character is one byte: windows-1252 (western), windows-1250 (Romanian and others), or the code
   pages 850 and 437 of DOS, whichever makes the most letters that stand in words, in this order if several are alike.

If only the beginning of a long file decided for UTF-8, bytes further on that are not valid are windows-1252.

Zero bytes, form feeds and the Ctrl-Z that ends a DOS file are spaces for the readers.
"""

import codecs
import re
from functools import cache
from typing import Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp850", "cp437"]

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
ONE_BYTE: tuple[Encoding, ...] = ("cp1252", "cp1250", "cp850", "cp437")
"""The encodings in which each byte is a character, the likeliest first. `cp1252` is windows-1252, `cp1250` 1250."""
SAMPLE_BYTES = 1 << 18  # How much of a file decides on its encoding.

_MARKS: tuple[tuple[bytes, Encoding], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LETTERS = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßăâîșțşţąćčďęěłńňőŕřśšťůűźżž"
_IN_WORDS = re.compile(
    rf"(?<=[^\W\d_])[{_LETTERS}]"
    rf"|(?<![^\W\d_])[{_LETTERS + _LETTERS.upper()}](?=[a-z]{{2}})"
    rf"|[{_LETTERS.upper()}](?=[A-Z])|(?<=[A-Z])[{_LETTERS.upper()}](?![a-z])"
)
"""Letters with marks where words have them: after a letter, at the beginning of a word, among capitals."""
_BETWEEN_WORDS = re.compile(
    r"(?<=[\s\[(\"])[\u00ab\u201c\u201e\u2018\u00bf\u00a1]"
    r"|[\u00bb\u201d\u2019\u00b0\u00ba\u2026\u00bd\u2013](?=[\s,.;)\"\]-])"
    r"|(?<=[a-z])\u2019(?=[a-z])|\u2013(?=[0-9])|\u00bd"
)
"""Signs where texts have them: quotes around words, apostrophes, degrees, dashes, halves."""
_RARE = "þðÞÐ¾¼¦¤§¶¬¨¯¸†‡ˆ‰‹›ŢţĄ"  # Characters that are seldom meant, even if they are letters.
_HIGH = re.compile(r"[^\x00-\x7f]")

LENIENT = "saltus-western"  # The error handler, as for `open`, that reads bytes that are not UTF-8 as windows-1252.


def _western(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return text_of(error.object[error.start : error.end], "cp1252"), error.end


codecs.register_error(LENIENT, _western)


def decode(data: bytes) -> str:
    """The text of a file, without a byte order mark."""
    return text_of(data, encoding_of(data))


def text_of(data: bytes, encoding: Encoding) -> str:
    """The bytes as text in an encoding; those that it has no character for become a replacement character."""
    if encoding in ONE_BYTE:
        return data.decode("latin-1").translate(_table(encoding))
    return data.decode(encoding, "replace").removeprefix("\ufeff")


@cache
def _table(encoding: Encoding) -> dict[int, str]:
    """What the bytes from 128 on are in an encoding."""
    return dict(enumerate(upper_half(encoding), 128))


def upper_half(encoding: Encoding) -> str:
    """The characters of the bytes from 128 to 255 if each byte is a character, otherwise an empty text."""
    return _LETTERS_OF.get(encoding, "")


def encoding_of(data: bytes, is_whole: bool = True) -> Encoding:
    """The encoding of a file, told from all of it, or from its beginning if that is not `is_whole`."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if b"\0" in data[:SAMPLE_BYTES]:
        halves = data[:SAMPLE_BYTES:2], data[1:SAMPLE_BYTES:2]
        even, odd = (half.count(0) / max(1, len(half)) for half in halves)
        if odd > 0.5 > even:
            return "utf-16-le"
        if even > 0.5 > odd:
            return "utf-16-be"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=is_whole)
    except UnicodeDecodeError:
        return max(ONE_BYTE, key=lambda encoding: _plausible(data, encoding))
    return "utf-8"


def _plausible(data: bytes, encoding: Encoding) -> float:
    """How likely the bytes are text in this encoding: the share of the characters beyond ASCII that are where texts
    have them. Ties go to the first of `ONE_BYTE`."""
    text = text_of(data[:SAMPLE_BYTES], encoding)
    every = len(_HIGH.findall(text))
    rare = sum(text.count(letter) for letter in _RARE)
    fitting = len(_IN_WORDS.findall(text)) + len(_BETWEEN_WORDS.findall(text))
    return round((fitting - 2 * rare) / max(1, every), 3)
