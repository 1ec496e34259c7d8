"""Inspect: `inspect eval shopworld/default --model …`; any suite by `shopworld/suite -T suite=NAME`.

The session is begun before the solver, whichever that is, and graded by the scorer after it. Tools are the shops' own,
in a browser `act`. Epochs are trials, errors are clustered by template.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolError, ToolParams

import shopworld as sw

_ACT = (
    "Do one thing in the browser and see the page: goto('http://…'), click('12'), fill('12', 'text'), "
    "select_option('12', 'choice'), press('12', 'Enter'), scroll(0, 600), go_back(), new_tab(), tab_focus(0), "
    "send_msg_to_user('text'), report_infeasible('reason'). Elements are named by the number before them."
)
_sessions: dict[str, sw.Session] = {}
"""By the sample's id in its run."""


@task
def default(
    tasks: str = "",
    interface: str = "tools",
    slots: int = 64,
    max_steps: int | None = None,
    save_to: str = "",
    home: str = "",
) -> Task:
    """The suite `default`; see `suite`."""
    return suite("default", tasks, interface, slots, max_steps, save_to, home)


@task
def suite(
    suite: str,
    tasks: str = "",
    interface: str = "",
    slots: int = 64,
    max_steps: int | None = None,
    save_to: str = "",
    home: str = "",
) -> Task:
    """A suite of Shopworld's as a task of Inspect's, a sample for each of ours.

    Args:
        suite: name, or path of its file.
        tasks: filters, separated by blanks: `set=basic`, an id.
        interface: how the shops are met: `tools`, `browser`, `corpus`, `nlweb`; in the sandbox `tools`.
        slots: most samples at the same time.
        max_steps: actions after which a session is cut off.
        save_to: run folder for what is played, beside Inspect's own log.
        home: where suites are; `SHOPWORLD_HOME` by default.
    """
    world = _world(suite, interface, slots, tuple(tasks.split()), max_steps, home)
    samples = [
        Sample(
            id=card.id,
            input=card.goal,
            metadata={"template": card.template, "category": card.category, "set": card.set},
        )
        for card in world.tasks.values()
    ]
    return Task(
        dataset=MemoryDataset(samples, name=suite),
        setup=begin(world),
        solver=shopper(),
        scorer=from_state(save_to),
        cleanup=_leaving(save_to),
        name=world.suite,
    )


@solver
def begin(world: sw.World) -> Solver:
    """Begins the session of a sample, and gives its tools.

    Args:
        world: that it is played in.
    """

    async def solve(state: TaskState, _: Generate) -> TaskState:
        session = await _call(lambda: world.start(str(state.sample_id), agent=str(state.model), trial=state.epoch - 1))
        _sessions[state.uuid] = session
        described = await _call(lambda: session.tools)
        state.tools = [_tool(session, one) for one in described] if described else [_browser(session)]
        return state

    return solve


@solver
def shopper() -> Solver:
    """Calls tools until the episode has ended; a reply without a call is the last word to the user."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        session = _sessions[state.uuid]
        while not session.ended and not state.completed:
            state = await generate(state, tool_calls="single")
            if not state.output.message.tool_calls:
                break
        return state

    return solve


@scorer(metrics=[accuracy(), stderr(cluster="template")], name="shopworld")
def from_state(save_to: str = "") -> Scorer:
    """Grades from what happened in the shops: Shopworld's own score, with its reasons.

    Args:
        save_to: run folder for what was played.
    """

    async def score(state: TaskState, _: Target) -> Score:
        session = _sessions[state.uuid]
        last = state.messages[-1]
        if not session.ended and last.role == "assistant" and not last.tool_calls:
            await _call(lambda: session.say(last.text))
        if not session.ended:  # cut off by a limit of Inspect's: nothing is credited
            await _call(session.close)
        result = await _call(session.finish)
        not_saved = await _save(session, save_to)
        reasons = [f"{check.type}: {check.reason or 'fulfilled'}" for check in result.checks]
        told = [str(result.status), *reasons, *([f"not saved: {not_saved}"] if not_saved else ())]
        return Score(value=result.reward, explanation="\n".join(told), metadata=result.model_dump(mode="json"))

    return score


@cache
def _world(
    suite: str, interface: str, slots: int, tasks: tuple[str, ...], max_steps: int | None, home: str
) -> sw.World:
    """Opened once; it closes with the process."""
    return sw.open(suite, interface, slots=slots, tasks=list(tasks), max_steps=max_steps, home=home or None)


def _leaving(save_to: str) -> Callable[[TaskState], Awaitable[None]]:
    """Ends the session of a sample, as stopped where nothing scored it, and saves it then, too."""

    async def leave(state: TaskState) -> None:
        session = _sessions.pop(state.uuid, None)
        if session is not None:
            await _call(session.close)
            await _save(session, save_to)

    return leave


async def _save(session: sw.Session, save_to: str) -> str:
    """Why it could not be saved; empty where it was, or nobody wants that. A sample that is tried again finds its trial
    taken by the try before.
    """
    if save_to:
        try:
            await _call(lambda: session.save(save_to))
        except sw.ShopworldError as error:
            return error.message
    return ""


def _tool(session: sw.Session, described: sw.ToolDescription) -> Tool:
    """One of the shops' as Inspect has it."""

    async def execute(**arguments: Any) -> str:
        reply = await _call(lambda: session.call(described.name, arguments))
        if reply.failed:
            raise ToolError(reply.text)
        return str(reply.text)

    parameters = ToolParams.model_validate(dict(described.parameters))
    return ToolDef(execute, described.name, described.description, parameters, parallel=False).as_tool()


def _browser(session: sw.Session) -> Tool:
    """The browser's actions as one tool."""

    async def act(action: str) -> str:
        seen = await _call(lambda: session.step(action))
        if seen.last_action_error:
            raise ToolError(seen.last_action_error)
        return f"{seen.url}\n{seen.accessibility_tree}"

    return ToolDef(act, "act", _ACT, {"action": "The action."}, parallel=False).as_tool()


async def _call(work: Callable[[], Any]) -> Any:
    """Work of a session in a thread; what it refuses is told to the model."""
    try:
        return await anyio.to_thread.run_sync(work)
    except sw.ShopworldError as error:
        if type(error).__name__ == "EpisodeError":
            raise ToolError(error.message) from error
        raise
