"""Slips inside a typed sheet, and words beside it that only look like orders, or take them back."""

from __future__ import annotations

import re

import pytest
from mail.programs import ANYBODY, as_text, top_posted
from mail.test_letters_to_games import codes, filled, game, report_of, sent  # noqa: F401 a fixture

from pbem.store.reading import read_game, read_secret
from pbem.workflow.receipts import Receipt
from pbem.workflow.sheet import orders

TROOPS = "\n[troops]\nfriedrich = 4\nwinterfeldt = 4\n"
DISCLAIMER = "This mail is confidential. If you have received it in error,\nplease disregard it and tell the sender."
BID = '\n[[bid]]\nown = "Heinrich"\n'


def typed(game: str, more: str = "", closed: bool = False) -> str:  # noqa: F811
    """A sheet as somebody types it, with or without its closing line."""
    heading = "\n".join(re.findall(r"(?m)^(?:game|step|role|key) .*", orders(game, "frederick")))
    closing = "# --- end of the sheet ---\n" if closed else ""
    return f'{heading}\ndo = [\n  "Friedrich stays",\n]\n{more}{closing}'


def letter(game: str, text: str) -> Receipt:  # noqa: F811
    return sent(game, bytes(as_text(ANYBODY, text)))


SLIPS = [
    ("", 'role = "frederick"', "role = frederick"),
    ("", 'key  = "', "key  = "),
    (BID, '"Heinrich"', '"Heinrich'),
    (TROOPS, "friedrich = 4", "friedrich: 4"),
    (TROOPS, "winterfeldt = 4", "winterfeldt 4"),
    (TROOPS, "winterfeldt = 4", "winterfeldt"),
    (BID, "[[bid]]", "[[bid]"),
    (TROOPS, "[troops]", "[troops"),
    (BID, "own =", "own"),
]


@pytest.mark.parametrize(("more", "right", "wrong"), SLIPS)
def test_a_slip_in_a_typed_sheet_is_told_as_if_the_sheet_were_closed(
    game: str, more: str, right: str, wrong: str  # noqa: F811
) -> None:  # fmt: skip
    answers = [letter(game, typed(game, more, closed).replace(right, wrong, 1)) for closed in (False, True)]
    places = [[(item.code.id, item.at) for item in receipt.answer.diagnostics] for receipt in answers]

    assert places[1] == places[0]
    assert ["PB101"] == codes(answers[0])
    assert wrong.partition("=")[0].strip() in answers[0].text


def test_a_word_among_the_orders_is_not_cut_with_what_follows_it(game: str) -> None:  # noqa: F811
    broken = typed(game, f"sorry for that{BID}")

    assert {"PB131"} == {*codes(letter(game, broken))}


def test_a_table_whose_bracket_is_broken_below_words_is_an_order(game: str) -> None:  # noqa: F811
    for table in ("[[bid]", "[[bid", "[bid]]", "[[bid]]", "[troops", "[[ standing ]"):
        receipt = letter(game, f"{typed(game)}\nThanks!\n{table}\n")

        assert ["PB131"] == codes(receipt), table
        assert table in receipt.text


@pytest.mark.parametrize(("more", "right", "wrong"), SLIPS)
def test_no_complaint_shows_the_key(game: str, more: str, right: str, wrong: str) -> None:  # noqa: F811
    key = read_secret(read_game(game)).keys["frederick"]
    receipts = [letter(game, typed(game, more).replace(right, wrong, 1)), letter(game, typed(game).replace("1", "x"))]

    assert [] == [receipt.text for receipt in receipts if key in receipt.text]


@pytest.mark.parametrize("below", ["Keith", "\nKeith", "\nCheers\nKeith", "Mobil = 0171 555", "Tel = +49 (30) 5551234"])
def test_a_name_or_a_number_that_signs_is_left_out(game: str, below: str) -> None:  # noqa: F811
    for more in ("", TROOPS if below.startswith("\n") else ""):
        receipt = letter(game, f"{typed(game, more)}{below}\n")

        assert not receipt.answer.is_refused, receipt.text
        assert any(" ".join(below.split()) in note for note in receipt.answer.notes)


