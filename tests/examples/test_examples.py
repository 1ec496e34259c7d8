"""The example packages: each is short, is installed by pip, and does what its kind of extension is for."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from shop_samples import make_data
from small_world import make_small_world
from typer.testing import CliRunner

import shopworld as sw
from shopworld.cli.catalog import app as catalog_app
from shopworld.cli.shop import app as shop_app
from shopworld.cli.tasks import app as tasks_app
from shopworld.environments.registry import interfaces
from shopworld.errors import InputError, TaskError
from shopworld.mall import Home, MallServer, default_shops, open_single_shop
from shopworld.shop.data import write_shop_data
from shopworld.shop.look.designs import design_names, load_design
from shopworld.tasks import Task, find_suite, save_suite
from shopworld.tasks.checks import KINDS

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MODULES = ("short_way", "harbour", "orchard_feed", "acme_telegram", "cheapest_of_brand")
MOST_LINES = 60


@pytest.fixture
def home(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """An empty home, where the examples are installed."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    interfaces.cache_clear()
    yield Home(tmp_path / "home")
    for name in MODULES:
        sys.modules.pop(name, None)
    for cached in (interfaces, load_design):
        cached.cache_clear()
    KINDS.__dict__["_installed"].clear()


def invoke(app: object, *arguments: object) -> str:
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)  # type: ignore[arg-type]
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("folder", sorted(path for path in EXAMPLES.iterdir()), ids=lambda one: one.name)
def test_an_example_is_short(folder: Path) -> None:
    assert sum(len(file.read_text().splitlines()) for file in folder.rglob("*") if file.is_file()) <= MOST_LINES


