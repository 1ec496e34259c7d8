"""`shopworld shop verify`: what is wrong with a shop, where, and what cures it."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from shopworld.cli.arena.models import (
    BaseUrlOption,
    BudgetTokensOption,
    BudgetUsdOption,
    EffortOption,
    ModelOption,
    PricesOption,
    RecordOption,
    ReplayOption,
    TemperatureOption,
    judge_data,
    judge_lines,
    model_use,
)

if TYPE_CHECKING:
    from shopworld.arena.bundle import SpecificationBundle
    from shopworld.arena.verify import Finding

_WIDTH = 80


def verify(
    shop: Annotated[Path, typer.Argument(help="Folder of the shop.", metavar="SHOP")],
    area: Annotated[
        list[str] | None,
        typer.Option(help="Only this part: shell, collections, product, cart, search, info, integration; may repeat."),
    ] = None,
    skip: Annotated[list[str] | None, typer.Option(help="Leave out a verifier, by its name; may repeat.")] = None,
    spec: Annotated[Path | None, typer.Option(help="Specification to compare with; else the shop's own spec/.")] = None,
    model: ModelOption = "",
    base_url: BaseUrlOption = "",
    temperature: TemperatureOption = None,
    reasoning_effort: EffortOption = None,
    budget_usd: BudgetUsdOption = None,
    budget_tokens: BudgetTokensOption = None,
    prices: PricesOption = None,
    record: RecordOption = None,
    replay: ReplayOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Verify a shop: data, pages, links, forms, accessibility, looks, and what its specification says.

    Visits every page in this process, then the main pages in a browser, and explores the shop as a stranger would.
    Ends with 1 where something is wrong; warnings alone do not count.

    With a model that takes pictures, the main pages are also judged by their looks, in a wide window and a narrow one.
    What it says is added to what the checks in code find.

    Examples:

        shopworld shop verify shops/linen-store

        shopworld shop verify shops/linen-store --area cart --skip conformance --json

        shopworld shop verify shops/linen-store --model openai/gpt-5 --budget-usd 2
    """
    from shopworld.arena.verify import VERIFIERS, verify_shop
    from shopworld.arena.verify.visual import VisualJudge, with_judge
    from shopworld.errors import InputError

    use = model_use(
        model,
        base_url=base_url,
        temperature=temperature,
        reasoning_effort=reasoning_effort,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        prices=prices,
        record=record,
        replay=replay,
    )

    names = [one.name for one in VERIFIERS]
    unknown = sorted(set(skip or ()) - set(names))
    if unknown:
        raise InputError(f"{unknown[0]!r} is no verifier; expected some of {', '.join(names)}")
    chosen = [one for one in VERIFIERS if one.name not in (skip or ())]
    if use is not None and "visual" in (skip or ()):
        raise InputError("--model looks at pages with the verifier visual, and --skip visual leaves it out")
    bundle = _bundle(shop, spec)
    judge: VisualJudge | None = None
    seconds: dict[str, float] = {}
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with ExitStack() as opened:
        if use is not None:
            judge = VisualJudge(opened.enter_context(use.opened()), bundle)
            chosen = list(with_judge(chosen, judge))
        bars = opened.enter_context(
            Progress(*columns, console=console, disable=not console.is_terminal, transient=True)
        )
        task = bars.add_task("Verifying", total=None)

        def told(name: str, taken: float) -> None:
            seconds[name] = round(taken, 2)
            bars.update(task, description=f"Verifying: {name} is through")

        found = verify_shop(shop, bundle, area, verifiers=chosen, told=told)
    errors = sum(one.severity == "error" for one in found)
    if as_json:
        findings = [one.model_dump(mode="json") for one in found]
        told_of_judge = {"judge": judge_data(judge.report)} if judge else {}
        typer.echo(json.dumps({"errors": errors, "findings": findings, "seconds": seconds, **told_of_judge}, indent=2))
    else:
        _print(found, errors, seconds)
        for line in judge_lines(judge.report) if judge else ():
            typer.echo(line)
    if errors:
        raise typer.Exit(1)


def _bundle(shop: Path, spec: Path | None) -> SpecificationBundle | None:
    """The specification to compare with; None where the shop came without one."""
    from shopworld.arena.bundle import BUNDLE_FILES, read_bundle

    own = shop / "spec"
    if spec is None and not all((own / name).is_file() for name in BUNDLE_FILES):
        return None
    return read_bundle(spec or own)


def _print(found: list[Finding], errors: int, seconds: dict[str, float]) -> None:
    took = sum(seconds.values())
    if not found:
        typer.echo(f"Nothing is wrong ({took:.0f} s).")
        return
    console = Console(highlight=False, width=_WIDTH)
    for area in dict.fromkeys(one.area for one in found):
        console.print(f"[bold]{area}[/bold]")
        for one in (each for each in found if each.area == area):
            mark = "error" if one.severity == "error" else "warning"
            console.print(f"  {mark}: {one.place} ({one.verifier})", markup=False)
            console.print(f"    {one.what}", markup=False)
            console.print(f"    → {one.cure}", markup=False)
    warnings = len(found) - errors
    typer.echo(f"{_counted(errors, 'error')}, {_counted(warnings, 'warning')} ({took:.0f} s).")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
