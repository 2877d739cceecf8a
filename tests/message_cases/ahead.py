"""Orders ahead: what is wrong with them, when they are sent and when the game is verified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ahead_games import HANOVER, begun, last, sent, stays

from games import sheet_file
from message_cases.common import case, damaged
from pbem.core.chance import sha256
from pbem.store.writing import dumps
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import Refused, seal
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify


def ordered(*tables: Any, role: str = "frederick", body: dict[str, Any] | None = None, **changes: Any) -> Any:
    """The receipt of a sheet with these tables, in a game in which Prussia is to move and Hanover comes next."""
    game = begun(Path(), name="summer", **changes)
    return sent(game, role, {**({"do": ["Friedrich stays"]} if body is None else body), "ahead": list(tables)}).answer


@case("PB215", "orders ahead that are no tables")
def no_tables() -> Any:
    return sent(begun(Path(), name="summer"), "frederick", {"do": [], "ahead": "hanover"}).answer


@case("PB215", "too many tables")
def too_many() -> Any:
    return ordered(*([HANOVER] * 21))


@case("PB215", "a table without its decision")
def for_nothing() -> Any:
    return ordered({"do": ["Ferdinand stays"]})


@case("PB215", "a table of somebody whose only nation is asked now")
def nothing_comes() -> Any:
    return ordered({"do": []}, role="pompadour", body={"do": ["Richelieu stays"]}, stage="france")


@case("PB215", "a key that no sheet has")
def odd_key() -> Any:
    return ordered({**HANOVER, "moon": 1})


@case("PB215", "orders that are given and taken back at once")
def given_and_taken() -> Any:
    return ordered({**HANOVER, "withdraw": True})


@case("PB215", "withdraw that is neither true nor false")
def odd_withdraw() -> Any:
    return ordered({**HANOVER, "withdraw": "yes"})


@case("PB215", "a list of standing bids to withdraw in a table")
def withdraw_list() -> Any:
    return ordered({**HANOVER, "withdraw": ["standing-1"]})


@case("PB215", "answers inside a table")
def lasting() -> Any:
    return ordered({**HANOVER, "answers": ["decline 8C"]})


@case("PB215", "a table without orders")
def no_orders() -> Any:
    return ordered({"for": "hanover"})


@case("PB215", "unless that is no list")
def no_list() -> Any:
    return ordered({**HANOVER, "unless": "attacked"})


@case("PB215", "orders beside an envelope")
def beside_envelope() -> Any:
    return ordered({"for": "hanover", "envelope": "", "do": []})


@case("PB216", "a decision of somebody else")
def of_others() -> Any:
    return ordered({"for": "russia", "do": []})


@case("PB216", "the decision that is asked now")
def of_now() -> Any:
    return ordered({"for": "prussia", "do": []})


@case("PB216", "a decision of others, for somebody whose only nation is asked now")
def of_nobody() -> Any:
    return ordered({"for": "russia", "do": []}, role="pompadour", body={"do": ["Richelieu stays"]}, stage="france")


@case("PB217", "two tables for one decision")
def twice() -> Any:
    return ordered(HANOVER, HANOVER)


@case("PB218", "nothing to take back")
def not_kept() -> Any:
    return ordered({"for": "hanover", "withdraw": True})


@case("PB219", "a march that is too long today")
def depends() -> Any:
    return ordered({"for": "hanover", "do": ["Ferdinand > Celle"]})


@case("PB220", "nothing but orders ahead, though something is owed")
def only_ahead() -> Any:
    return ordered(HANOVER, body={})


def near() -> str:
    """A game in which Friedrich can attack Daun."""
    prussia = {"friedrich": "Neumarkt 8", "t1": "Wohlau"}
    austria = {"daun": "Ohlau 6", "t1": "Neisse"}
    hands = {"prussia": "13S", "austria": "12S"}
    return begun(Path(), name="summer", prussia=prussia, austria=austria, hands=hands)


@case("PB220", "nothing but orders ahead, though a bid is owed")
def only_ahead_of_a_bid() -> Any:
    game = near()
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede"}
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game)
    return sent(game, "maria-theresa", {"ahead": [{"for": "imperial", "do": ["Hildburghausen stays"]}]}).answer


@case("PB220", "nothing but orders ahead, though the first falconer is to place the birds")
def only_ahead_of_a_choice() -> Any:
    new(Plan("castle", ruleset="fredericus", seed="a"))
    role = open_game("castle").awaiting[0].role
    return sent("castle", role, {"ahead": [{"for": "turn", "do": []}]}).answer


@case("PB231", "a draft with nothing but orders ahead")
def draft_ahead() -> Any:
    return ordered(HANOVER, body={"status": "draft"})


@case("PB220", "a wish for retreats alone, where orders ahead were to answer")
def answer_in_part() -> Any:
    game = begun(Path(), name="summer")
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    return sent(game, "frederick", {"retreat": ["towards Prag"]}).answer


@case("PB220", "a table alone, where held orders ahead wait for their phrase")
def only_ahead_again() -> Any:
    game = held_ahead()
    return sent(game, "frederick", {"ahead": [{"for": "prussia", "do": ["Friedrich stays"]}]}).answer


def standing() -> str:
    """A game in which a standing bid of Maria Theresa answers for Daun, who is attacked."""
    game = near()
    sent(game, "maria-theresa", {"standing": [{"name": "guard", "own": "Daun", "otherwise": "concede"}]})
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede"}
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game, one=True)
    return game


@case("PB224", "orders where held ones wait for their phrase")
def held_set_aside() -> Any:
    return sent(held_ahead(), "frederick", {"do": []}).answer


@case("PB224", "a bid where a standing bid was to answer")
def standing_set_aside() -> Any:
    return sent(standing(), "maria-theresa", {"bid": [{"own": "Daun", "otherwise": "concede"}]}).answer


@case("PB224", "a bid where a standing bid was to answer in one of the battles of a stage")
def standing_set_aside_in_part() -> Any:
    return sent(standing_in_part(), "maria-theresa", {"bid": [{"own": "*", "otherwise": "concede"}]}).answer


@case("FR704", "a card that a standing bid promises in another battle of the stage")
def promised_by_standing() -> Any:
    bid = {"own": "Laudon", "plays": ["5S"], "otherwise": "concede"}
    return sent(standing_in_part(), "maria-theresa", {"bid": [bid]}).answer


def standing_in_part() -> str:
    """A game in which a standing bid answers in one of the two battles of a stage."""
    prussia, austria = {"friedrich": "Neumarkt 8", "heinrich": "Meißen 7"}, {"daun": "Ohlau 6", "laudon": "Pirna 6"}
    hands = {"prussia": "3H", "austria": "5S"}
    game = begun(Path(), name="autumn", options={"bidding": "stage"}, prussia=prussia, austria=austria, hands=hands)
    guard = {"name": "guard", "own": "Daun", "plays": ["5S"], "otherwise": "concede"}
    sent(game, "maria-theresa", {"standing": [guard]})
    sent(game, "frederick", {"do": ["Friedrich > Breslau", "Heinrich > Dresden"]})
    adjudicate(game, one=True)
    return game


@case("PB224", "an envelope where held orders wait for their phrase")
def set_aside_unseen() -> Any:
    game = held_ahead()
    made = seal(sheet_file(game, "frederick", {"do": []}), open_game(game).game.seal_key)
    path = Path(game).parent / "closed-for-the-key.toml"
    path.write_text(made.text, encoding="utf-8")
    return submit(str(path), game).answer


@case("FR705", "the standing bid that was to answer is withdrawn, and no bid takes its place")
def standing_withdrawn() -> Any:
    return sent(standing(), "maria-theresa", {"withdraw": ["guard"]}).answer


@case("PB224", "a sheet for a decision that orders ahead were to answer")
def set_aside() -> Any:
    game = begun(Path(), name="summer")
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    return sent(game, "frederick", {"troops": {"ferdinand": 5}}).answer


@case("PB221", "a game at the pace of the table")
def not_here() -> Any:
    return ordered(HANOVER, pace="table")


@case("PB222", "a sheet that leaves orders ahead out")
def left_out() -> Any:
    game = begun(Path(), name="summer")
    sent(game, "frederick", stays(HANOVER))
    return sent(game, "frederick", stays()).answer


@case("PB222", "a sheet that leaves the orders of now out")
def orders_left_out() -> Any:
    game = begun(Path(), name="summer")
    sent(game, "frederick", stays())
    return sent(game, "frederick", {"answers": ["decline 8C"]}).answer


@case("PB222", "a sheet that withdraws orders ahead no more")
def ahead_withdrawal_left_out() -> Any:
    game = begun(Path(), name="summer")
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun stays"]}]})
    sent(game, "frederick", stays())
    adjudicate(game, one=True)
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "withdraw": True}]})
    return sent(game, "maria-theresa", {"answers": ["decline 8C"]}).answer


def shortened(first: dict[str, Any], second: dict[str, Any]) -> Any:
    """The answer to a sheet that takes the place of another in the same step."""
    game = begun(Path(), name="summer")
    sent(game, "maria-theresa", {"standing": [{"name": "old", "own": "*", "otherwise": "concede"}]})
    adjudicate(game, defaults=["all"])
    sent(game, "maria-theresa", first)
    return sent(game, "maria-theresa", second).answer


@case("PB222", "a sheet that leaves a new standing bid out")
def standing_left_out() -> Any:
    return shortened({"standing": [{"name": "new", "own": "Daun", "otherwise": "concede"}]}, {"answers": []})


@case("PB222", "a sheet that leaves answers out")
def answers_left_out() -> Any:
    return shortened({"answers": ["decline 8C"]}, {"standing": [{"name": "b", "own": "Daun", "otherwise": "concede"}]})


@case("PB222", "a sheet that withdraws a standing bid no more")
def withdrawal_left_out() -> Any:
    return shortened({"withdraw": ["old"]}, {"answers": []})


@case("PB222", "a sheet that leaves a bid out")
def bid_left_out() -> Any:
    game = near()
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "bid": [{"own": "Friedrich", "otherwise": "concede"}]})
    return sent(game, "frederick", {"do": ["Friedrich > Breslau"]}).answer


@case("PB639", "a sheet without orders ahead to be closed")
def nothing_ahead() -> Any:
    game = begun(Path(), name="summer")
    report(game)
    path = Path("orders.toml")
    path.write_bytes(dumps({"game": "summer", "step": 1, "role": "frederick", "key": "x", "do": []}))
    return seal(str(path), open_game(game).game.seal_key, ahead=True)


@case("PB229", "a line of unless that holds today")
def braked_now() -> Any:
    table = {"for": "hanover", "do": ["Ferdinand > Otterndorf"], "unless": ["enemy within 1 of Ferdinand"]}
    return ordered(table, france={"richelieu": "Zeven 6", "t1": "Mainz"})


def watched() -> str:
    """A game whose moderator plays, and Prussia is to move."""
    game = begun(Path(), name="summer", plays=["elisabeth"])
    adjudicate(game, defaults=["all"])
    return game


@case("PB230", "open orders ahead of somebody who is asked, where the moderator plays")
def asked_in_the_open() -> Any:
    return sent(watched(), "frederick", stays(HANOVER)).answer


@case("PB627", "orders ahead in an envelope for the key of a moderator who plays")
def ahead_not_binding() -> Any:
    game = watched()
    made = seal(sheet_file(game, "frederick", stays(HANOVER)), open_game(game).game.seal_key, ahead=True)
    file = Path("closed.toml")
    file.write_text(made.text, encoding="utf-8")
    return submit(str(file), game).answer


def unasked(body: dict[str, Any], key: bool = False) -> Any:
    """A held sheet of somebody who owes nothing, sealed with a view or for the key alone."""
    game = begun(Path(), name="summer")
    sent(game, "frederick", stays())
    adjudicate(game)
    report(game)
    view = str(Path(game, "reports", "0001", "pompadour.view.toml"))
    made = seal(sheet_file(game, "pompadour", body), open_game(game).game.seal_key if key else view, hold=True)
    file = Path("held.toml")
    file.write_text(made.text, encoding="utf-8")
    return submit(str(file), game).answer


@case("PB661", "a held sheet of somebody who owes nothing")
def held_unasked() -> Any:
    return unasked({"ahead": [{"for": "france", "do": ["discard lowest"]}]}, key=True)


@case("PB661", "one in which nothing is left to be closed")
def held_open() -> Any:
    game = begun(Path(), name="summer")
    report(game)
    file = sheet_file(game, "maria-theresa", {"ahead": [{"for": "austria", "withdraw": True}]})
    return seal(file, str(Path(game, "reports", "0000", "maria-theresa.view.toml")), hold=True)


@case("PB215", "a table to be closed that names no decision")
def unnamed_ahead() -> Any:
    game = begun(Path(), name="summer")
    file = sheet_file(game, "frederick", stays({"do": ["Ferdinand stays"]}))
    try:
        return seal(file, open_game(game).game.seal_key)
    except Refused as refused:
        return refused.answer


@case("PB661", "one that has more than orders ahead")
def held_rest() -> Any:
    return unasked({"standing": [{"own": "Richelieu", "otherwise": "concede"}]})


@case("PB230", "open orders ahead, where the moderator plays")
def in_the_open() -> Any:
    game = watched()
    return sent(game, "pompadour", {"ahead": [{"for": "france", "do": ["discard lowest", "Richelieu stays"]}]}).answer


@case("PB225", "orders ahead that were to wait")
def braked() -> Any:
    game = begun(Path(), name="summer", france={"richelieu": "Zeven 6", "t1": "Mainz"})
    ahead = {"for": "hanover", "do": ["Ferdinand > Otterndorf"], "unless": ["enemy within 1 of Ferdinand"]}
    sent(game, "frederick", stays(ahead))
    return adjudicated(game, "frederick")


@case("PB226", "orders ahead that no longer fit")
def unfit() -> Any:
    changes: dict[str, Any] = {
        "hanover": {"ferdinand": "Stade 5", "t1": "Bremen"},
        "prussia": {"friedrich": "Winsen 8", "t1": "Breslau"},
    }
    game = begun(Path(), name="summer", **changes)
    sent(game, "frederick", stays({"for": "hanover", "do": ["Ferdinand > Winsen"]}))
    return adjudicated(game, "frederick")


def held_ahead() -> str:
    """A game in which held orders ahead wait for their phrase."""
    game = begun(Path(), name="summer")
    report(game)
    path = sheet_file(game, "frederick", stays(HANOVER))
    made = seal(path, open_game(game).game.seal_key, hold=True, ahead=True)
    file = Path("closed.toml")
    file.write_text(made.text, encoding="utf-8")
    submit(str(file), game)
    adjudicate(game)
    return game


@case("PB610", "a phrase before the decision of held orders ahead")
def phrase_before_its_decision() -> Any:
    game = begun(Path(), name="summer")
    made = seal(sheet_file(game, "frederick", stays(HANOVER)), open_game(game).game.seal_key, hold=True, ahead=True)
    file = Path("closed.toml")
    file.write_text(made.text, encoding="utf-8")
    submit(str(file), game)
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text(f'{path.read_text("utf-8")}\nphrase = "turnip granite basket"\n', encoding="utf-8")
    return submit(str(path), game).answer


@case("PB227", "held orders ahead whose phrase never came")
def late() -> Any:
    game = held_ahead()
    adjudicate(game, defaults=["frederick"])
    return report_of(game, "frederick")


@case("PB228", "orders ahead for a nation that has left the game")
def gone() -> Any:
    game = begun(Path(), name="summer", stage="france", turn=6, fate=["sweden"])
    sent(game, "elisabeth", {"ahead": [{"for": "sweden", "do": ["Ehrensvärd stays"]}]})
    sent(game, "pompadour", {"do": ["discard lowest", "Richelieu stays"]})
    return adjudicated(game, "elisabeth")


def adjudicated(game: str, role: str) -> str:
    """What a role reads after the step."""
    adjudicate(game)
    return report_of(game, role)


@case("PB519", "a step to be taken back that is none")
def undone_too_far() -> Any:
    game = begun(Path(), name="summer")
    adjudicate(game, defaults=["all"])
    return undo(game, "a slip", to=0)


@case("PB687", "orders ahead that nobody sent")
def sent_by_nobody() -> Any:
    game = begun(Path(), name="summer")
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov > Lipno"]}]})
    sent(game, "frederick", stays())
    adjudicate(game)
    path = Path(last(game).file)
    head, kept, rest = path.read_text("utf-8").partition("\n")[2].partition("[[ahead]]")
    text = f"{head}{kept}{rest.replace('Saltikov > Lipno', 'Saltikov stays', 1)}"
    path.write_text(f'digest = "{sha256(text.encode()).hex()}"\n{text}', encoding="utf-8")
    return verify(game)


damaged(
    "PB509", "a pace that there is not", "game.toml", 'ruleset = "friedrich"', 'pace = "slow"\nruleset = "friedrich"'
)
damaged(
    "PB509", "a desk that is no page", "game.toml", 'ruleset = "friedrich"', 'desk = "ask me"\nruleset = "friedrich"'
)


def attacking(hand: str) -> Any:
    """Orders ahead that lead to a battle."""
    near = {"hanover": {"ferdinand": "Northeim 6", "t1": "Hannover"}, "france": {"richelieu": "Münden 6"}}
    return ordered(
        {"for": "hanover", "do": ["Ferdinand > Göttingen"]}, **near, hands={"hanover": hand, "france": "10S"}
    )


@case("FR760", "orders ahead that lead to a battle")
def open_bid_ahead() -> Any:
    return attacking("9S 4S")


@case("FR760", "orders ahead that lead to a battle with nothing to play")
def settled_bid_ahead() -> Any:
    return attacking("9H")


BESIDE_TWO = {"hanover": {"ferdinand": "Northeim 6", "t1": "Hannover"},
              "france": {"richelieu": "Münden 6", "soubise": "Duderstadt 2"}, "hands": {"france": "10S"}}  # fmt: skip


@case("FR762", "orders ahead that lead to two battles")
def open_order_ahead() -> Any:
    return ordered({"for": "hanover", "do": ["Ferdinand > Göttingen"]}, **BESIDE_TWO)


@case("FR762", "moves that lead to two battles, where every decision is asked")
def open_order_at_table() -> Any:
    game = begun(Path(), "table", name="summer", stage="hanover", **BESIDE_TWO)
    return sent(game, "frederick", {"do": ["Ferdinand > Göttingen"]}).answer
