"""Executes the Python blocks of pages: `run_examples.py FOLDER PAGE…`.

Each page has a namespace and a folder of its own.
A process of its own, as examples register events and threads. Prints one line of JSON a page: what it raised, or null.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from corner_shop import build_catalog, make_specification
from page_samples import sample_pages, specification
from shop_samples import make_data, make_product
from tool_world import make_tool_world
from written_pages import ROOT, blocks

from shopworld.catalog import Catalog
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Home, Mall, make_default_mall
from shopworld.shop.data import write_shop_data
from shopworld.shop.importing import import_shop
from shopworld.tasks import load_suite

_HOME = Home(Path(os.environ["SHOPWORLD_HOME"]))


def _episode() -> Episode:
    identity = EpisodeIdentity("agent", "task")
    return Episode(identity, identity.label(b"a secret of the examples"))


def _mall() -> Mall:
    return Mall.open(_HOME.mall("default"))


def _catalog() -> dict[str, Any]:
    with Catalog.open(_HOME.mall("default") / "catalog") as known:
        offer = next(iter(known.iterate_offers())).model_copy(
            update={"shop_id": "techtalk", "slug": "crucial-p3-plus-2tb"}
        )
        product = known.product(offer.product_id)
    build_catalog(Path("corner"))
    with Catalog.open(Path("corner")) as corner:
        review = next(one for offer in corner.iterate_offers() for one in corner.reviews(offer.product_id))
    Path("shop.csv.gz").write_bytes(gzip.compress(b"ID,Name,Regular price,Categories\n1,Mouse,9.99,Mice\n"))
    return {"product": product, "offer": offer, "review": review.model_copy(update={"product_id": offer.product_id})}


def _designs() -> dict[str, Any]:
    return {"specification": specification("boutique"), "page": sample_pages("boutique")["home"], "found": ()}


def _shop() -> dict[str, Any]:
    build_catalog(Path("catalog"))
    write_shop_data(make_data(products=[make_product("mug")]), Path("data"))
    import_shop(Path("data"), Path("shops/mine"))
    return {"specification": make_specification(), "folder": Path("catalog"), "Path": Path}


def _tasks() -> dict[str, Any]:
    suite = load_suite(_HOME.suite("default"))
    return {"task": suite.tasks[0], "episode": _episode(), "mall": _mall()}


def _tools() -> dict[str, Any]:
    suite = make_tool_world(_HOME)
    _HOME.catalog("chargers").rename(_HOME.catalog("electronics"))
    return {"home": _HOME, "task": suite.tasks[0], "episode": _episode()}


GIVEN: dict[str, Callable[[], dict[str, Any]]] = {
    "docs/catalog.md": _catalog,
    "docs/designs.md": _designs,
    "docs/guru.md": lambda: {"mall": _mall()},
    "docs/shop.md": _shop,
    "docs/tasks.md": _tasks,
    "docs/tools.md": _tools,
}
"""What the examples of a page take as given."""


def _run(page: str, folder: Path) -> str | None:
    folder.mkdir()
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        names: dict[str, Any] = {"__name__": "example"}
        try:
            names |= GIVEN.get(page, dict)()
            for block in blocks(page):
                if not block.why:
                    exec(compile("\n" * (block.line - 1) + block.code, str(ROOT / page), "exec"), names)
        except BaseException:
            return traceback.format_exc()
    return None


def main() -> None:
    """Executes the pages that are named."""
    folder = Path(sys.argv[1])
    _HOME.mall("default").parent.mkdir(parents=True)
    make_default_mall(_HOME.mall("default"), 3, 400, name="default")
    import shopworld

    shopworld.load_suite("default", home=_HOME.folder)
    for number, page in enumerate(sys.argv[2:]):
        sys.stdout.write(json.dumps([page, _run(page, folder / str(number))]) + "\n")


if __name__ == "__main__":
    main()
