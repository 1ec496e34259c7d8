"""WebMall's release as a catalog to measure against: its four CSV files, and the products its golds tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import orjson

from shopworld.catalog.importers.report import ImportReport
from shopworld.catalog.importers.woocommerce import read_woocommerce
from shopworld.catalog.model import Offer
from shopworld.errors import InputError
from shopworld.files import read_bounded

_ANSWER = re.compile(r"\{\{URL_(\d)\}\}/product/([^/#\s]+)")
_SAME_PRODUCT = ("Specific_Product", "Add_To_Cart")
"""Categories whose answers are all offers of one product."""


def read_release_offers(folder: Path) -> list[Offer]:
    """The offers of the CSV files in a folder, in the order of the files' names; shops are numbered from 1.

    Raises:
        InputError: there is no CSV file, or one is not as it must be.
    """
    files = sorted([*folder.glob("*.csv"), *folder.glob("*.csv.gz")])
    if not files:
        raise InputError("no CSV file of offers here", file=folder, hint="Name WebMall's folder, a catalog, or a JSON.")
    report = ImportReport()
    return [one for at, file in enumerate(files, 1) for _, one in read_woocommerce(file, f"shop-{at}", report)]


def gold_groups(folder: Path, offers: Sequence[Offer]) -> Iterator[tuple[Offer, ...]]:
    """The offers of one product, product by product, as the folder's task sets (`task_sets.json`) have them."""
    file = folder / "task_sets.json"
    if not file.is_file():
        return
    by_slug = {(one.shop_id, one.slug): one for one in offers}
    try:
        tasks = [task for task_set in orjson.loads(read_bounded(file)) for task in task_set["tasks"]]
        answers = [one["correct_answer"]["answers"] for one in tasks if one["category"] in _SAME_PRODUCT]
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise InputError(f"no task sets as WebMall's release has them: {error!r}", file=file) from error
    for own in answers:
        found = (_ANSWER.search(str(answer)) for answer in own)
        keys = ((f"shop-{one[1]}", one[2].rstrip(".")) for one in found if one)
        yield tuple(by_slug[key] for key in keys if key in by_slug)
