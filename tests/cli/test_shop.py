"""`shopworld shop` for people and machines."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from shop_samples import make_data, make_product
from typer.testing import CliRunner, Result

from shopworld.cli.mall import app as mall_app
from shopworld.cli.shop import app
from shopworld.errors import InputError, ShopError
from shopworld.shop.data import write_shop_data


def shopworld_shop(*arguments: object) -> Result:
    """Runs the command; an error of ours comes through."""
    return CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A shop that was imported."""
    write_shop_data(make_data(), tmp_path / "data")
    shopworld_shop("import", tmp_path / "data", "--out", tmp_path / "shop")
    return tmp_path / "shop"


def test_import_says_what_was_made_and_what_does_not_hold_together(tmp_path: Path) -> None:
    write_shop_data(make_data(), tmp_path / "data")
    said = shopworld_shop("import", tmp_path / "data", "--out", tmp_path / "shop").stdout
    assert "Thread & Thimble, 4 products" in said
    assert "note: 'gift-card' in no collection" in said
    assert "shopworld shop serve" in said


def test_import_tells_machines_everything(tmp_path: Path) -> None:
    (tmp_path / "products.json").write_text(json.dumps([make_product("mug")]), encoding="utf-8")
    arguments = ("import", tmp_path / "products.json", "--out", tmp_path / "shop", "--name", "Mine", "--json")
    told = json.loads(shopworld_shop(*arguments).stdout)
    assert (told["id"], told["name"], told["products"], told["notes"]) == ("mine", "Mine", 1, [])


def test_show_fits_a_screen_and_tells_the_collections(shop: Path) -> None:
    said = shopworld_shop("show", shop).stdout
    assert all(len(line) <= 80 for line in said.splitlines())
    assert re.search(r"products +4, 1 with variants", said)
    assert re.search(r"prices +12\.50 to 48\.00 USD", said)
    assert re.search(r"Kitchen +2 +/collections/kitchen-linen", said)


def test_show_tells_machines_everything(shop: Path) -> None:
    told = json.loads(shopworld_shop("show", shop, "--json").stdout)
    assert told["products"] == 4
    assert told["collections"][0] == {"handle": "clothing", "title": "Clothing", "products": 2}
    assert told["capabilities"]["cart"]["type"] == "page"


def test_a_folder_without_a_shop_is_told(tmp_path: Path) -> None:
    for command in ("show", "serve"):
        with pytest.raises(ShopError, match="no shop here"):
            shopworld_shop(command, tmp_path)
    with pytest.raises(InputError, match="no such file or folder"):
        shopworld_shop("import", tmp_path / "nothing", "--out", tmp_path / "shop")


def test_a_mall_is_made_of_shops(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    made = CliRunner().invoke(mall_app, ["make", "mine", "--shop", str(shop), "--json"], catch_exceptions=False)
    told = json.loads(made.stdout)
    assert (told["shops"], told["name"]) == (["thread-and-thimble"], "mine")
    assert (tmp_path / "home" / "malls" / "mine" / "mall.toml").is_file()
    with pytest.raises(InputError, match="a name of its own"):
        CliRunner().invoke(mall_app, ["make", "--shop", str(shop)], catch_exceptions=False)


def test_serve_answers_on_loopback_until_it_is_stopped(shop: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from shopworld.cli import main; main()",
        "shop",
        "serve",
        str(shop),
        "--port",
        "0",
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            found = re.fullmatch(r"Thread & Thimble: http://(?P<host>[^:/]+):(?P<port>\d+)/\n", first)
            assert found is not None, first
            address = f"http://127.0.0.1:{found['port']}/products/linen-shirt"
            answer = httpx.get(address, headers={"host": f"{found['host']}:{found['port']}"}, timeout=30)
            assert answer.status_code == 200
            assert "Linen Shirt" in answer.text
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_the_hash_of_a_shop_is_that_of_what_it_is_and_not_of_what_follows(shop: Path, tmp_path: Path) -> None:
    def hash_of(folder: Path) -> dict[str, str]:
        told: dict[str, str] = json.loads(shopworld_shop("hash", folder, "--json").stdout)
        return {key: told[key] for key in ("hash", "content_hash")}

    shopworld_shop("import", tmp_path / "data", "--out", tmp_path / "again")
    known = hash_of(shop)
    assert hash_of(tmp_path / "again") == known
    shutil.rmtree(shop / "catalog")
    (shop / "fingerprints.json").unlink()
    assert hash_of(shop) == known
    (shop / "theme").mkdir(exist_ok=True)
    (shop / "theme" / "extra.css").write_text("body { margin: 0 }")
    assert hash_of(shop)["hash"] != known["hash"]
    store = shop / "data" / "store.json"
    store.write_text(store.read_text() + "\n")
    assert len({hash_of(one)["hash"] for one in (shop, tmp_path / "again")}) == 2
    with pytest.raises(ShopError, match="no shop here"):
        hash_of(tmp_path / "data")
