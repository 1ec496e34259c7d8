"""The built-in agents in the shops of a mall, by tools; and which interface a name asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from shopworld.agents import ORACLE, Agent, AgentName, make_agent, make_oracle
from shopworld.environments import ShopToolEnvironment
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.errors import AgentError
from shopworld.evaluation.running.declaring import declare
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.families import FAMILIES
from shopworld.mall import Mall
from shopworld.tasks import Score, Suite, Task, score

Play = Callable[[Agent, Task], Score]
FEW = dict.fromkeys(FAMILIES, 1)


@pytest.fixture(scope="module")
def suite(small_mall: Mall) -> Suite:
    return make_comparison_suite(small_mall, name="few", counts=FEW)


@pytest.fixture
def play(small_mall: Mall) -> Iterator[Play]:
    with ShopToolEnvironment(small_mall) as environment:

        def play(agent: Agent, task: Task) -> Score:
            episode = Episode(EpisodeIdentity("agent", task.id), "label")
            agent.begin(task.goal, seed=0)
            seen = environment.start(episode, TaskStart.of(task))
            while not environment.ended:
                seen = environment.step(agent.act(seen).action)
            return score(
                task, episode.events, ending=episode.ending, hosts=small_mall.hosts, catalog=small_mall.catalog
            )

        yield play


def test_the_oracle_solves_every_kind_of_task(play: Play, suite: Suite, small_mall: Mall) -> None:
    rewards = {task.id: play(make_oracle(small_mall, task, "shop_tools"), task).reward for task in suite.tasks}
    assert len({task.category for task in suite.tasks}) >= 8
    assert set(rewards.values()) == {1.0}, rewards


@pytest.mark.parametrize("name", ["noop", "list_everything"])
def test_who_does_nothing_or_takes_everything_is_paid_nothing(play: Play, suite: Suite, name: str) -> None:
    assert {play(make_agent(name, "shop_tools"), task).reward for task in suite.tasks} == {0.0}


def test_list_everything_takes_much(play: Play, suite: Suite) -> None:
    tasks = [task for task in suite.tasks if task.category == "find_cheapest_offer"]
    assert any(play(make_agent("list_everything", "shop_tools"), task).recall > 0 for task in tasks)


@pytest.mark.parametrize(
    ("name", "environment"),
    [
        ("keyword", "browser"),
        ("oracle", "browser"),
        ("oracle+tools", "shop_tools"),
        ("noop+browser", "browser"),
        ("web-axtree@openai/gpt-5", "browser"),
        ("foreign_agents:Polite", "browser"),
        ("foreign_agents:Polite+tools", "shop_tools"),
    ],
)
def test_a_name_says_how_the_agent_meets_a_mall(name: str, environment: str) -> None:
    assert declare(name).environment("mall") == environment
    assert str(AgentName.parse(name)) == name


def test_a_name_with_interface_and_model_comes_apart() -> None:
    assert AgentName.parse("web-axtree+tools@openai/gpt-5") == AgentName("web-axtree", "openai/gpt-5", "tools")


def test_an_unknown_interface_is_refused() -> None:
    with pytest.raises(AgentError, match="there is no interface 'telepathy'"):
        declare("oracle+telepathy").environment("mall")
    with pytest.raises(AgentError, match="made for a browser, the suite needs the tools of shops"):
        make_agent("random", "shop_tools")
    with pytest.raises(AgentError, match="oracle needs the task's solution"):
        make_agent(f"{ORACLE}+tools", "shop_tools")
