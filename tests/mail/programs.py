"""Letters in the shapes that mail programs make: how each sets off what it answers, breaks lines, signs and packs.

They are generated: no letter here was sent by the program whose name it has. What is imitated is what people's letters
out of these programs look like; a program may do more than is known here, and newer versions may do it otherwise.
"""

# ruff: noqa: E501 the words of mail programs stand in rows

from __future__ import annotations

import base64
import html
import re
import textwrap
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import NamedTuple

HOST, HOST_ADDRESS = "Zoe Host", "zoe@example.org"
PLAYER, PLAYER_ADDRESS = "Anna", "anna@example.net"
SUBJECT = "[winter-1756 1] Turn 1, Prussia: movement"


class Tongue(NamedTuple):
    """The words of a mail program in one language."""

    wrote: str  # with {date}, {name}, {address}
    original: str
    labels: tuple[str, str, str, str]  # from, sent, to, subject
    date: str
    phone: str
    note: str
    greeting: str


TONGUES = {
    "en": Tongue("On {date}, {name} <{address}> wrote:", "Original Message", ("From", "Sent", "To", "Subject"),
                 "Mon, 16 Nov 2026 at 21:06", "Sent from my {phone}", "Hi Zoe,\n\nthanks, I will answer on Friday.", "Best regards,\nAnna"),
    "de": Tongue("Am {date} schrieb {name} <{address}>:", "Ursprüngliche Nachricht", ("Von", "Gesendet", "An", "Betreff"),
                 "Montag, 16. November 2026 um 21:06", "Von meinem {phone} gesendet", "Hallo Zoe,\n\ndanke, ich melde mich am Freitag.", "Viele Grüße\nAnna"),
    "fr": Tongue("Le {date}, {name} <{address}> a écrit :", "Message d'origine", ("De", "Envoyé", "À", "Objet"),
                 "lun. 16 nov. 2026 à 21:06", "Envoyé de mon {phone}", "Salut Zoe,\n\nmerci, je réponds vendredi.", "Cordialement,\nAnna"),
    "it": Tongue("Il giorno {date} {name} <{address}> ha scritto:", "Messaggio originale", ("Da", "Inviato", "A", "Oggetto"),
                 "lun 16 nov 2026 alle ore 21:06", "Inviato da {phone}", "Ciao Zoe,\n\ngrazie, rispondo venerdì.", "Cordiali saluti\nAnna"),
    "es": Tongue("El {date}, {name} (<{address}>) escribió:", "Mensaje original", ("De", "Enviado el", "Para", "Asunto"),
                 "lun, 16 nov 2026 a las 21:06", "Enviado desde mi {phone}", "Hola Zoe:\n\ngracias, contesto el viernes.", "Un saludo,\nAnna"),
    "pl": Tongue("pon., 16 lis 2026 o 21:06 {name} <{address}> napisał(a):", "Wiadomość oryginalna", ("Od", "Wysłano", "Do", "Temat"),
                 "16 listopada 2026 21:06", "Wysłane z {phone}", "Cześć Zoe,\n\ndzięki, odpowiem w piątek.", "Pozdrawiam\nAnna"),
    "nl": Tongue("Op {date} schreef {name} <{address}>:", "Oorspronkelijk bericht", ("Van", "Verzonden", "Aan", "Onderwerp"),
                 "ma 16 nov 2026 om 21:06", "Verstuurd vanaf mijn {phone}", "Hoi Zoe,\n\nbedankt, vrijdag antwoord ik.", "Met vriendelijke groet,\nAnna"),
    "pt": Tongue("{name} <{address}> escreveu em {date}:", "Mensagem original", ("De", "Enviada", "Para", "Assunto"),
                 "segunda, 16/11/2026 à(s) 21:06", "Enviado do meu {phone}", "Oi Zoe,\n\nobrigada, respondo na sexta.", "Abraços,\nAnna"),
    "sv": Tongue("Den mån 16 nov. 2026 kl 21:06 skrev {name} <{address}>:", "Ursprungligt meddelande", ("Från", "Skickat", "Till", "Ämne"),
                 "den 16 november 2026 21:06", "Skickat från min {phone}", "Hej Zoe,\n\ntack, jag svarar på fredag.", "Vänliga hälsningar\nAnna"),
    "cs": Tongue("po 16. 11. 2026 v 21:06 odesílatel {name} <{address}> napsal:", "Původní zpráva", ("Od", "Odesláno", "Komu", "Předmět"),
                 "16. listopadu 2026 21:06", "Odesláno z {phone}", "Ahoj Zoe,\n\ndíky, odpovím v pátek.", "S pozdravem\nAnna"),
    "fi": Tongue("ma 16. marrask. 2026 klo 21.06 {name} ({address}) kirjoitti:", "Alkuperäinen viesti", ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
                 "maanantai 16. marraskuuta 2026 21.06", "Lähetetty {phone}-laitteesta", "Hei Zoe,\n\nkiitos, vastaan perjantaina.", "Terveisin\nAnna"),
}  # fmt: skip


