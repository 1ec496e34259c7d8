"""The tools over the Model Context Protocol, driven by the protocol's own client."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import orjson
import pytest

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters

from shopworld.environments.tools.mcp_server import ToolServer, bound_socket
from shopworld.environments.world import WorldFolders
from shopworld.episode import Ending
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.running.serving import ServedEpisode


def text_of(result: Any) -> str:
    """The text of a tool's result."""
    return "".join(part.text for part in result.content)


async def play(server: Any) -> dict[str, Any]:
    """Plays a short episode and tells what was seen."""
    async with Client(server) as client:
        listed = (await client.list_tools()).tools
        found = await client.call_tool("search_products", {"query": "foldable wireless charger"})
        wrong = await client.call_tool("search_products", {"words": "wireless charger"})
        python = await client.call_tool("python_execute", {"code": "print(6 * 7)"})
        done = await client.call_tool("recommend_product", {"product_id": "B0TEST0001", "reasoning": "it fits"})
        late = await client.call_tool("get_user_profile", {})
        return {
            "instructions": client.instructions,
            "tools": {tool.name: tool.input_schema for tool in listed},
            "found": orjson.loads(text_of(found)),
            "wrong": (wrong.is_error, text_of(wrong)),
            "python": orjson.loads(text_of(python)),
            "done": done.is_error,
            "late": (late.is_error, text_of(late)),
        }


def check(seen: dict[str, Any]) -> None:
    """What a client must have seen, whatever the transport."""
    assert "tools" in seen["instructions"]
    assert len(seen["tools"]) == 10
    assert seen["tools"]["search_products"]["required"] == ["query"]
    assert seen["found"]["products"][0]["product_id"] == "B0TEST0001"
    assert seen["wrong"][0]
    assert "query: Field required" in seen["wrong"][1]
    assert seen["python"] == {"output": "42\n", "error": ""}
    assert not seen["done"]
    assert seen["late"] == (True, "The episode has ended; no call can follow.")


def command(catalog: Path, out: Path, *more: str) -> list[str]:
    """The command that serves the catalog."""
    return ["-m", "shopworld", "tools", "serve", "--catalog", str(catalog), "--out", str(out), *more]


def check_files(out: Path) -> None:
    """What the episode leaves behind."""
    about = orjson.loads((out / "episode.json").read_bytes())
    assert (about["ending"], about["steps"], about["profile"]) == ("submitted", 4, "default")
    kinds = [orjson.loads(line)["kind"] for line in (out / "events.jsonl").read_bytes().splitlines()]
    assert kinds == ["tool_called"] * 4 + ["product_recommended"]
    assert not (out / "score.json").exists()


def test_a_client_in_the_same_process_plays_an_episode(tool_catalog_folder: Path) -> None:
    with WorldFolders(catalog=tool_catalog_folder).open() as world, ServedEpisode(world, "tools") as played:
        check(anyio.run(play, ToolServer(lambda _: played, played.goal)))
        assert played.episode.ending is Ending.SUBMITTED


def test_a_client_plays_an_episode_over_stdio(tool_catalog_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    parameters = StdioServerParameters(command=sys.executable, args=command(tool_catalog_folder, out, "--stdio"))
    check(anyio.run(play, parameters))
    check_files(out)


@contextmanager
def served(catalog: Path, out: Path) -> Iterator[str]:
    """The address of a server on a free port of this machine."""
    process = subprocess.Popen(
        [sys.executable, *command(catalog, out, "--port", "0")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/mcp", process.stdout.readline())
        assert address
        yield address.group()
    finally:
        process.terminate()
        process.communicate(timeout=300)


def test_a_client_plays_an_episode_over_http(tool_catalog_folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with served(tool_catalog_folder, out) as address:
        check(anyio.run(play, address))
        check_files(out)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_each_client_has_an_episode_of_its_own(mode: str, tool_catalog_folder: Path, tmp_path: Path) -> None:
    """By the protocol's own session, or by a name behind the address."""

    async def once(address: str) -> bool:
        async with Client(address, mode=mode) as client:
            given = {"product_id": "B0TEST0001", "reasoning": "it fits"}
            return (await client.call_tool("recommend_product", given)).is_error

    out = tmp_path / "out"
    with served(tool_catalog_folder, out) as address:
        first, second = (address, address) if mode == "legacy" else (f"{address}?session=a", f"{address}?session=b")
        assert not anyio.run(once, first)
        assert not anyio.run(once, second), "the first one's end is not the second one's"
        if mode == "auto":
            assert anyio.run(once, first), "its own episode has ended"
    ends = [orjson.loads(path.read_bytes())["ending"] for path in sorted(out.rglob("episode.json"))]
    assert ends == ["submitted"] * 2
    assert (out / "2" / "events.jsonl").is_file()


def test_a_page_of_another_site_cannot_reach_the_server(tool_catalog_folder: Path, tmp_path: Path) -> None:
    """A browser that was led here under a foreign name (DNS rebinding) is refused by its Host header."""
    with served(tool_catalog_folder, tmp_path / "out") as address:
        hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        accept = {"Accept": "application/json, text/event-stream"}
        foreign = httpx.post(address, json=hello, headers={**accept, "Host": "shop.example"})
        assert foreign.status_code == 421
        other_site = httpx.post(address, json=hello, headers={**accept, "Origin": "http://shop.example"})
        assert other_site.status_code == 403


def test_a_port_that_is_taken_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(EnvironmentFault, match="cannot listen"):
        bound_socket("127.0.0.1", taken.getsockname()[1])


def test_calls_at_the_same_time_are_steps_one_after_the_other(tool_catalog_folder: Path) -> None:
    async def together(server: Any) -> None:
        async with Client(server) as client, anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(client.call_tool, "get_user_profile", {})

    with WorldFolders(catalog=tool_catalog_folder).open() as world, ServedEpisode(world, "tools") as played:
        anyio.run(together, ToolServer(lambda _: played, played.goal))
        assert [event.kind for event in played.episode.events] == ["tool_called"] * 8


def test_a_server_that_is_stopped_writes_what_happened(tool_catalog_folder: Path, tmp_path: Path) -> None:
    async def look(address: str) -> None:
        async with Client(address) as client:
            await client.call_tool("get_user_profile", {})

    out = tmp_path / "out"
    with served(tool_catalog_folder, out) as address:
        anyio.run(look, address)
        assert not out.exists()
    assert orjson.loads((out / "episode.json").read_bytes())["ending"] == "stopped"
