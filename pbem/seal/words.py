"""Two hundred and fifty-six plain words, to say a number aloud: short, common, and hard to mistake for each other."""

from __future__ import annotations

WORDS = tuple(
    """
    acorn anchor angle ankle apple apron arrow autumn badge bakery bamboo banjo barrel basket beach beacon
    bean bell bench berry blanket bolt bonnet border bottle bramble branch bread brick bridge broom brush
    bucket bugle button cabbage cabin cable camel camp canal candle canvas carpet carrot castle cedar cellar
    chain chalk chapel cheese cherry chimney circle citrus clay cliff clock clover coach cobweb coffee comet
    compass copper coral corner cotton cradle crayon cricket crown cuckoo cupboard curtain cushion daisy dance
    desert diamond dinner donkey dragon drum eagle earth easel echo elbow ember engine falcon feather fence
    fiddle field finger flame flask flour flute forest fossil fountain galley garden garlic gate ginger glacier
    glove goblet granite grape gravel guitar hammer hamlet harbour harvest hazel helmet hermit hill hinge
    honey horizon hotel island ivory jacket jasmine jelly jewel jigsaw journey jungle kernel kettle kitchen kite
    ladder lagoon lantern laurel lemon letter linen lizard lobster lumber magnet mango maple marble market
    meadow melon mill mirror mitten monkey mortar mountain museum mustard napkin needle nettle nickel nutmeg
    oak oatmeal ocean olive onion orbit orchard oyster paddle palace paper parrot pasture pebble pencil pepper
    piano pickle pillow pirate planet plum pocket pony potato prairie pumpkin puzzle quarry quill rabbit radish
    rainbow raisin ribbon river rocket saddle sailor salmon sandal satin saucer scarf shelf shovel silver
    sketch sleigh sparrow spider spoon spruce stable statue summer sunset tablet tailor teapot temple thimble
    thunder ticket tiger timber tomato tower trumpet tulip tunnel turnip valley velvet village violin wagon
    walnut whistle willow window winter yellow zebra
    """.split()
)


def four_words(digest: str) -> str:
    """The fingerprint of a commitment: its first four bytes as words, like ``amber river tulip oak``."""
    return " ".join(WORDS[byte] for byte in bytes.fromhex(digest[:8]))


def phrase_of(noise: bytes) -> str:
    """A phrase of as many words as there are bytes of noise."""
    return " ".join(WORDS[byte] for byte in noise)


def plain_phrase(text: str) -> str:
    """A phrase as it was meant, however it was typed: small letters, single spaces."""
    return " ".join(text.lower().replace("-", " ").replace(",", " ").split())
