"""Sessions over HTTP and over MCP, of a real server, by clients of its own and by others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from hosted import KINDS, Played, oracle_plays, reported, wrong_ending

pytest.importorskip("fastapi")
pytest.importorskip("mcp")
from mcp import Client

from shopworld.gym import GymClient, GymTrouble

SMALL = ("answer", "cart", "order")


def text_of(part: Any) -> str:
    """The text of a resource or a message."""
    return str(part.text)


def told(reply: Any) -> dict[str, Any]:
    """The structured result of a call."""
    assert not reply.is_error, reply.content
    found: dict[str, Any] = reply.structured_content
    return found


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps what is played."""
    return tmp_path_factory.mktemp("out") / "run"


@pytest.fixture(scope="module")
def address(serve: Callable[..., Any], out: Path) -> Iterator[str]:
    """Of a server of the small suite by tools."""
    with serve("small", "--interface", "tools", "--slots", "4", "--out", str(out)) as found:
        yield found


@pytest.fixture(scope="module")
def right(home: Path) -> dict[str, Played]:
    """What the oracle does."""
    return {kind: oracle_plays(home, kind) for kind in SMALL}


def test_each_kind_is_played_and_graded_two_at_a_time(
    address: str, right: dict[str, Played], out: Path, home: Path
) -> None:
    def play(client: GymClient, kind: str, calls: Any) -> Any:
        with client.start(KINDS[kind][1], agent="http") as session:
            assert session.goal
            assert {tool.name for tool in session.about.tools} >= {"search_products", "submit_answer"}
            for call in calls:
                reply = session.call(*call)
            assert reply.ended
            return session.finish()

    with GymClient(address) as client, ThreadPoolExecutor(2) as pool:
        assert {one.id for one in client.tasks().tasks} == {KINDS[kind][1] for kind in SMALL}
        good = list(pool.map(lambda kind: play(client, kind, right[kind].calls), SMALL))
        bad = list(pool.map(lambda kind: play(client, kind, [wrong_ending(kind)]), SMALL))
    assert [one.result.reward for one in good] == [1.0] * 3
    assert [one.result.steps for one in good] == [right[kind].result.steps for kind in SMALL]
    assert [one.result.status for one in bad] == ["failed"] * 3
    assert all(any(check.reason for check in one.result.checks) for one in bad)
    saved = [one for one in reported(out, home) if one.agent == "http"]
    assert [(one.task, one.trial, one.reward) for one in saved] == [
        (KINDS[kind][1], trial, reward) for kind in SMALL for trial, reward in ((0, 1.0), (1, 0.0))
    ]


def test_a_session_is_observed_step_by_step_reset_and_forgotten(address: str) -> None:
    with GymClient(address) as client:
        with client.start("cart_1", agent="walker") as session:
            assert session.observe().step == 0
            seen = session.step('{"name": "view_cart", "arguments": {"shop": "http://elsewhere.example/"}}')
            assert seen.step == 1
            assert "elsewhere.example" in seen.error
            session.reset("answer_1")
            assert (session.about.task, session.about.steps) == ("answer_1", 0)
            session.reset()
            assert session.about.trial == 1
            session.give_up("It cannot be done.")
            assert session.about.ended
            with pytest.raises(GymTrouble, match=r"over|ended") as late:
                session.call("view_cart", {"shop": session.about.start_url})
            assert late.value.status == 409
            name = session.about.session
        with pytest.raises(GymTrouble, match="no such session"):
            client.send("GET", f"/sessions/{name}")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("POST", "/sessions", {"task": "cart_9"}, 404, "no task 'cart_9'"),
        ("POST", "/sessions", {"task": "cart_1", "agent": " "}, 422, "expected a name"),
        ("POST", "/sessions", {"job": "cart_1"}, 422, "422"),
        ("POST", "/sessions/none/finish", None, 404, "no such session"),
    ],
)
def test_what_is_wrong_is_told(
    address: str, method: str, path: str, body: dict[str, Any] | None, status: int, says: str
) -> None:
    with GymClient(address) as client, pytest.raises(GymTrouble, match=says) as trouble:
        client.send(method, path, body)
    assert trouble.value.status == status


