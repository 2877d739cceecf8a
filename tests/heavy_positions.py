"""Positions in which a sheet can have the most to say: battles everywhere, with full hands and with small ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.rulesets.friedrich.board import CITIES, ROADS

Stacks = Mapping[str, str]  # cities by general

# Eight stacks beside twelve: as many battles as a stage can have.
OWN = {
    "Friedrich": "Aschaffenburg", "Winterfeldt": "Erbach", "Heinrich": "Frankfurt A2", "Schwerin": "Gelnhausen",
    "Keith": "Gemünden", "Seydlitz": "Mannheim", "Dohna": "Nauheim", "Lehwaldt": "Wertheim",
}  # fmt: skip
HANOVER = {"Ferdinand": "Schweinfurt", "Cumberland": "Kitzingen"}
FOES = {
    "russia": {"Saltikov": "Bensheim", "Fermor": "Darmstadt", "Apraxin": "Gießen", "Tottleben": "Hanau"},
    "austria": {
        "Daun": "Homburg", "Browne": "Kissingen", "Karl": "Lohr", "Laudon": "Miltenberg", "Lacy": "Ochsenfurt",
    },
    "france": {"Richelieu": "Schlüchtern", "Soubise": "Wiesbaden", "Chevert": "Würzburg"},
}  # fmt: skip
SWEDEN = {"Ehrensvärd": "Worms"}
ROLES = {"frederick": "prussia", "elisabeth": "russia", "maria-theresa": "austria", "pompadour": "france"}


def beside(own: Stacks, foes: Stacks) -> list[tuple[str, str]]:
    """The battles between two sides: those of their generals who stand beside each other."""
    return [
        (one, other)
        for one, here in own.items()
        for other, there in foes.items()
        if CITIES.find(there)[0] in ROADS.near[CITIES.find(here)[0]]
    ]


ENEMIES = {general: city for foes in FOES.values() for general, city in foes.items()}
PAIRS = beside(OWN, ENEMIES)


def deck(number: int) -> list[str]:
    """All cards of a deck, its Reserves last."""
    suits = [f"{value}{suit}/{number}" for suit in "SHDC" for value in range(2, 14)]
    return [*suits, f"R/{number}", f"R/{number}"]


def text_of(stacks: Mapping[str, Stacks], hands: Mapping[str, Sequence[str]], head: str) -> str:
    """A position: the stacks of each nation, three troops each, and the cards it holds."""
    lines = ['format = 2\nruleset = "friedrich"', head]
    for nation, generals in stacks.items():
        ids = {general.lower().replace("ä", "a"): city for general, city in generals.items()}
        lines += [f"[position.{nation}]", *(f'{id_} = "{city} 3"' for id_, city in ids.items())]
    lines += ["[position.hands]", *(f'{nation} = "{" ".join(cards)}"' for nation, cards in hands.items())]
    return "\n".join(lines) + "\n"


def heading(mode: str = "4p", stage: str = "prussia", phase: str = "combat") -> str:
    """The first lines of a position."""
    return f'mode = "{mode}"\n[position]\nturn = 3\ndecks = 4\nstage = "{stage}"\nphase = "{phase}"'


def everywhere() -> str:
    """The position at which Prussia moves and is in battle everywhere; all hands are full."""
    hands = {nation: deck(number) for number, nation in enumerate(("prussia", *FOES), 1)}
    return text_of({"prussia": OWN, **FOES}, hands, heading(phase="movement"))


def full_hands() -> str:
    """Prussia is to say which battle comes first, and Hanover will be in battle too."""
    last = deck(4)
    hands = {"prussia": deck(1), "russia": deck(2), "austria": deck(3), "france": last[:25], "hanover": last[25:]}
    return text_of({"prussia": OWN, "hanover": HANOVER, **FOES}, hands, heading())


def small_hands() -> str:
    """The same with hands so small that every course of a bid is looked at."""
    last = deck(4)
    hands = {
        "prussia": ["R/1", *deck(1)[:14]], "hanover": ["R/4", *last[26:40]],
        "russia": deck(2)[:10], "austria": deck(3)[:10], "france": last[:10],
    }  # fmt: skip
    return text_of({"prussia": OWN, "hanover": HANOVER, **FOES}, hands, heading())


def three_players() -> str:
    """Russia is to say which battle comes first, and its player has France and Sweden in battles too."""
    hands = {"prussia": deck(1), "russia": deck(2), "sweden": deck(3), "france": deck(4)}
    return text_of({"prussia": OWN, "sweden": SWEDEN, **FOES}, hands, heading("3p", "russia"))
