"""The page of all commands, made from what they say of themselves: python -m pbem.cli.page > docs/commands.md."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from pbem import COMMANDS
from pbem.cli import with_commands
from pbem.rulesets import MODULES, ruleset_of

HEAD = """\
# Commands

Every command with its options. This page is made by `python -m pbem.cli.page > docs/commands.md`; `pbem COMMAND --help`
tells the same. Exit codes: 0 all is well, 1 a sheet or a game has faults, 2 the command could not do its work (of
several games: with one of them), 3 nothing is wrong but steps of older rules were not played again, 141 whoever read
what is printed went away."""


def commands_page() -> str:
    """The page in Markdown; made from the options themselves, for click's own help differs between its versions."""
    parts, cli = [HEAD], with_commands(COMMANDS)
    for name, command in named_commands(cli):
        parts += _command(name, command)
    return "\n\n".join(parts) + "\n"


def named_commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands by their whole names, those of a group below it: ``mail``, ``mail fetch``."""
    for name in sorted(group.commands):
        command = group.commands[name]
        yield f"{before}{name}", command
        if isinstance(command, click.Group):
            yield from named_commands(command, f"{before}{name} ")


def _command(name: str, command: click.Command) -> Iterator[str]:
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    options = [param for param in command.params if isinstance(param, click.Option)]
    below = ["COMMAND ..."] if isinstance(command, click.Group) else []
    words = [f"pbem {name}", *(["[OPTIONS]"] if options else []), *map(_argument, arguments), *below]
    told, _, example = cleandoc(command.help or "").partition("\b\nExample:\n")
    yield f"## {name}"
    yield told.strip()
    yield f"```\n{' '.join(words)}\n```"
    if options:
        yield "\n".join(map(_option, options))
    yield f"For example:\n\n```\n{cleandoc(example)}\n```"
    if name == "new":
        yield from _titles()


def _argument(param: click.Argument) -> str:
    name = param.metavar or (param.name or "").upper() + ("..." if param.nargs != 1 else "")
    return name if param.required else f"[{name}]"


def _option(param: click.Option) -> str:
    names = ", ".join((*param.opts, *param.secondary_opts))
    kind = "" if param.is_flag else f" {_value(param)}"
    again = param.multiple and "can be repeated" not in (param.help or "")
    told = [f": {param.help}" if param.help else "."]
    first = ",".join(param.default) if isinstance(param.default, list) else param.default
    told += [f" It starts as `{first}`."] if param.show_default else []
    told += [" It must be given."] if param.required else []
    told += [" It can be repeated."] if again else []
    return f"- `{names}{kind}`{''.join(told)}"


def _value(param: click.Option) -> str:
    if isinstance(param.type, click.Choice):
        return " | ".join(map(str, param.type.choices))
    if isinstance(param.type, click.IntRange):
        most = f" to {param.type.max}" if param.type.max is not None else " or more"
        return f"NUMBER ({param.type.min}{most})"
    return param.metavar or ("NUMBER" if param.type is click.INT else "TEXT")


def _titles() -> Iterator[str]:
    """The modes and options of every title that comes with the program."""
    for name in MODULES:
        ruleset = ruleset_of(name)
        yield f"### Modes of {name}"
        yield "\n".join(f"- `{mode.id}`: {mode.title}" for mode in ruleset.modes)
        yield f"### Options of {name}"
        yield "\n".join(f"- `{row.id}`: {row.about} {_choices(row.choices, row.default)}" for row in ruleset.options)


def _choices(choices: tuple[str, ...], default: str) -> str:
    """The choices, the one that holds if nothing is said first."""
    return " | ".join(f"`{choice}`" for choice in (default, *(one for one in choices if one != default)))


if __name__ == "__main__":
    print(commands_page(), end="")
