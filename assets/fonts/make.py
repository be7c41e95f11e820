#!/usr/bin/env python3
"""Makes the text faces from Inter: only the characters the window needs, digits of one width.

    python3 assets/fonts/make.py [FOLDER WITH Inter-*.otf]

Needs fontTools (`pip install fonttools`) and the Debian package fonts-inter. egui cannot switch
OpenType features on, so the tabular digits of the feature `tnum` become the digits.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/opentype/inter")
TARGET = Path(__file__).parent
WEIGHTS = ("Regular", "Medium", "SemiBold")
# Latin and its extensions, Greek, punctuation with thin spaces, super- and subscripts, currency,
# letterlike signs, arrows, operators, technical marks, shapes, marks, long arrows, heavy arrows.
BLOCKS = (
    (0x20, 0x17F), (0x2C6, 0x2DD), (0x300, 0x30C), (0x391, 0x3C9), (0x2000, 0x206F),
    (0x2070, 0x209F), (0x20AC, 0x20AC), (0x2100, 0x214F), (0x2190, 0x21FF), (0x2200, 0x22FF),
    (0x2300, 0x23FF), (0x25A0, 0x25FF), (0x2605, 0x2606), (0x26A0, 0x26A0), (0x2713, 0x2717),
    (0x27F5, 0x27F9), (0x2B06, 0x2B1C),
)
NEEDED = "0123456789×÷−±≤≥≈≠∞√→←↑↓✓✗●○■□▲▼▶◀·…–—“”‘’\u2009\u202f"


def tabular_digits(font: TTFont) -> dict[int, str]:
    """The glyph that the feature `tnum` draws for each digit, by the digit's character."""
    table = font["GSUB"].table
    (lookups,) = {
        tuple(record.Feature.LookupListIndex)
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
    }
    digits = {font.getBestCmap()[ord(digit)]: ord(digit) for digit in "0123456789"}
    found = {}
    for index in lookups:
        for subtable in table.LookupList.Lookup[index].SubTable:
            mapping = getattr(subtable, "ExtSubTable", subtable).mapping
            found |= {digits[plain]: wide for plain, wide in mapping.items() if plain in digits}
    assert len(found) == 10, f"tnum knows {len(found)} digits"
    return found


def even_out(font: TTFont, glyphs) -> None:
    """Gives glyphs one width: in the interpolated weights they differ by a thousandth of an em or so."""
    metrics = font["hmtx"].metrics
    widths = [metrics[glyph][0] for glyph in glyphs]
    assert max(widths) - min(widths) <= font["head"].unitsPerEm / 500, widths
    for glyph in glyphs:
        metrics[glyph] = (max(widths), metrics[glyph][1])


def make(weight: str) -> None:
    font = TTFont(SOURCE / f"Inter-{weight}.otf", recalcTimestamp=False)
    wide = tabular_digits(font)
    even_out(font, wide.values())
    for cmap in font["cmap"].tables:
        if cmap.isUnicode():
            cmap.cmap.update(wide)

    options = Options()
    # No contextual alternates: they would draw the typed 3x3 as 3×3 and -> as an arrow.
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in BLOCKS for c in range(first, last + 1)])
    subsetter.subset(font)

    cmap, metrics = font.getBestCmap(), font["hmtx"].metrics
    missing = [c for c in NEEDED if ord(c) not in cmap]
    assert not missing, f"no glyph for {missing}"
    widths = {metrics[cmap[ord(digit)]][0] for digit in "0123456789"}
    assert len(widths) == 1, f"digits of different widths: {widths}"

    path = TARGET / f"Inter-{weight}.otf"
    font.save(path)
    print(f"{path.name}: {len(cmap)} characters, {path.stat().st_size} bytes, digits {widths}")


for name in WEIGHTS:
    make(name)
