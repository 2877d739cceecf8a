"""Words beside a sheet: shown to their writer, and warned of where they speak of one of the pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from pbem.mail.blank import data_of
from pbem.mail.doubts import folded, is_doubtful

SHOWN = 100  # characters of words that were left out
LINE = 60  # characters of a line that is shown
LOOKED_AT = 400  # characters of a line of words; nobody writes longer ones about a piece
BEFORE = "the words before the sheet were left out: {words}"
BELOW = "the words below the sheet were left out: {words}"
AGREED = "OK above the quoted sheet was read as its answer: the sheet as it was sent"
SAID_BESIDE = "what was typed above the quoted sheet was read under its heading"
BESIDE = "the words of the mail itself were left out: {words}"
STRUCK = "struck-out words were left out: {words}"
PIECE = re.compile(r"\"([^\W\d_]\w*) (?:[>+]|stays)|^#?\s*own\s*=\s*\"([^\W\d_]\w*)\"", re.MULTILINE)

# Verbs by which people take back what they sent: English, German, French, Spanish, Italian, Polish and Dutch.
TAKES_BACK = re.compile(
    r"\b(?:ignor(?!an)\w*|zignor\w*|withdr[ae]w\w*|disregard\w*|retract\w*|cancel\w*|revok\w*|rescind\w*|take back"
    r"|zieh\w*\b.{0,60}\bzur[üu]ck|nehm\w*\b.{0,60}\bzur[üu]ck|zur[üu]ck(?:zu)?(?:zieh|nehm)\w*|zur[üu]ckge(?:zog|nomm)\w*"
    r"|widerruf\w*|stornier\w*|ann?ul\w*|hinf[äa]llig|nicht (?:zu )?beacht\w*"
    r"|je retire|retirer|retirez|pas (?:tenir )?compte|plus (?:tenir )?compte|retir[oa]\b|retirar|hag\w+ caso omiso"
    r"|ritir\w+|non (?:considera|tenere conto)\w*|wycof\w+|odwo[łl]\w+"
    r"|neg(?:eer|eren)|trek\b.{0,60}\bin\b|intrek\w*|herroep\w*)",
    re.IGNORECASE,
)
# With or without quotes, full stops, a smiley; or as a line of a sheet. Whoever asks has not agreed.
ASKS = "?¿؟？❓❔⁇⁈⁉🤔🤷👎❌🚫🛑✋"
ASSENT = re.compile(rf"(?!.*[{ASKS}])\W*(?:o\.?k\.?|okay)(?:\W*|\s*=\s*true\s*)", re.IGNORECASE)
ENTRY = re.compile(r"ok\s*=\s*true", re.IGNORECASE)
NAME = re.compile(r"[^\W\d_a-z][\w'’-]*\.?(?: [^\W\d_a-z][\w'’-]*\.?){0,2}")  # up to three words with capitals
HESITATES = re.compile(  # what people write below OK that is no name
    r"\b(?:not|no|never|wait|stop|later|maybe|perhaps|but|if|only|except|hold|hang|unless|moment|soon|tomorrow|thanks?|against"
    r"|refus\w*|reject\w*|declin\w*|disagree\w*|oppos\w*|nay"
    r"|nein|nicht|nie|dagegen|gegen|abgelehnt|warte\w*|halt|sp[äa]ter|vielleicht|aber|wenn|nur|au[ßs]+er|bald|morgen|danke"
    r"|non|pas|contre|contro|contra|attend\w*|plus tard|peut|mais|si|sauf|espera|quiz[áa]s|pero|aspetta|forse|ma|czekaj"
    r"|ale|wacht|misschien|maar)\b",
    re.IGNORECASE,
)
GREETING = re.compile(
    r"\b(?:hello|hi|hey|dear|(?:best|kind|warm)?\s?(?:regards|wishes)|cheers|greetings|yours|hallo|liebe[rs]?|moin|servus"
    r"|(?:viele|liebe|beste|sch[öo]ne)?\s?gr[üu](?:ß|ss)e?|mfg|lg|vg|salut|bonjour|cordialement|amicalement|ciao|salve"
    r"|(?:cordiali\s)?saluti|(?:un\s)?saludos?|hola|buenos d[íi]as|pozdrawiam|cze[śs][ćc]|groeten|groetjes)\b",
    re.IGNORECASE,
)
THANKS = re.compile(
    r"\b(?:(?:many|vielen|besten|herzlichen|muchas|mille|very)\s)?(?:thanks|thank you|thx|danke|dank|merci|grazie"
    r"|gracias|obrigad[oa]|dzi[eę]k(?:i|uj[eę])|dank je|bedankt|tack)"
    r"(?:\s(?:a lot|so much|very much|again|sch[öo]n|sehr|beaucoup|bien|mille|wel))?\b",
    re.IGNORECASE,
)
AWAY = re.compile(
    r"\b(?:away|absent|abwesend|verreist|urlaub|holidays?|vacations?|vacances|vacaciones|vacanze|assente|ausente)\b",
    re.IGNORECASE,
)
REPORT = re.compile(r"\b(?:report|bericht|rapport|rapporto|informe|reporte)\b", re.IGNORECASE)
AGAIN = re.compile(
    r"\b(?:send|resend|again|once more|missing|lost|schick\w*|senden?|sende|noch ?(?:ein)?mal|erneut|encore|envo\w+"
    r"|renvo\w+|invi\w+|manda\w*|otra vez|de nuevo|env[ií]\w*)\b",
    re.IGNORECASE,
)
# Somebody is to go, where the piece itself has another name: the king, my left wing.
GOES = re.compile(
    r"\b(?:should|shall|ought to|soll(?:te|en)?|muss|doit|devrait|deve|dovrebbe|debe|deberia|powinien|ma|niech)\b"
    r".{0,40}\b(?:go(?:es)?|move|march|retreat|stay|geh(?:t|en)|zieh(?:t|en)|marschier\w*|bleib\w*|aller|marcher|rester"
    r"|andare|muoversi|marciare|restare|ir|moverse|marchar|quedarse|isc|pojsc|ruszyc|idzie|pojdzie|ruszy|zostac)\b"
    r"|\bque \w+ vaya\b"
)
DISCLAIMER = re.compile(
    r"confidential|recipient|in error|vertraulich|irrt[üu]m|empf[äa]nger|confidentiel|destinat|par erreur|por error"
    r"|per errore|poufn|adresat|vertrouwelijk|geadresseerde|unsubscribe|virus|viren|wirus|before printing|do not print"
    r"|environment|umwelt|ausdrucken|imprimer|imprim[ea]|stampare|drukowa",
    re.IGNORECASE,
)


def that_take_back(lines: Sequence[str], doubts: bool = False) -> str:
    """The first line of words by which orders are taken back; empty if there is none.

    ``doubts``: also one by which they are denied, corrected, put off or called a draft. What companies hang below every
    mail is not meant, nor what a signature says.
    """
    for paragraph in _paragraphs(lines):
        if not DISCLAIMER.search(" ".join(line[:LOOKED_AT] for line in paragraph)):
            for line in paragraph:
                if TAKES_BACK.search(line[:LOOKED_AT]) or (doubts and is_doubtful(line[:LOOKED_AT])):
                    return line.strip()
    return ""


def assents(lines: Sequence[str], ends: Callable[[str], bool]) -> bool:
    """Whether somebody typed OK and nothing else; a name may stand below it, after an empty line, and a signature."""
    typed = [*takewhile(lambda line: not ends(line), (line.strip() for line in lines))]
    said, *names = [*_paragraphs(typed)] or [[]]
    if len(said) != 1 or not is_assent(said[0]):
        return False
    return not names or (len(names) == 1 and len(names[0]) == 1 and _is_name(names[0][0]))


def is_assent(line: str) -> bool:
    """Whether a line is the word OK, or the line of a sheet that says so."""
    return bool(ASSENT.fullmatch(line.strip()[:LINE]))


def is_entry(line: str) -> bool:
    """Whether a line is the one of a sheet that says OK."""
    return bool(ENTRY.fullmatch(line.strip()[:LINE]))


def _is_name(line: str) -> bool:
    """Whether a short line is somebody's name, and not a second thought."""
    return bool(NAME.fullmatch(line)) and not HESITATES.search(line) and not TAKES_BACK.search(line)