@pytest.mark.parametrize("below", ["Keith", "keith = 01715", "accept = 1", "limit = 0171555", "Keith 5"])
def test_what_could_be_an_order_is_still_refused(game: str, below: str) -> None:  # noqa: F811
    assert letter(game, f"{typed(game, TROOPS)}{below}\n").answer.is_refused
    assert not letter(game, typed(game, TROOPS)).answer.is_refused


def test_the_line_shown_is_as_its_writer_wrote_it(game: str) -> None:  # noqa: F811
    receipt = letter(game, f"{typed(game)}\nThanks\nMobil = 5\n")

    assert "looks like an order: Mobil = 5" in receipt.text


@pytest.mark.parametrize(
    "words",
    [
        "Please ignore my last mail, I withdraw these orders.",
        "Disregard the orders below.",
        "Please cancel my orders!",
        "I retract what I sent.",
        "Bitte meine Befehle ignorieren.",
        "Ich ziehe diese Befehle zurück.",
        "Ich widerrufe das.",
        "Je retire mes ordres.",
        "Veuillez annuler ces ordres.",
        "Ne tenez pas compte de mon dernier message.",
        "Por favor, ignore mi último correo.",
        "Retiro mis órdenes.",
        "Hay que anular estas órdenes.",
        "Ritiro questi ordini.",
        "Per favore annullate i miei ordini.",
        "Wycofuję te rozkazy.",
        "Proszę anulować moje rozkazy.",
        "Negeer mijn vorige mail.",
        "Ik trek deze orders in.",
    ],
)
def test_words_that_take_orders_back_refuse_the_quoted_sheet(game: str, words: str) -> None:  # noqa: F811
    whole = report_of(game).replace(orders(game, "frederick"), filled(game))
    receipt = letter(game, top_posted(ANYBODY, f"Hi Zoe,\n\n{words}\n\nAnna", whole))

    assert ["PB136"] == codes(receipt)
    assert words.rstrip(".!") in receipt.text


def test_words_that_take_orders_back_above_a_typed_sheet_speak_of_an_older_mail(game: str) -> None:  # noqa: F811
    receipt = letter(game, f"Please ignore my last mail.\n\n{filled(game)}")

    assert not receipt.answer.is_refused
    whole = report_of(game).replace(orders(game, "frederick"), filled(game))
    for words in ("The retreat of Keith is meant.", f"All set.\n\n{DISCLAIMER}", "Bye\n-- \nCancel & Sons"):
        assert not letter(game, top_posted(ANYBODY, words, whole)).answer.is_refused


def test_an_address_that_only_has_noreply_in_it_may_be_a_players(game: str) -> None:  # noqa: F811
    for address, is_taken in (("anna.noreply@example.net", True), ("noreply@example.net", False)):
        letter = as_text(ANYBODY, filled(game))
        letter.replace_header("From", f"Anna <{address}>")

        assert (not sent(game, bytes(letter)).answer.is_refused) == is_taken, address


def test_what_such_an_address_sends_back_is_not_taken(game: str) -> None:  # noqa: F811
    whole = report_of(game).replace(orders(game, "frederick"), filled(game))
    letter = as_text(ANYBODY, top_posted(ANYBODY, "We have received your mail.", whole))
    letter.replace_header("From", "Expected <desk-noreply@example.net>")

    assert ["PB130"] == codes(sent(game, bytes(letter)))


def test_an_entry_freed_without_its_table_is_told_so(game: str) -> None:  # noqa: F811
    freed = filled(game).replace("# friedrich = 4", "friedrich = 6")
    for name in ("letter.eml", "orders.toml"):
        receipt = sent(game, bytes(as_text(ANYBODY, freed)) if name.endswith("eml") else freed, name)
        (fault,) = [item for item in receipt.answer.diagnostics if item.is_error]

        assert "PB104" == fault.code.id
        assert "It belongs to [troops] above it, which still stands behind #: take away that # too." == fault.hint
    both = freed.replace("# [troops]", "[troops]").replace("friedrich = 6", "friedrich = 4")
    assert not sent(game, both, "orders.toml").answer.is_refused


