"""Complaints about the post: servers, passwords, mails that nobody takes, and the command that hears of events."""

from __future__ import annotations

from pbem.core import Code, Form

POST_THERE = Code(
    "PB741",
    "post-there",
    "there is a post.toml here already",
    hint="Edit it, or move it away first; it was left as it is.",
)
NO_PASSWORD = Code(
    "PB743",
    "no-password",
    "the command of `{table}.password-command` did not print a password: it ended with exit code {exit}",
    hint="Run it by hand, as the same user: the first line of what it prints is taken as the password.",
    about="Passwords stand in no file of a game. They come from a command or from the environment, when they are"
    " needed, and are kept nowhere. Under cron and systemd, commands and variables may not be there that are there on"
    " a terminal.",
    forms={
        "empty": Form("the command of `{table}.password-command` printed nothing"),
        "slow": Form("the command of `{table}.password-command` took longer than {seconds} s"),
        "variable": Form(
            "the variable {variable}, which `{table}.password-env` names, is not set",
            "Set it for the user who runs pbem; in a systemd unit with EnvironmentFile=, under cron in the crontab.",
        ),
    },
)
SERVER_FAILED = Code(
    "PB744",
    "server-failed",
    "{server} cannot be reached: {why}",
    hint="Nothing is lost: what was not fetched or sent now is tried again the next time.",
    about="The server of the mail, or the way to it, has failed. Letters stay on the server until they are taken, and"
    " mails stay in the outbox until the server has accepted them.",
    forms={
        "lost": Form("{server} went away in the middle: {why}"),
        "refused": Form("{server} refused a command: {why}"),
        "certificate": Form(
            "the certificate of {server} is not accepted: {why}",
            "Look at the name of the host. If the server has a certificate of your own, name it with `ca`.",
        ),
        "ca": Form("{file} holds no certificates that can be read", "Mend the file that `ca` names."),
        "no-tls": Form(
            "{server} offers no STARTTLS, so nothing was said to it",
            'Try `tls = "tls"` and the port that belongs to it.',
        ),
        "login": Form(
            "{server} does not let {user} in with this password",
            "Look at the user and the password; many providers want a password made for programs.",
        ),
        "no-login": Form(
            "{server} offers no way for {user} to log in here",
            "Try another port or `tls`; if it takes mails without a login, leave `user` and the password out.",
        ),
        "signs": Form(
            "{server} cannot be told this password: it has signs beyond ASCII",
            "Choose another password for the programs.",
        ),
        "folder": Form('{server} has no folder "{folder}"', "Make the folder there, or name another."),
        "sender": Form(
            "{server} takes no mail from {address}: {why}",
            "Set `address` in post.toml to one that this user may write from.",
        ),
    },
)
MAIL_REFUSED = Code(
    "PB745",
    "mail-refused",
    "{server} will never take {mail} for {to}: {why}",
    hint="Mend the address in game.toml, and let the mail go out again: pbem resend GAME --mail {mail}. It lies in the"
    " folder refused of the game.",
    about="A server has refused a mail for good, or put it off for days. It is kept in the folder refused of the game,"
    " the moderator is told, and all other mails go out.",
    forms={"tired": Form("{server} was tried {tries} times and has not taken {mail} for {to}: {why}")},
)
HOOK_FAILED = Code(
    "PB746",
    "hook-failed",
    "the command of the hook ended with exit code {exit}",
    hint="The game went on without it. Run the command by hand to see what it lacks.",
    about="`command` in the table [hook] of post.toml gets public events as JSON. Whatever becomes of it, the game goes"
    " on; an event that it did not take is not handed to it again.",
    forms={
        "slow": Form("the command of the hook was ended: it took longer than {seconds} s"),
        "start": Form("the command of the hook could not be started: {why}"),
    },
)
NO_SUCH_MAIL = Code(
    "PB747",
    "no-such-mail",
    'there is no mail "{found}" in the outbox',
    hint="There are {known}.",
    forms={
        "empty": Form('there is no mail "{found}" in the outbox', "The outbox is empty: all was handed over."),
    },
)