class Program(NamedTuple):
    """How a mail program answers."""

    name: str
    tongue: str
    intro: str  # "wrote", "header", "rule-header", "line-header", "rule", "notes"; or the very lines
    quote: str = "> "  # before every line of the original; empty if it stands as it is
    markup: str = "div"  # the shape of its HTML; empty if it writes none
    wrap: int = 0  # columns at which it breaks what was typed
    flowed: bool = False
    charset: str = "utf-8"
    cte: str = "quoted-printable"
    signature: str = ""
    blank: str = "\n\n"  # between what was typed and what is answered
    bold: str = ""  # around the labels of a header


PROGRAMS = (
    Program("Outlook 2016", "de", "rule-header", "", "mso", charset="windows-1252"),
    Program("Outlook 2010", "en", "rule-header", "", "mso", charset="windows-1252", bold="*"),
    Program("Outlook 365", "fr", "header", "", "mso"),
    Program("Outlook on the web", "en", "line-header", "", "owa"),
    Program("Outlook mobile", "es", "line-header", "", "owa", signature="Outlook for Android"),
    Program("Outlook for Mac", "it", "header", "", "mso", bold="*"),
    Program("Outlook Express", "de", "rule-header", "> ", "", wrap=76, charset="iso-8859-1"),
    Program("Hotmail classic", "en", "line-header", "", "div"),
    Program("Windows Mail", "pl", "header", "", "mso"),
    Program("Gmail", "en", "wrote", "> ", "gmail", signature=""),
    Program("Gmail Android", "pt", "wrote", "> ", "gmail"),
    Program("Gmail iOS", "fr", "wrote", "> ", "gmail", wrap=72),
    Program("Gmail plain", "pl", "wrote", "> ", "", wrap=78),
    Program("Apple Mail", "en", "wrote", "> ", "apple"),
    Program("iOS Mail", "de", "wrote", "> ", "apple", signature="iPhone"),
    Program("iPad Mail", "it", "wrote", "> ", "apple", signature="iPad"),
    Program("Thunderbird", "de", "wrote", "> ", "moz", wrap=72, flowed=True),
    Program("Thunderbird plain", "nl", "wrote", "> ", "", wrap=72, flowed=True),
    Program("K-9", "en", "wrote", "> ", "div", signature="Android device"),
    Program("FairEmail", "nl", "wrote", "> ", "div"),
    Program("BlueMail", "es", "wrote", "", "div"),
    Program("Spark", "en", "wrote", "> ", "gmail"),
    Program("Mailspring", "fr", "wrote", "> ", "gmail"),
    Program("Yahoo", "en", "wrote-indented", "", "yahoo"),
    Program("Yahoo mobile", "it", "rule-header", "", "yahoo"),
    Program("AOL", "en", "rule-header", "", "div"),
    Program("AOL web", "de", "wrote-indented", "", "yahoo"),
    Program("Samsung", "en", "rule-header", "", "div", signature="Galaxy"),
    Program("Samsung", "de", "rule-header", "", "div", signature="Samsung Galaxy Smartphone"),
    Program("GMX", "de", "sent-first", "", "div"),
    Program("WEB.DE", "de", "sent-first", "", "div", signature="WEB.DE Mail App"),
    Program("mail.com", "en", "sent-first", "", "div"),
    Program("Zoho", "en", "zoho", "", "zoho"),
    Program("Notes", "de", "notes", "", "div", charset="iso-8859-1"),
    Program("Notes", "en", "notes", "", "div", charset="us-ascii-8"),
    Program("ProtonMail", "en", "rule", "> ", "proton"),
    Program("Proton mobile", "fr", "rule-wrote", "> ", "proton"),
    Program("Tutanota", "de", "wrote", "", "tuta"),
    Program("Fastmail", "en", "wrote", "> ", "div"),
    Program("Mutt", "en", "wrote", "> ", "", wrap=72, blank="\n", cte="8bit"),
    Program("Pine", "sv", "wrote", "> ", "", wrap=74, flowed=True, cte="8bit"),
    Program("Roundcube", "pl", "wrote", "> ", "", wrap=72, flowed=True, cte="8bit"),
    Program("Horde", "de", "wrote", "> ", "", wrap=76, flowed=True),
    Program("SquirrelMail", "pt", "wrote", "> ", "", wrap=76, charset="iso-8859-1", cte="8bit"),
    Program("SOGo", "fr", "wrote", "> ", "", wrap=72),
    Program("Zimbra", "es", "rule-header", "", "div"),
    Program("The Bat!", "cs", "wrote", "ZH> ", "", wrap=70, charset="windows-1250", cte="8bit"),
    Program("eM Client", "cs", "rule-header", "", "div"),
    Program("Evolution", "fi", "wrote", "> ", "moz", wrap=71),
    Program("KMail", "sv", "wrote", "> ", "", wrap=78),
    Program("Claws", "en", "wrote", "> ", "", wrap=72, cte="8bit"),
    Program("Sylpheed", "nl", "wrote", "> ", "", wrap=72),
    Program("Opera Mail", "en", "wrote", "> ", "", wrap=76, flowed=True),
    Program("Nine", "pt", "rule-header", "", "div"),
    Program("MailMate", "en", "wrote", "> ", "div", flowed=True),
    Program("Emacs", "en", "wrote", "> ", "", cte="8bit", blank="\n"),
    Program("iCloud on the web", "en", f"> On 16 Nov 2026, at 21:06, {HOST} <{HOST_ADDRESS}> wrote:\n>", "> ", "div"),
    Program("mailbox.org", "de", f"> {HOST} <{HOST_ADDRESS}> hat am 16.11.2026 21:06 CET geschrieben:\n>", "> ", "div"),
    Program("Open-Xchange", "en", f"> On 11/16/2026 9:06 PM CET {HOST} <{HOST_ADDRESS}> wrote:\n>", "> ", "", wrap=76),
    Program(
        "Proton new", "en", f"On Monday, November 16th, 2026 at 9:06 PM, {HOST} <{HOST_ADDRESS}> wrote:", "> ", "proton"
    ),
    Program(
        "Mutt flowed",
        "en",
        f"On Mon, Nov 16, 2026 at 09:06:12PM +0100, {HOST} wrote:",
        "> ",
        "",
        wrap=66,
        flowed=True,
        cte="8bit",
    ),
    Program("NeoMutt", "nl", f"* {HOST} <{HOST_ADDRESS}> [2026-11-16 21:06]:", "> ", "", wrap=72, cte="8bit"),
    Program("alpine", "en", f"On Mon, 16 Nov 2026, {HOST} wrote:", "> ", "", wrap=74, flowed=True, blank="\n"),
    Program(
        "Sylpheed old", "en", f"On Mon, 16 Nov 2026 21:06:12 +0100\n{HOST} <{HOST_ADDRESS}> wrote:", "> ", "", wrap=72
    ),
    Program(
        "Becky",
        "en",
        f"On Mon, 16 Nov 2026 21:06:12 +0100\n{HOST} <{HOST_ADDRESS}> wrote:",
        "> ",
        "",
        charset="iso-8859-1",
        cte="8bit",
    ),
    Program(
        "Forte Agent", "en", f"On Mon, 16 Nov 2026 21:06:12 +0100, {HOST}\n<{HOST_ADDRESS}> wrote:", ">", "", wrap=72
    ),
    Program("Eudora", "en", f"At 09:06 PM 11/16/2026, {HOST} wrote:", ">", "", wrap=76, charset="iso-8859-1"),
    Program("Pegasus Mail", "en", f"On 16 Nov 2026 at 21:06, {HOST} wrote:", "> ", "", wrap=70, charset="iso-8859-1"),
    Program("Outlook for iOS", "de", "line-header", "", "owa", signature="Outlook für iOS"),
    Program("Outlook new for Mac", "en", "header", "", "mso", bold="*", signature="Mac"),
    Program("Mailbird", "en", f"On 16-Nov-26 21:06:12, {HOST} <{HOST_ADDRESS}> wrote:", "", "div"),
    Program("Postbox", "en", f"{HOST} wrote on 16/11/26 21:06:", "> ", "moz", wrap=72, flowed=True),
    Program("SeaMonkey", "de", f"{HOST} schrieb am 16.11.2026 um 21:06:", "> ", "", wrap=72, flowed=True),
    Program("GroupWise", "de", f">>> {HOST} <{HOST_ADDRESS}> 16.11.2026 21:06 >>>", "", ""),
    Program(
        "Lotus Notes 5",
        "en",
        f"{HOST} <{HOST_ADDRESS}> on 16.11.2026 21:06:12\n\nTo:   {PLAYER_ADDRESS}\ncc:\nSubject:  {SUBJECT}",
        "",
        "",
        charset="iso-8859-1",
    ),
    Program(
        "BlackBerry",
        "en",
        f"-----Original Message-----\nFrom: {HOST} <{HOST_ADDRESS}>\nDate: Mon, 16 Nov 2026 21:06:12\nTo: <{PLAYER_ADDRESS}>\nSubject: {SUBJECT}",
        "",
        "",
        signature="BlackBerry",
    ),
    Program(
        "QQ Mail",
        "en",
        f'------------------ Original ------------------\nFrom: "{HOST}" <{HOST_ADDRESS}>;\nDate: Mon, Nov 16, 2026 09:06 PM\nTo: "{PLAYER}"<{PLAYER_ADDRESS}>;\nSubject: {SUBJECT}',
        "",
        "div",
    ),
    Program(
        "Orange",
        "fr",
        f'> Message du 16/11/26 21:06\n> De : "{HOST}" <{HOST_ADDRESS}>\n> A : {PLAYER_ADDRESS}\n> Copie à :\n> Objet : {SUBJECT}\n>',
        "> ",
        "div",
    ),
    Program("Mail.ru", "en", f"Понедельник, 16 ноября 2026, 21:06 +03:00 от {HOST} <{HOST_ADDRESS}>:", "> ", "div"),
    Program(
        "Seznam",
        "cs",
        f"---------- Původní e-mail ----------\nOd: {HOST} <{HOST_ADDRESS}>\nKomu: {PLAYER_ADDRESS}\nDatum: 16. 11. 2026 21:06:12\nPředmět: {SUBJECT}",
        "",
        "div",
    ),
    Program("Libero", "it", f"Il 16 novembre 2026 alle 21.06 {HOST} <{HOST_ADDRESS}> ha scritto:", "> ", "div"),
    Program("Geary", "en", f"On Mon, 16 Nov, 2026 at 21:06, {HOST} <{HOST_ADDRESS}> wrote:", "> ", "div"),
    Program("HEY", "en", f"On November 16, 2026, {HOST} <{HOST_ADDRESS}> wrote:", "> ", "div"),
    Program(
        "aerc", "en", f"On Mon Nov 16, 2026 at 9:06 PM CET, {HOST} wrote:", "> ", "", wrap=72, cte="8bit", blank="\n"
    ),
)


