"""Worlds and sessions, as somebody's harness uses them; most of it by tools, which need no browser."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import shopworld as sw
from shopworld.errors import EpisodeError, InputError, MallError, RunError, TaskError
from shopworld.evaluation import regrade
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Isolation, read_steps
from shopworld.tasks import Suite

RIGHT = "{0}product/brisk-ssd-2-tb/ ### {1}product/brisk-ssd-2-tb/"


def shops_of(session: sw.Session | sw.SealedSession) -> list[str]:
    """The first two shops, as the goal names them."""
    return [one.strip(",.") for one in session.goal.split() if one.startswith("http://")][:2]


def answer(session: sw.Session | sw.SealedSession) -> sw.ToolReply:
    """Submits what is right for `answer_1`."""
    return session.call("submit_answer", {"answer": RIGHT.format(*shops_of(session))})


def test_open_step_and_score_takes_five_statements(home: Path) -> None:
    world = sw.open("small", "tools", home=home)
    session = world.start("answer_1")
    answer(session)
    result = session.finish()
    world.close()
    assert (result.status, result.reward, result.agent, result.interface) == ("passed", 1.0, "outside", "tools")


def test_a_world_tells_of_its_tasks_all_but_the_checks(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world:
        assert list(world.tasks) == ["answer_1", "cart_1", "order_1"]
        card = world.tasks["answer_1"]
        assert card.goal.endswith("Find the Brisk SSD 2 TB in the first two shops.")
        assert (card.category, card.steps, card.set) == ("find_specific_product", 50, "basic")
        assert "checks" not in repr(card)
        assert "near" not in repr(card)


def test_a_session_shows_tools_observations_and_events_and_ends_by_an_answer(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world, world.start("answer_1") as session:
        names = [tool.name for tool in session.tools]
        assert {"search_products", "submit_answer"} <= set(names)
        assert session.observe().messages[0].text == session.goal
        found = session.call("search_products", {"shop": shops_of(session)[0], "query": "Brisk SSD 2 TB"})
        assert "brisk-ssd-2-tb" in found.data["products"][0]["url"]
        wrong = session.call("get_product", {"nonsense": 1})
        assert wrong.failed
        assert "url" in wrong.text
        before = session.ended
        assert not before
        assert session.steps == 2
        assert [event.kind for event in session.events][-1] == "tool_called"
        answer(session)
        assert session.ended
        with pytest.raises(EpisodeError, match="has ended"):
            session.call("search_products", {"shop": shops_of(session)[0], "query": "more"})
        assert session.finish() == session.finish()
        assert session.finish().status == "passed"


def test_what_was_not_finished_is_stopped_and_earns_nothing(home: Path, tmp_path: Path) -> None:
    with sw.open("small", "tools", home=home) as world:
        with world.start("answer_1") as session:
            session.observe()
        result = session.finish()
        assert (result.status, result.ending, result.reward) == ("failed", "stopped", 0.0)
        with world.start("answer_1", trial=1) as idle:
            result = idle.finish()
        assert (result.ending, result.reward) == ("message", 0.0)


def test_saying_and_giving_up_end_the_episode(home: Path) -> None:
    with sw.open("small", "tools", home=home, slots=2) as world:
        talking, giving_up = world.start("answer_1"), world.start("cart_1")
        talking.say("I found them.")
        giving_up.give_up("No such drive.")
        assert talking.finish().ending == "message"
        assert giving_up.finish().ending == "infeasible"
        assert read_steps(talking.folder / "steps.jsonl")[-1].action == "send_msg_to_user('I found them.')"


def test_limits_are_those_of_a_run(home: Path) -> None:
    with sw.open("small", "tools", home=home, max_steps=2) as world, world.start("answer_1") as session:
        session.call("open_shop", {"shop": shops_of(session)[0]})
        session.call("open_shop", {"shop": shops_of(session)[1]})
        assert session.ended
        with pytest.raises(EpisodeError, match="is over"):
            answer(session)
        assert session.finish().status == "limit"


def test_what_comes_after_the_last_step_allowed_leaves_the_result_as_it_is(home: Path) -> None:
    with sw.open("small", "tools", home=home, max_steps=1) as world, world.start("answer_1") as session:
        answer(session)
        for too_late in (lambda: answer(session), lambda: session.step("noop()"), lambda: session.say("Done.")):
            with pytest.raises(EpisodeError, match=r"is over|has ended"):
                too_late()
        assert session.finish().status == "passed"


def test_many_sessions_at_once_keep_apart(home: Path) -> None:
    with sw.open("small", "tools", home=home, slots=8) as world:

        def shop(number: int) -> tuple[str, int]:
            with world.start("cart_1", agent=f"agent-{number}") as session:
                third = [one.strip(",.") for one in session.goal.split() if one.startswith("http://")][2]
                if number % 2:
                    session.call("add_to_cart", {"url": f"{third}product/brisk-ssd-3-tb/"})
                cart = json.loads(session.call("view_cart", {"shop": third}).text)
                session.say("Done.")
                return str(session.finish().status), len(cart["lines"])

        with ThreadPoolExecutor(8) as pool:
            seen = list(pool.map(shop, range(16)))
        assert seen == [("failed", 0), ("passed", 1)] * 8


def test_no_more_sessions_than_slots_and_a_slot_is_free_again(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world:
        first = world.start("answer_1")
        with pytest.raises(RunError, match="as many sessions are open as there are slots: 1"):
            world.start("answer_1")
        first.finish()
        world.start("answer_1").finish()


def test_fifty_sessions_of_an_asynchronous_client(home: Path) -> None:
    async def shop(world: sw.World, number: int) -> str:
        async with world.start_async("answer_1", agent=f"agent-{number}") as session:
            await session.observe()
            shop = shops_of(session.session)[0]
            found = await session.call("search_products", {"shop": shop, "query": "Brisk SSD 2 TB"})
            assert "brisk-ssd-2-tb" in found.text
            await session.call("submit_answer", {"answer": RIGHT.format(*shops_of(session.session))})
            return str((await session.finish()).status)

    async def all_of_them() -> list[str]:
        with sw.open("small", "tools", home=home, slots=50) as world:
            return await asyncio.gather(*(shop(world, number) for number in range(50)))

    assert asyncio.run(all_of_them()) == ["passed"] * 50


def test_it_works_where_a_loop_is_running_as_in_a_notebook(home: Path) -> None:
    async def cell() -> str:
        with sw.open("small", "tools", home=home) as world, world.start("answer_1") as session:
            session.call("open_shop", {"shop": shops_of(session)[0]})
            answer(session)
            return str(session.finish().status)

    assert asyncio.run(cell()) == "passed"


def test_a_client_with_a_browser_of_its_own_comes_by_the_proxy_and_is_contained(home: Path, tmp_path: Path) -> None:
    """No browser of ours is started: the shops' events tell the steps."""
    with sw.open("small", home=home, slots=2) as world:
        session, other = world.start("answer_1", agent="theirs"), world.start("answer_1", agent="others")
        assert session.proxy is not None
        assert other.proxy is not None
        assert session.proxy.server == other.proxy.server
        shops = shops_of(session)
        with httpx.Client(proxy=session.proxy.url, trust_env=False) as client:
            assert client.get(shops[0]).status_code == 200
            assert client.get("http://elsewhere.example/").status_code == 403
            assert session.steps == 1
            client.post("http://solution.example/", data={"solution": RIGHT.format(*shops)})
        assert session.ended
        assert not other.ended
        result = session.finish()
        session.save(tmp_path / "run")
        with httpx.Client(proxy=session.proxy.url, trust_env=False) as late:
            assert late.get(shops[0]).status_code == 410
    assert (result.status, result.interface, result.isolation) == ("passed", "browser", Isolation.TRUSTED)
    steps = read_steps(RunFolder(tmp_path / "run").attempt(result.key, 0) / "steps.jsonl")
    assert len(steps) == 1 + result.steps
    assert steps[1].url == shops[0]


