#!/usr/bin/env python3
"""Makes the icon face from Material Symbols: only the icons that the sources name.

    python3 assets/fonts/make_icons.py

Needs fontTools (`pip install fonttools`). The whole face is in the crate egui_material_icons, which
Cargo has downloaded; all its 3,000 icons would take 1.8 MB of the program.
"""

import json
import re
import subprocess
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent
ROOT = TARGET.parent.parent
CRATE = "egui_material_icons"

command = ["cargo", "metadata", "--format-version", "1", "--manifest-path", ROOT / "Cargo.toml"]
packages = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["packages"]
crate = Path(next(it["manifest_path"] for it in packages if it["name"] == CRATE)).parent

sources = "".join(path.read_text() for path in sorted((ROOT / "src").rglob("*.rs")))
names = sorted(set(re.findall(r"\bICON_[A-Z_0-9]+", sources)))
constants = (crate / "src/icons.rs").read_text()
codepoints = [
    int(re.search(rf'\b{name}\b.*\\u{{([0-9a-f]+)}}', constants)[1], 16) for name in names
]

font = TTFont(crate / "MaterialSymbolsRounded_Filled-Regular.ttf", recalcTimestamp=False)
options = Options()
# No ligatures: an icon is asked for by its code point, not by its name.
options.layout_features = []
options.notdef_outline = True
subsetter = Subsetter(options)
subsetter.populate(unicodes=codepoints)
subsetter.subset(font)
assert set(font.getBestCmap()) == set(codepoints)
font.save(TARGET / "icons.ttf")
(TARGET / "icons.txt").write_text("".join(f"{name}\n" for name in names))
print(f"icons.ttf: {len(names)} icons, {(TARGET / 'icons.ttf').stat().st_size} bytes")
