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
from mcp import Client, MCPError

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
    ("method", "path", "body", "status", "kind", "says"),
    [
        ("POST", "/sessions", {"task": "cart_9"}, 404, "TaskError", "no task 'cart_9'"),
        ("POST", "/sessions", {"task": "cart_1", "agent": " "}, 422, "InputError", "expected a name"),
        ("POST", "/sessions", {"job": "cart_1"}, 422, "InputError", "task: Field required; job: Extra inputs"),
        ("POST", "/sessions", None, 422, "InputError", "body: Field required"),
        ("POST", "/sessions/none/finish", None, 404, "NoSuchSession", "no such session"),
        ("GET", "/nowhere", None, 404, "NotFound", "Not Found"),
        ("DELETE", "/tasks", None, 405, "MethodNotAllowed", "Method Not Allowed"),
    ],
)
def test_what_is_wrong_is_told(
    address: str, method: str, path: str, body: dict[str, Any] | None, status: int, kind: str, says: str
) -> None:
    with GymClient(address) as client, pytest.raises(GymTrouble, match=says) as trouble:
        client.send(method, path, body)
    assert (trouble.value.status, trouble.value.kind) == (status, kind)


@pytest.mark.parametrize("path", ["/sessions", "/sessions/none/call", "/mcp"])
@pytest.mark.parametrize("in_chunks", [True, False])
def test_no_request_is_longer_than_may_be(address: str, path: str, in_chunks: bool) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"task": "'
        for _ in range(5):
            yield b"a" * 2**20
        yield b'"}'

    content = chunks() if in_chunks else b"".join(chunks())
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    refused = httpx.post(f"{address}{path}", content=content, headers=headers, trust_env=False)
    assert refused.status_code == 413
    assert refused.json()["kind"] == "Refused"
    assert "at most 4194304 bytes" in refused.json()["message"]


def test_what_comes_in_chunks_is_read(address: str) -> None:
    with httpx.Client(base_url=address, trust_env=False) as client:
        headers = {"Content-Type": "application/json"}
        begun = client.post("/sessions", content=iter([b'{"task": ', b'"cart_1"}']), headers=headers)
        assert begun.status_code == 201
        assert client.delete(f"/sessions/{begun.json()['session']}").status_code == 204


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


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_agent_that_is_given_an_address_can_neither_leave_its_session_nor_grade_it(
    mode: str, address: str, right: dict[str, Played]
) -> None:
    async def play(where: str) -> tuple[set[str], list[bool], str]:
        async with Client(where, mode=mode) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            refused = [
                (await client.call_tool(name, given)).is_error
                for name, given in (
                    ("finish", {"session": session.about.session}),
                    ("reset", {}),
                    ("start_task", {"task": "answer_1"}),
                )
            ]
            for name, arguments in right["cart"].calls:
                await client.call_tool(name, arguments)
            return names, refused, text_of((await client.read_resource("shopworld://goal")).contents[0])

    with GymClient(address) as http, http.start("cart_1", agent=f"guest-{mode}") as session:
        ticket = session.about.mcp.removeprefix(f"{address}/mcp?session=")
        for method, path in (("POST", "finish"), ("POST", "reset"), ("GET", "observation"), ("DELETE", "")):
            with pytest.raises(GymTrouble, match="no such session"):
                http.send(method, f"/sessions/{ticket}/{path}".rstrip("/"), {} if path == "reset" else None)
        session.reset()
        assert session.about.mcp.endswith(ticket), "the agent's address stays"
        names, refused, goal = anyio.run(play, session.about.mcp)
        assert session.about.session not in session.about.mcp
        assert names == {tool.name for tool in session.about.tools}
        assert refused == [True] * 3
        assert goal == session.goal
        finished = session.finish().result
        assert (finished.status, finished.steps) == ("passed", right["cart"].result.steps + 3)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_address_of_a_session_that_is_closed_leads_nowhere(mode: str, address: str) -> None:
    """Whether the client comes afterwards, or is there already."""

    async def ask(client: Any) -> list[tuple[str, Any]]:
        told = []
        for question in (
            client.list_tools,
            lambda: client.call_tool("start_task", {"task": "cart_1"}),
            lambda: client.read_resource("shopworld://goal"),
        ):
            with pytest.raises(MCPError) as refused:
                await question()
            told.append((refused.value.error.message, refused.value.error.data))
        return told

    async def come(http: GymClient) -> list[tuple[str, Any]]:
        session = http.start("cart_1", agent=f"gone-{mode}")
        async with Client(session.about.mcp, mode=mode) as client:
            assert (await client.list_tools()).tools
            session.close()
            there = await ask(client)
        async with Client(session.about.mcp, mode=mode) as client:
            return there + await ask(client)

    with GymClient(address) as http:
        assert anyio.run(come, http) == [("there is no such session", {"kind": "NoSuchSession"})] * 6


def test_the_name_of_a_session_is_no_address(address: str) -> None:
    async def ask(where: str) -> None:
        async with Client(where) as client:
            with pytest.raises(MCPError, match="is its harness's"):
                await client.list_tools()

    with GymClient(address) as http, http.start("cart_1", agent="by-name") as session:
        anyio.run(ask, f"{address}/mcp?session={session.about.session}")


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


@pytest.fixture(scope="module")
def guarded(serve: Callable[..., Any]) -> Iterator[str]:
    """Address of a server that asks for the token `open`."""
    with serve("small", "--interface", "tools", SHOPWORLD_GYM_TOKEN="open") as address:
        yield address


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_ticket_opens_its_session_without_the_token_and_nothing_else(mode: str, guarded: str) -> None:
    async def tools(where: str) -> set[str]:
        async with Client(where, mode=mode) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    with GymClient(guarded, "open") as harness, harness.start("cart_1") as session:
        assert anyio.run(tools, session.about.mcp) == {tool.name for tool in session.about.tools}
        query = session.about.mcp.partition("?")[2]
        for path in ("/tasks", f"/sessions/{session.about.session}", "/mcp/", "/mcp/x"):
            assert httpx.get(f"{guarded}{path}?{query}", trust_env=False).status_code == 401, path
        for other in ("", "?session=", "?session=seat-", f"?session={session.about.session}", f"?{query}&session="):
            assert httpx.post(f"{guarded}/mcp{other}", json={}, trust_env=False).status_code == 401, other


@pytest.mark.parametrize("options", [(), ("--sealed",)])
def test_what_is_open_when_the_server_stops_is_saved_and_the_next_goes_on(
    options: tuple[str, ...], serve: Callable[..., Any], tmp_path: Path, home: Path
) -> None:
    for trial in range(2):
        served = serve("small", "--interface", "tools", "--out", str(tmp_path / "run"), *options)
        with served as address, GymClient(address) as client:
            session = client.start("cart_1", agent="left")
            session.call("view_cart", {"shop": session.about.start_url})
            assert session.about.trial == trial
    saved = [(one.trial, one.ending, one.steps) for one in reported(tmp_path / "run", home)]
    assert saved == [(0, "stopped", 1), (1, "stopped", 1)]


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
