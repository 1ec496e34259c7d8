"""The report page of a mall of crawled offers: WebMall's table 1, lengths, clusters, what each stage left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from minijinja import Environment

from shopworld.offers.tally import StageTally
from shopworld.shop import ShopSpecification

if TYPE_CHECKING:  # they make what is reported here
    from shopworld.offers.pipeline import OfferRun
    from shopworld.offers.sold_offer import SoldOffer

_TEMPLATE = Path(__file__).parent / "report.html"
_QUANTILES = ((0.0, "shortest"), (0.25, "25 %"), (0.5, "median"), (0.75, "75 %"), (0.9, "90 %"), (1.0, "longest"))
_SAMPLES = 12


def write_report(
    file: Path, run: OfferRun, shops: Sequence[ShopSpecification], sold: Sequence[SoldOffer], tally: StageTally
) -> None:
    """Writes the report.

    Args:
        file: to be.
        run: over the crawl.
        shops: of the mall, in order.
        sold: its offers.
        tally: counts of choosing them.
    """
    environment = Environment(
        templates={"report.html": _TEMPLATE.read_text(encoding="utf-8")}, auto_escape_callback=lambda _: "html"
    )
    stages = [*run.tally.stages, *tally.stages]
    text = environment.render_template(
        "report.html",
        offers=len(sold),
        shops=[one.identity.name for one in shops],
        table=table_1(shops, sold),
        lengths=lengths(sold),
        clusters=clusters_by_size(sold),
        stages=[_stage(one) for one in stages],
        samples=_samples(sold),
        syntaxes=_shares(Counter(one.crawled.syntax for one in sold)),
        hosts=len({one.crawled.host for one in sold}),
    )
    file.write_text(text, encoding="utf-8")


def table_1(shops: Sequence[ShopSpecification], sold: Sequence[SoldOffer]) -> list[dict[str, Any]]:
    """Offers by department and shop, with shares in percent of each column (WebMall, table 1)."""
    ids = [one.identity.id for one in shops]
    counts = Counter((one.offer.department, one.offer.shop_id) for one in sold)
    totals = Counter(one.offer.shop_id for one in sold)
    rows = []
    for name in dict.fromkeys(sorted(department for department, _ in counts)):
        numbers = [counts[name, shop] for shop in ids]
        cells = [
            (sum(numbers), len(sold)),
            *((number, totals[shop]) for number, shop in zip(numbers, ids, strict=True)),
        ]
        rows.append({"name": name, "cells": [_cell(number, total) for number, total in cells]})
    whole = [(len(sold), len(sold)), *((totals[shop], totals[shop]) for shop in ids)]
    return [*rows, {"name": "Total", "cells": [_cell(number, total) for number, total in whole]}]


def _cell(number: int, total: int) -> dict[str, str]:
    return {"offers": f"{number:,}", "share": f"{100 * number / total if total else 0:.1f}"}


def lengths(sold: Sequence[SoldOffer]) -> list[dict[str, Any]]:
    """Quantiles of the lengths of titles and descriptions, in characters."""
    found = []
    for name, values in (
        ("title", [len(one.offer.title) for one in sold]),
        ("description", [len(one.crawled.text) for one in sold]),
    ):
        cells = [(label, f"{np.quantile(values, share):,.0f}") for share, label in _QUANTILES]
        found.append({"name": name, "cells": [*cells, ("mean", f"{np.mean(values):,.1f}")]})
    return found


def clusters_by_size(sold: Sequence[SoldOffer]) -> list[tuple[int, int]]:
    """How many products so many shops sell."""
    sizes = Counter(one.offer.product_id for one in sold)
    return sorted(Counter(sizes.values()).items())


def _stage(one: Any) -> dict[str, Any]:
    drops = [
        {"reason": name, "count": f"{drop.count:,}", "samples": drop.samples[:2]} for name, drop in one.drops.items()
    ]
    notes = [{"reason": name, "count": f"{note.count:,}"} for name, note in one.notes.items()]
    return {
        "name": one.stage,
        "came_in": f"{one.came_in:,}",
        "went_out": f"{one.went_out:,}",
        "dropped": f"{one.dropped:,}",
        "drops": drops,
        "notes": notes,
    }


def _samples(sold: Sequence[SoldOffer]) -> list[dict[str, Any]]:
    chosen = Random("samples").sample(range(len(sold)), min(_SAMPLES, len(sold)))
    return [
        {
            "title": sold[at].offer.title,
            "price": f"{(sold[at].offer.price or 0) / 100:.2f} {sold[at].offer.currency}",
            "text": sold[at].crawled.text[:300],
            "address": sold[at].crawled.address,
            "facts": [
                f"{one.attribute.name}: {one.attribute.value} ({one.verdict}, {one.source}: “{one.evidence}”)"
                for one in sold[at].facts
            ],
        }
        for at in sorted(chosen)
    ]


def _shares(counts: Counter[str]) -> list[tuple[str, str]]:
    return [(name, f"{number:,}") for name, number in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
