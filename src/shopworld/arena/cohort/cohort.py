"""Many shops from one manual: generated one after the other, looked at, and measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.cohort.looking import SeenShop
from shopworld.arena.cohort.looks import drawn_look
from shopworld.arena.cohort.making import ShopOrder, captured, looked_at, written
from shopworld.arena.cohort.spread import Spread, spread_of
from shopworld.arena.generate.catalog import make_identity
from shopworld.arena.similarity.capture import Capture
from shopworld.errors import InputError
from shopworld.shop import ShopFolder, family_names

_STEP, _TRIES = 100_003, 40
"""Far enough that seeds of other shops of a cohort are not met."""


@dataclass(frozen=True, slots=True)
class CohortSettings:
    """How a cohort is made.

    Attributes:
        count: of shops.
        seed: of all choices.
        products: of each shop; None: as the manual says.
        families: to deal from; none: all there are.
        keep_style: whether all wear the manual's own style.
        navigations: most pages that are opened of each for its graph; 0: no graphs are measured.
    """

    count: int = 6
    seed: int = 1
    products: int | None = None
    families: tuple[str, ...] = ()
    keep_style: bool = False
    navigations: int = 0


@dataclass(slots=True)
class Cohort:
    """Shops of one manual.

    Attributes:
        shops: in the order of their numbers.
        seen: of each.
        spread: of all.
        graphs: of each; none where they were not measured.
    """

    shops: list[ShopFolder]
    seen: list[SeenShop]
    spread: Spread
    graphs: list[Capture] = field(default_factory=list)


def make_cohort(
    bundle: SpecificationBundle,
    out: Path,
    settings: CohortSettings | None = None,
    *,
    doing: Callable[[int, int, str], object] = lambda *_: None,
    ray: str = "",
) -> Cohort:
    """Generates shops `01`, `02`, … below a folder, and measures how far they spread.

    Args:
        bundle: the manual.
        out: folder; shops that stand there are generated over.
        settings: how.
        doing: hears how many shops are done, of how many, and what comes now.
        ray: address of a Ray cluster whose nodes make them; empty: this machine does.

    Raises:
        InputError: fewer than one shop is asked for, or a family that there is not.
        BrowserMissing: there is no Chromium.
        ClusterError: the cluster cannot be used.
    """
    settings = settings or CohortSettings()
    families = settings.families or family_names()
    unknown = [one for one in families if one not in family_names()]
    if settings.count < 1 or unknown:
        what = f"there is no storefront family {unknown[0]!r}" if unknown else f"found {settings.count} shops"
        raise InputError(what, field="families" if unknown else "count", hint=f"families: {', '.join(family_names())}")
    orders = [
        ShopOrder(
            replace(bundle, style=bundle.style if settings.keep_style else drawn_look(settings.seed, number, families)),
            number,
            seed,
            settings.products,
            settings.navigations,
        )
        for number, seed in enumerate(_seeds(bundle, settings))
    ]
    if ray:
        from shopworld.arena.cohort.over_nodes import made_on_nodes

        made = made_on_nodes(ray, orders, out, doing)
        shops, seen = [one for one, _, _ in made], [one for _, one, _ in made]
        graphs = [one for _, _, one in made if one is not None]
        return Cohort(shops, seen, spread_of([one.traits for one in seen]), graphs)
    shops = []
    for number, order in enumerate(orders):
        doing(number, settings.count, "writing")
        shops.append(written(order, out))
    seen = looked_at(shops, doing)
    if settings.navigations:
        doing(0, len(shops), "graphs")
    graphs = captured(shops, settings.navigations)
    return Cohort(shops, seen, spread_of([one.traits for one in seen]), graphs)


def _seeds(bundle: SpecificationBundle, settings: CohortSettings) -> list[int]:
    """A seed for each shop: the first of some that gives it a name of its own; the first where each name is taken."""
    found: list[int] = []
    named: set[str] = set()
    for number in range(settings.count):
        first = settings.seed * 1000 + number
        tried = (first + _STEP * turn for turn in range(_TRIES))
        seed = next((one for one in tried if make_identity(bundle, one).name not in named), first)
        named.add(make_identity(bundle, seed).name)
        found.append(seed)
    return found
