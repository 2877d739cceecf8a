"""Boards of Maria on which a game would go wrong: what is done to the house board, and what is said of it."""

from __future__ import annotations

from spoilt_boards import Spoilt, both, edit

CARDS, TRACKS, MARKERS, CITIES = "political_cards.csv", "tracks.toml", "markers.csv", "cities.csv"

CASES = (
    Spoilt("BD310", "electors", "one of the nine electors is none", CITIES,
           edit(CITIES, "prag,Prag,bohemia,core-austria,major,yes", "prag,Prag,bohemia,core-austria,major,no")),
    Spoilt("BD310", "sides", "one of the four electors has no marker", MARKERS,
           edit(MARKERS, "koeln,elector,france,no,M4.8\n", "")),
    Spoilt("BD310", "unmarked", "a fortress of Silesia has no marker: nobody could ever take it", "cities.csv:154",
           edit(MARKERS, "liegnitz,victory,prussia,yes,M4.4\n", "")),
    Spoilt("BD310", "no-fortress", "a victory marker lies on a town", "markers.csv:8",
           edit(MARKERS, "liegnitz,victory", "aachen,victory")),
    Spoilt("BD310", "no-elector", "a two-sided marker lies on a fortress that is no elector", "markers.csv:9",
           edit(MARKERS, "koeln,elector", "lille,elector")),
    Spoilt("BD310", "town", "an elector is a town", "cities.csv:224",
           edit(CITIES, "prag,Prag,bohemia,core-austria,major,yes", "prag,Prag,bohemia,core-austria,town,yes")),
    Spoilt("BD310", "cards", "a year has five cards", CARDS, edit(CARDS, "1743-1,1743,", "1743-1,1744,")),
    Spoilt("BD310", "election", "a second card has no shield", CARDS,
           edit(CARDS, "Walpole falls,pragmatic", "Walpole falls,none")),
    Spoilt("BD310", "home", "Bavaria's capital is a minor fortress", CITIES,
           edit(CITIES, "muenchen,München,bohemia,bavaria,major", "muenchen,München,bohemia,bavaria,minor")),
    Spoilt("BD310", "friend", "the Netherlands are nobody's home: Arenberg could not come back", "countries.csv:9",
           edit("countries.csv", "netherlands,Netherlands,flanders,pragmatic", "netherlands,Netherlands,flanders,")),
    Spoilt("BD310", "minor", "an icon sends Bavaria's general away, and no box is there for him", "tracks.toml:16",
           edit(TRACKS, 'kind = "expedition", power = "austria"', 'kind = "expedition", power = "bavaria"')),
    Spoilt("BD310", "standing", "a space of Saxony's track has no standing", "tracks.toml:69",
           edit(TRACKS, 'n = 2\nstanding = "prussian-ally"\n', "n = 2\n")),
    Spoilt("BD310", "space", "the space S is not neutral", "tracks.toml:59",
           edit(TRACKS, "annexation_space = 4", "annexation_space = 6")),
    Spoilt("BD310", "space", "Saxony is neutral at the start", "tracks.toml:59",
           both(edit(TRACKS, "start = 2\n", "start = 5\n"))),
)  # fmt: skip