def put_into_the_cart(session: sw.Session | sw.SealedSession) -> None:
    """Plays `cart_1` with a client of theirs: ten pages, the cart, and what the shop shows after it."""
    third = [one.strip(",.") for one in session.goal.split() if one.startswith("http://")][2]
    assert session.proxy is not None
    with httpx.Client(proxy=session.proxy.url, trust_env=False, follow_redirects=True) as client:
        for _ in range(9):
            assert client.get(third).status_code == 200
        page = client.get(f"{third}product/brisk-ssd-3-tb/").text
        form = re.search(r'<form[^>]*action="([^"]*cart[^"]*)"[^>]*>(.*?)</form>', page, re.DOTALL)
        assert form is not None
        fields = dict(re.findall(r'name="([^"]+)"[^>]*value="([^"]*)"', form[2]))
        put = client.post(httpx.URL(third).join(form[1]), data={"quantity": "1", **fields})
        assert put.status_code == 200


@pytest.mark.parametrize("farewell", ["finish", "say", "give_up"])
def test_steps_of_a_client_of_theirs_count_however_the_session_ends(home: Path, tmp_path: Path, farewell: str) -> None:
    with sw.open("small", home=home, max_steps=2) as world, world.start("cart_1") as session:
        put_into_the_cart(session)
        if farewell == "say":
            session.say("Done.")
        elif farewell == "give_up":
            session.give_up("Tired.")
        assert session.environment is None, "no browser of ours is opened for a word"
        result = session.finish()
        session.save(tmp_path / "run")
    assert (result.status, result.reward, result.state_reward) == ("limit", 0.0, 1.0)
    assert result.steps > 10
    steps = read_steps(RunFolder(tmp_path / "run").attempt(result.key, 0) / "steps.jsonl")
    assert [one.number for one in steps] == list(range(result.steps + 1))
    assert {one.seconds for one in steps} == {0.0}, "nobody has seen how long they took"
    assert steps[-1].action.startswith(
        {"finish": "assistant said", "say": "assistant said: Done."}.get(farewell, "rep")
    )


