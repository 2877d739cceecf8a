"""Mails by machines are refused though they carry a sheet; people who write like machines are not."""

from __future__ import annotations

import pytest
from mail.programs import ANYBODY, Answer, as_text, headed, top_posted
from mail.test_programs import answer, answers  # noqa: F401 fixtures

from pbem.mail.intake import Unreadable, taken_from

ABSENCES = (
    "Poissa: winter", "Fravær: winter", "Ausente: winter", "自動返信: winter", "Odpowiedź automatyczna: winter",
    "Automatyczna odpowiedź: winter", "Vacation: winter", "Auto: Re: winter", "I am away Re: winter", "[#1234] winter",
    "Away from my mail Re: winter", "[Case 00123] winter", "Case 00123: winter", "Antwort (automatisch): winter",
    "Response: automatic", "Risposta automatica: winter", "Automatique : réponse", "Urlaub: Re: winter", "Away: winter",
    "I'm out of the office Re: winter", "Currently out of office Re: winter", "Ich bin im Urlaub Re: winter",
    "Nicht im Büro: winter", "Je suis en congé Re: winter", "Sono in ferie Re: winter", "[INC0012345] winter",
    "Estoy de vacaciones Re: winter", "Jestem na urlopie Re: winter", "Urlop: Re: winter", "On vacation Re: winter",
    "Vorgang 4711: winter", "Ausencia: winter",
)  # fmt: skip
REACTIONS = (
    "👍 Anna reacted via Gmail <https://www.google.com/gmail/about/?utm_source=gmail-in-product>",
    "Anna reacted to your message:",
    "Anna Maria Brühl reacted to your message",
    "❤️ Anna hat über Gmail reagiert",
    "Anna hat auf Ihre Nachricht reagiert:",
    "Anna a réagi via Gmail",
    "Anna a réagi à votre message :",
    "Anna ha reagito tramite Gmail",
    "Anna ha reagito al tuo messaggio:",
    "Anna ha reaccionado mediante Gmail",
    "Anna reaccionó a tu mensaje:",
    "Anna zareagował(a) przez Gmail",
    "Anna zareagowała na Twoją wiadomość:",
)


def outcome(answer: Answer, text: str, subject: str = "", **headers: str) -> str:  # noqa: F811
    message = headed(ANYBODY, subject)
    for name, value in headers.items():
        header = name.replace("_", "-")
        del message[header]
        message[header] = value
    message.set_content(text)
    try:
        taken_from(bytes(message), lambda role: answer.template)
    except Unreadable as fault:
        return fault.diagnostic.code.id
    return "taken"


def echoed(answer: Answer) -> str:  # noqa: F811
    """A short answer above the sheet that its receiver had sent before."""
    return top_posted(ANYBODY, "We have your mail.", answer.inside)


def test_a_notice_of_a_list_is_refused(answer: Answer) -> None:  # noqa: F811
    listed = {"List_Id": "<pbem.example.org>", "Precedence": "bulk"}

    for text in (echoed(answer), answer.filled):
        assert "PB130" == outcome(answer, text, X_List_Administrivia="yes", **listed)
        assert "PB130" == outcome(answer, text, From="pbem-bounces@lists.example.org", **listed)


def test_a_letter_through_a_list_is_taken(answer: Answer) -> None:  # noqa: F811
    headers = {"List_Id": "<pbem.example.org>", "Precedence": "list", "Sender": "pbem-bounces@lists.example.org"}

    assert "taken" == outcome(answer, answer.filled, **headers)
    assert "taken" == outcome(answer, answer.filled, **headers | {"Precedence": "bulk"})


@pytest.mark.parametrize("sender", ["support@example.org", "anna@example.net"])
def test_a_receipt_of_a_ticket_system_is_refused(answer: Answer, sender: str) -> None:  # noqa: F811
    line = "##- Please type your reply above this line -##"

    for text in (f"{line}\n\nYour request:\n\n{answer.filled}", f"{line}\n\n{echoed(answer)}"):
        assert "PB130" == outcome(answer, text, "[Request received] winter", From=sender)
        assert "PB130" == outcome(answer, text, "Re: winter", From=sender)


def test_who_answers_a_ticket_system_above_its_line_is_read(answer: Answer) -> None:  # noqa: F811
    line = "##- Please type your reply above this line -##"

    assert "taken" == outcome(answer, f"{answer.filled}\n\n{line}\n\nYour request was received.\n")


