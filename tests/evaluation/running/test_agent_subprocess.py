from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shopworld.environments import Observation
from shopworld.environments.world import WorldFolders
from shopworld.errors import AgentError
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.deadline import TimeUp, deadline
from shopworld.evaluation.running.declaring import declare_all
from shopworld.evaluation.running.players import OpenWorldPlayers, WorldPlayers
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.tasks import Task

SEEN = Observation("http://shop-a.example/", "Shop A", screenshot=b"\xff\xd8")


def test_an_agent_subprocess_lives_in_a_process_of_its_own_and_is_made_anew_for_each_episode() -> None:
    agent_process = AgentSubprocess("foreign_agents:Polite")
    processes = set()
    for seed in (1, 2):
        agent = agent_process.agent()
        agent.begin("Find it.", seed=seed)
        move = agent.act(SEEN)
        assert move.action == "send_msg_to_user('Done')"
        assert move.extra == {"tokens": 3}
        text, _, process = move.thought.rpartition(" ")
        assert text == f"Find it. {seed}"
        processes.add(int(process))
    assert len(processes) == 1
    assert os.getpid() not in processes
    agent_process.close()
    with pytest.raises(ProcessLookupError):
        os.kill(processes.pop(), 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("foreign_agents:Raising", "ValueError: no idea"),
        ("foreign_agents:Dying", r"ended \(exit status 7\)"),
        ("foreign_agents:Silent", "returned str, expected a Move"),
    ],
)
def test_what_goes_wrong_in_an_agent_subprocess_is_its_error(name: str, message: str) -> None:
    agent_process = AgentSubprocess(name)
    agent = agent_process.agent()
    agent.begin("Find it.", seed=1)
    with pytest.raises(AgentError, match=message):
        agent.act(SEEN)
    agent_process.close()


def test_an_agent_subprocess_that_is_cut_off_is_replaced() -> None:
    agent_process = AgentSubprocess("foreign_agents:Sleeping")
    agent = agent_process.agent()
    agent.begin("Find it.", seed=1)
    with pytest.raises(TimeUp), deadline(0.2):
        agent.act(SEEN)
    agent_process.agent().begin("Find it again.", seed=2)
    agent_process.close()


def test_an_agent_subprocess_that_is_not_there_is_refused() -> None:
    agent_process = AgentSubprocess("foreign_agents:Nobody")
    with pytest.raises(AgentError, match="cannot be made"):
        agent_process.agent()
    agent_process.close()


def test_an_installed_agent_lives_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task_maker: Callable[..., Task]
) -> None:
    info = tmp_path / "acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[shopworld.agents]\npolite_one = foreign_agents:Polite\n")
    monkeypatch.syspath_prepend(tmp_path)
    declare_all(("polite_one",), "mall")
    world: Any = SimpleNamespace(kind="mall", close=lambda: None)
    players = WorldPlayers(world, OpenWorldPlayers(WorldFolders()))
    key = TrialKey(agent="polite_one", task="t", trial=0)
    agent = players.agent("polite_one", task_maker(1), EpisodePlace(key, tmp_path))
    agent.begin("Find it.", seed=1)
    assert int(agent.act(SEEN).thought.rpartition(" ")[2]) != os.getpid()
    players.close()