def test_within_its_limit_a_client_of_theirs_passes_by_a_last_word(home: Path) -> None:
    with sw.open("small", home=home) as world, world.start("cart_1") as session:
        put_into_the_cart(session)
        session.say("Done.")
        with pytest.raises(EpisodeError, match="is over"):
            session.say("Again.")
        result = session.finish()
    assert (result.status, result.ending) == ("passed", "message")
    assert session.tools == ()


def test_a_client_without_a_proxy_comes_by_the_doors(home: Path) -> None:
    with sw.open("small", home=home) as world, world.start("answer_1") as session:
        first = shops_of(session)[0]
        door = httpx.URL(session.doors[first])
        with httpx.Client(trust_env=False) as client:
            at = f"http://127.0.0.1:{door.port}/"
            assert client.get(at, headers={"Host": door.netloc.decode()}).status_code == 200
        assert session.events[-1].kind == "page_viewed"


def test_a_saved_session_stands_beside_native_ones(home: Path, suite: Suite, tmp_path: Path) -> None:
    run = sw.evaluate("small", "oracle", interface="tools", home=home, out=tmp_path / "run")
    with sw.open("small", "tools", home=home, slots=3) as world:
        for trial, task in enumerate(("answer_1", "cart_1")):
            with world.start(task, agent="theirs") as session:
                answer(session)
                session.save(tmp_path / "run")
                assert session.save(tmp_path / "run") == session.save(str(tmp_path / "run"))
            assert trial < 2
        with world.start("answer_1", agent="theirs") as second, pytest.raises(RunError, match="already"):
            second.save(tmp_path / "run")
        with (
            world.start("answer_1", agent="oracle+tools") as impostor,
            pytest.raises(RunError, match="plays oracle\\+tools itself"),
        ):
            impostor.save(tmp_path / "run")
    assert run.agents == ("oracle+tools", "theirs")
    assert {(one.agent, one.task): str(one.status) for one in run.results if one.agent == "theirs"} == {
        ("theirs", "answer_1"): "passed",
        ("theirs", "cart_1"): "failed",
    }
    page = run.report().read_text()
    assert "theirs" in page
    assert "not distinguishable" in page or "paired" in page.lower()
    again = regrade(tmp_path / "run", suite)
    assert again.changes == ()
    assert len(again.results) == 5
    # The same evaluation goes on in that folder, and loses nothing.
    assert len(sw.evaluate("small", "oracle", interface="tools", home=home, out=tmp_path / "run").results) == 5