def test_there_are_no_more_sessions_than_slots(address: str) -> None:
    with GymClient(address) as client:
        held = [client.start("cart_1", agent=f"many-{number}") for number in range(4)]
        with pytest.raises(GymTrouble, match="as many sessions are open as may be: 4"):
            client.start("cart_1", agent="more")
        held.pop().close()
        held.append(client.start("cart_1", agent="more"))
        for one in held:
            one.close()


def test_it_describes_itself_and_serves_no_foreign_page(address: str) -> None:
    described = httpx.get(f"{address}/openapi.json", trust_env=False).json()
    assert set(described["paths"]["/sessions/{session}/call"]) == {"post"}
    for path, methods in described["paths"].items():
        for about in methods.values():
            assert about["description"], path
    assert httpx.get(f"{address}/tasks", headers={"Host": "shop.example"}, trust_env=False).status_code == 421
    foreign = {"Origin": "http://shop.example"}
    assert (
        httpx.post(f"{address}/sessions", headers=foreign, json={"task": "cart_1"}, trust_env=False).status_code == 403
    )


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_clients_of_the_model_context_protocol_play_each_their_own(
    mode: str, address: str, right: dict[str, Played]
) -> None:
    """By `Mcp-Session-Id` where the protocol has it, else by the name that `start_task` gives."""

    async def play(kind: str, calls: Any, seen: dict[str, Any]) -> None:
        async with Client(f"{address}/mcp", mode=mode) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            reading = {name for name, tool in tools.items() if tool.annotations and tool.annotations.read_only_hint}
            assert reading >= {"get_product", "list_tasks"}
            assert not reading & {"add_to_cart", "checkout", "start_task"}
            assert tools["get_product"].title == "Get product"
            listed = await client.call_tool("list_tasks", {})
            assert len(told(listed)["tasks"]) == 3
            agent = f"mcp-{mode}-{kind}-{seen['who']}"
            begun = await client.call_tool("start_task", {"task": KINDS[kind][1], "agent": agent})
            name = told(begun)["session"]
            handle = {} if mode == "legacy" else {"session": name}
            for tool, arguments in calls:
                await client.call_tool(tool, {**arguments, **handle})
            assert (await client.call_tool("view_cart", {"shop": "http://a.example/", **handle})).is_error
            seen["finish"] = told(await client.call_tool("finish", handle))
            if mode == "legacy":
                goal = text_of((await client.read_resource("shopworld://goal")).contents[0])
                prompt = text_of((await client.get_prompt("task")).messages[0].content)
                assert goal == prompt == told(begun)["goal"]
                again = await client.call_tool("reset", {})
                assert told(again)["trial"] == 1
                page = await client.read_resource(f"shopworld://page/{again.structured_content['start_url']}")
                assert "Kernel & Coil" in text_of(page.contents[0])
            async with httpx.AsyncClient(trust_env=False) as http:
                await http.delete(f"{address}/sessions/{name}")

    async def together() -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = [{"who": number} for number in range(2)]
        async with anyio.create_task_group() as group:
            group.start_soon(play, "cart", right["cart"].calls, seen[0])
            group.start_soon(play, "cart", [wrong_ending("cart")], seen[1])
        return seen

    good, bad = anyio.run(together)
    assert (good["finish"]["status"], good["finish"]["reward"]) == ("passed", 1.0)
    assert (bad["finish"]["status"], bad["finish"]["reward"]) == ("failed", 0.0)
    assert "checks" not in bad["finish"], "an agent is told no reasons"


