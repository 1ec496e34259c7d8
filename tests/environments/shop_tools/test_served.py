"""The shops of a mall over the Model Context Protocol, driven by the protocol's own client."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import anyio
import orjson
import pytest

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters

from shopworld.environments.tools.mcp_server import ToolServer
from shopworld.environments.world import WorldFolders
from shopworld.episode import Ending
from shopworld.evaluation.running.serving import ServedEpisode
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.families import FAMILIES
from shopworld.mall import Mall
from shopworld.tasks import Suite, save_suite


@pytest.fixture(scope="module")
def suite(small_mall: Mall) -> Suite:
    return make_comparison_suite(small_mall, name="few", counts=dict.fromkeys(FAMILIES, 0) | {"checkout": 1})


async def shop(server: Any) -> dict[str, Any]:
    """Orders what the goal names, and tells what was seen."""
    async with Client(server) as client:
        goal = client.instructions or ""

        async def call(name: str, **arguments: Any) -> Any:
            result = await client.call_tool(name, arguments)
            text = "".join(str(getattr(part, "text", "")) for part in result.content)
            return text if result.is_error else orjson.loads(text)

        url = re.findall(r"http://\S+/product/\S+", goal)[-1]
        name, email, street, number, zip_code, city, state, country = re.search(  # type: ignore[union-attr]
            r"Address: " + ", ".join(["([^,]+)"] * 8), goal
        ).groups()
        card = dict(re.findall(r"(number|CVV|date): ([\d/]+)", goal))
        cart = await call("add_to_cart", url=url)
        form = await call("checkout", shop=url)
        first, _, last = name.rpartition(" ")
        known = {
            "email": email,
            "billing_name": name,
            "billing_first_name": first,
            "billing_last_name": last,
            "billing_street": street,
            "billing_house_number": number,
            "billing_zip": zip_code,
            "billing_city": city,
            "billing_state": state,
            "billing_country": country,
            "card_number": card["number"],
            "card_cvv": card["CVV"],
            "card_expiry": card["date"],
        }
        names = {field["name"] for field in form["fields"]} | {"card_number", "card_cvv", "card_expiry"}
        if "billing_house_number" not in names:
            known["billing_street"] = f"{street} {number}"
        order = await call("checkout", shop=url, values={key: value for key, value in known.items() if key in names})
        wrong = await call("view_cart", shop="http://elsewhere.example/")
        await call("submit_answer", answer="Done")
        return {
            "tools": [tool.name for tool in (await client.list_tools()).tools],
            "cart": cart,
            "order": order,
            "wrong": wrong,
            "late": await call("view_cart", shop=url),
        }


def check(seen: dict[str, Any]) -> None:
    """What a client must have seen, whatever the transport."""
    assert seen["tools"][0] == "open_shop"
    assert len(seen["cart"]["lines"]) == 1
    assert seen["order"]["order"]
    assert "there is no shop" in seen["wrong"]
    assert seen["late"] == "The episode has ended; no call can follow."


def test_a_task_is_solved_over_the_protocol_and_graded(
    small_mall: Mall, small_mall_folder: Path, suite: Suite, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with (
        WorldFolders(small_mall_folder).open() as world,
        ServedEpisode(world, "shop_tools", suite.tasks[0], out) as played,
    ):
        check(anyio.run(shop, ToolServer(lambda _: played, played.goal)))
        assert played.episode.ending is Ending.SUBMITTED
    assert orjson.loads((out / "score.json").read_bytes())["reward"] == 1.0
    about = orjson.loads((out / "episode.json").read_bytes())
    assert (about["interface"], about["mall"], about["ending"]) == ("tools", small_mall.name, "submitted")
    assert (about["task"], about["steps"] > 0) == (suite.tasks[0].id, True)


def test_a_task_is_solved_over_stdio(small_mall_folder: Path, suite: Suite, tmp_path: Path) -> None:
    file = tmp_path / "few.json"
    save_suite(suite, file)
    out = tmp_path / "out"
    names = ["--mall", str(small_mall_folder), "--suite", str(file), "--task", suite.tasks[0].id]
    arguments = ["-m", "shopworld", "tools", "serve", *names, "--stdio", "--out", str(out)]
    check(anyio.run(shop, StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))))
    assert orjson.loads((out / "score.json").read_bytes())["reward"] == 1.0
    assert (out / "events.jsonl").read_bytes()
