"""A suite ported to a twin: what stays, what is found anew, what is left out and why."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from typer.testing import CliRunner

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.cli.main import app
from shopworld.errors import TaskError
from shopworld.guru.porting import PortReport, port_suite
from shopworld.guru.shop_suite import make_shop_suite
from shopworld.mall import Mall, make_mall_of_shops
from shopworld.tasks import AnswerText, Cart, ListingUsed, Suite

Edit = Callable[[Path], None]
Port = Callable[..., tuple[Suite, Suite, PortReport]]


@pytest.fixture(scope="session")
def source_shop(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Path:
    """A shop of 60 products; not to be changed."""

    def make(folder: Path) -> Path:
        bundle = read_bundle(shipped_specifications()["clothing"])
        bundle = replace(bundle, style=bundle.style.model_copy(update={"family": "classic"}))
        return generate_shop(bundle, folder / "shop", seed=3, products=60).shop.path

    return made_once("shop-with-a-twin", make)


def renamed(shop: Path) -> None:
    """Another name, address and order of products; the handles are others too."""
    file = shop / "shop.toml"
    identity = tomllib.loads(file.read_text(encoding="utf-8"))
    identity |= {"id": "the-twin", "name": "The Twin", "host": "the-twin.example"}
    file.write_text(tomli_w.dumps(identity), encoding="utf-8")
    change(shop, "products", lambda products: products.reverse())


def change(shop: Path, name: str, edit: Callable[[Any], object]) -> None:
    """Edits one of the shop's data files."""
    file = shop / "data" / f"{name}.json"
    data = json.loads(file.read_bytes())
    edit(data)
    file.write_text(json.dumps(data), encoding="utf-8")


@pytest.fixture
def port(source_shop: Path, tmp_path: Path) -> Iterator[Port]:
    """Makes tasks in the source, edits a copy of it, and ports them there."""
    with ExitStack() as opened:

        def made(edit: Edit = lambda _: None, **counts: int) -> tuple[Suite, Suite, PortReport]:
            twin_shop = Path(shutil.copytree(source_shop, tmp_path / "twin-shop"))
            shutil.rmtree(twin_shop / "catalog", ignore_errors=True)
            renamed(twin_shop)
            edit(twin_shop)
            malls = []
            for name, shop in (("source", source_shop), ("twin", twin_shop)):
                make_mall_of_shops(tmp_path / name, [shop], name=name)
                malls.append(Mall.open(tmp_path / name))
                opened.callback(malls[-1].close)
            suite, _ = make_shop_suite(malls[0], seed=7, counts=counts)
            return suite, *port_suite(suite, *malls, name="ported")

        yield made


def test_a_twin_that_differs_by_name_only_takes_every_task(port: Port) -> None:
    suite, ported, report = port(
        search_exact=2, search_substitute=2, browse=2, filter=2, shipping=1, returns=1, journey=6
    )
    assert [one.id for one in ported.tasks] == [one.id for one in suite.tasks]
    assert not report.dropped
    assert not report.answers
    assert report.proofs > 3 * len(suite.tasks)
    for old, new in zip(suite.tasks, ported.tasks, strict=True):
        assert new.start == "http://the-twin.example/"
        assert "the-twin.example" in new.instructions
        assert "source" not in new.model_dump_json().replace('"source":"generated"', "")
        assert new.intent == old.intent
        assert [type(one) for one in new.checks] == [type(one) for one in old.checks]
    assert (ported.mall, ported.name) == ("twin", "ported")