class Answer(NamedTuple):
    """What is answered: the report as text and as HTML, the sheet in it and the sheet filled in."""

    report: str
    markup: str  # of the report
    template: str
    filled: str
    inside: str  # the report with its sheet filled in
    markup_inside: str
    other: str  # the sheet filled in otherwise


def words(program: Program) -> Tongue:
    return TONGUES[program.tongue]


def intro(program: Program) -> str:
    """The lines between what was typed and what is answered."""
    tongue = words(program)
    wrote = tongue.wrote.format(date=tongue.date, name=HOST, address=HOST_ADDRESS)
    header = _header(program, (0, 1, 2, 3))
    shapes: dict[str, Callable[[], str]] = {
        "wrote": lambda: wrote,
        "wrote-indented": lambda: f"    {wrote}",
        "header": lambda: header,
        "rule-header": lambda: f"-----{tongue.original}-----\n{header}",
        "line-header": lambda: f"{'_' * 32}\n{header}",
        "sent-first": lambda: _header(program, (1, 0, 2, 3)),
        "rule": lambda: f"------- {tongue.original} -------\n{wrote}",
        "rule-wrote": lambda: f"-------- {tongue.original} --------\n{wrote}",
        "zoho": lambda: f"---- {wrote.rstrip(':')} ----",
        "notes": lambda: _header(program, (0, 2, 1, 3), "        "),
    }
    return shapes.get(program.intro, lambda: program.intro)()


