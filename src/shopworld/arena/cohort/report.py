"""The report of a cohort: figures, and a sheet with four pages of every shop."""

from __future__ import annotations

import json
from html import escape
from io import BytesIO
from itertools import combinations
from pathlib import Path
from statistics import mean, median, pstdev
from typing import Any

from PIL import Image

from shopworld.arena.cohort.cohort import Cohort
from shopworld.arena.similarity.distance import distance_between

_PAGES = ("home", "listing", "product", "cart")
_WIDTH, _GAP = 480, 8
_STYLE = (
    "body{font:15px/1.5 sans-serif;margin:2rem;max-width:70rem}td,th{padding:.2rem .9rem .2rem 0;text-align:left}"
    "img{max-width:100%}"
)


def write_cohort_report(cohort: Cohort, out: Path) -> dict[str, Any]:
    """Writes `cohort.json`, `cohort.html` and `sheet.webp` into a folder.

    Args:
        cohort: measured.
        out: folder, which is there.

    Returns:
        what stands in `cohort.json`.
    """
    told = figures_of(cohort)
    (out / "cohort.json").write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    _sheet(cohort).save(out / "sheet.webp", quality=80)
    (out / "cohort.html").write_text(_html(told), encoding="utf-8")
    return told


def figures_of(cohort: Cohort) -> dict[str, Any]:
    """The figures of a cohort as plain data."""
    shops = [
        {
            "folder": shop.path.name,
            "name": seen.traits.name,
            "family": seen.traits.family,
            "addresses": shop.specification.identity.addresses,
        }
        for shop, seen in zip(cohort.shops, cohort.seen, strict=True)
    ]
    told: dict[str, Any] = {"shops": shops, "spread": cohort.spread.model_dump(mode="json")}
    if cohort.graphs:
        told["graphs"] = _graphs(cohort)
    return told


def _graphs(cohort: Cohort) -> dict[str, Any]:
    """The released measures of each shop's graph and pages: mean and deviation; distances of all pairs."""
    rows: dict[str, list[float]] = {}
    for one in cohort.graphs:
        numbers = {**one.statistics.model_dump(), **one.complexity.mean}
        for name, value in numbers.items():
            if value is not None:
                rows.setdefault(name, []).append(float(value))
    distances = [
        distance_between(first.graph, second.graph, first.roles, second.roles).model_dump()
        for first, second in combinations(cohort.graphs, 2)
    ]
    return {
        "measures": {
            name: {"mean": round(mean(values), 3), "deviation": round(pstdev(values), 3)}
            for name, values in rows.items()
        },
        "distances": {
            name: round(median(one[name] for one in distances), 4) for name in (distances[0] if distances else ())
        },
    }


def _sheet(cohort: Cohort) -> Image.Image:
    """A row a shop: home, listing, product, cart."""
    rows = []
    for seen in cohort.seen:
        row = []
        for name in _PAGES:
            picture = Image.open(BytesIO(seen.pictures[name])).convert("RGB")
            row.append(picture.resize((_WIDTH, round(picture.height * _WIDTH / picture.width))))
        rows.append(row)
    height = max(one.height for row in rows for one in row)
    sheet = Image.new("RGB", ((_WIDTH + _GAP) * len(_PAGES), (height + _GAP) * len(rows)), "#808080")
    for down, row in enumerate(rows):
        for across, picture in enumerate(row):
            sheet.paste(picture, (across * (_WIDTH + _GAP), down * (height + _GAP)))
    return sheet


def _html(told: dict[str, Any]) -> str:
    shops = "".join(
        f"<tr><td>{escape(one['folder'])}</td><td>{escape(one['name'])}</td><td>{escape(one['family'])}</td>"
        f"<td>{escape(one['addresses'])}</td></tr>"
        for one in told["shops"]
    )
    spread = told["spread"]
    rows = "".join(
        f"<tr><th scope=row>{name}</th>"
        + "".join(f"<td>{spread[name][key]}</td>" for key in ("lowest", "median", "highest"))
        + f"<td>{spread['within_families'].get(name, '–')}</td>"
        f"<td>{spread['between_families'].get(name, '–')}</td></tr>"
        for name in ("layout", "roles", "words", "pictures")
        if spread[name]
    )
    graphs = told.get("graphs")
    measured = ""
    if graphs:
        lines = "".join(
            f"<tr><th scope=row>{escape(name)}</th><td>{one['mean']}</td><td>{one['deviation']}</td></tr>"
            for name, one in graphs["measures"].items()
        )
        far = ", ".join(f"{escape(name)} {value}" for name, value in graphs["distances"].items())
        measured = (
            f"<h2>Graphs</h2><p>Median distances of all pairs: {far}.</p><table><tr><th>measure</th><th>mean</th>"
            f"<th>deviation</th></tr>{lines}</table>"
        )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Cohort</title><style>{_STYLE}</style>'
        "<h1>Cohort</h1><h2>Spread</h2><table><tr><th>distance</th><th>lowest</th><th>median</th><th>highest</th>"
        f"<th>within families</th><th>between families</th></tr>{rows}</table>{measured}"
        f"<h2>Shops</h2><table><tr><th>folder</th><th>name</th><th>family</th><th>addresses</th></tr>{shops}</table>"
        '<h2>Home, listing, product, cart</h2><img src="sheet.webp" alt="Four pages of every shop"></html>\n'
    )
