"""The players' secret words, made from the seed: easy to copy out of a mail, hard to guess."""

from __future__ import annotations

from pbem.core.chance import sha256

FIRST = (
    "amber ancient azure bold brave brazen bright bronze calm chalk clever copper coral cosy crimson curly "
    "dapper dusky eager early ebony fabled fair fleet frosty gentle gilded golden grand hazel hidden honest "
    "indigo ivory jade jolly keen kind lilac lively lofty loyal lucky lunar mellow merry mighty misty modest "
    "noble olive patient pearly plain proud purple quiet rapid rosy royal ruby rustic sable silver"
).split()
SECOND = (
    "badger beaver bison boar buzzard carp cat cobra crane cricket crow deer dolphin donkey dormouse dove "
    "eagle eel elk falcon ferret finch fox gander gecko goat goose grouse hare hawk hedgehog heron hornet "
    "horse hound ibex jackdaw jay kestrel kite lark lizard lynx magpie marten mole moose mule newt otter owl "
    "oxen perch pigeon plover pony quail rabbit raven robin rook salmon stag wolf"
).split()


SIGNS = "023456789abcdefghjkmnpqrstuvwxyz"  # without those that are taken for each other


def key_of(seed: str, role: str) -> str:
    """The key of a role, of 52 bits: two words and eight signs, like ``amber-falcon-7k2m-q4xz``."""
    digest = sha256(f"pbem key\n{seed}\n{role}".encode())
    signs = "".join(SIGNS[byte % 32] for byte in digest[2:10])
    return f"{FIRST[digest[0] % 64]}-{SECOND[digest[1] % 64]}-{signs[:4]}-{signs[4:]}"
