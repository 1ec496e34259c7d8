"""Matching as a stage: the rows of all files become one file of offers, with clusters; duplicates stand in another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shopworld.offers.departments import STAGE as DEPARTMENTS
from shopworld.offers.matching.clusters import Clustering, cluster_offers
from shopworld.offers.matching.columns import MatchColumns, read_columns
from shopworld.offers.matching.duplicates import exact_duplicates, near_duplicates
from shopworld.offers.parts import needed
from shopworld.offers.rows import read_rows, schema, write_rows
from shopworld.offers.tally import StageTally

EXACT, CLUSTERS, NEAR = "exact duplicates", "clusters", "near duplicates"
OFFERS_FILE = "offers.parquet"
DUPLICATES_FILE = "duplicates.parquet"


@dataclass(frozen=True, slots=True)
class Matched:
    """What matching made.

    Attributes:
        offers: number of offers that are left.
        clusters: number of products that two offers or more sell.
        tally: counts of the stages.
    """

    offers: int
    clusters: int
    tally: StageTally


def match_offers(files: Sequence[Path], out: Path) -> Matched:
    """Finds duplicates and clusters, and writes the offers that are left.

    Args:
        files: of rows, in the order of the crawl's files.
        out: folder; `offers.parquet` and `duplicates.parquet` are written there.
    """
    columns, tally = read_columns(files), StageTally()
    numbers = np.arange(len(columns), dtype=np.int64)
    first = exact_duplicates(columns)
    alive = first == numbers
    _count(tally, EXACT, columns, numbers, ~alive, "title, description, price and currency of another")
    found = cluster_offers(columns, alive)
    tally.take(CLUSTERS, int(alive.sum()))
    tally.give(CLUSTERS, int(alive.sum()))
    for what, count in (("identifiers of many unlike offers", found.dropped), ("groups taken apart", found.split)):
        if count:
            tally.note(CLUSTERS, what, "identifiers", count)
    repeats = near_duplicates(columns, first)
    repeated = np.zeros(len(columns), dtype=bool)
    repeated[list(repeats)] = True
    _count(tally, NEAR, columns, np.flatnonzero(alive), repeated, "nearly the text of another at the same price")
    alive &= ~repeated
    clusters = _settled(found, alive, columns)
    left = _write(files, out, alive, clusters, tally)
    _write_duplicates(out, columns, first, repeats)
    return Matched(left, len(set(clusters.values())), tally)


def _count(
    tally: StageTally, stage: str, columns: MatchColumns, among: NDArray[np.int64], drop: NDArray[np.bool_], reason: str
) -> None:
    dropped = [int(number) for number in among if drop[number]]
    tally.take(stage, len(among))
    for number in dropped[:5]:
        tally.drop(stage, reason, columns.ids[number].as_py())
    if len(dropped) > 5:
        tally.drop(stage, reason, "", len(dropped) - 5)
    tally.give(stage, len(among) - len(dropped))


def _settled(found: Clustering, alive: NDArray[np.bool_], columns: MatchColumns) -> dict[int, str]:
    """For each offer that is left the name of its cluster, for clusters with two offers left."""
    members: dict[int, list[int]] = {}
    for number in np.flatnonzero(alive & (found.of >= 0)).tolist():
        members.setdefault(int(found.of[number]), []).append(number)
    return {
        number: str(columns.ids[group[0]].as_py()) for group in members.values() if len(group) > 1 for number in group
    }


def _write(
    files: Sequence[Path],
    out: Path,
    alive: NDArray[np.bool_],
    clusters: dict[int, str],
    tally: StageTally,
) -> int:
    """Writes the offers that belong to a department, in order."""
    shape = schema(more=("cluster",))

    def rows() -> Iterator[dict[str, Any]]:
        number = -1
        for file in files:
            for row in read_rows(file, [one.name for one in schema()]):
                number += 1
                if not alive[number]:
                    continue
                tally.take(DEPARTMENTS)
                if not row["department"]:
                    tally.drop(DEPARTMENTS, "no department", f"{row['file']}, record {row['record']}")
                    continue
                tally.give(DEPARTMENTS)
                yield {**row, "cluster": clusters.get(number, "")}

    return write_rows(out / OFFERS_FILE, rows(), shape)


def _write_duplicates(out: Path, columns: MatchColumns, first: NDArray[np.int64], near: dict[int, int]) -> None:
    arrow = needed("pyarrow")
    shape = arrow.schema([arrow.field(name, arrow.string()) for name in ("id", "of", "stage")])

    def rows() -> Iterator[dict[str, Any]]:
        for number in range(len(columns)):
            if first[number] != number:
                yield {"id": columns.ids[number].as_py(), "of": columns.ids[int(first[number])].as_py(), "stage": EXACT}
            elif number in near:
                yield {"id": columns.ids[number].as_py(), "of": columns.ids[near[number]].as_py(), "stage": NEAR}

    write_rows(out / DUPLICATES_FILE, rows(), shape)
