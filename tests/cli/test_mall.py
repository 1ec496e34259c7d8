"""`shopworld mall` for people and machines."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from shopworld.cli.mall import app
from shopworld.errors import InputError, MallError
from shopworld.mall import Home, Mall
from shopworld.tasks.importers.webmall import ReleaseReport


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty home."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))
    return Home(tmp_path)


def shopworld_mall(*arguments: str) -> Result:
    """Runs the command; an error of ours comes through."""
    return CliRunner().invoke(app, arguments, catch_exceptions=False, standalone_mode=True)


def test_make_makes_the_same_mall_from_the_same_seed(home: Home) -> None:
    made = [
        json.loads(shopworld_mall("make", name, "--offers", "200", "--seed", "3", "--json").stdout) for name in "ab"
    ]
    assert [one["name"] for one in made] == ["a", "b"]
    assert made[0]["content_hash"] == made[1]["content_hash"]
    mall = Mall.open(home.mall("a"))
    assert sum(1 for _ in mall.catalog.iterate_offers()) == 200
    assert mall.content_hash == made[0]["content_hash"]
    mall.close()
    other = json.loads(shopworld_mall("make", "c", "--offers", "200", "--seed", "4", "--json").stdout)
    assert other["content_hash"] != made[0]["content_hash"]
    assert [one["name"] for one in json.loads(shopworld_mall("list", "--json").stdout)] == ["a", "b", "c"]


def test_two_makes_of_the_same_seed_have_the_same_hash_whatever_their_names_and_indexes(home: Home) -> None:
    def made(name: str, seed: int) -> dict[str, str]:
        shopworld_mall("make", name, "--offers", "80", "--seed", str(seed))
        told: dict[str, str] = json.loads(shopworld_mall("hash", name, "--json").stdout)
        return told

    one, two, other = made("one", 3), made("two", 3), made("other", 4)
    assert (one["hash"], one["content_hash"]) == (two["hash"], two["content_hash"])
    assert one["hash"] != other["hash"]
    assert one["content_hash"] == json.loads(shopworld_mall("list", "--json").stdout)[0]["content_hash"]
    indexes = [{file.name for file in (home.mall(name) / "catalog" / "index").iterdir()} for name in ("one", "two")]
    assert indexes[0] != indexes[1], "the hash need leave nothing out any more"
    said = shopworld_mall("hash", str(home.mall("one"))).stdout
    assert said == f"bytes    {one['hash']}\ncontent  {one['content_hash']}\n"


@pytest.mark.parametrize(
    "file", ["catalog/store.sqlite", "shops/swiftlap/shop.toml", "shops/lumenhouse/spec/manual.md"]
)
def test_the_hash_of_a_mall_sees_every_byte_but_those_of_the_index(home: Home, file: str) -> None:
    shopworld_mall("make", "mine", "--offers", "80")
    before = json.loads(shopworld_mall("hash", "mine", "--json").stdout)["hash"]
    with (home.mall("mine") / file).open("ab") as opened:
        opened.write(b"\n")
    assert json.loads(shopworld_mall("hash", "mine", "--json").stdout)["hash"] != before


def test_what_is_no_mall_has_no_hash(home: Home, tmp_path: Path) -> None:
    with pytest.raises(MallError, match="no mall here"):
        shopworld_mall("hash", "nowhere")


def test_list_says_how_to_make_the_first(home: Home) -> None:
    assert "shopworld mall make" in shopworld_mall("list").stdout


def test_serve_without_a_mall_says_how_to_make_it(home: Home) -> None:
    with pytest.raises(MallError) as caught:
        shopworld_mall("serve", "fun")
    assert caught.value.hint == "Make one: shopworld mall make fun"


def test_only_known_releases_are_imported(home: Home, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected webmall"):
        shopworld_mall("import", "amazon", str(tmp_path))


@pytest.mark.data
def test_import_takes_the_release_in_one_go(webmall_import: tuple[ReleaseReport, str]) -> None:
    made, printed = webmall_import[0], json.loads(webmall_import[1])
    assert printed["tasks"]["imported"] == 65
    assert sum(one["accepted"] for one in printed["offers"].values()) == 4423
    home = Home(made.mall.parent.parent)
    assert home.mall_names() == home.suite_names() == ("webmall",)


def test_serve_shows_the_shops_until_it_is_stopped(home: Home) -> None:
    shopworld_mall("make", "small", "--offers", "200")
    command = [sys.executable, "-c", "from shopworld.cli import main; main()", "mall", "serve", "small", "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as served:
        assert served.stdout is not None
        assert served.stderr is not None
        printed = ""
        for line in served.stdout:
            printed += line
            if "Ctrl-C" in line:
                break
        else:
            pytest.fail(served.stderr.read())
        addresses = re.findall(r"http://([a-z0-9.-]+:\d+)/", printed)
        assert len(addresses) == 6
        for address in addresses:
            port = address.partition(":")[2]
            answer = httpx.get(f"http://127.0.0.1:{port}/", headers={"host": address}, trust_env=False, timeout=60)
            assert answer.status_code == 200
        served.send_signal(signal.SIGTERM)
        assert served.wait(120) == 0
        assert served.stderr.read() == ""
