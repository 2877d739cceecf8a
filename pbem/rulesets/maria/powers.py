"""The powers and their pieces (M2, M4): what army sheets print, whatever the board."""

from __future__ import annotations

FRANCE, BAVARIA, PRUSSIA, SAXONY, AUSTRIA, PRAGMATIC = range(6)
POWERS = ("france", "bavaria", "prussia", "saxony", "austria", "pragmatic")
CODES = ("FR", "BA", "PR", "SX", "AU", "PA")
POWER_NAMES = ("France", "Bavaria", "Prussia", "Saxony", "Austria", "the Pragmatic Army")
ADJECTIVES = ("French", "Bavarian", "Prussian", "Saxon", "Austrian", "Pragmatic")
GREAT = (FRANCE, PRUSSIA, PRAGMATIC, AUSTRIA)  # M0
MINOR = (BAVARIA, SAXONY)
TROOPS = (26, 5, 22, 5, 28, 14)  # M4.7
MARKERS = (11, 0, 13, 0, 8, 8)  # M4.3: victory markers
START_HANDS = (2, 5, 9, 3, 5, 3)  # M4.6
DEAL = (PRUSSIA, SAXONY, FRANCE, BAVARIA, PRAGMATIC, AUSTRIA)  # M4.6, A3: the order of the first deal
DRAWS = (5, 1, 3, 1, 5, 3)  # M8.1, before the card that France hands to Bavaria (M8.2)
MOST = 8  # troops of one general (M6.3)
STACK = 2  # generals in a city (M6.1)

# id, name, short name, power, rank, the fewest troops at set-up (M3.1, M4.7)
GENERALS = (
    ("moritz", "Moritz v. Sachsen", "Moritz", FRANCE, 1, 7),
    ("belle-isle", "Belle-Isle", "Belle-Isle", FRANCE, 2, 6),
    ("broglie", "Broglie", "Broglie", FRANCE, 3, 5),
    ("maillebois", "Maillebois", "Maillebois", FRANCE, 4, 1),
    ("noailles", "Noailles", "Noailles", FRANCE, 5, 1),
    ("toerring", "Törring", "Törring", BAVARIA, 1, 5),
    ("friedrich", "Friedrich der Große", "Friedrich", PRUSSIA, 1, 1),
    ("schwerin", "Schwerin", "Schwerin", PRUSSIA, 2, 1),
    ("leopold", "Erbprinz Leopold", "Leopold", PRUSSIA, 3, 4),
    ("dessauer", "Der Alte Dessauer", "Dessauer", PRUSSIA, 4, 6),
    ("rutowski", "Rutowski", "Rutowski", SAXONY, 1, 5),
    ("karl", "Karl v. Lothringen", "Karl", AUSTRIA, 1, 1),
    ("traun", "Traun", "Traun", AUSTRIA, 2, 1),
    ("khevenhueller", "Khevenhüller", "Khevenhüller", AUSTRIA, 3, 6),
    ("batthyany", "Batthyány", "Batthyány", AUSTRIA, 4, 2),
    ("neipperg", "Neipperg", "Neipperg", AUSTRIA, 5, 1),
    ("arenberg", "Arenberg", "Arenberg", AUSTRIA, 6, 4),
    ("george", "George II", "George", PRAGMATIC, 1, 1),
    ("cumberland", "Cumberland", "Cumberland", PRAGMATIC, 2, 1),
    ("stair", "Earl of Stair", "Stair", PRAGMATIC, 3, 1),
)
TRAINS = (2, 1, 2, 1, 3, 1)  # by power
HUSSARS = 2  # Austria's (M3.1)
