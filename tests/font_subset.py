"""Make the fonts that pictures are painted with: DejaVu Sans and Bold, with the signs of our maps and names alone.

Run once by hand, with fonttools and Debian's fonts-dejavu-core installed:

    .venv/bin/python tests/font_subset.py /usr/share/fonts/truetype/dejavu
"""

from __future__ import annotations

import sys
from pathlib import Path

FONTS = Path(__file__).parent.parent / "pbem" / "svgmap" / "fonts"
# Basic Latin, Latin-1, Latin Extended-A; dashes, quotes, dots; arrows; some signs of mathematics; suits.
RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2026), (0x2190, 0x2193), (0x2212, 0x2212), (0x2260, 0x2265),
          (0x2660, 0x2667))  # fmt: skip


def main(folder: str) -> None:
    from fontTools import subset

    FONTS.mkdir(exist_ok=True)
    signs = ",".join(f"{first:04X}-{last:04X}" for first, last in RANGES)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        subset.main([str(Path(folder, name)), f"--unicodes={signs}", "--layout-features=kern", "--no-hinting",
                     "--desubroutinize", f"--output-file={FONTS / name}"])  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1])