def test_a_ticket_without_its_line_is_refused_by_subject_and_sender(answer: Answer) -> None:  # noqa: F811
    text = f"Your request:\n\n{answer.filled}"

    assert "PB130" == outcome(answer, text, "[Request received] winter", From="Help <support@example.org>")
    assert "taken" == outcome(answer, text, "Orders", From="Help <support@example.org>")


@pytest.mark.parametrize("subject", ABSENCES)
def test_an_own_sheet_that_comes_back_with_an_absence_is_refused(answer: Answer, subject: str) -> None:  # noqa: F811
    assert "PB130" == outcome(answer, echoed(answer), subject)
    assert "PB130" == outcome(answer, top_posted(ANYBODY, "Away.", answer.report), subject)


@pytest.mark.parametrize("words", REACTIONS)
def test_a_reaction_is_no_letter(answer: Answer, words: str) -> None:  # noqa: F811
    assert "PB130" == outcome(answer, top_posted(ANYBODY, words, answer.inside), "Re: winter")
    assert "PB130" == outcome(answer, top_posted(ANYBODY, words, answer.report), "Re: winter")
    assert "taken" == outcome(answer, f"{words}\n\n{answer.filled}", "Re: winter")


def test_who_tells_of_a_reaction_is_no_machine(answer: Answer) -> None:  # noqa: F811
    words = "Anna reacted to your message in the press last week, did you see that? I was amazed."

    assert "taken" == outcome(answer, top_posted(ANYBODY, words, answer.inside), "Re: winter")


def test_a_reaction_as_a_part_of_its_own_is_refused(answer: Answer) -> None:  # noqa: F811
    letter = as_text(ANYBODY, echoed(answer))
    letter.make_mixed()
    letter.add_attachment(b'{"emoji": "x"}', maintype="text", subtype="vnd.google.email-reaction+json")

    with pytest.raises(Unreadable) as caught:
        taken_from(bytes(letter), lambda role: answer.template)
    assert "PB130" == caught.value.diagnostic.code.id


@pytest.mark.parametrize("subject", ["Re: [winter 1] Turn 3", "Vacation is over", "Auto racing", "AW: winter"])
def test_a_subject_of_a_person_stays_one(answer: Answer, subject: str) -> None:  # noqa: F811
    assert "taken" == outcome(answer, top_posted(ANYBODY, "Here we go.", answer.inside), subject)


@pytest.mark.parametrize("subject", ["Ticket to Prague! Orders", "Abwesend ab morgen, hier meine Befehle"])
def test_the_subject_alone_refuses_nobody_who_typed_a_sheet(answer: Answer, subject: str) -> None:  # noqa: F811
    assert "taken" == outcome(answer, answer.filled, subject)
    assert "taken" == outcome(answer, top_posted(ANYBODY, answer.filled, answer.report), subject)
    assert "taken" == outcome(answer, answer.filled, subject, X_Auto_Response_Suppress="All")
    assert "PB130" == outcome(answer, echoed(answer), subject, X_Auto_Response_Suppress="All")


def test_a_wish_for_no_answers_is_no_sign_of_a_machine(answer: Answer) -> None:  # noqa: F811
    assert "taken" == outcome(answer, answer.filled, X_Auto_Response_Suppress="OOF, AutoReply")
    assert "taken" == outcome(answer, top_posted(ANYBODY, "Hi", answer.inside), X_Auto_Response_Suppress="All")


def test_a_broken_file_under_a_doubtful_subject_gets_its_complaint(answer: Answer) -> None:  # noqa: F811
    letter = as_text(ANYBODY, "see file")
    letter.replace_header("Subject", "Ticket to Prague!")
    letter.add_attachment(b"do = [", maintype="application", subtype="toml", filename="orders.toml")

    assert "do = [" == taken_from(bytes(letter))[0]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_a_subject_in_bare_letters_is_read(answer: Answer, charset: str) -> None:  # noqa: F811
    """Old machines write the letters of their language into the head as they are."""
    letter = as_text(ANYBODY, echoed(answer))
    del letter["Subject"]
    data = "Subject: Réponse automatique: winter\n".encode(charset) + bytes(letter)

    with pytest.raises(Unreadable) as caught:
        taken_from(data, lambda role: answer.template)

    assert "PB130" == caught.value.diagnostic.code.id