def test_sessions_alone_make_a_folder_that_grows(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "saved"
    with sw.open("small", "tools", home=home, slots=4) as world:

        def play(number: int) -> None:
            with world.start("answer_1", agent=f"agent-{number % 2}", trial=number // 2) as session:
                answer(session)
                session.save(out)

        threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    folder = RunFolder(out)
    assert sorted(folder.agents()) == ["agent-0", "agent-1"]
    assert folder.settings().trials == 2
    assert folder.settings().sessions
    assert len(folder.results()) == 4
    assert set(folder.provenance().tasks) == {"answer_1"}


def test_sessions_of_another_suite_are_refused(home: Path, suite: Suite, tmp_path: Path) -> None:
    other = suite.model_copy(update={"name": "other"})
    with sw.open("small", "tools", home=home) as world, world.start("answer_1") as session:
        session.save(tmp_path / "run")
    with (
        sw.open(other, "tools", home=home) as world,
        world.start("answer_1", trial=1) as session,
        pytest.raises(RunError, match="another world"),
    ):
        session.save(tmp_path / "run")


def test_a_sealed_world_keeps_checks_and_events_elsewhere(home: Path, tmp_path: Path) -> None:
    with sw.open("small", "tools", home=home, sealed=True, slots=2) as world:
        assert list(world.tasks) == ["answer_1", "cart_1", "order_1"]
        with pytest.raises(TaskError, match="has no task 'nothing'"):
            world.start("nothing")
        with world.start("answer_1") as session:
            assert not hasattr(session, "events")
            assert not hasattr(session, "task")
            assert session.observe().messages[0].text == session.goal
            answer(session)
            assert session.ended
            result = session.finish()
            session.save(tmp_path / "run")
        assert (result.status, result.isolation) == ("passed", Isolation.SEALED)
    assert len(RunFolder(tmp_path / "run").results()) == 1


def test_a_sealed_world_that_cannot_be_opened_says_why(home: Path) -> None:
    with pytest.raises(TaskError, match="no suite 'smal'"):
        sw.open("smal", "tools", home=home, sealed=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"interface": "telepathy"}, "no interface 'telepathy', expected one of browser, tools"),
        ({"pictures": "moving"}, "no pictures 'moving', expected one of none, plain, marked"),
        ({"tasks": "colour=red"}, "cannot filter by 'colour'"),
        ({"max_steps": 0}, "max_steps"),
    ],
)
def test_what_is_asked_wrongly_is_told(home: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises((InputError, RunError), match=message):
        sw.open("small", **{"interface": "tools", "home": home, **options})


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("slots", [0, -3])
def test_a_world_without_slots_is_refused(home: Path, slots: int, *, sealed: bool) -> None:
    with pytest.raises(InputError, match=f"field 'slots': found {slots}, expected 1 or more"):
        sw.open("small", "tools", home=home, slots=slots, sealed=sealed)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("field", "value"),
    [("trial", -1), ("trial", 1.5), ("trial", True), ("agent", ""), ("agent", "  "), ("agent", 5), ("seed", "x")],
)
def test_a_session_that_is_named_wrongly_is_refused_and_costs_no_slot(home: Path, field: str, value: Any) -> None:
    with sw.open("small", "tools", home=home) as world:
        with pytest.raises(InputError, match=f"field '{field}'"):
            world.start("answer_1", **{field: value})
        world.start("answer_1")


