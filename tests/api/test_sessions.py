"""Sessions of asynchronous code: cancelled, polled while a step runs, used after their world."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
import time
from pathlib import Path

import pytest

import shopworld as sw
from shopworld.errors import EpisodeError
from shopworld.evaluation.records import TrialKey


def test_cancelled_starts_and_ends_cost_no_slot(home: Path) -> None:
    async def start(world: sw.World, number: int, entered: list[int]) -> None:
        async with world.start_async("answer_1", agent=f"agent-{number}"):
            entered.append(number)
            await asyncio.sleep(number % 3 * 0.001)

    async def all_of_them(world: sw.World) -> int:
        entered: list[int] = []
        for number in range(40):
            one = asyncio.create_task(start(world, number, entered))
            await asyncio.sleep(number % 8 * 0.001)
            one.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await one
        return len(entered)

    with sw.open("small", "tools", home=home, slots=2) as world:
        entered = asyncio.run(all_of_them(world))
        assert entered < 40
        deadline = time.monotonic() + 120
        while world._open and time.monotonic() < deadline:  # what was under way ends in its thread
            time.sleep(0.01)
        first, second = world.start("answer_1"), world.start("cart_1")
        assert {first.key.task, second.key.task} == {"answer_1", "cart_1"}


def test_nothing_waits_for_a_step_that_takes_long(home: Path) -> None:
    """A loop that looks at a session's properties goes on while a step of it runs in a thread."""
    with sw.open("small", "tools", home=home) as world:

        async def play() -> None:
            async with world.start_async("answer_1") as session:
                await session.observe()
                held, done = threading.Event(), threading.Event()

                def step() -> None:
                    with session.session._turn:  # type: ignore[union-attr]
                        held.set()
                        done.wait(5)

                busy = threading.Thread(target=step)
                busy.start()
                held.wait(20)
                try:
                    assert not session.ended
                    assert session.steps == 0
                    assert "submit_answer" in [tool.name for tool in session.tools]
                    assert busy.is_alive(), "the step is still under way"
                finally:
                    done.set()
                    busy.join()
                await session.say("Done.")
                assert session.ended

        asyncio.run(play())


def test_the_tools_are_at_hand_when_an_asynchronous_session_begins(home: Path) -> None:
    async def play(world: sw.World) -> None:
        async with world.start_async("answer_1", agent="mine", trial=2) as session:
            assert session.session.environment is not None  # type: ignore[union-attr]
            assert session.key == TrialKey(agent="mine", task="answer_1", trial=2)
            await session.close()
            assert session.ended
            assert (await session.finish()).ending == "stopped"

    with sw.open("small", "tools", home=home) as world:
        asyncio.run(play(world))


def test_an_asynchronous_session_tells_that_its_world_is_closed(home: Path) -> None:
    async def play() -> None:
        world = sw.open("small", "tools", home=home)
        async with world.start_async("answer_1") as session:
            world.close()
            with pytest.raises(EpisodeError, match="the world is closed"):
                await session.observe()
        with pytest.raises(EpisodeError, match="the world is closed"):
            world.start_async("answer_1")

    asyncio.run(play())


def test_a_sealed_world_has_asynchronous_sessions_too(home: Path) -> None:
    async def play(world: sw.SealedWorld, number: int) -> str:
        async with world.start_async("answer_1", agent=f"agent-{number}") as session:
            await session.observe()
            with pytest.raises(EpisodeError, match="stay with the checks"):
                _ = session.events
            await session.say("Nothing found.")
            assert session.ended
            assert session.key.agent == f"agent-{number}"
            return str((await session.finish()).status)

    async def both(world: sw.SealedWorld) -> list[str]:
        return [*await asyncio.gather(play(world, 0), play(world, 1))]

    with sw.open("small", "tools", home=home, sealed=True, slots=2) as world:
        assert list(world) == ["answer_1", "cart_1", "order_1"]
        assert asyncio.run(both(world)) == ["failed", "failed"]
    with pytest.raises(EpisodeError, match="the world is closed"):
        world.start_async("answer_1")
    gc.collect()