def test_an_importer_gets_its_command_from_its_declaration(home: Home, tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text("number,title,brand,price\n7,Red Quince,Orchard,3.20\n8,Medlar,Orchard,4\n")
    assert "Import a price list of Orchard's." in invoke(catalog_app, "import", "--help")
    told = invoke(catalog_app, "import", "orchard", "--help")
    assert "shopworld catalog import orchard prices.csv --name fruit" in told
    assert "[default: orchard]" in told
    made = json.loads(invoke(catalog_app, "import", "orchard", tmp_path / "prices.csv", "--name", "fruit", "--json"))
    assert made == {"catalog": str(home.catalog("fruit")), "offers": 2}
    assert "Red Quince" in invoke(catalog_app, "search", "fruit", "quince")
    (tmp_path / "prices.csv").write_text("number,title,brand,price\n7,Red Quince,Orchard,cheap\n")
    with pytest.raises(InputError, match=r"prices\.csv:2: cannot be read: could not convert"):
        invoke(catalog_app, "import", "orchard", tmp_path / "prices.csv", "--name", "fruit")
    assert "Medlar" in invoke(catalog_app, "search", "fruit", "medlar"), "what was there is still there"


def test_a_task_family_makes_tasks_that_are_proven(home: Home, tmp_path: Path) -> None:
    make_small_world(home)
    assert "Make tasks that ask for the cheapest offer of a brand." in invoke(tasks_app, "make", "--help")
    assert json.loads(invoke(tasks_app, "make", "brand", "small", "--json")) == {"suite": "brand", "tasks": 4}
    suite = find_suite("brand", home.folder)
    assert suite.seed == 7
    invoke(tasks_app, "validate", "brand")
    run = sw.evaluate("brand", ["oracle+tools", "noop+tools"], home=home.folder, out=tmp_path / "run")
    passed = {agent: sum(one.reward for one in run.results if one.agent == agent) for agent in run.agents}
    assert passed == {"oracle+tools": 4.0, "noop+tools": 0.0}


def test_a_task_family_that_takes_a_seed_is_sealed_without_knowing_of_it(home: Home) -> None:
    make_small_world(home)
    made = invoke(tasks_app, "make", "brand", "small", "--sealed", "--json")
    file = home.suite("brand")
    seal = json.loads(file.with_suffix(".seal").read_text())
    assert str(seal["seed"]) not in made + file.read_text()
    assert {one.stat().st_mode & 0o777 for one in (file, file.with_suffix(".seal"))} == {0o600}
    sealed = find_suite("brand", home.folder)
    assert (json.loads(made)["commitment"], sealed.seed) == (sealed.commitment, None)
    told = json.loads(invoke(tasks_app, "reveal", "brand", "--json"))
    invoke(tasks_app, "make", "brand", "small", "--name", "again", "--seed", told["seed"])
    assert find_suite("again", home.folder).tasks == sealed.tasks


def test_a_task_family_that_keeps_its_seed_to_itself_is_not_called_sealed(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_small_world(home)
    invoke(tasks_app, "make", "--help")
    monkeypatch.setattr("cheapest_of_brand.save_suite", lambda suite, path: None)
    with pytest.raises(TaskError, match="nothing was sealed"):
        invoke(tasks_app, "make", "brand", "small", "--sealed")
    assert not list(home.folder.rglob("*.seal"))


def test_a_design_is_worn_by_a_shop_whose_style_names_it(home: Home, tmp_path: Path) -> None:
    assert design_names()[-1] == "harbour"
    write_shop_data(make_data(), tmp_path / "data")
    invoke(shop_app, "import", tmp_path / "data", "--out", tmp_path / "shop")
    style = tmp_path / "shop" / "spec" / "style.json"
    style.write_text('{"design": "harbour", "density": "compact", "palette": {"border": "#abcdef"}}')
    mall = open_single_shop(tmp_path / "shop")
    try:
        with MallServer(mall, slots=0, door_port=0) as server:
            server.welcome()
            assert server.visitor is not None
            address = server.door_address(mall.shops[0].identity.id, server.visitor)
            host = httpx.URL(address).host
            base, headers = f"http://127.0.0.1:{httpx.URL(address).port}", {"Host": httpx.URL(address).netloc.decode()}
            assert host.endswith(".localhost")
            page = httpx.get(f"{base}/", headers=headers).text
            sheet = page.partition('href="/static/shop.')[2].partition('"')[0]
            css = httpx.get(f"{base}/static/shop.{sheet}", headers=headers).text
    finally:
        mall.close()
    assert "4px double var(--accent)" in css
    assert "--accent:#1d4e63" in css
    assert "--border:#abcdef" in css, "what the file says holds"
    assert "--unit:0.75rem" in css


def test_an_interface_is_played_proven_and_saved_like_those_that_are_built_in(home: Home, tmp_path: Path) -> None:
    make_small_world(home)
    agents = ["oracle+telegram", "noop+telegram", "oracle+tools"]
    run = sw.evaluate("small", agents, home=home.folder, out=tmp_path / "run")
    passed = {agent: sum(one.reward for one in run.results if one.agent == agent) for agent in run.agents}
    assert passed == {"oracle+telegram": 3.0, "noop+telegram": 0.0, "oracle+tools": 3.0}
    assert {one.interface for one in run.results} == {"telegram", "tools"}
    assert "telegram" in run.report().read_text()
    with sw.open("small", "telegram", home=home.folder) as world, world.start("answer_1") as session:
        session.call("open_shop", {"shop": session.start_url})
        assert session.observe().title == "STOP"
        session.save(tmp_path / "run")
    assert len(run.results) == 10


def test_a_check_is_read_from_a_suite_and_graded(home: Home, tmp_path: Path) -> None:
    suite = make_small_world(home)
    first = suite.tasks[0].model_dump(mode="json")
    limited = [
        Task.model_validate({**first, "id": f"answer_{most}", "checks": [*first["checks"], _short_way(most)]})
        for most in (1, 9)
    ]
    save_suite(suite.model_copy(update={"name": "limited", "tasks": tuple(limited)}), home.suite("limited"))
    assert "pages: 9" in invoke(tasks_app, "show", "limited", "answer_9")
    with sw.open("limited", "tools", home=home.folder) as world:
        for most, passes in ((1, False), (9, True)):
            with world.start(f"answer_{most}") as session:
                for shop in default_shops()[:2]:
                    page = f"http://{shop.identity.host}/product/brisk-ssd-2-tb/"
                    session.call("get_product", {"url": page})
                result = session.finish().checks[-1]
                assert (result.type, result.passed, result.reason) == (
                    "short_way",
                    passes,
                    "2 product pages were opened",
                )


def _short_way(pages: int) -> dict[str, object]:
    return {"type": "short_way", "pages": pages}