def _header(program: Program, order: tuple[int, ...], gap: str = " ") -> str:
    tongue, star = words(program), program.bold
    values = (f"{HOST} <{HOST_ADDRESS}>", tongue.date, PLAYER_ADDRESS, SUBJECT)
    return "\n".join(f"{star}{tongue.labels[at]}:{star}{gap}{values[at]}" for at in order)


def wrapped(text: str, program: Program) -> str:
    """What was typed, broken at the columns of the program."""
    if not program.wrap:
        return text
    end = " \n" if program.flowed else "\n"
    lines = []
    for line in text.split("\n"):
        parts = textwrap.wrap(line, program.wrap, break_long_words=False, break_on_hyphens=False) or [""]
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(end.join([parts[0] if not indent else indent + parts[0].lstrip(), *parts[1:]]))
    return "\n".join(lines)


def quoted(text: str, program: Program) -> str:
    """What is answered, as the program shows it."""
    if not program.quote:
        return text
    return "\n".join(f"{program.quote}{line}" if line else program.quote.rstrip() for line in text.split("\n"))


def signed(program: Program) -> str:
    return f"\n\n{words(program).phone.format(phone=program.signature)}" if program.signature else ""


def top_posted(program: Program, typed: str, original: str) -> str:
    above = wrapped(typed, program).rstrip("\n")
    return f"{above}{signed(program)}{program.blank}{intro(program)}\n\n{quoted(original, program)}\n"


def bottom_posted(program: Program, typed: str, original: str) -> str:
    return f"{intro(program)}\n\n{quoted(original, program)}\n\n{wrapped(typed, program)}{signed(program)}\n"


def interleaved(program: Program, answer: Answer) -> str:
    """The sheet filled in inside the quotation: new lines without its sign."""
    lines = []
    for line in answer.inside.split("\n"):
        lines.append(line if line.lstrip().startswith('"') and line not in answer.report else quoted(line, program))
    return f"{intro(program)}\n" + "\n".join(lines) + "\n"


# HTML


def _escaped(text: str) -> list[str]:
    return [html.escape(line, quote=False).replace("  ", "&nbsp; ") for line in text.split("\n")]