DOUBTED = [
    "Please disregard the orders below.", "Don't use the orders below, new ones follow tomorrow.", "Cancel this.",
    "The orders below are wrong, I will send new ones.", "I withdraw my orders", "Wait with these until I confirm.",
    "Dont use these", "Only a draft!", "This is only a draft!", "Is this legal? If so I will send it.", "Not these.",
    "Better ones later.", "I made a mistake.", "Still thinking about it.", "Hold these for me, please.", "Never mind.",
    "Correction to come.", "As below, except Keith.", "I forgot Heinrich.", "Just testing.", "Scrap this",
    "I may change my mind.", "Something else instead, tomorrow.", "Friedrich does not move after all",
    "Would these be allowed? Are they?", "The real orders come on Friday, orders tomorrow!",
    "Bitte ignorieren!", "Ich ziehe meine Befehle zurück.", "Die Befehle unten gelten nicht mehr.", "Ungueltig!",
    "Bitte nicht werten!", "Das war falsch, neue Befehle folgen.", "Nur ein Entwurf, bitte noch nicht nehmen",
    "Bitte die Befehle unten NICHT nehmen, ich schicke morgen neue.", "Warte bitte noch.", "Da ist ein Fehler drin.",
    "Ich ändere das noch.", "Keith habe ich vergessen.", "Ich schicke dir später andere.", "Geht das so?",
    "Vorläufig, bis ich von Anna höre.", "Erst wenn Anna zustimmt.", "Doch lieber anders.", "Bitte löschen",
    "Per favore ignora gli ordini qui sotto.", "Ritiro i miei ordini.", "Gli ordini sotto non valgono più.",
    "È solo una bozza.", "Ho sbagliato.", "Aspetta, per favore.", "Domani mando altri ordini: mando domani.",
    "C'è un errore.", "Va bene così?", "Ho dimenticato Keith.",
    "Por favor ignora las órdenes de abajo.", "Retiro mis órdenes.", "Las órdenes de abajo ya no valen.",
    "Es un borrador.", "Me he equivocado.", "Espera, por favor.", "Están mal.",
    "Mañana las cambio: mando otras mañana.",
    "Olvidé a Keith.", "¿Es legal esto?",
    "Merci d'ignorer les ordres ci-dessous.", "Je retire mes ordres.", "Ce n'est qu'un brouillon.",
    "Les ordres ci-dessous ne sont plus valables.", "C'est faux.", "Attendez, s'il vous plaît.",
    "J'enverrai demain mes ordres.", "Je me suis trompé, une erreur.", "Plutôt autre chose.", "Est-ce que ça va ?",
    "Proszę zignorować poniższe rozkazy.", "Wycofuję moje rozkazy.", "Poniższe rozkazy są nieważne.", "To tylko szkic.",
    "Nie te rozkazy.", "Pomyliłem się.", "Proszę zaczekać.", "Jutro wyślę: wyślę jutro nowe.", "To jest błąd.",
]  # fmt: skip


@pytest.mark.parametrize("words", DOUBTED)
def test_who_doubts_a_quoted_sheet_has_not_sent_it(game: str, words: str) -> None:  # noqa: F811
    whole = report_of(game).replace(orders(game, "frederick"), filled(game))
    receipt = letter(game, top_posted(ANYBODY, f"Hi Zoe,\n\n{words}\n\nAnna", whole))

    assert ["PB136"] == codes(receipt), receipt.text
    begins = next(at for at, line in enumerate(top_posted(ANYBODY, f"Hi Zoe,\n\n{words}\n\nAnna", whole).split("\n"), 1)
                  if line.startswith("> game ="))  # fmt: skip
    assert f"from line {begins} on" in " ".join(receipt.text.split())
    assert "These are my orders." in " ".join(receipt.text.split())


