"""The commands to look something up: rules and codes. Loaded when one of them is called."""

from __future__ import annotations

import click

from pbem.cli import cli, echo


@cli.command()
@click.argument("number", required=False)
@click.option("--card", default="", help="A card: 7D, Poems.")
@click.option("--faq", is_flag=True, help="The questions and answers.")
@click.option("--ruleset", default="", help="The title; the first the program knows if left out.")
def rules(number: str | None, card: str, faq: bool, ruleset: str) -> None:
    """Print a rule of the reference, a chapter, a card, or the questions and answers.

    \b
    Example:
      pbem rules F7.8
      pbem rules --card 7D
    """
    from pbem.workflow import rules as work

    if not (number or card or faq):
        raise click.UsageError("name a rule like F7.8, or use --card or --faq")
    parts = [work.rule(ruleset, number)] if number else []
    parts += [work.card(ruleset, card)] if card else []
    parts += [work.faq(ruleset)] if faq else []
    echo("\n\n".join(parts))


@cli.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a code, or list them all.

    \b
    Example:
      pbem explain PB205
    """
    from pbem.workflow import explain as work

    echo(work.explain(code) if code else work.listing())
