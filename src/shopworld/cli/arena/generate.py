"""`shopworld arena generate`: a shop from a specification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shopworld.cli.model_options import (
    ModelOption,
    ModelOptions,
    cost_of,
    first_of,
    judge_data,
    judge_lines,
    with_model_options,
)
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.arena.generate import AuthoringReport, Generation, GenerationRecord

_LISTED_FINDINGS = 12
_AGENT_SECONDS = 900.0


@with_model_options
def generate(
    specification: Annotated[
        str, typer.Argument(help="Folder of the specification, or the name of one that ships.", metavar="SPEC")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the shop.")],
    *,
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed gives the same shop.")] = 1,
    products: Annotated[
        int | None, typer.Option(min=1, help="How many; else as the specification says.", show_default=False)
    ] = None,
    twin: Annotated[
        bool, typer.Option("--twin", help="Keep products and structure of the source, replace who it is.")
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            help="With --twin: where exploration kept what it read; else it is looked up.", show_default=False
        ),
    ] = None,
    pictures: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Photographs in place of drawings; files or folders are called after products or kinds.",
            show_default=False,
        ),
    ] = None,
    verify: Annotated[bool, typer.Option(help="Verify the shop and tell what is wrong with it.")] = True,
    coding_agent: Annotated[
        str, typer.Option(metavar="CMD", help="Command of an agent that works on templates and styles, step by step.")
    ] = "",
    iterations: Annotated[int, typer.Option(min=1, help="Most runs of the agent for one step.")] = 30,
    agent_seconds: Annotated[float, typer.Option(min=1, help="Longest run of the agent.")] = _AGENT_SECONDS,
    model: ModelOption = "",
    texts: Annotated[
        list[str] | None,
        typer.Option(
            help="What the model writes: products, collections, reviews, pages, or none; may repeat. All by default.",
            rich_help_panel="Language model",
        ),
    ] = None,
    judge: Annotated[
        bool, typer.Option(help="Have the model judge how pages look.", rich_help_panel="Language model")
    ] = True,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Forget what it wrote before.", rich_help_panel="Language model")
    ] = False,
    models: ModelOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Generate a shop from a specification, and verify it.

    Run again over a shop that stands, after an edit of the specification, it writes only what follows from the edit.
    Files of the shop that were edited by hand are kept, and theme/ is never touched.

    A coding agent is started anew for each iteration, without a shell, in a folder with TASK.md, feedback.md and a copy
    of the shop. Only its changes of theme/ are taken over, and only where they make nothing worse. An interrupted
    generation goes on by the same command.

    A language model writes titles, descriptions, reviews and pages of what code has decided, and looks at the pages in
    a wide window and a narrow one. Its texts are checked; where one loses or invents something, the built-in one stays.
    What it wrote is kept, so that the same command asks for nothing twice.

    A twin sells what the explored source sells, under an invented name. It needs a specification that was explored on
    this machine.

    Specifications that ship: clothing, cookware, hardware. The exit code is 1 where verification finds an error.

    Examples:

        shopworld arena generate cookware --out shops/pans

        shopworld arena generate specifications/mine --out shops/mine --seed 7 --products 200 --no-verify

        shopworld arena generate clothing --out shops/mine --pictures photographs

        shopworld arena generate specifications/theirs --out shops/twin --twin

        shopworld arena generate clothing --out shops/wear --coding-agent "my-agent --task TASK.md"

        shopworld arena generate hardware --out shops/parts --model openai/gpt-5-mini --texts products --no-judge
    """
    from shopworld.api import generate_shop

    with progress() as told:
        made = generate_shop(
            specification,
            out,
            seed=seed,
            products=products,
            twin=twin,
            source=source,
            pictures=pictures,
            verify=verify,
            coding_agent=coding_agent,
            iterations=iterations,
            agent_seconds=agent_seconds,
            model=model,
            texts=texts,
            judge=judge,
            fresh=fresh,
            models=models.settings,
            record=models.record,
            replay=models.replay,
            progress=told,
        )
    if as_json:
        typer.echo(json.dumps(_data(made), indent=2))
    else:
        _print(made)
    if not made.holds:
        raise typer.Exit(1)


