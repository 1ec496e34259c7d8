"""A mall of ten offers in WebMall's four shops, and a release in WebMall's format written by the tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shopworld.catalog import Catalog, CatalogBuilder, wordpress_slug
from shopworld.catalog.model import Offer, Product
from shopworld.mall import Home, Mall, webmall_shops, write_mall

STOCK: dict[str, list[tuple[str, int | None]]] = {
    "e-store-athletes": [("Ryzen 9 5900X - 12 Cores", 30000), ("Corsair Case White", 9000)],
    "techtalk": [
        ("Ryzen 9 5900X - 12-core", 29000),
        ("Corsair Case White", 8000),
        ("Xbox Series S, Hvit, 10240 GB, GDDR6", 25000),
    ],
    "camelcases": [("Corsair Case Black", 7000), ("Quiet Fan 12 cm", None), ("Bose Headphone", 19900)],
    "hardware-cafe": [("Bose Headphones - Black", 19900), ("Corsair Case White", 8000)],
}
"""Title and price in cents, by shop."""


@pytest.fixture(scope="session")
def mini_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with the mall `webmall` of ten offers."""
    home = Home(tmp_path_factory.mktemp("home"))

    def build_catalog(folder: Path) -> str:
        with CatalogBuilder(folder, name="mini") as builder:
            for shop_id, rows in STOCK.items():
                for number, (title, price) in enumerate(rows, start=1):
                    product_id = f"{shop_id}-{number}"
                    builder.add_product(Product(id=product_id, title=title, department="", kind=""))
                    builder.add_offer(
                        Offer(
                            id=f"{shop_id}/{number}",
                            shop_id=shop_id,
                            number=number,
                            product_id=product_id,
                            slug=wordpress_slug(title),
                            title=title,
                            price=price,
                        )
                    )
        with Catalog.open(folder) as catalog:
            return catalog.content_hash

    folder = home.mall("webmall")
    folder.parent.mkdir(parents=True)
    write_mall(folder, name="webmall", shops=webmall_shops(), build_catalog=build_catalog)
    return home


@pytest.fixture(scope="session")
def mini_mall(mini_home: Home) -> Iterator[Mall]:
    """The mall of ten offers, opened."""
    mall = Mall.open(mini_home.mall("webmall"))
    yield mall
    mall.close()


@pytest.fixture(scope="session")
def released_task() -> Callable[..., dict[str, Any]]:
    """Makes one task in the release's format."""

    def make(text: str, *answers: str, kind: str = "string", category: str = "Specific_Product", **more: Any) -> Any:
        return {
            "id": "Webmall_Task1",
            "category": category,
            "instruction": (
                "<instructions>\\nShops:\\n\\nE-Store Athletes: {{URL_1}}\\nTechTalk: {{URL_2}}\\n\\n\\n"
                "Solution page: {{URL_5}}\\nOffer1: {{URL_3}}/product/bose-headphone/###…\\n</instructions>\\n\\n"
            ),
            "task": f"<task>\\n{text}\\n</task>",
            "motivation": "To test.",
            "correct_answer": {"type": kind, "answers": list(answers)},
        } | more

    return make


@pytest.fixture
def write_release(tmp_path: Path) -> Callable[..., Path]:
    """Writes tasks as a release's file."""

    def write(*tasks: dict[str, Any]) -> Path:
        file = tmp_path / "task_sets.json"
        file.write_text(json.dumps([{"id": "SET_V1", "name": "Set", "tasks": list(tasks)}]), encoding="utf-8")
        return file

    return write


@pytest.fixture(scope="session")
def suites() -> Any:
    """Makes suites in memory: a module with `suite` and `task`."""
    import importlib.util

    path = Path(__file__).with_name("suites_of_tasks.py")
    found = importlib.util.spec_from_file_location("suites_of_tasks", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