def test_an_agent_that_is_given_an_address_can_neither_leave_its_session_nor_grade_it(
    address: str, right: dict[str, Played]
) -> None:
    async def play(where: str) -> tuple[set[str], list[bool], str]:
        async with Client(where) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            refused = [
                (await client.call_tool(name, given)).is_error
                for name, given in (("finish", {}), ("reset", {}), ("start_task", {"task": "answer_1"}))
            ]
            for name, arguments in right["cart"].calls:
                await client.call_tool(name, arguments)
            return names, refused, text_of((await client.read_resource("shopworld://goal")).contents[0])

    with GymClient(address) as http, http.start("cart_1", agent="guest") as session:
        names, refused, goal = anyio.run(play, f"{address}/mcp?session={session.about.session}")
        assert names == {tool.name for tool in session.about.tools}
        assert refused == [True] * 3
        assert goal == session.goal
        finished = session.finish().result
        assert (finished.status, finished.steps) == ("passed", right["cart"].result.steps + 3)


def test_a_client_that_begins_nothing_is_told_so(address: str) -> None:
    async def ask() -> Any:
        async with Client(f"{address}/mcp") as client:
            return await client.call_tool("view_cart", {"shop": "http://a.example/"})

    reply = anyio.run(ask)
    assert reply.is_error
    assert "start_task begins one" in reply.content[0].text


def test_beyond_loopback_a_token_is_asked(serve: Callable[..., Any]) -> None:
    with serve("small", "--interface", "tools", "--host", "0.0.0.0", SHOPWORLD_GYM_TOKEN="open") as address:
        here = address.replace("0.0.0.0", "127.0.0.1")
        for token in ("", "wrong"):
            with GymClient(here, token) as client, pytest.raises(GymTrouble, match="token is missing or wrong"):
                client.tasks()
        assert httpx.post(f"{here}/mcp", json={}, trust_env=False).status_code == 401
        with GymClient(here, "open") as client:
            assert client.tasks().suite == "small"


def test_browsers_get_a_proxy_that_contains_them(serve: Callable[..., Any], home: Path) -> None:
    """Also where checks are sealed: the agent shops by its own client, and reaches nothing else."""
    served = serve("small", "--slots", "2", "--sealed")
    with (
        served as address,
        GymClient(address) as client,
        client.start("answer_1") as one,
        client.start("answer_1", agent="other") as other,
    ):
        proxy = one.about.proxy
        assert proxy is not None
        assert other.about.proxy is not None
        assert other.about.proxy.server == proxy.server
        assert other.about.proxy.password != proxy.password
        url = f"http://{proxy.username}:{proxy.password}@{proxy.server.removeprefix('http://')}"
        shops = [word.strip(",.") for word in one.goal.split() if word.startswith("http://")]
        with httpx.Client(proxy=url, trust_env=False) as browser:
            assert browser.get(shops[0]).status_code == 200
            assert browser.get("http://foreign.example/").status_code == 403
            assert browser.get(f"{address}/tasks").status_code == 403
            answer = " ### ".join(f"{shop}product/brisk-ssd-2-tb/" for shop in shops[:2])
            browser.post("http://solution.example/", data={"solution": answer})
        finished = one.finish().result
        assert (finished.status, finished.isolation) == ("passed", "sealed")
        assert not any(check.reason for check in finished.checks)
        other.say("I do not know.")
        assert other.finish().result.status == "failed"


def test_one_process_holds_as_many_sessions_as_the_default_suite_has_tasks(serve: Callable[..., Any]) -> None:
    served = serve("small", "--interface", "tools", "--slots", "91")
    with served as address, GymClient(address) as client, ThreadPoolExecutor(8) as pool:
        held = list(pool.map(lambda n: client.start("cart_1", agent="crowd", trial=n), range(91)))
        seen = list(pool.map(lambda one: one.observe().step, held))
        done = list(pool.map(lambda one: one.finish().result.trial, held))
    assert seen == [0] * 91
    assert done == list(range(91))
