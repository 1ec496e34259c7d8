"""Many shops from one manual: generated one after the other, looked at, and measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.cohort.looking import SeenShop, look_at
from shopworld.arena.cohort.looks import drawn_look
from shopworld.arena.cohort.spread import Spread, spread_of
from shopworld.arena.generate import generate_shop
from shopworld.arena.generate.catalog import make_identity
from shopworld.arena.similarity.capture import Capture
from shopworld.arena.similarity.comparing import capture_all
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.environments import BrowserProcess
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
) -> Cohort:
    """Generates shops `01`, `02`, … below a folder, and measures how far they spread.

    Args:
        bundle: the manual.
        out: folder; shops that stand there are generated over.
        settings: how.
        doing: hears how many shops are done, of how many, and what comes now.

    Raises:
        InputError: fewer than one shop is asked for, or a family that there is not.
        BrowserMissing: there is no Chromium.
    """
    settings = settings or CohortSettings()
    families = settings.families or family_names()
    unknown = [one for one in families if one not in family_names()]
    if settings.count < 1 or unknown:
        what = f"there is no storefront family {unknown[0]!r}" if unknown else f"found {settings.count} shops"
        raise InputError(what, field="families" if unknown else "count", hint=f"families: {', '.join(family_names())}")
    shops = []
    named: list[str] = []
    for number in range(settings.count):
        doing(number, settings.count, "writing")
        seed = _seed_of_a_new_name(bundle, settings.seed * 1000 + number, named)
        look = bundle.style if settings.keep_style else drawn_look(settings.seed, number, families)
        made = generate_shop(
            replace(bundle, style=look),
            out / f"{number + 1:02}",
            seed=seed,
            products=settings.products,
        )
        shops.append(made.shop)
        named.append(made.shop.specification.identity.name)
    seen = _looked_at(shops, doing)
    graphs = _graphs(shops, settings, doing)
    return Cohort(shops, seen, spread_of([one.traits for one in seen]), graphs)


def _seed_of_a_new_name(bundle: SpecificationBundle, seed: int, named: Sequence[str]) -> int:
    """The first of some seeds that gives a shop a name of its own; the seed itself where each name is taken."""
    others = (seed + _STEP * turn for turn in range(_TRIES))
    return next((one for one in others if make_identity(bundle, one).name not in named), seed)


def _looked_at(shops: Sequence[ShopFolder], doing: Callable[[int, int, str], object]) -> list[SeenShop]:
    with ExitStack() as stack:
        browser = stack.enter_context(BrowserProcess())
        found = []
        for number, shop in enumerate(shops):
            doing(number, len(shops), "looking")
            found.append(look_at(shop, browser))
    return found


def _graphs(
    shops: Sequence[ShopFolder], settings: CohortSettings, doing: Callable[[int, int, str], object]
) -> list[Capture]:
    if not settings.navigations:
        return []
    doing(0, len(shops), "graphs")
    captured = capture_all([str(one.path) for one in shops], CrawlSettings(navigations=settings.navigations))
    return [one.capture for one in captured]
