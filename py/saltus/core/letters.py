"""Letters without their accents: what Unicode's tables would tell (`unicodedata`), for the letters of names.

The browser's Python need not fetch those tables.
"""

_PLAIN: dict[int, int | str] = {
    **str.maketrans(
        "àáâãäåāăąçćčĉďđðèéêëēĕėęěğģĝìíîïīįıķłľļĺñńňņòóôõöøōőřŕśšşșŝťţțþùúûüūůűųýÿźżž",
        "aaaaaaaaaccccdddeeeeeeeeegggiiiiiiikllllnnnnoooooooorrsssssttttuuuuuuuuyyzzz",
    ),
    ord("æ"): "ae",
    ord("œ"): "oe",
}


def unaccented(text: str) -> str:
    """The text with plain letters for small letters with accents."""
    return text.translate(_PLAIN)
