#!/usr/bin/env python3
"""Makes the icon face: of a font that Cargo has downloaded, only the icons that are drawn.

    python3 assets/fonts/make_icons.py

Needs fontTools (`pip install fonttools`). The icons are from Material Symbols in the crate
egui_material_icons.
"""

import json
import re
import subprocess
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent
ROOT = TARGET.parent.parent

command = ["cargo", "metadata", "--format-version", "1", "--manifest-path", ROOT / "Cargo.toml"]
packages = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["packages"]
folders = {it["name"]: Path(it["manifest_path"]).parent for it in packages}


def subset(source: Path, wanted: set[int], target: str) -> set[int]:
    """Writes the wanted characters that `source` has. Returns those that it lacks."""
    font = TTFont(source, recalcTimestamp=False)
    found = wanted & set(font.getBestCmap())
    options = Options()
    # No ligatures: an icon is asked for by its code point, not by its name.
    options.layout_features = []
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=found)
    subsetter.subset(font)
    font.save(TARGET / target)
    print(f"{target}: {len(found)} icons, {(TARGET / target).stat().st_size} bytes")
    return wanted - found


sources = "".join(path.read_text() for path in sorted((ROOT / "src").rglob("*.rs")))
names = sorted(set(re.findall(r"\bICON_[A-Z_0-9]+", sources)))
material = folders["egui_material_icons"]
constants = (material / "src/icons.rs").read_text()
icons = {int(re.search(rf"\b{it}\b.*\\u{{([0-9a-f]+)}}", constants)[1], 16) for it in names}
missing = subset(material / "MaterialSymbolsRounded_Filled-Regular.ttf", icons, "icons.ttf")
assert not missing, missing
(TARGET / "icons.txt").write_text("".join(f"{name}\n" for name in names))
