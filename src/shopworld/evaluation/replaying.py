"""Plays an agent's decisions again over a recorded episode: no model, no browser, no shop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from shopworld.agents import AgentDeclaration, AgentName, Move, make_agent
from shopworld.environments import Observation, Tab
from shopworld.environments.observation import Pictures, ToolDescription
from shopworld.environments.registry import interface
from shopworld.environments.tools import ToolProfile
from shopworld.errors import InputError, RecordingError
from shopworld.evaluation.folder import read_score
from shopworld.evaluation.records import Step, read_steps
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.outside import outside_command
from shopworld.evaluation.trajectory import GOAL, MODEL_CALLS, STEPS
from shopworld.models import Models, ModelSettings

PICTURE = b"a picture"
"""Stands for every picture: a recording holds only their hashes, and matching passes them over."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision.

    Attributes:
        step: as it was recorded.
        move: what the agent chose now.
    """

    step: Step
    move: Move


def replay_decisions(attempt: Path, profile: ToolProfile = ToolProfile.DEFAULT) -> Iterator[Decided]:
    """Shows an agent with a language model the observations of a recorded episode, and has recorded replies answer it.

    Args:
        attempt: folder of the attempt, or a copy of its `goal.txt`, `steps.jsonl.gz`, `score.json` and
            `model.jsonl.gz`.
        profile: how the tools behaved, where it was played by tools.

    Yields:
        what it decides, step by step, beside what was recorded.

    Raises:
        InputError: the folder lacks something.
        RecordingError: the agent asks another question, or decides otherwise.
    """
    score = read_score(attempt)
    steps = read_steps(attempt / STEPS)
    if score is None or not steps:
        raise InputError("no score and steps of an episode are here", file=attempt)
    if not AgentName.parse(score.agent).model:
        raise InputError(f"the agent {score.agent!r} has no language model", file=attempt)
    if outside_command(score.agent, {}) is not None:
        raise InputError(f"the agent {score.agent!r} is a program", file=attempt, hint="Run it again with --replay.")
    by_tools = score.tools is not None
    declaration = declare(score.agent)
    place = declaration.environment("catalog" if by_tools else "mall")
    tools = interface(place).tool_descriptions(profile)
    models = Models(ModelSettings(replay=str(attempt)))
    agent_process = AgentSubprocess(score.agent)
    try:
        model = models.open(AgentName.parse(score.agent).model, replay=attempt / MODEL_CALLS)
        agent = (
            agent_process.agent(place, model)
            if declaration.outside
            else make_agent(score.agent, place, lambda _: model)
        )
        agent.begin((attempt / GOAL).read_text(encoding="utf-8"), seed=0)
        for before, step in pairwise(steps):
            move = agent.act(_seen_by_tools(before, tools) if tools else _seen(before, declaration))
            if move.action != step.action:
                raise RecordingError(
                    f"step {step.number} of {attempt}: recorded {step.action!r}, decided now {move.action!r}"
                )
            yield Decided(step, move)
    finally:
        models.close()
        agent_process.close()


def _seen(step: Step, agent: AgentDeclaration) -> Observation:
    """What the agent saw after a recorded step."""
    tabs = tuple(Tab(tab.url, tab.title, tab.active) for tab in step.tabs)
    return Observation(
        url=step.url,
        title=step.title,
        tabs=tabs or (Tab(step.url, step.title, True),),
        focused_element=step.focused,
        last_action_error=step.error,
        accessibility_tree=step.tree,
        screenshot=PICTURE if agent.pictures is Pictures.PLAIN else None,
        marked_screenshot=PICTURE if agent.pictures is Pictures.MARKED else None,
        step=step.number,
    )


def _seen_by_tools(step: Step, tools: tuple[ToolDescription, ...]) -> Observation:
    """The same where the agent calls tools."""
    return Observation(last_action_error=step.error, tools=tools, tool_result=step.result, step=step.number)