def test_what_a_listing_holds_and_a_page_answers_is_found_anew(port: Port) -> None:
    def edit(shop: Path) -> None:
        def thinned(collections: Any) -> None:
            for one in collections:
                one["product_handles"] = one["product_handles"][: max(3, len(one["product_handles"]) - 1)]

        change(shop, "collections", thinned)
        identity = tomllib.loads((shop / "shop.toml").read_text(encoding="utf-8"))
        identity["shipping"][0]["price"] = 625
        (shop / "shop.toml").write_text(tomli_w.dumps(identity), encoding="utf-8")
        change(
            shop,
            "policies",
            lambda pages: [one.update(body_html=one["body_html"].replace("$5.95", "$6.25")) for one in pages],
        )

    suite, ported, report = port(edit, browse=4, shipping=6)
    old = {one.id: one for one in suite.tasks}
    fees = [
        one for one in ported.tasks if one.category == "shipping" and "cost?" in one.intent and "Standard" in one.intent
    ]
    assert fees
    for task in fees:
        [answer] = [one for one in task.checks if isinstance(one, AnswerText)]
        assert answer.accepted == ("$6.25", "6.25")
        assert task.id in report.answers
    browsing = [one for one in ported.tasks if one.category == "browse"]
    assert browsing
    fewer = 0
    for task in browsing:
        [group] = next(one for one in task.checks if isinstance(one, Cart)).groups
        [before] = next(one for one in old[task.id].checks if isinstance(one, Cart)).groups
        fewer += len(group) < len(before)
        assert (len(group) != len(before)) == (task.id in report.answers)
        assert {one.shop for one in group} == {"the-twin"}
        assert next(one for one in task.checks if isinstance(one, ListingUsed)).shop == "the-twin"
    assert fewer


def test_what_cannot_be_asked_is_left_out_with_the_reason(port: Port) -> None:
    def edit(shop: Path) -> None:
        def without_every_other(products: Any) -> None:
            for one in products[::2]:
                one["title"] = f"Unlike {one['id']}"
                one["handle"] = f"unlike-{one['id']}"

        def dearer(products: Any) -> None:
            for one in products[1::4]:
                for variant in one["variants"]:
                    variant["price"] = f"{float(variant['price']) + 1:.2f}"

        for name in ("collections", "articles"):
            change(shop, name, lambda records: [one.update(product_handles=[]) for one in records])
        change(shop, "reviews", lambda reviews: reviews.clear())
        change(shop, "products", without_every_other)
        change(shop, "products", dearer)
        change(shop, "products", lambda products: [one["details"].pop("bought_together", None) for one in products])

    _, ported, report = port(edit, search_exact=20, browse=2)
    reasons = " ".join(report.dropped.values())
    assert "the twin has no “" in reasons
    assert "in the twin" in reasons
    assert " costs $" in reasons
    assert not [one for one in ported.tasks if one.category == "browse"]
    assert ported.tasks


def test_a_suite_of_another_content_is_refused(source_shop: Path, tmp_path: Path) -> None:
    make_mall_of_shops(tmp_path / "source", [source_shop], name="source")
    mall = Mall.open(tmp_path / "source")
    try:
        suite, _ = make_shop_suite(mall, counts={"returns": 1})
        with pytest.raises(TaskError, match="another content"):
            port_suite(suite.model_copy(update={"mall_hash": "0"}), mall, mall, name="x")
        alien = suite.tasks[0].model_copy(update={"intent": "What is the meaning of life?"})
        with pytest.raises(TaskError, match="no task of"):
            port_suite(suite.model_copy(update={"tasks": (alien,)}), mall, mall, name="x")
    finally:
        mall.close()


def test_the_command_ports_and_says_what_was_left_out(
    source_shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    twin = Path(shutil.copytree(source_shop, tmp_path / "twin"))
    shutil.rmtree(twin / "catalog", ignore_errors=True)
    renamed(twin)
    counts = [
        word for name in ("search_substitute", "browse", "filter", "journey") for word in ("--count", f"{name}=0")
    ]
    made = CliRunner().invoke(app, ["tasks", "make", "shop", str(source_shop), "--name", "mine", *counts])
    assert made.exit_code == 0, made.exception
    ported = CliRunner().invoke(app, ["tasks", "port", "mine", "--to", str(twin)])
    assert ported.exit_code == 0, ported.exception
    assert "7 of 7 tasks for the mall the-twin" in ported.output
    assert json.loads((tmp_path / "home" / "suites" / "mine-twin.json").read_bytes())["mall"] == "the-twin"
    told = json.loads(CliRunner().invoke(app, ["tasks", "port", "mine", "--to", str(twin), "--json"]).stdout)
    assert (told["tasks"], told["of"], told["dropped"]) == (7, 7, {})