def html_of(program: Program, typed: str, original: str) -> str:
    """A letter in the program's own HTML, the original as HTML below it."""
    shape = program.markup
    head = _escaped(intro(program))
    if shape == "mso":
        body = "".join(
            f'<p class="MsoNormal"><span>{line or "<o:p>&nbsp;</o:p>"}</span></p>\n' for line in _escaped(typed)
        )
        cited = "<br>".join(head)
        return (
            f"<html><head><style>p.MsoNormal {{margin:0}}</style></head><body><div class=WordSection1>{body}<div>"
            f'<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
            f"{cited}</p></div></div>{original}</div></body></html>"
        )
    if shape == "owa":
        body = "".join(f"<div>{line or '<br>'}</div>" for line in _escaped(typed))
        return (
            f'<html><body><div class="elementToProof">{body}</div><div id="appendonsend"></div><hr tabindex="-1">'
            f'<div id="divRplyFwdMsg" dir="ltr"><b>{"<br>".join(head)}</b></div><div>{original}</div></body></html>'
        )
    if shape == "gmail":
        body = "".join(f"<div>{line or '<br>'}</div>" for line in _escaped(typed))
        return (
            f'<div dir="ltr">{body}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{head[-1]}<br>'
            f'</div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{original}</blockquote></div>'
        )
    if shape == "apple":
        return (
            f'<html><body style="word-wrap: break-word;">{"<br>".join(_escaped(typed))}<br><div><br><blockquote type="cite">'
            f"<div>{head[-1]}</div><br><div>{original}</div></blockquote></div></body></html>"
        )
    if shape == "moz":
        return (
            f'<html><body><p>{"<br>".join(_escaped(typed))}</p><div class="moz-cite-prefix">{head[-1]}<br></div>'
            f'<blockquote type="cite" cite="mid:x">{original}</blockquote></body></html>'
        )
    if shape == "yahoo":
        body = "".join(f'<div dir="ltr">{line or "<br>"}</div>' for line in _escaped(typed))
        return (
            f'<div class="ydp1"><div>{body}</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>{"<br>".join(head)}'
            f"</div><div>{original}</div></div>"
        )
    if shape == "proton":
        return (
            f'<div style="font-family: Arial">{"<br>".join(_escaped(typed))}</div><div class="protonmail_quote">'
            f'{"<br>".join(head)}<br><blockquote class="protonmail_quote" type="cite">{original}</blockquote></div>'
        )
    if shape == "tuta":
        return (
            f'<div dir="auto">{"<br>".join(_escaped(typed))}</div><div>{head[-1]}</div>'
            f'<blockquote class="tutanota_quote">{original}</blockquote>'
        )
    if shape == "zoho":
        return (
            f'<div style="font-family: Verdana">{"<br>".join(_escaped(typed))}</div><div class="zmail_extra">'
            f'<div id="Zm-_Id_-Sgn1">{"<br>".join(head)}</div><blockquote>{original}</blockquote></div>'
        )
    body = "".join(f"<div>{line or '<br>'}</div>\n" for line in _escaped(typed))
    return f"<html><body>{body}<br><div>{'<br>'.join(head)}</div><div>{original}</div></body></html>"


# packing


def headed(program: Program, subject: str = "") -> EmailMessage:
    message = EmailMessage()
    message["From"] = f"{PLAYER} <{PLAYER_ADDRESS}>"
    message["To"] = f"{HOST} <{HOST_ADDRESS}>"
    message["Subject"] = subject or f"Re: {SUBJECT}"
    message["Date"] = "Mon, 16 Nov 2026 21:30:00 +0100"
    message["Message-ID"] = "<1234@example.net>"
    message["X-Mailer"] = program.name
    return message


def as_text(program: Program, text: str) -> EmailMessage:
    message = headed(program)
    charset, cte = program.charset.removeprefix("us-ascii-8") or "utf-8", program.cte
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        charset = "utf-8"
    message.set_content(text, charset=charset, cte=cte)
    if program.flowed:
        message.set_param("format", "flowed")
    return message


def as_html(program: Program, text: str) -> EmailMessage:
    message = headed(program)
    message.set_content(
        text, subtype="html", charset="utf-8", cte="base64" if len(program.name) % 2 else "quoted-printable"
    )
    return message


def as_both(program: Program, text: str, markup: str) -> EmailMessage:
    message = as_text(program, text)
    message.add_alternative(markup, subtype="html")
    return message


class Letter(NamedTuple):
    """A letter and what is to become of it: "good", "untouched", "machine", "none", "differ", "beside"."""

    id: str
    data: bytes
    expected: str


def letters(answer: Answer, every: int = 1) -> Iterator[Letter]:
    """All letters of all programs, or of every so many."""
    for number, program in enumerate(PROGRAMS[::every]):
        for name, message, expected in shapes(program, answer):
            yield Letter(f"{number}-{program.name}-{program.tongue}-{name}", bytes(message), expected)


