"""What can be wrong with an envelope, its phrase, the ledger, or a game that is verified: PB6xx."""

from __future__ import annotations

from pbem.core import Code, Form

CUT_SHORT = Code(
    "PB601",
    "envelope-cut-short",
    "this envelope is not whole: its last line is missing",
    hint="Send the file that `pbem seal` wrote once more, best as an attachment.",
    about="Between `-----BEGIN AGE ENCRYPTED FILE-----` and `-----END AGE ENCRYPTED FILE-----` stands the sealed"
    " sheet. A mail program has cut or changed it. Nothing was taken in; the file at home is still good.",
    forms={
        "first-line": Form("this envelope is not whole: its first line is missing"),
        "commitment": Form("this envelope is not whole: its commitment is missing or no SHA-256"),
        "sealed": Form("this envelope is not whole: the sealed part is missing"),
        "signs": Form("this envelope is not whole: there are signs in it that do not belong there"),
        "no-age": Form("this envelope cannot be used: what is sealed in it is not an age file"),
        "lock": Form("this envelope cannot be used: it is not locked as pbem seal locks envelopes"),
    },
)
OTHER_KEY = Code(
    "PB602",
    "envelope-for-another-key",
    "this envelope was sealed for another key than the one of this game",
    hint="The player seals anew for the key that `pbem keys` prints; it stands in every view file."
    " `pbem adjudicate --default ROLE` goes on without it.",
    about="An envelope can be opened only with the private key that belongs to the public key it was sealed for: most"
    " likely the view file of another game was used. The envelope stays in the inbox, unread.",
)
DAMAGED = Code(
    "PB603",
    "envelope-damaged",
    "this envelope was changed on its way and cannot be opened",
    hint="The player sends it once more, or seals anew. `pbem adjudicate --default ROLE` goes on without it.",
    about="Every byte of an envelope is protected: one that was tampered with does not open at all. It stays in the"
    " inbox as it is.",
)
WRONG_PHRASE = Code(
    "PB609",
    "wrong-phrase",
    "this phrase does not open the envelope of {role}",
    hint="Look at spelling and order of the words; the envelope can be opened with its own phrase only.",
    about="`pbem seal --hold` printed the phrase once. Capitals, hyphens and commas do not matter, the words do.",
)
KEY_MISMATCH = Code(
    "PB613",
    "seal-key-mismatch",
    "the private key in secret.toml does not belong to the public key in game.toml",
    hint="Bring both files back from one backup.",
    about="Envelopes are sealed for the public key of game.toml; only its own private key opens them.",
)
NOT_A_KEY = Code(
    "PB614",
    "not-a-key",
    "{found} is neither a public key nor a view file with one",
    hint="A key begins with age1; the view file that came with the report holds it.",
    about="`--to` wants the moderator's public key, like `age1qy...`, or a file `ROLE.view.toml`.",
)
