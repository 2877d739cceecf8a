"""A whole game through real mailboxes: bots who read and write mails, a post that loses them, rounds that are killed.

The bots have a mailbox each on the IMAP server, and so has the post. Whatever anybody sends goes over the SMTP server;
from there a network of dice brings it to its mailbox: at once or later, twice, out of order, or never.
"""

from __future__ import annotations

import os
import signal
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from peers import PASSWORD, Dovecot, Postman, Sent

from pbem.core.ruleset import Ruleset
from pbem.mail import imap, smtp
from pbem.mail.servers import Server
from pbem.rulesets import ruleset_of
from pbem.store import disk
from pbem.store.reading import read_game, read_secret
from pbem.workflow.new import Plan, new
from pbem.workflow.sheet import filled_sheet
from pbem.workflow.simulate import bot_chance, temperament_of
from pbem.workflow.tick import tick

ADDRESS = "post@example.org"
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEED = "a whole game by mail"


class Weather(NamedTuple):
    """How bad the post is: out of a hundred mails, and of a hundred rounds."""

    lost: int = 8
    doubled: int = 10
    late: int = 20
    killed: int = 30
    longest: int = 5  # hours that a mail may be late


FAIR = Weather(0, 0, 0, 0)


class World:
    """The time, the network and the servers."""

    def __init__(
        self, dovecot: Dovecot, postman: Postman, dice: Random, weather: Weather, games: Path, sleepy: bool = False
    ) -> None:
        self.sleepy = sleepy  # whether players let deadlines pass now and then
        self.dovecot, self.postman, self.dice, self.weather, self.games = dovecot, postman, dice, weather, games
        self.now, self.under_way = BEGIN, list[tuple[datetime, int, Sent]]()
        self.routed = self.kills = 0
        self.name = games.name

    def box(self, address: str) -> str:
        """The mailbox behind an address; each game has its own."""
        return f"{self.name}-{address.partition('@')[0]}"

    def route(self) -> None:
        """Bring what was sent on its way, and deliver what has come to the end of it."""
        for mail in self.postman.sent[self.routed :]:
            self.routed += 1
            chance = self.dice.randrange(100)
            copies = 0 if chance < self.weather.lost else 2 if chance >= 100 - self.weather.doubled else 1
            for _ in range(copies):
                late = self.dice.randrange(100) < self.weather.late
                wait = HOUR * self.dice.randint(1, self.weather.longest) if late else timedelta(0)
                self.under_way.append((self.now + wait, self.dice.randrange(1000), mail))
        due = sorted(row for row in self.under_way if row[0] <= self.now)
        self.under_way = [row for row in self.under_way if row[0] > self.now]
        for _, _, mail in due:
            self.dovecot.deliver(self.box(mail.to), mail.data, self.now)

    def round(self) -> None:
        """One round of the post, in a process of its own; some are killed at one of their operations on the disk."""
        at = self.dice.randint(1, 60) if self.dice.randrange(100) < self.weather.killed else 0
        child = os.fork()
        if child == 0:
            code = 1
            try:
                disk.watcher = _killer(at) if at else None
                done = tick([str(self.games)], self.now)
                code = 0
                if done.faults or done.broken:
                    print([fault.message for fault in done.faults], done.broken, flush=True)
                    code = 3
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            self.kills += 1
        assert status == 0 or (os.WIFSIGNALED(status) and at), status


def _killer(at: int) -> Callable[[str, str], None]:
    count = 0

    def watcher(what: str, path: str) -> None:
        nonlocal count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)

    return watcher


class Bot:
    """A player who knows nothing but what is in the mailbox, and answers from the last view that came."""

    def __init__(self, world: World, ruleset: Ruleset, role: str, key: str) -> None:
        self.world, self.ruleset, self.role, self.key = world, ruleset, role, key
        self.address = f"{role}@example.org"
        self.view: dict[str, Any] = {}
        self.report: Any = None
        self.read = 0
        self.heard = self.written = BEGIN
        self.sent_for = self.receipt_for = 0  # the last step that was answered, and acknowledged
        self.numbers = self.refusals = 0
        self.is_lost = False  # refused since the last mail: a report may not have come

    def server(self, port: int, user: str) -> Server:
        return Server("localhost", port, user, lambda: PASSWORD, ca=self.world.dovecot.ca)

    def look(self) -> None:
        """Read what is new in the mailbox."""
        with imap.opened(self.server(self.world.dovecot.port, self.world.box(self.address)), "INBOX") as box:
            for number in box.numbers(self.read):
                letter = box.letter(number)
                assert letter is not None
                self.take(message_from_bytes(letter.data, policy=default))
                self.read, self.heard = number, self.world.now

    def take(self, mail: Any) -> None:
        for part in mail.iter_attachments():
            if part.get_filename() == f"{self.role}.view.toml":
                view = tomllib.loads(part.get_content().decode())
                if view["step"] > self.view.get("step", 0):
                    self.view, self.report = view, mail
        subject = mail["Subject"]
        self.is_lost |= "Refused:" in subject
        self.refusals += "Refused:" in subject
        if "Receipt:" in subject:
            self.receipt_for = max(self.receipt_for, int(subject.partition("]")[0].rpartition(" ")[2]) + 1)

    def act(self) -> None:
        """Answer what is owed; write again where no receipt comes, and ask where nothing is heard at all."""
        now, step = self.world.now, self.view.get("step", 0)
        unanswered = self.sent_for < step or (self.receipt_for < step and now - self.written >= 4 * HOUR)
        sleeps = self.world.sleepy and asleep(self.role, step)  # and yet asks for news: a report may be lost
        if self.owes() and unanswered and not sleeps and not self.is_lost:
            self.answer()
        elif self.is_lost or now - max(self.heard, self.written) >= 8 * HOUR:
            self.write("Hello", f"{self.key}\nreport\n")

    def owes(self) -> bool:
        if not self.view:
            return False
        state = self.state()
        return any(owed.role == self.role for owed in self.ruleset.rules.awaiting(state))

    def state(self) -> Any:
        return self.ruleset.files.decode(self.view["state"])

    def answer(self) -> None:
        step = self.view["step"]
        temper = temperament_of(self.ruleset, SEED, self.role, {})
        body = self.ruleset.bots.sample(self.state(), self.role, bot_chance(SEED, self.role, step - 1), temper)
        final = "" if body else 'status = "final"\n'  # else it is the sheet as it was sent, with nothing filled in
        sheet = final + filled_sheet(self.view["game"], step, self.role, self.key, body)
        quoted = "\n".join(f"> {line}" for line in self.report.get_body(("plain",)).get_content().split("\n"))
        self.write(f"Re: {self.report['Subject']}", f"{sheet}\nOn Monday, the post wrote:\n{quoted}\n", self.report)
        self.sent_for = step

    def write(self, subject: str, text: str, to: Any = None) -> None:
        """Send a mail as a mail program does."""
        mail, self.numbers = EmailMessage(policy=SMTP), self.numbers + 1
        mail["From"], mail["To"], mail["Subject"] = self.address, ADDRESS, subject
        mail["Date"] = self.world.now
        mail["Message-ID"] = f"<{self.world.name}.{self.role}.{self.numbers}@example.org>"
        if to is not None:
            mail["In-Reply-To"] = mail["References"] = to["Message-ID"]
        mail.set_content(text, cte="quoted-printable")
        server = Server("localhost", self.world.postman.port, self.role, lambda: PASSWORD, ca=self.world.postman.ca)
        with smtp.opened(server) as line:
            line.send(self.address, ADDRESS, mail.as_bytes())
        self.written, self.is_lost = self.world.now, False


