"""What a shell offers for a word that is being typed: names of suites, tasks, malls and agents, from this home.

Where none begins so, the shell offers files, as ever.
"""

from __future__ import annotations

import typer

from shopworld.errors import ShopworldError


def suites(incomplete: str) -> list[str]:
    """Suites at home."""
    from shopworld.mall import Home

    home = Home.from_environment()
    names = sorted({"default", *(path.stem for path in home.folder.glob("suites/*.json"))})
    return _beginning(names, incomplete)


def malls(incomplete: str) -> list[str]:
    """Malls at home."""
    from shopworld.mall import Home

    return _beginning(sorted({"default", *Home.from_environment().mall_names()}), incomplete)


def tasks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Tasks of the suite that was named before."""
    from shopworld.mall import Home
    from shopworld.tasks import find_suite

    try:
        suite = find_suite(str(ctx.params.get("suite") or ""), Home.from_environment().folder)
    except ShopworldError:
        return []
    return _beginning([task.id for task in suite.tasks], incomplete)


def agents(incomplete: str) -> list[str]:
    """Built-in agents."""
    from shopworld.agents import AGENT_NAMES

    return _beginning(AGENT_NAMES, incomplete)


def _beginning(names: list[str] | tuple[str, ...], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