def test_a_session_has_the_seed_that_it_is_given(home: Path, tmp_path: Path) -> None:
    with sw.open("small", "tools", home=home, slots=9) as world, sw.open("small", "tools", home=home, seed=7) as other:
        own, given, again = world.start("answer_1"), world.start("answer_1", seed=7), other.start("answer_1")
        assert own.seed != given.seed == again.seed == given.episode.seed
        given.save(tmp_path / "run")
        again = other.start("answer_1", trial=1) if again.finish() else again
        again.save(tmp_path / "run")
    assert RunFolder(tmp_path / "run").settings().seed == 7


def test_a_start_that_fails_costs_no_slot(home: Path) -> None:
    with sw.open("small", home=home) as world:
        with world.start("cart_1") as session:
            session.finish()
        server = world._world.server
        server.stop()
        for trial in range(3):
            with pytest.raises(MallError, match="not being served"):
                world.start("cart_1", trial=trial)
        server.start()
        world.start("cart_1")


def test_wrong_moves_of_the_caller_are_told_and_change_nothing(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world, world.start("answer_1") as session:
        session.observe()
        before = len(session.events)
        cyclic: dict[str, Any] = {}
        cyclic["self"] = cyclic
        wrong: list[Any] = [5, None, b"noop()", sw.Move("noop()", extra={"what": object()}), "\ud800"]
        extras: list[Any] = [{"x": cyclic}, {1: 2}, [], None]
        wrong += [sw.Move("noop()", extra=extra) for extra in extras]
        wrong += [sw.Move("noop()", thought=5)]  # type: ignore[arg-type]
        for move in wrong:
            with pytest.raises(InputError):
                session.step(move)
        for arguments in ({"query": object()}, {"query": {1, 2}}):
            with pytest.raises(InputError, match="field 'arguments'"):
                session.call("search_products", arguments)
        with pytest.raises(InputError):
            session.say(5)  # type: ignore[arg-type]
        with pytest.raises(InputError):
            session.give_up("\ud800")
        assert (session.steps, len(session.events), session.ended) == (0, before, False)
        answer(session)
        assert session.finish().status == "passed"


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 10**400])
def test_what_is_no_number_never_reaches_a_run_folder(home: Path, tmp_path: Path, number: float) -> None:
    with sw.open("small", "tools", home=home) as world, world.start("answer_1") as session:
        session.add_usage({"tokens": number, "usd": 0.5})
        if number < 10**300:
            session.step(sw.Move("noop()", extra={"tokens": number, "usd": 0.25}))
        session.save(tmp_path / "run")
    (result,) = RunFolder(tmp_path / "run").results()
    assert result.usage.get("tokens") is None
    assert result.usage["usd"] in (0.5, 0.75)


def test_after_its_end_a_world_says_so_and_leaves_no_half_folder(home: Path, tmp_path: Path) -> None:
    world = sw.open("small", "tools", home=home, slots=2)
    finished, under_way = world.start("answer_1"), world.start("cart_1")
    answer(finished)
    result = finished.finish()
    world.close()
    world.close()
    with pytest.raises(EpisodeError, match="the world is closed"):
        world.start("answer_1")
    with pytest.raises(EpisodeError, match="is over"):
        under_way.observe()
    with pytest.raises(RunError, match="its world is closed"):
        finished.save(tmp_path / "run")
    assert not (tmp_path / "run").exists()
    assert finished.finish() == result


def test_what_nobody_holds_any_more_is_removed_from_the_disk(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world:
        for trial in range(3):
            with world.start("answer_1", trial=trial) as session:
                session.finish()
                folder = session.folder
            assert folder.is_dir()
        del session
        gc.collect()
        assert not list(world._scratch.iterdir())


def test_a_task_that_is_not_there_is_told(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world, pytest.raises(TaskError, match="no task 'answer_2'"):
        world.start("answer_2")
