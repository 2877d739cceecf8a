"""What is refused at the moderator's desk."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from games import sheet_file, sheet_text
from message_cases.common import case, written
from pbem.rulesets import MODULES
from pbem.store.reading import read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.gathering import gather
from pbem.workflow.handover import cancel, hand_over
from pbem.workflow.mails_again import mail_again
from pbem.workflow.new import Plan, new
from pbem.workflow.people import replace
from pbem.workflow.pressing import press as press_of
from pbem.workflow.proxying import end_proxy, proxy
from pbem.workflow.recording import chains_at
from pbem.workflow.reporting import report
from pbem.workflow.resending import sent_again
from pbem.workflow.rulings import rule
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.talk import voted_in
from pbem.workflow.votes import count, offer, vote


def toy_on() -> str:
    """A game of the toy, one step on."""
    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    adjudicate("meadow", ["all"])
    return "meadow"


@case("PB780", "a ruling about a fact that there is not")
def no_fact() -> Any:
    return rule(toy_on(), {"weather": "7"}, "a reason")


@case("PB780", "a ruling about a fact with a slip in its key")
def near_fact() -> Any:
    return rule(toy_on(), {"point.north": "7"}, "a reason")


@case("PB780", "a ruling with a number that no fact can be")
def odd_fact() -> Any:
    return rule(toy_on(), {"points.north": "7.5"}, "a reason")


@case("PB781", "a ruling that gives a card to two hands")
def unsound() -> Any:
    return rule(toy_on(), {"hands.north": "[1, 1, 2]"}, "a reason")


@case("PB781", "a ruling after which nobody is asked")
def stuck() -> Any:
    return rule(toy_on(), {"phase": "deal"}, "a reason")


@case("PB781", "a ruling that changes nothing")
def same() -> Any:
    return rule(toy_on(), {"points.north": "0"}, "a reason")


@case("PB782", "a ruling before the first step")
def too_early() -> Any:
    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    return rule("meadow", {"points.north": "7"}, "a reason")


@case("PB782", "a ruling while envelopes are gathered")
def bound() -> Any:
    game = toy_on()
    report(game)
    card = min(open_game(game).state.hands["north"])
    made = seal(sheet_file(game, "north", {"card": card}), "meadow/reports/0001/north.view.toml", hold=True)
    submit(written("held.toml", made.text), game)
    gather(game, ["all"])
    return rule(game, {"points.north": "7"}, "a reason")


@case("PB783", "reports of a step that were never written")
def nothing_sent() -> Any:
    return sent_again(toy_on())


@case("PB783", "the report of a role that got none")
def nothing_sent_to_one() -> Any:
    game = toy_on()
    report(game, ["south"])
    return sent_again(game, "north")


@case("PB784", "a report that was changed since")
def not_as_sent() -> Any:
    game = toy_on()
    report(game)
    written("meadow/reports/0001/north.txt", "another report")
    return sent_again(game, "north")


@case("PB785", "people in a game.toml that is written in another way")
def odd_seats() -> Any:
    game = toy_on()
    text = Path(game, "game.toml").read_text()
    text = text.split("[roles.north]")[0] + "[roles]\nnorth = {}\nsouth = {}\n"
    written(f"{game}/game.toml", text)
    return replace(game, "north", "Zoe")


@case("PB786", "a sheet that withdraws and orders")
def withdrawn_and_more() -> Any:
    game = toy_on()
    return check_in_game(written("orders.toml", sheet_text(game, "north", {"card": 1}, status="withdrawn")), game)


def talked(said: str, press: str = "") -> Any:
    """What is said of a sheet with this press."""
    game = toy_on()
    if press:
        text = Path(game, "game.toml").read_text()
        written(f"{game}/game.toml", text.replace("[options]", f'press = "{press}"\n\n[options]', 1))
    card = min(open_game(game).state.hands["north"])
    return check_in_game(written("orders.toml", sheet_text(game, "north", {"card": card}) + said), game)


for title, press in {
    "press that has no text": "[[press]]\nto = 'all'\n",
    "press to a role that there is not": "[[press]]\nto = 'west'\ntext = 'Hear, hear!'\n",
    "press without a word in it": "[[press]]\ntext = ''\n",
    "press without a name": "[[press]]\nanonymous = true\ntext = 'Hear, hear!'\n",
    "more press than a sheet may have": "[[press]]\ntext = 'Hear, hear!'\n" * 6,
}.items():
    case("PB787", title)(lambda press=press: talked(press))


@case("PB787", "press with the own key in it")
def press_with_key() -> Any:
    game = toy_on()
    text = sheet_text(game, "north", {})
    own = text.partition('key  = "')[2].partition('"')[0] or text.partition('key = "')[2].partition('"')[0]
    return submit(written("orders.toml", f"{text}[[press]]\ntext = 'My key is {own}.'\n"), game).answer


case("PB787", "press in a game without")(lambda: talked("[[press]]\ntext = 'Hear, hear!'\n", press="none"))


@case("PB787", "press to one player where all must hear it")
def private_press() -> Any:
    new(Plan("maria", "maria", seed="a"))
    return press_of("maria", "frederick", "maria-theresa", "Hear, hear!")


@case("PB787", "more press than a game keeps")
def full_press() -> Any:
    game = toy_on()
    for number in range(1, 402):
        Path(game, "press").mkdir(exist_ok=True)
        written(f"{game}/press/{number:04}.toml", "")
    path = written("orders.toml", sheet_text(game, "north", {}) + "[[press]]\ntext = 'Hear, hear!'\n")
    return submit(path, game).answer


@case("PB788", "a vote that is neither yes nor no")
def odd_vote() -> Any:
    game = toy_on()
    offer(game)
    return submit(written("orders.toml", sheet_text(game, "north", {}) + "vote = 'perhaps'\n"), game).answer


@case("PB788", "a vote about nothing")
def idle_vote() -> Any:
    return submit(written("orders.toml", sheet_text(toy_on(), "north", {}) + "vote = 'yes'\n"), "meadow").answer


@case("PB789", "a count where nothing was put to the vote")
def no_offer() -> Any:
    return count(toy_on())


@case("PB789", "two offers at a time")
def two_offers() -> Any:
    game = toy_on()
    offer(game)
    return offer(game)


@case("PB790", "a count before all have voted")
def votes_missing() -> Any:
    game = toy_on()
    offer(game)
    return count(game)


DAY = datetime(2026, 11, 18, 12, tzinfo=UTC)
case("PB791", "the end of a proxy where there is none")(lambda: end_proxy(toy_on(), "north"))
case("PB791", "a proxy until a day that is none")(lambda: proxy(toy_on(), "north", "Max", "", "soon", DAY))
case("PB791", "a proxy until a day that is over")(lambda: proxy(toy_on(), "north", "Max", "", "2026-11-17", DAY))


@case("PB791", "two proxies at a time")
def two_proxies() -> Any:
    game = toy_on()
    proxy(game, "north", "Max", "", "", DAY)
    return proxy(game, "north", "Zoe", "", "", DAY)


def mailed() -> str:
    """A game with a mail in its outbox."""
    game = toy_on()
    proxy(game, "north", "Max", "", "", DAY)
    return game


case("PB792", "a mail that there is not")(lambda: mail_again(mailed(), "0009-north.eml", False, DAY.isoformat()))
case("PB792", "a mail that is not sent yet")(lambda: mail_again(mailed(), "1", False, DAY.isoformat()))


@case("PB792", "a mail whose file is gone")
def lost_mail() -> Any:
    game = mailed()
    Path(game, "outbox", "0001-north-proxy.eml").unlink()
    return mail_again(game, "1", False, DAY.isoformat())


def drafted(more: str) -> Any:
    """What is said of a draft with something beside its orders."""
    game = toy_on()
    card = min(open_game(game).state.hands["north"])
    path = written("orders.toml", sheet_text(game, "north", {"card": card}, status="draft") + more)
    return submit(path, game).answer


case("PB787", "press in a draft")(lambda: drafted("[[press]]\ntext = 'Hear, hear!'\n"))
case("PB788", "a vote in a draft")(lambda: drafted("vote = 'yes'\n"))


@case("PB788", "the vote of a proxy after that of the player")
def voted_by_player() -> Any:
    game = toy_on()
    offer(game)
    vote(game, "north", "no")
    key = proxy(game, "north", "Max", "", "", DAY).key
    text = sheet_text(game, "north", {}, key=key) + "vote = 'yes'\n"
    return submit(written("orders.toml", text), game).answer


@case("PB788", "a vote in an envelope, after another that came open")
def voted_since() -> Any:
    game = toy_on()
    offer(game)
    vote(game, "north", "yes")
    text = sheet_text(game, "north", {}) + "vote = 'no'\n"
    answer = check_in_game(written("orders.toml", text), game)
    table = open_game(game)
    assert answer.sheet is not None
    found = voted_in(table, read_secret(table.game), chains_at(table), answer.sheet, since=True)
    return answer._replace(diagnostics=found.said)


@case("PB793", "a sheet for a game that was handed over")
def handed_over() -> Any:
    game = toy_on()
    hand_over(game, "meadow.bundle", "Zoe", "zoe@example.org", now="2026-03-12T18:00:00+00:00")
    return adjudicate(game, ["all"])


@case("PB793", "a game taken back that nobody has handed over")
def not_handed_over() -> Any:
    return cancel(toy_on())