def shapes(program: Program, answer: Answer) -> Iterator[tuple[str, EmailMessage, str]]:
    tongue = words(program)
    plain = program._replace(quote="")
    marked = program._replace(quote=program.quote or "> ")
    filled, report = answer.filled, answer.report
    greeted = f"{tongue.note.split(chr(10))[0]}\n\n{filled}\n{tongue.greeting}"
    yield "top, original as it is", as_text(program, top_posted(plain, filled, report)), "good"
    yield "top, original quoted", as_text(program, top_posted(marked, filled, report)), "good"
    yield "greeting and closing", as_text(program, top_posted(program, greeted, report)), "good"
    yield "bottom", as_text(program, bottom_posted(marked, filled, report)), "good"
    yield "inside the quotation", as_text(program, top_posted(marked, tongue.greeting, answer.inside)), "good"
    yield "inside the original", as_text(program, top_posted(plain, tongue.greeting, answer.inside)), "good"
    yield "between quoted lines", as_text(program, interleaved(marked, answer)), "good"
    yield "note, quoted", as_text(program, top_posted(marked, tongue.note, report)), "untouched"
    yield "note, as it is", as_text(program, top_posted(plain, tongue.note, report)), "untouched"
    yield "note alone", as_text(program, tongue.note), "none"
    yield "sheet alone", as_text(program, wrapped(filled, program) + signed(program)), "good"
    cut = report[: report.index(answer.template)] + "\n".join(answer.template.split("\n")[:7])
    yield "note, quotation cut", as_text(program, top_posted(program, tongue.note, cut)), "untouched"
    attached = as_text(program, top_posted(program, tongue.greeting, report))
    attached.add_attachment(filled.encode(), maintype="application", subtype="octet-stream", filename="orders.toml")
    yield "file", attached, "good"
    both = as_text(program, top_posted(program, filled, report))
    both.add_attachment(answer.other.encode(), maintype="application", subtype="toml", filename="orders.toml")
    yield "text and another file", both, "differ"
    changed = top_posted(marked, filled, answer.inside.replace(filled, answer.other))
    yield "typed and filled in otherwise", as_text(program, changed), "differ"
    if program.markup:
        typed = html_of(program, filled, answer.markup)
        yield "html only", as_html(program, typed), "good"
        yield "html, greeted", as_html(program, html_of(program, greeted, answer.markup)), "good"
        yield "html, note", as_html(program, html_of(program, tongue.note, answer.markup)), "untouched"
        yield "html, inside", as_html(program, html_of(program, tongue.greeting, answer.markup_inside)), "good"
        yield "text and html", as_both(program, top_posted(program, filled, report), typed), "good"
        yield "text and html, note", as_both(
            program, top_posted(program, tongue.note, report), html_of(program, tongue.note, answer.markup)
        ), "untouched"  # fmt: skip


# machines and footers

ANYBODY = Program("Machine", "en", "wrote")


def machines(answer: Answer) -> Iterator[Letter]:
    """Letters that no person wrote, all with the report below them."""
    quoted_report = top_posted(ANYBODY, "I am out of the office until Monday.", answer.report)
    unquoted = top_posted(ANYBODY._replace(quote="", intro="rule-header"), "Ich bin nicht da.", answer.report)
    for text in (quoted_report, unquoted):
        for name, value in (
            ("Auto-Submitted", "auto-replied"),
            ("Auto-Submitted", "auto-generated (vacation)"),
            ("Return-Path", "<>"),
            ("X-Autoreply", "yes"),
            ("Precedence", "auto_reply"),
            ("Precedence", "bulk"),
        ):
            message = as_text(ANYBODY, text)
            message[name] = value
            yield Letter(f"{name} {value}", bytes(message), "machine")
        for subject in (
            "Automatic reply: winter", "Out of Office: winter", "Abwesenheitsnotiz: winter", "Automatische Antwort: winter",
            "Réponse automatique : winter", "Risposta automatica: winter", "Respuesta automática: winter",
            "Undeliverable: winter", "Delivery Status Notification (Failure)", "[Ticket#4711] winter",
        ):  # fmt: skip
            message = headed(ANYBODY, subject)
            message.set_content(text)
            yield Letter(subject, bytes(message), "machine")
        for sender in ("MAILER-DAEMON@example.org", "postmaster@example.org", "noreply@tickets.example", HOST_ADDRESS):
            message = as_text(ANYBODY, text)
            message.replace_header("From", sender)
            yield Letter(sender, bytes(message), "machine")
        yield Letter("an answer of absence without any sign", bytes(as_text(ANYBODY, text)), "untouched")
    bounce = as_text(ANYBODY, "This is the mail system. Your message could not be delivered.")
    original = as_text(ANYBODY, answer.report)
    bounce.make_mixed()
    bounce.add_attachment(original)
    yield Letter("a bounce without any sign", bytes(bounce), "untouched")
    bounce.set_type("multipart/report")
    yield Letter("a bounce", bytes(bounce), "machine")


FOOTERS = {
    "list": "_______________________________________________\nwargames mailing list\nwargames@lists.example.org\n"
    "https://lists.example.org/listinfo/wargames?a=b",
    "virus": "--\nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
    "virus line": "Virus-free. www.avast.com <https://www.avast.com/sig?utm_medium=email&utm_source=link>",
    "disclaimer": "This e-mail may contain confidential and/or privileged information. If you are not the intended\n"
    "recipient (or have received this e-mail in error) please notify the sender within 24 hours and destroy it.\n"
    "[cid:image001.png@01D8] Example Ltd, Main Street 12, tel. +44 20 7946 0000",
    "regards": "Best regards,\nKeith",
    "phone": "Sent from my iPhone 5S",
    "phone de": "Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.",
    "signature": "-- \nAnna Example\nMain Street 12\n01234 Potsdam\nTel: +49 331 1234",
    "motto": '-- \n"Audace, toujours de l\'audace"',
    "ps": "PS: See you on Friday at eight!",
    "get outlook": "Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________",
    "yahoo group": "------------------------------------\nYahoo Groups Links\n\n<*> To visit your group on the web, go to:\n"
    "    http://groups.example.com/group/x/",
    "groups": "-=-=-=-=-=-=-=-=-=-=-=-\nLinks: You receive all messages sent to this group.\n"
    "View/Reply Online (#12): https://groups.example.com/g/w/message/12\n-=-=-=-=-=-=-=-=-=-=-=-",
    "rule": "=-=-=-=-=-=-=-=\nAnna\n=+=+=+=+=",
}


