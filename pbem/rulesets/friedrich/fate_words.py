"""What the texts of the cards of fate mean, in our words (section 3.2), for reports, sheets and `pbem rules`."""

from __future__ import annotations

NOTHING = "nothing happens"
FATE_TEXTS = {
    "1S": NOTHING,
    "1C": "one Russian general on the map receives a free troop",
    "1H": "Austria and Russia may exchange a card",
    "1D": "Tottleben receives a free troop",
    "2S": NOTHING,
    "2C": "Fermor may not move next turn if he stands in or next to Küstrin",
    "2H": "Apraxin loses a troop",
    "2D": "Saltikov moves only 2 cities next turn, 3 on main roads",
    "3S": NOTHING,
    "3C": "next turn no card of 10 or more may be played in combats between Prussia and France",
    "3H": "next turn Soubise may not attack from a city of the suit from which Hildburghausen attacked",
    "3D": "next turn nobody may attack from or against Halle, nor capture a train in it",
    "4S": "the first card France plays in a combat next turn counts 1 more",
    "4C": NOTHING,
    "4H": "France may discard a card and draw another",
    "4D": "Cumberland may not attack next turn, nor capture a train",
    "5S": "Soubise may not attack next turn, nor capture a train",
    "5C": NOTHING,
    "5H": "Richelieu moves only 2 cities next turn, 3 on main roads",
    "5D": "Chevert may not leave his stack next turn",
    "6S": "Austria may move Laudon one city",
    "6C": "Daun receives a free troop",
    "6H": NOTHING,
    "6D": "Austria may turn one Prussian stack in Austria or Saxony face-down",
    "7S": "Friedrich may not attack next turn, nor capture a train",
    "7C": NOTHING,
    "7H": "Friedrich may not receive new troops next turn",
    "7D": "in Friedrich's first combat next turn in which Prussia may play, its first cards must bring it above zero",
    "8S": "one Prussian general on the map receives a free troop",
    "8C": "next turn Prussian stacks that Daun attacks may step aside",
    "8H": NOTHING,
    "8D": "Karl loses a troop",
    "9S": "every Russian general five or six roads from his train is turned face-down",
    "9C": "Friedrich moves 4 cities next turn, 5 on main roads",
    "9H": NOTHING,
    "9D": "Prussia may give Austria a card and draw one from Austria's hand",
    "10S": "Prussian generals who receive new troops next turn may not attack in it",
    "10C": "one Prussian general loses a troop",
    "10H": "when Friedrich is attacked next turn, the first card Prussia plays counts 0",
    "10D": NOTHING,
    "11S": "Prussia may once play the 11♠ at double value next turn",
    "11C": "one Hanoverian general on the map receives a free troop",
    "11H": "Heinrich protects objectives at four cities next turn",
    "11D": NOTHING,
    "12S": "Daun moves only 2 cities next turn, 3 on main roads",
    "12C": "Ehrensvärd is turned face-down if he is five or six roads from his train",
    "12H": "if Hildburghausen was beaten in this turn, Prussia may move him two cities west",
    "12D": NOTHING,
}
# What is said in place of a text that can do nothing now.
NO_EFFECT = {
    "1C": "no Russian general can receive a troop",
    "1H": "Austria and Russia have no cards to exchange",
    "1D": "Tottleben cannot receive a troop",
    "2C": "Fermor is not in the game",
    "2H": "Apraxin has no troop that he could lose",
    "2D": "Saltikov is not in the game",
    "3C": "France is not in the game",
    "3H": "Soubise is not in the game",
    "4S": "France is not in the game",
    "4H": "France has no card to change",
    "4D": "Cumberland is not in the game",
    "5S": "Soubise is not in the game",
    "5H": "Richelieu is not in the game",
    "5D": "Chevert is not in the game",
    "6S": "Laudon cannot step anywhere",
    "6C": "Daun cannot receive a troop",
    "6D": "no face-up Prussian stack stands in Austria or Saxony",
    "7S": "Friedrich is not in the game",
    "7H": "Friedrich is not in the game",
    "7D": "Friedrich is not in the game",
    "8S": "no Prussian general can receive a troop",
    "8C": "Daun is not in the game",
    "8D": "Karl has no troop that he could lose",
    "9S": "no face-up Russian general is so far from his train",
    "9C": "Friedrich is not in the game",
    "9D": "Prussia has no card to give",
    "10C": "no Prussian stack has more troops than generals",
    "10H": "Friedrich is not in the game",
    "11C": "no Hanoverian general can receive a troop",
    "11H": "Heinrich is not in the game",
    "12S": "Daun is not in the game",
    "12C": "Ehrensvärd is not face-up and so far from his train",
    "12H": "Hildburghausen was not beaten in this turn, or cannot go west",
}
# What is said when a player does not take what a text offers.
DECLINED = {
    "4H": "France changes no card",
    "6S": "Laudon stays where he is",
    "6D": "Austria turns no stack face-down",
    "9D": "Prussia gives Austria no card",
    "12H": "Hildburghausen stays where he is",
}
STROKE_TEXTS = {
    "elisabeth": "Russia leaves the game and Lehwaldt is retired; five objectives are enough for Sweden",
    "sweden": "Sweden leaves the game and Prussia retires a general, not Friedrich",
    "india": "the first of India and America costs Austria and France a card a turn, the second takes France out",
    "america": "the first of India and America costs Austria and France a card a turn, the second takes France out",
    "lord-bute": "Prussia draws fewer cards a turn",
    "poems": "Prussia draws fewer cards a turn",
}
# The nation whose sheet a text in force concerns; several where the list is longer. Numbers as in the nation order.
CONCERNS = {
    "2C": (2,), "2D": (2,), "3C": (0, 6), "3H": (6,), "3D": (0, 1, 2, 3, 4, 5, 6), "4S": (6,), "4D": (1,), "5S": (6,),
    "5H": (6,), "5D": (6,), "7S": (0,), "7H": (0,), "7D": (0,), "8C": (0,), "9C": (0,), "10S": (0,), "10H": (0,),
    "11S": (0,), "11H": (0, 4, 5), "12S": (4,),
}  # fmt: skip


def reminder(card: str) -> str:
    """A text in force, as it stands in a report or a sheet of the turn it holds in."""
    return FATE_TEXTS[card].replace("next turn", "this turn")
