#!/usr/bin/env python3
"""Draws the pictures that ship for the tiles of a board: `python3 assets/pictures/make.py`.

Needs Pillow (`pip install pillow`).
"""

import math
from pathlib import Path

from PIL import Image

SIDE = 384
HERE = Path(__file__).parent


def mixed(one, other, part):
    return tuple(round(a + (b - a) * part) for a, b in zip(one, other))


def mountains(x, y):
    """A sun behind four ridges, each darker than the one behind it."""
    sky = mixed((28, 54, 96), (246, 178, 107), min(y / 0.62, 1.0))
    colour = sky
    away = math.hypot(x - 0.68, y - 0.36)
    if away < 0.11:
        colour = (255, 236, 179)
    elif away < 0.2:
        colour = mixed((255, 224, 160), sky, (away - 0.11) / 0.09)
    ridges = [
        (0.50, 0.075, 2.1, 0.3, (142, 118, 140)),
        (0.60, 0.085, 3.3, 1.9, (92, 88, 124)),
        (0.72, 0.075, 2.6, 4.0, (50, 66, 98)),
        (0.86, 0.055, 4.1, 2.6, (22, 38, 62)),
    ]
    for base, height, waves, shift, tone in ridges:
        top = base
        for octave, share in ((1, 0.62), (2.3, 0.28), (5.1, 0.1)):
            wave = math.sin(2 * math.pi * waves * octave * x / 2 + shift * octave)
            top -= height * share * (1 - 2 * abs(wave))
        if y > top:
            colour = mixed(tone, (200, 176, 168), max(0.0, 0.25 - (y - top)) * 0.5)
    return colour


def rings(x, y):
    """Rings of colour around a point off the centre: every piece is of another curve."""
    hues = [(230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0)]
    away = math.hypot(x - 0.36, y - 0.42) * 11
    ring = int(away)
    one, other = hues[ring % 6], hues[(ring + 1) % 6]
    edge = max(0.0, (away - ring - 0.82) / 0.18)
    shade = 0.72 + 0.28 * (1 - y) * (0.6 + 0.4 * x)
    return tuple(round(part * shade) for part in mixed(one, other, edge))


def weave(x, y):
    """Bands that pass over and under each other, with a gradient from corner to corner."""
    n = 8
    column, row = int(x * n), int(y * n)
    u, v = x * n - column, y * n - row
    over = (column + row) % 2 == 0
    warm = mixed((204, 121, 167), (240, 228, 66), (x + y) / 2)
    cool = mixed((0, 73, 112), (86, 180, 233), (x + 1 - y) / 2)
    across, along = (v, u) if over else (u, v)
    band = warm if over else cool
    if not 0.1 < across < 0.9:
        return mixed((20, 24, 32), cool if over else warm, 0.25)
    round_ = math.sin(math.pi * (across - 0.1) / 0.8)
    bend = 0.75 + 0.25 * math.sin(math.pi * along)
    return tuple(min(255, round(part * (0.55 + 0.45 * round_) * bend)) for part in band)


def write(name, colour):
    picture = Image.new("RGB", (SIDE, SIDE))
    for y in range(SIDE):
        for x in range(SIDE):
            picture.putpixel((x, y), colour((x + 0.5) / SIDE, (y + 0.5) / SIDE))
    # A third smaller than the same as PNG.
    picture.save(HERE / f"{name}.webp", lossless=True, quality=100, method=6)


for name, colour in (("mountains", mountains), ("rings", rings), ("weave", weave)):
    write(name, colour)