def asleep(role: str, step: int) -> bool:
    """Whether a player who is late now and then lets the deadline of a step pass."""
    return Random(f"asleep {role} {step}").randrange(6) == 0


def begun(games: Path, plan: Plan, form: str = "text", period: str = "60d") -> str:
    """A new game whose players have an address each, and deadlines: nobody meets those of the usual period."""
    directory = str(games / "castle")
    new(plan._replace(directory=directory, seed=SEED))
    path = games / "castle" / "game.toml"
    text = path.read_text(encoding="utf-8")
    for role in read_game(directory).players:
        head, mark, rest = text.partition(f"[roles.{role}]")
        rest = rest.replace('address = ""', f'address = "{role}@example.org"\nform = "{form}"', 1)
        text = f"{head}{mark}{rest}"
    path.write_text(f'{text}\n[time]\nzone = "Europe/Rome"\nperiod = "{period}"\n', encoding="utf-8")
    return directory


def by_mail(world: World, directory: str, steps: int) -> list[Bot]:
    """Play with bots behind mailboxes until so many steps are done, or the game is over."""
    game = read_game(directory)
    ruleset, keys = ruleset_of(game.ruleset), read_secret(game).keys
    bots = [Bot(world, ruleset, role, keys[role]) for role in game.players]
    settings(world)
    for _ in range(60 * steps):
        world.round()
        world.route()
        for bot in bots:
            bot.look()
            bot.act()
        world.route()
        if is_done(directory, steps):
            return bots
        world.now += HOUR * (6 if sleepy_now(world, directory) else 1)
    raise AssertionError("the game came to no end")


def sleepy_now(world: World, directory: str) -> bool:
    """Whether the deadline of the step under way is let pass by somebody."""
    from pbem.workflow import open_game

    table = open_game(directory, told=False)
    return world.sleepy and any(asleep(owed.role, table.under_way) for owed in table.awaiting)


def is_done(directory: str, steps: int) -> bool:
    from pbem.workflow import open_game

    table = open_game(directory, told=False)
    return table.last.number >= steps or table.ruleset.rules.result(table.state) is not None


def settings(world: World) -> None:
    """The post.toml of the games."""
    os.environ["POST_PASSWORD"] = PASSWORD
    (world.games / "post.toml").write_text(
        f'format = 2\naddress = "{ADDRESS}"\n'
        f'[imap]\nhost = "localhost"\nport = {world.dovecot.port}\nuser = "{world.box(ADDRESS)}"\n'
        f'ca = "{world.dovecot.ca}"\npassword-env = "POST_PASSWORD"\n'
        f'[smtp]\nhost = "localhost"\nport = {world.postman.port}\nuser = "post"\n'
        f'ca = "{world.postman.ca}"\npassword-env = "POST_PASSWORD"\n'
    )


def without_mail(directory: str, steps: int, sleepy: bool = False) -> int:
    """The same game, played by the same bots at the table of the moderator; how often the default was taken."""
    from games import sheet_file
    from pbem.workflow import open_game
    from pbem.workflow.adjudicate import adjudicate
    from pbem.workflow.simulate import sampled
    from pbem.workflow.submit import submit

    taken = 0
    while not is_done(directory, steps):
        table = open_game(directory, told=False)
        late = [owed.role for owed in table.awaiting if sleepy and asleep(owed.role, table.under_way)]
        taken += len(late)
        for role, body in sampled(table.ruleset, table.state, SEED, table.last.number, {}).items():
            if role not in late:
                receipt = submit(sheet_file(directory, role, body), directory)
                assert not receipt.answer.is_refused, receipt.text
        adjudicate(directory, late)
    return taken


def states(directory: str, steps: int) -> list[bytes]:
    """The step files of a game, byte for byte."""
    return [path.read_bytes() for path in sorted(Path(directory, "steps").iterdir())][: steps + 1]