def footed(answer: Answer) -> Iterator[Letter]:
    """Words below a sheet, with its closing line and without."""
    bare = answer.filled[: answer.filled.index("# ----- end")]
    for name, footer in FOOTERS.items():
        for kind, sheet in (("closed", answer.filled), ("open", bare)):
            yield Letter(f"{name}, {kind}", bytes(as_text(ANYBODY, f"Hello,\n\n{sheet}\n{footer}\n")), "good")
    signed_sheet = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{bare}\n- -- \nAnna\n-----BEGIN PGP SIGNATURE-----\n\niQIzBAEB\n=aBc1\n-----END PGP SIGNATURE-----\n"
    yield Letter("PGP inline", bytes(as_text(ANYBODY, signed_sheet)), "good")
    for name, extra in {
        "a broken table": '[[bid]\nown = "Friedrich"', "an order": '"Dohna > Stettin",', "a number": "keith 3",
        "a card": "and pay with the 10D please", "a move in words": "Also: Dohna > Stettin", "a key": "keith = 3x",
    }.items():  # fmt: skip
        for kind, sheet in (("closed", answer.filled), ("open", bare)):
            yield Letter(f"{name}, {kind}", bytes(as_text(ANYBODY, f"{sheet}\nThanks!\n{extra}\n")), "beside")


DAMAGES: dict[str, Callable[[str], str]] = {
    "curly quotes": lambda text: _curly(text, "“", "”"),
    "German quotes": lambda text: _curly(text, "„", "“"),
    "French quotes": lambda text: _curly(text, "«\u202f", "\u202f»").replace("\u202f", ""),
    "capital keys": lambda text: re.sub(r"(?m)^([a-z])(?=[a-z]* *=)", lambda found: found[1].upper(), text),
    "capital tables": lambda text: text.replace("[troops]", "[Troops]").replace("do =", "Do ="),
    "shouted keys": lambda text: re.sub(r"(?m)^(game|step|role|key)(?= *=)", lambda found: found[1].upper(), text),
    "hard blanks": lambda text: text.replace(" = ", "\u00a0=\u00a0"),
    "carriage returns": lambda text: text.replace("\n", "\r"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "zero-width signs": lambda text: text.replace("= ", "=\u200b ").replace("game", "\ufeffgame"),
    "marks of direction": lambda text: "\n".join(f"\u200e{line}\u202c" for line in text.split("\n")),
    "soft hyphens": lambda text: text.replace("Friedrich", "Fried\u00adrich"),
    "every line spaced": lambda text: text.replace("\n", "\n\n"),
    "no indents": lambda text: re.sub(r"(?m)^ +", "", text),
    "deep indents": lambda text: re.sub(r"(?m)^(?=.)", "    ", text),
    "ends of blanks": lambda text: re.sub(r"(?m)$", "   ", text),
    "tabs": lambda text: text.replace("  ", "\t"),
    "no remarks": lambda text: re.sub(r"(?m)^\s*#.*\n|   #.*$", "", text),
    "no blank lines": lambda text: re.sub(r"\n+", "\n", text),
    "in a fence": lambda text: f"```toml\n{text}\n```",
    "words before": lambda text: f"Hi Zoe,\nhere are my orders for step 2 (16.11.2026):\n\n{text}",
    **{f"broken at {width}": lambda text, width=width: _broken(text, width) for width in (60, 65, 66, 72, 74, 76, 78, 80)},
}  # fmt: skip


def _curly(text: str, opening: str, closing: str) -> str:
    return re.sub(r'"([^"\n]*)"', lambda found: f"{opening}{found[1]}{closing}", text)


def _broken(text: str, width: int) -> str:
    lines = (
        textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""] for line in text.split("\n")
    )
    return "\n".join(part for row in lines for part in row)


def damaged(answer: Answer) -> Iterator[Letter]:
    """Sheets that a keyboard or a program has changed: alone, above the report, and inside it."""
    header = ANYBODY._replace(intro="rule-header", quote="")
    for name, damage in DAMAGES.items():
        for kind, text in (
            ("alone", damage(answer.filled)),
            ("typed", top_posted(ANYBODY, damage(answer.filled), answer.report)),
            ("typed, original", top_posted(header, damage(answer.filled), answer.report)),
            ("all of it", damage(top_posted(header, answer.filled, answer.report))),
            ("inside", top_posted(header, "Hi", answer.report.replace(answer.template, damage(answer.filled)))),
            ("quoted", damage(top_posted(ANYBODY, "Hi", answer.inside))),
        ):
            message = headed(ANYBODY)
            message.set_payload(base64.encodebytes(text.encode()).decode())
            message["Content-Type"] = "text/plain; charset=utf-8"
            message["Content-Transfer-Encoding"] = "base64"
            if not (name in ("no remarks", "deep indents", "marks of direction") and kind in ("quoted", "all of it")):
                yield Letter(f"{name}, {kind}", bytes(message), "good")
        note = top_posted(header, "I will answer on Friday.", damage(answer.report))
        yield Letter(f"{name}, note", bytes(as_text(ANYBODY, note)), "untouched")


