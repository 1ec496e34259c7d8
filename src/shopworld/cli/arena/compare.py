"""`shopworld arena compare`: two shops, or two groups of shops, beside each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.errors import InputError

if TYPE_CHECKING:
    from shopworld.arena import Behaviour, Correlation, GroupComparison, Rate, ShopComparison

_GROUP = "--group"
_BETWEEN = "\n"
_TWO = 2


class GroupsCommand(TyperCommand):
    """A command whose `--group` takes all words up to the next option: `--group A B C --group D E`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Joins the words of each group into one value."""
        return super().parse_args(ctx, joined_groups(args))


def joined_groups(args: Sequence[str]) -> list[str]:
    """The arguments with the words of each group as one, a word a line."""
    joined: list[str] = []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        joined.append(word)
        if word == _GROUP:
            members = []
            while rest and not rest[0].startswith("--"):
                members.append(rest.pop(0))
            if members:
                joined.append(_BETWEEN.join(members))
    return joined


def compare(
    shops: Annotated[
        list[str] | None,
        typer.Argument(
            help="Two shops: folders, shops of a mall (SHOP of the default mall, MALL/SHOP), or addresses on this "
            "machine.",
            metavar="[A B]",
        ),
    ] = None,
    group: Annotated[list[str] | None, typer.Option(help="A group of shops; give it twice.", metavar="SHOP...")] = None,
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("comparison"),
    source_run: Annotated[
        list[Path] | None,
        typer.Option(help="Run folder in the source; with --twin-run, agents are compared; may repeat."),
    ] = None,
    twin_run: Annotated[
        list[Path] | None, typer.Option(help="Run folder of the same tasks in its twin; may repeat.")
    ] = None,
    navigations: Annotated[int, typer.Option(min=1, help="Most pages that are opened in a shop.")] = 64,
    hops: Annotated[int, typer.Option(min=1, help="Most clicks from home.")] = 3,
    seed: Annotated[int, typer.Option(help="Of bootstrap intervals.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Measure how alike shops are: pages, state-transition graphs, and how agents do in them.

    Two shops are compared state by state, with a graph of each and pictures side by side. Two groups are compared
    measure by measure, unpaired. Two run folders tell whether agents do alike in a shop and in its twin.

    Examples:

        shopworld arena compare shops/clothing shops/clothing-2 --out comparison

        shopworld arena compare kernel-and-coil shops/hardware

        shopworld arena compare --group kernel-and-coil swiftlap --group shops/clothing shops/cookware

        shopworld arena compare --source-run runs/source --twin-run runs/twin
    """
    groups = [one.split(_BETWEEN) for one in group or ()]
    named = shops or []
    if bool(source_run) != bool(twin_run):
        raise InputError("expected both --source-run and --twin-run", hint="Give the run folders of both shops.")
    compares_runs = bool(source_run and twin_run and not named and not groups)
    if not compares_runs and (source_run or bool(named) == bool(groups) or len(named or groups) != _TWO):
        raise InputError(
            f"got {len(named)} shops and {len(groups)} groups; expected two shops, or two groups, or two run folders",
            hint="shopworld arena compare A B, or --group A B --group C D, or --source-run X --twin-run Y",
        )
    from shopworld.api import compare_groups, compare_runs, compare_shops

    crawled: dict[str, Any] = {"navigations": navigations, "hops": hops}
    with progress() as told:
        if source_run and twin_run:
            agents = compare_runs(source_run, twin_run, out, seed=seed)
            show, data = partial(_print_behaviour, agents), agents.model_dump(mode="json")
        elif named:
            pair = compare_shops(named[0], named[1], out, **crawled, progress=told)
            show, data = partial(_print_two, pair), _shop_data(pair)
        else:
            sides = compare_groups(groups[0], groups[1], out, **crawled, seed=seed, progress=told)
            show, data = partial(_print_groups, sides), _group_data(sides)
    if as_json:
        typer.echo(json.dumps({"report": str(out / "report.html"), **data}, indent=2))
        return
    show()
    typer.echo(f"\nReport: {out / 'report.html'}")


def _group_data(found: GroupComparison) -> dict[str, Any]:
    names = {"a": [one.name for one in found.first], "b": [one.name for one in found.second]}
    return {"groups": names, "measures": [one.model_dump(mode="json") for one in found.measures]}


def _shop_data(found: ShopComparison) -> dict[str, Any]:
    return {
        "distance": found.distance.model_dump(mode="json"),
        "shops": [
            {
                "name": one.name,
                "source": one.source,
                "graph": one.statistics.model_dump(mode="json"),
                "complexity": one.complexity.model_dump(mode="json"),
                "states": list(one.graph.nodes),
                "pages_read": one.pages_read,
                "dead_links": list(one.dead_links),
            }
            for one in (found.first, found.second)
        ],
    }


def _print_two(found: ShopComparison) -> None:
    from shopworld.arena import MEASURES, number

    table = table_of("", ("measure", "left"), (found.first.name, "right"), (found.second.name, "right"))
    for measure, value in MEASURES:
        table.add_row(measure.title, number(value(found.first)), number(value(found.second)))
    print_table(table)
    distance = found.distance
    typer.echo(
        f"\nDistance: graph {distance.graph:.2f} (states {distance.nodes:.2f}, edges {distance.edges:.2f}), "
        f"roles {distance.roles:.2f}"
    )


def _print_groups(found: GroupComparison) -> None:
    from shopworld.arena import COMPARABLE, LOWER, number

    signs = {COMPARABLE: "≈", LOWER: "<", "": ""}
    numbers = [(name, "right") for name in ("median A", "median B", "delta", "p", "paper")]
    table = table_of("", ("measure", "left"), *numbers)
    for one in found.measures:
        title = one.measure.title.replace(", mean of states", " (mean)").replace(", whole shop", "")
        medians = number(one.first_median), number(one.second_median)
        sign = signs[one.measure.published]
        table.add_row(title, *medians, f"{one.delta:+.2f}", f"{one.p_value:.2f}", sign)
    print_table(table)
    typer.echo("\npaper: its sandboxes beside live shops, ≈ comparable, < lower; it prints no numbers")


def _print_behaviour(found: Behaviour) -> None:
    from shopworld.arena import PUBLISHED

    table = table_of("", ("agent", "left"), ("source", "right"), ("twin", "right"), ("tasks alike", "right"))
    for one in found.agents:
        table.add_row(one.agent, _rate(one.source), _rate(one.twin), f"{one.agreement:.1%}")
    print_table(table)
    left_out = f"; {found.left_out} in one of them only" if found.left_out else ""
    typer.echo(f"\n{found.tasks} tasks in both runs{left_out}")
    typer.echo("Correlation of success rates")
    typer.echo(f"  over agents: {_correlation(found.by_agent)}")
    typer.echo(f"  over agents and categories: {_correlation(found.by_agent_and_category)}")
    published = ", ".join(f"{name} {rate:.1f} %" for name, rate in PUBLISHED)
    typer.echo(f"\nShopGym's sandboxes: {published}")
    typer.echo("(long-horizon tasks; its plot of live shops beside twins has no numbers)")


def _rate(found: Rate) -> str:
    return f"{found.value:.1%} ({found.low:.0%} to {found.high:.0%})"


def _correlation(found: Correlation) -> str:
    if found.pearson is None:
        return f"none ({found.points} points, or all alike)"
    interval = "" if found.low is None else f" ({found.low:.2f} to {found.high:.2f})"
    rank = "" if found.spearman is None else f", by rank {found.spearman:.2f}"
    return f"{found.pearson:.2f}{interval}{rank}, {found.points} points"
