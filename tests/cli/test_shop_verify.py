"""`shopworld shop verify`: what it prints, and how it ends."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.cli.main import app

QUICK = ("--skip", "visual", "--skip", "conformance", "--skip", "forms")


@pytest.fixture(scope="session")
def generated(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Path:
    """A shop of a few products; not to be changed."""

    def make(folder: Path) -> Path:
        bundle = read_bundle(shipped_specifications()["cookware"])
        return generate_shop(bundle, folder / "shop", products=12).shop.path

    return made_once("shop-to-verify-by-command", make)


def test_a_shop_that_is_right_ends_with_0(generated: Path) -> None:
    answer = CliRunner().invoke(app, ["shop", "verify", str(generated), *QUICK])
    assert answer.exit_code == 0, answer.output
    assert answer.stdout.startswith("Nothing is wrong")


def test_errors_are_printed_by_area_and_end_with_1(generated: Path, tmp_path: Path) -> None:
    shop = Path(shutil.copytree(generated, tmp_path / "shop"))
    file = shop / "data" / "products.json"
    products = json.loads(file.read_bytes())
    products[0]["variants"][0]["price"] = "0.00"
    file.write_text(json.dumps(products), encoding="utf-8")
    answer = CliRunner().invoke(app, ["shop", "verify", str(shop), *QUICK, "--area", "product"])
    assert answer.exit_code == 1
    assert answer.stdout.startswith("product\n  error: data/products.json, [0]")
    assert "costs nothing" in answer.output
    assert "1 error, 0 warnings" in answer.output
    machine = CliRunner().invoke(app, ["shop", "verify", str(shop), *QUICK, "--area", "product", "--json"])
    assert machine.exit_code == 1
    told = json.loads(machine.stdout)
    assert told["errors"] == 1
    assert told["findings"][0]["verifier"] == "data"
    assert set(told["seconds"]) >= {"opening", "data", "purchase"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--area", "carts"], "'carts' is no area of a shop; expected some of shell"),
        (["--skip", "looks"], "'looks' is no verifier; expected some of data, routes"),
    ],
)
def test_what_does_not_exist_is_named(generated: Path, arguments: list[str], message: str) -> None:
    answer = CliRunner().invoke(app, ["shop", "verify", str(generated), *arguments])
    assert answer.exit_code != 0
    assert message in f"{answer.output}{answer.exception}"