def is_greeting(lines: Sequence[str], ends: Callable[[str], bool]) -> bool:
    """Whether somebody typed nothing but a greeting and a name, above a signature."""
    typed = takewhile(lambda line: not ends(line), (line.strip() for line in lines))
    return all(_is_name(GREETING.sub("", line).strip(" ,;:-–!") or "A") for line in typed if line)


def is_thanks(lines: Sequence[str]) -> bool:
    """Whether somebody typed nothing but thanks, with a greeting and a name at the most."""
    rows = [(line, THANKS.sub("", line)) for line in lines if line.strip()]
    thanks = [line for line, rest in rows if rest != line or not re.search(r"\w", line)]  # or a thumb
    others = (GREETING.sub("", rest) for _, rest in rows)
    bare = (re.sub(r"^\W+|\W+$", "", rest) for rest in others)
    return bool(thanks) and not any("?" in line for line in lines) and all(not rest or _is_name(rest) for rest in bare)


def asks_in_words(lines: Sequence[str]) -> str:
    """What somebody asks for in a sentence of their own, that a word would get: "report", "away" or nothing."""
    text = " ".join(line[:LOOKED_AT] for line in takewhile(lambda line: line.rstrip() != "--", lines))
    if AWAY.search(text):
        return "away"
    return "report" if REPORT.search(text) and AGAIN.search(text) else ""


