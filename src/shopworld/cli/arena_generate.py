"""`shopworld arena generate`: a shop from a specification."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.arena.generate import Generation, GenerationRecord

_LISTED_FINDINGS = 12
_AGENT_SECONDS = 900.0


def generate(
    specification: Annotated[
        str, typer.Argument(help="Folder of the specification, or the name of one that ships.", metavar="SPEC")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the shop.")],
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
    verify: Annotated[bool, typer.Option(help="Verify the shop and tell what is wrong with it.")] = True,
    coding_agent: Annotated[
        str, typer.Option(metavar="CMD", help="Command of an agent that works on templates and styles, step by step.")
    ] = "",
    iterations: Annotated[int, typer.Option(min=1, help="Most runs of the agent for one step.")] = 30,
    agent_seconds: Annotated[float, typer.Option(min=1, help="Longest run of the agent.")] = _AGENT_SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Generate a shop from a specification, and verify it.

    Run again over a shop that stands, after an edit of the specification, it writes only what follows from the edit.
    Files of the shop that were edited by hand are kept, and theme/ is never touched.

    A coding agent is started anew for each iteration, without a shell, in a folder with TASK.md, feedback.md and a copy
    of the shop. Only its changes of theme/ are taken over, and only where they make nothing worse. An interrupted
    generation goes on by the same command.

    A twin sells what the explored source sells, under an invented name. It needs a specification that was explored on
    this machine.

    Specifications that ship: clothing, cookware, hardware. The exit code is 1 where verification finds an error.

    Examples:

        shopworld arena generate cookware --out shops/pans

        shopworld arena generate specifications/mine --out shops/mine --seed 7 --products 200 --no-verify

        shopworld arena generate specifications/theirs --out shops/twin --twin

        shopworld arena generate clothing --out shops/wear --coding-agent "my-agent --task TASK.md"
    """
    from shopworld.arena.bundle import read_bundle
    from shopworld.arena.generate import CodingAgent, GenerateSettings
    from shopworld.arena.generate import generate as generate_shop
    from shopworld.arena.generate.pipeline import Contents, invented
    from shopworld.arena.verify import VERIFIERS

    settings = GenerateSettings(
        seed=seed,
        products=products,
        agent=CodingAgent(coding_agent, agent_seconds) if coding_agent else None,
        iterations=iterations,
        verify=verify,
        twin=twin or source is not None,
    )
    folder = _folder_of(specification)
    bundle = read_bundle(folder)
    contents: Contents = invented
    verifiers = VERIFIERS
    if settings.twin:
        from shopworld.arena.generate.twin import TwinContents, find_source, likeness_verifier

        contents = TwinContents(find_source(folder, source))
        verifiers = (*VERIFIERS, likeness_verifier(folder))
    with _telling() as doing:
        generation = generate_shop(bundle, out, settings, contents=contents, verifiers=verifiers, doing=doing)
    if as_json:
        typer.echo(json.dumps(_data(generation), indent=2))
    else:
        _print(generation)
    if generation.record and any(one.severity == "error" for one in generation.record.unmet):
        raise typer.Exit(1)


def _folder_of(specification: str) -> Path:
    """The folder of a specification; one in the working directory goes before one that ships."""
    from shopworld.arena.bundle import BUNDLE_FILES
    from shopworld.arena.specifications import shipped_specifications

    folder = Path(specification)
    is_bundle = any((folder / name).is_file() for name in BUNDLE_FILES)
    return folder if is_bundle else shipped_specifications().get(specification, folder)


@contextmanager
def _telling() -> Iterator[Callable[[str], object]]:
    """Tells on a terminal what is being done; quiet where the output is piped."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("Generating") as status:
        yield lambda words: status.update(f"Generating: {words}")


def _data(generation: Generation) -> dict[str, Any]:
    shop, renewal, record = generation.shop, generation.renewal, generation.record
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
    }


def _print(generation: Generation) -> None:
    shop, renewal, record = generation.shop, generation.renewal, generation.record
    typer.echo(
        f"{shop.path}: {shop.specification.identity.name}, {len(shop.data.products)} products in "
        f"{len(shop.data.collections)} collections"
    )
    if renewal.kept:
        typer.echo(f"Written: {', '.join(renewal.written) or 'nothing, as nothing changed'}")
    for name in renewal.edited:
        typer.echo(f"  kept as edited: {name}")
    for name in renewal.displaced:
        typer.echo(f"  made anew: {name}; what was edited is in {name}.edited")
    if record is not None:
        _print_steps(record)
    typer.echo(f"Browse it: shopworld shop serve {shop.path}")


def _print_steps(record: GenerationRecord) -> None:
    from shopworld.arena.generate.feedback import sentence

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
