"""Sessions in the tool sandbox: a catalog, a shopper who can be asked, one recommendation."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tool_world import OTHER, TARGET, make_tool_world

import shopworld as sw
from shopworld.errors import InputError
from shopworld.mall import Home


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, sw.Suite]:
    """Home of the catalog, and its suite."""
    folder = tmp_path_factory.mktemp("sandbox")
    return folder, make_tool_world(Home(folder))


def test_a_suite_of_the_sandbox_is_opened_by_its_tools(sandbox: tuple[Path, sw.Suite], tmp_path: Path) -> None:
    home, suite = sandbox
    with sw.open(suite, home=home) as world, world.start(next(iter(world.tasks))) as session:
        assert (world.interface, session.proxy, dict(session.doors)) == ("tools", None, {})
        assert [tool.name for tool in session.tools][-1] == "recommend_product"
        asked = session.call("ask_user", {"question": "Which connector do you need?"})
        assert "user_response" in asked.text
        session.call("recommend_product", {"product_id": TARGET, "reasoning": "It fits."})
        result = session.finish()
        session.save(tmp_path / "run")
    assert result.status == "passed"
    assert result.tools is not None
    assert result.tools.product == TARGET
    with pytest.raises(InputError, match="played by tools over a catalog, not by 'browser'"):
        sw.open(suite, "browser", home=home)


def test_sessions_of_many_threads_share_a_catalog_and_keep_their_shoppers_apart(
    sandbox: tuple[Path, sw.Suite],
) -> None:
    home, suite = sandbox

    def shop(world: sw.World, number: int) -> bool:
        with world.start(suite.tasks[0].id, trial=number) as session:
            for words in ("charger stand", "aluminum charger", "lightning charger"):
                found = json.loads(session.call("search_products", {"query": words}).text)
                session.call("get_product_details", {"product_id": found["products"][0]["product_id"]})
            session.call("recommend_product", {"product_id": TARGET if number % 2 else OTHER, "reasoning": "?"})
            return session.finish().status == "passed"

    with sw.open(suite, home=home, slots=6) as world, ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda number: shop(world, number), range(24))) == [False, True] * 12