FRIENDLY = [
    "Hi Zoe", "Thanks!", "Here are my orders.", "These are my orders.", "Orders below, see inline", "see below",
    "Hi all,\n\nwhat a battle last turn! I hope Anna is well.\n\nCheers", "No problem, here you are.", "Not bad!",
    "Can't wait to see this.", "Sorry for the delay.", "Sorry to keep you waiting, here we go", "See you later!",
    "Better late than never ;-)", "I'm away until Monday, so here they are early.", "That was close, wasn't it?",
    "Have a nice weekend, see you tomorrow.", "Corrected, as you asked.", "New orders:", "How are you?", "lgtm",
    "See you in Berlin!", "Keith was great, what a retreat.", "My orders replace those of yesterday.",
    "I sent this to the wrong address.", "My first mail did not arrive, here it is again.", "Ist nicht angekommen?",
    "Greetings from Dresden", "Poor Daun, still stuck at Olmütz!", "How is the weather in Breslau?",
    "Hallo Zoe,\n\nanbei meine Befehle.\n\nViele Grüße", "Danke für den Bericht, hier meine Züge!", "Kein Problem!",
    "Nicht schlecht, Herr Specht.", "Lieber Hans,\n\nhier bin ich wieder.", "Bis morgen!", "Guten Morgen", "Bis später",
    "Hier folgen meine Befehle.", "Korrigierte Befehle unten", "Wie geht's? Das Treffen findet am Sonntag statt.",
    "Ist halt so. Ich hab's unten eingetragen.", "Grüße, Heinrich",
    "Ciao, ecco i miei ordini.", "Grazie mille!", "Non male!", "Di niente, a domani.", "Come stai?", "A più tardi!",
    "Hola, aquí están mis órdenes.", "¡Gracias!", "De nada.", "Hasta mañana", "¿Qué tal? Espero que estés bien.",
    "Bonjour, voici mes ordres.", "Merci beaucoup !", "Pas de souci.", "De rien", "Ça va ?", "À demain !", "Le 3 mai",
    "Cześć, oto moje rozkazy.", "Dzięki!", "Nie ma sprawy.", "Do jutra!", "No to lecimy", "Pozdrawiam serdecznie",
    "Thanks,\nAnna\n\nPlease consider the environment before printing this e-mail.\nDo not print it.",
    "Thanks\n\nKeine Viren gefunden.", "ok\n-- \nWrong & Sons", f"Hi\n\n{DISCLAIMER}",
]  # fmt: skip


@pytest.mark.parametrize("words", FRIENDLY)
def test_greetings_thanks_and_talk_above_a_quoted_sheet_are_in_nobodys_way(game: str, words: str) -> None:  # noqa: F811
    whole = report_of(game).replace(orders(game, "frederick"), filled(game))

    assert not letter(game, top_posted(ANYBODY, words, whole)).answer.is_refused


ORDERED_IN_WORDS = [
    "heinrich to potsdam too", "Heinrich soll bitte auch nach Potsdam gehen", "Heinrich va a Potsdam",
    "Heinrich doit aller à Potsdam", "Que Heinrich vaya a Potsdam", "Heinrich niech idzie do Potsdamu",
    "The king should go one further, to Dresden", "Und Keith nach Guhrau, bitte.", "Sorry, let Keith go to Guhrau",
    "Heinricha do Poczdamu, a Friedricha do Drezna, czyli Dresden", "keith: guhrau", "Let Heinrich see Königsberg",
]  # fmt: skip


@pytest.mark.parametrize("words", ORDERED_IN_WORDS)
def test_orders_in_words_above_a_quoted_sheet_are_refused(game: str, words: str) -> None:  # noqa: F811
    whole = report_of(game).replace(orders(game, "frederick"), filled(game))
    receipt = letter(game, top_posted(ANYBODY, f"Hi Zoe,\n\n{words}\n\nAnna", whole))

    assert ["PB131"] == codes(receipt), receipt.text
    assert words in " ".join(receipt.text.split())