def _data(made: Generation) -> dict[str, Any]:
    shop, renewal, record, author, judge = made.shop, made.renewal, made.record, made.texts, made.judge
    asked: dict[str, Any] = {"judge": judge_data(judge)} if judge else {}
    if author:
        asked["texts"] = {
            **author.record.model_dump(mode="json"),
            "known": author.known,
            "usage": author.usage.model_dump(mode="json"),
        }
    return {
        "folder": str(shop.path),
        "id": shop.specification.identity.id,
        "name": shop.specification.identity.name,
        "products": len(shop.data.products),
        "collections": len(shop.data.collections),
        "written": list(renewal.written),
        "kept": list(renewal.kept),
        "edited": list(renewal.edited),
        "displaced": list(renewal.displaced),
        "verified": record is not None,
        "steps": [one.model_dump(mode="json") for one in record.steps] if record else [],
        "unmet": [one.model_dump(mode="json") for one in record.unmet] if record else [],
        "fidelity": made.fidelity.model_dump(mode="json")["fields"] if made.fidelity else None,
        **asked,
    }


def _print(made: Generation) -> None:
    shop, renewal, record, author, judge = made.shop, made.renewal, made.record, made.texts, made.judge
    typer.echo(
        f"{shop.path}: {shop.specification.identity.name}, {len(shop.data.products)} products in "
        f"{len(shop.data.collections)} collections"
    )
    if made.fidelity:
        typer.echo(f"What it has of its source (fidelity.json):\n{made.fidelity.text()}")
    if renewal.kept:
        typer.echo(f"Written: {', '.join(renewal.written) or 'nothing, as nothing changed'}")
    for name in renewal.edited:
        typer.echo(f"  kept as edited: {name}")
    for name in renewal.displaced:
        typer.echo(f"  made anew: {name}; what was edited is in {name}.edited")
    if author is not None:
        _print_texts(author)
    if record is not None:
        _print_steps(record)
        for line in judge_lines(judge) if judge else ():
            typer.echo(line)
    typer.echo(f"Browse it: shopworld shop serve {shop.path}")


def _print_texts(author: AuthoringReport) -> None:
    """What the model wrote, and what stayed built-in, with reasons."""
    record = author.record
    built_in = {kind: sum(key.startswith(f"{kind}: ") for key in record.built_in) for kind in record.written}
    table = table_of("", ("texts", "left"), ("by the model", "right"), ("built-in instead", "right"))
    for kind, count in record.written.items():
        table.add_row(kind, str(count), str(built_in[kind]))
    print_table(table)
    for line in first_of([f"  {key}: {reason}" for key, reason in record.built_in.items()]):
        typer.echo(line)
    typer.echo(f"{record.model}: {cost_of(author.usage)}; {author.known} texts were there already.")


def _print_steps(record: GenerationRecord) -> None:
    from shopworld.arena.generate import sentence

    with_agent = any(one.iterations for one in record.steps)
    runs = (("iterations", "right"), ("taken", "right")) if with_agent else ()
    table = table_of("", ("step", "left"), *runs, ("errors", "right"), ("warnings", "right"), ("outcome", "left"))
    for one in record.steps:
        taken = sum(each.change == "taken" for each in one.iterations)
        numbers = (len(one.iterations), taken) if with_agent else ()
        table.add_row(one.name, *map(str, (*numbers, one.errors, one.warnings)), one.outcome)
    print_table(table)
    if record.unmet:
        typer.echo("\nUnmet:")
    for finding in record.unmet[:_LISTED_FINDINGS]:
        typer.echo(f"  {finding.severity}, {finding.area}, {finding.place}: {sentence(finding)}")
    if len(record.unmet) > _LISTED_FINDINGS:
        typer.echo(f"  and {len(record.unmet) - _LISTED_FINDINGS} more; feedback/ in the shop's folder tells all")
