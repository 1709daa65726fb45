"""Makes the page's display typeface, web/fonts/saltus-display.woff2, from Marcellus.

    npm pack @fontsource/marcellus@5.3.0 && tar xzf fontsource-marcellus-5.3.0.tgz
    pip install fonttools==4.68.0 brotli==1.2.1
    python3 -m workshop.typeface package

Marcellus is under the SIL Open Font License, which reserves its name: what is made from it is called Saltus Display.
It keeps the characters of the page's four languages, loses the hinting, and gets ș and ț of Romanian, which Marcellus
lacks: s and t with its own comma below them. The result is the same, byte for byte, wherever it is made.
"""

import hashlib
import io
import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "web" / "fonts" / "saltus-display.woff2"
NAME = "Saltus Display"
CREDIT = (
    "Made from Marcellus, Copyright (c) 2012 Brian J. Bonislawsky DBA Astigmatic (AOETI). SIL Open Font License 1.1."
)
SOURCES = {
    "marcellus-latin-400-normal.woff2": "8a539799d12e3a144273288055490f57e1eee84da7a9145f085bc522e80719c3",
    "marcellus-latin-ext-400-normal.woff2": "1d5a9870851a0dac4c92c1237b792886704b46050162afc2a0b1990f4f0095a3",
}
"""The two files of the package that are read, each with its SHA-256."""

EVERY = {chr(code) for code in range(0x20, 0x7F)} | set("ÀÂÈÉÌÎÒÓÙàâèéìîòóùĂăȘșȚț½·×–—‘’“”„…•")
"""What is kept: ASCII, and the letters and marks of English, Italian and Romanian."""

COMMA_GAP = 90
"""Between a letter's foot and the comma below it, in units of the font (2048 to the em)."""
COMMA_SCALE = 0.82
SECONDS_1904_TO_1980 = 2_398_377_600


def read(folder: Path) -> tuple[TTFont, TTFont]:
    """Returns the Latin half of the typeface and its extension, after comparing their hashes."""
    fonts = []
    for name, wanted in SOURCES.items():
        raw = (folder / "files" / name).read_bytes()
        if hashlib.sha256(raw).hexdigest() != wanted:
            raise SystemExit(f"{name} is not that of @fontsource/marcellus@5.3.0")
        fonts.append(TTFont(io.BytesIO(raw), recalcTimestamp=False))
    return fonts[0], fonts[1]


def adopt(font: TTFont, other: TTFont, letter: str) -> None:
    """Copies a letter's outline from another file of the same typeface."""
    source = other.getBestCmap()[ord(letter)]
    pen = TTGlyphPen(None)
    draw(other, source, pen)
    add(font, letter, pen, other["hmtx"][source])


def with_comma(font: TTFont, letter: str, base: str) -> None:
    """Adds a letter that is another one with a comma below."""
    cmap = font.getBestCmap()
    stem, comma = cmap[ord(base)], cmap[ord(",")]
    shape, mark = font["glyf"][stem], font["glyf"][comma]
    middle = (shape.xMin + shape.xMax) / 2
    dx = middle - COMMA_SCALE * (mark.xMin + mark.xMax) / 2
    dy = -COMMA_GAP - COMMA_SCALE * mark.yMax + min(0, shape.yMin)
    pen = TTGlyphPen(None)
    draw(font, stem, pen)
    draw(font, comma, TransformPen(pen, (COMMA_SCALE, 0, 0, COMMA_SCALE, dx, dy)))
    add(font, letter, pen, font["hmtx"][stem])


def draw(font: TTFont, name: str, pen: object) -> None:
    """Draws a glyph; what it is composed of is drawn as plain outlines."""
    glyphs = font.getGlyphSet()
    recorded = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(recorded)
    recorded.replay(pen)


def add(font: TTFont, letter: str, pen: TTGlyphPen, metrics: tuple[int, int]) -> None:
    """Puts a new glyph into the font."""
    name = f"uni{ord(letter):04X}"
    glyph = pen.glyph()
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (metrics[0], glyph.xMin)
    for table in font["cmap"].tables:
        table.cmap[ord(letter)] = name


def renamed(font: TTFont) -> None:
    """Gives the font its own name and says what it was made from."""
    names = font["name"]
    names.names = []
    texts = {0: CREDIT, 1: NAME, 2: "Regular", 3: f"{NAME} 1", 4: NAME, 5: "Version 1.000", 6: NAME.replace(" ", "")}
    texts |= {13: "SIL Open Font License, Version 1.1", 14: "https://openfontlicense.org"}
    for key, text in texts.items():
        names.setName(text, key, 3, 1, 0x409)


def main() -> None:
    """Makes the file and says how large it is."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    font, extension = read(Path(sys.argv[1]))
    for letter in "Ăă":
        adopt(font, extension, letter)
    for letter, base in zip("ȘșȚț", "SsTt", strict=True):
        with_comma(font, letter, base)
    options = subset.Options(hinting=False, notdef_outline=True, name_IDs=["*"], layout_features=["kern", "liga"])
    chosen = subset.Subsetter(options)
    chosen.populate(text="".join(sorted(EVERY)))
    chosen.subset(font)
    renamed(font)
    font["head"].modified = font["head"].created = SECONDS_1904_TO_1980
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    MADE.write_bytes(out.getvalue())
    used = {letter for path in sorted((ROOT / "web" / "strings").glob("*.json")) for letter in texts(path)}
    missing = "".join(sorted(used - set(map(chr, font.getBestCmap()))))
    print(f"{MADE.name}: {MADE.stat().st_size:,} bytes; of the page's texts it lacks {missing or 'nothing'}")


def texts(path: Path) -> str:
    """Returns all that a file of strings holds, as one text."""
    return "".join(map(str, json.loads(path.read_text("utf-8")).values()))


if __name__ == "__main__":
    main()