# how else a letter may be set off from what it answers, and what else may hang below it

INTROS = {
    "Japanese": "2026年11月16日(月) 21:06 Zoe Host <zoe@example.org>:",
    "Chinese": "Zoe Host <zoe@example.org> 于2026年11月16日周一 21:06写道：",
    "Russian": "16.11.2026 21:06, Zoe Host пишет:",
    "Greek": "Στις Δευ 16 Νοε 2026 στις 9:06 μ.μ., ο χρήστης Zoe Host <zoe@example.org> έγραψε:",
    "Hungarian": "Zoe Host <zoe@example.org> ezt írta (időpont: 2026. nov. 16., H, 21:06):",
    "Turkish": "16 Kas 2026 Pzt 21:06 tarihinde Zoe Host <zoe@example.org> şunu yazdı:",
    "name alone": "Zoe Host wrote:",
    "Horde": "Zitat von Zoe Host <zoe@example.org>:",
    "dashes": "--- Zoe Host schrieb am Mo, 16.11.2026:",
    "Japanese header": "差出人: Zoe Host <zoe@example.org>\n送信日時: 2026年11月16日 21:06\n宛先: anna@example.net\n件名: winter",
    "Chinese header": "发件人：Zoe Host <zoe@example.org>\n发送时间：2026年11月16日 21:06\n收件人：anna\n主题：winter",
    "Russian header": "От: Zoe Host <zoe@example.org>\nОтправлено: 16 ноября 2026 г. 21:06\nКому: anna\nТема: winter",
    "two lines": "From: Zoe Host <zoe@example.org>\nDate: Mon, 16 Nov 2026",
    "spaced header": "From: Zoe <zoe@example.org>\n\nSent: Monday, 16 November 2026 21:06\n\nTo: anna\n\nSubject: winter",
    "nothing": "",
}


def threads(answer: Answer) -> Iterator[Letter]:
    """Letters with other separators than the programs above have, and with other letters of the exchange below them."""
    filled, report, inside = answer.filled, answer.report, answer.inside
    bare = filled[: filled.index("# ----- end")]
    few = re.sub(r"(?m)^\s*#.*\n", "", filled)

    def letter(name: str, text: str, expected: str) -> Letter:
        return Letter(name, bytes(as_text(ANYBODY, text)), expected)

    def below(text: str) -> str:
        return quoted(text, ANYBODY)

    for name, above in INTROS.items():
        yield letter(f"{name}, typed", f"{filled}\n\n{above}\n{report}", "good")
        yield letter(f"{name}, typed without remarks", f"Hi,\n{few}\nbye\n\n{above}\n\n{report}", "good")
        yield letter(f"{name}, quoted", f"{bare}\nGreetings\nAnna\n\n{above}\n\n{below(report)}", "good")
        yield letter(f"{name}, filled in", f"Hi\n\n{above}\n{inside}", "good")
        yield letter(f"{name}, filled in and quoted", f"Hi\n\n{above}\n{below(inside)}", "good")
        yield letter(f"{name}, note", f"Later!\n\n{above}\n{report}", "untouched")
        yield letter(f"{name}, note, quoted", f"Later!\n\n{above}\n{below(report)}", "untouched")
    mine = "On Mon, 16 Nov 2026 Anna <anna@example.net> wrote:"
    history = f"{below(filled)}\n{below(below(report))}"
    older = below(inside.replace("step = 2", "step = 1").replace("Torgau", "Riesa"))
    yield letter("the same sheet again", f"Again:\n{filled}\n\n{mine}\n{history}", "good")
    yield letter("a question about the sheet", f"Did you get it?\n\n{mine}\n{history}", "good")
    yield letter("a correction", f"New:\n{answer.other}\n\n{mine}\n{history}", "differ")
    yield letter("a sheet of an older step below", f"{filled}\n\n{mine}\n{older}", "good")
    yield letter("orders without a heading", f'do = ["Keith > Glogau"]\n\n{mine}\n{below(report)}', "untouched")
    yield letter("more orders above", f'do = ["Keith > Glogau"]\n\n{mine}\n{below(inside)}', "beside")
    yield letter("an order in words above", f"Also Dohna > Stettin please\n\n{mine}\n{below(inside)}", "beside")
    yield letter("a broken sheet", f"{filled.replace('do = [', 'do = ')}\n\n{mine}\n{below(report)}", "beside")
    yield letter("a quote missing", filled.replace('Torgau",', "Torgau,"), "beside")
    yield letter("the sheet as sent above it", f"{answer.template}\n{filled}", "good")
    yield letter("the sheet as sent below it", f"{filled}\n{answer.template}", "good")
    yield letter("smileys", f"Hi =) see you :]\n\n{filled}\n:-)\n", "good")
    for mark in ("> > ", ">", "| ", ">> "):
        marked = ANYBODY._replace(quote=mark)
        yield letter(f"{mark}, filled in", f"Hi\n{quoted(inside, marked)}", "good")
        yield letter(f"{mark}, note", f"Hi\n{quoted(report, marked)}", "untouched")
