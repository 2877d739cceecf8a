"""The digests of the boards that come with the program. Written by `python -m pbem.boards.build`."""

DIGESTS: dict[str, str] = {
    "house": "db0eaab16b17847f00b36a57d0f080780f70ebf75d8730e9a683d9ca360751d6",
    "probe": "7f8124317012b9ce7bf160e829cc7e11c09fca7ffa2ec92c01c234eaaa6f0756",
}