def begins_with_assent(lines: Sequence[str]) -> bool:
    """Whether the first word that somebody typed is OK."""
    first = next((line.strip()[:LINE] for line in lines if line.strip()), "")
    return bool(re.match(r"\W*(?:ok|okay|o\.k\.)(?!\w)", first, re.IGNORECASE))


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines between empty ones, up to a signature."""
    found: list[str] = []
    for line in lines:
        if line.rstrip() == "--":
            break
        if line.strip():
            found.append(line)
        elif found:
            yield found
            found = []
    if found:
        yield found


def pieces_in(template: str) -> frozenset[str]:
    """The names of the writer's own pieces in the sheet that was sent: those it moves, bids for or counts."""
    named = {word.lower() for row in PIECE.findall(template) for word in row if word}
    tables = [value for value in data_of(template).values() if isinstance(value, dict)]
    return frozenset(named.union(key.lower() for table in tables for key in table))


def in_words(lines: Sequence[str]) -> str:
    """Lines as one text in quotes, its beginning if it is long; empty if they are."""
    text = " ".join(_visible(" ".join(lines)[: SHOWN * 20]).split()).strip('",')
    if not text:
        return ""
    return f'"{text}"' if len(text) <= SHOWN else f'"{text[: SHOWN - 1].rstrip()}…"'


def short(line: str) -> str:
    """A line as it is shown, without the comma at its end."""
    line = _visible(line.strip()).rstrip(",")
    return line if len(line) <= LINE else f"{line[: LINE - 1]}…"


def about_pieces(lines: Sequence[str], pieces: frozenset[str]) -> Iterator[str]:
    """The lines of words that name a piece and say something about it; a name alone is a signature."""
    for line in lines:
        if line.rstrip() == "--":  # a signature follows; generals have namesakes
            return
        words = re.findall(r"\w+", line[:LOOKED_AT].lower())
        if len(words) > 1 and any(word in pieces or word.removesuffix("s") in pieces for word in words):
            yield line.strip()


def that_orders(lines: Sequence[str], pieces: frozenset[str], places: Callable[[], Iterable[str]]) -> str:
    """The first line of words that sends a piece somewhere; empty if there is none.

    It names a piece and a place, in whatever language, or says of somebody that he should go to a place.
    """
    known: list[str] = []
    for line in lines:
        if line.rstrip() == "--":
            break
        text = folded(line[:LOOKED_AT])
        words = re.findall(r"\w+", text)
        if not (any(_is_form(word, piece) for word in words for piece in pieces) or GOES.search(text)):
            continue
        known = known or [folded(re.sub(r" [A-Z]\d+$", "", place)) for place in places()]
        spaced = f" {' '.join(words)} "
        if any(f" {place} " in spaced or any(_is_form(word, place) for word in words) for place in known):
            return line.strip()
    return ""


def _is_form(word: str, name: str) -> bool:
    """Whether a word is a name, or one that was bent: Heinrichs, Heinricha, Potsdamu."""
    return word == name or (len(name) > 3 and word.startswith(name) and len(word) - len(name) < 3)


def _visible(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)
