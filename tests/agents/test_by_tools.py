"""The built-in agents, and the documented one, in the tool sandbox."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import tool_world

from shopworld.agents import Agent, make_agent, make_tool_oracle
from shopworld.catalog import Catalog
from shopworld.environments.protocol import TaskStart
from shopworld.environments.tools import ToolCalled, ToolEnvironment, ToolProfile
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.errors import AgentError
from shopworld.tasks import Score, Task, score
from shopworld.tasks.checks import Recommendation

Play = Callable[[Agent, Task], tuple[Score, list[ToolCalled]]]


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    folder = tmp_path_factory.mktemp("catalogs") / "chargers"
    tool_world.build_catalog(folder)
    with Catalog.open(folder) as opened:
        yield opened


@pytest.fixture
def tasks() -> tuple[Task, ...]:
    return tool_world.tasks()


@pytest.fixture(params=[ToolProfile.DEFAULT, ToolProfile.COMPATIBLE])
def play(catalog: Catalog, request: pytest.FixtureRequest) -> Play:
    """Plays one episode; returns its score and what was called."""

    def play(agent: Agent, task: Task) -> tuple[Score, list[ToolCalled]]:
        identity = EpisodeIdentity("tester", task.id, 0)
        episode = Episode(identity, identity.label(b"a secret of the tests"))
        with ToolEnvironment(catalog, request.param) as environment:
            seen = environment.start(episode, TaskStart.of(task))
            agent.begin(task.goal, seed=1)
            while not environment.ended:
                seen = environment.step(agent.act(seen).action)
        calls = [one.payload for one in episode.events if isinstance(one.payload, ToolCalled)]
        return score(task, episode.events, ending=episode.ending, hosts={}, catalog=catalog), calls

    return play


def test_the_oracle_gets_to_the_target_by_lists_alone(play: Play, tasks: tuple[Task, ...], catalog: Catalog) -> None:
    for task in tasks:
        result, calls = play(make_tool_oracle(catalog, task), task)
        assert result.passed
        assert not any(one.error for one in calls)
        (check,) = task.checks
        assert isinstance(check, Recommendation)
        first = next(number for number, one in enumerate(calls) if check.target in one.product_ids)
        assert calls[first].name == "search_products"
        named = [one for one in calls[: first + 1] if check.target in json.dumps(one.arguments)]
        assert named == []


def test_the_oracle_recommends_nothing_where_a_slot_stays_closed(
    play: Play, tasks: tuple[Task, ...], catalog: Catalog
) -> None:
    task = tasks[0]
    assert task.shopper is not None
    script = task.shopper.clarification.model_copy(update={"most_turns": 0})
    silent = task.model_copy(update={"shopper": task.shopper.model_copy(update={"clarification": script})})
    result, calls = play(make_tool_oracle(catalog, silent), silent)
    assert result.reward == 0
    assert "recommend_product" not in {one.name for one in calls}


def test_the_oracle_needs_a_target_that_exists(tasks: tuple[Task, ...], catalog: Catalog) -> None:
    (check,) = tasks[0].checks
    assert isinstance(check, Recommendation)
    lost = tasks[0].model_copy(update={"checks": (check.model_copy(update={"target": "B9"}),)})
    with pytest.raises(AgentError, match="no product 'B9' in the catalog 'chargers'"):
        make_tool_oracle(catalog, lost)


def test_doing_nothing_and_taking_the_first_score_nothing(play: Play, tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        result, calls = play(make_agent("noop", "tools"), task)
        assert (result.reward, calls) == (0, [])
        result, calls = play(make_agent("list_everything", "tools"), task)
        assert result.reward == 0
        assert calls[-1].name == "recommend_product"


def test_keyword_reads_asks_compares_and_recommends(play: Play, tasks: tuple[Task, ...]) -> None:
    for task in tasks:
        result, calls = play(make_agent("keyword", "tools"), task)
        assert result.passed
        names = [one.name for one in calls]
        assert names[0] == "get_user_profile"
        assert names[-1] == "recommend_product"
        assert names.count("ask_user") <= 10
        assert len(names) <= 100
        assert not any(one.error for one in calls)


def test_keyword_does_the_same_again(play: Play, tasks: tuple[Task, ...]) -> None:
    first, second = (play(make_agent("keyword", "tools"), tasks[0])[1] for _ in range(2))
    assert first == second


def test_an_agent_for_pages_is_refused_by_tools_and_the_reverse() -> None:
    with pytest.raises(AgentError, match="'random' is made for a browser, the suite needs the tool sandbox") as caught:
        make_agent("random", "tools")
    assert "keyword" in str(caught.value.hint)


def test_the_agent_of_the_documentation_works(
    play: Play, tasks: tuple[Task, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    code = next(one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "class FirstFound" in one)
    (tmp_path / "documented_tool_agent.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AgentError, match="made for the tool sandbox, the suite needs a browser"):
        make_agent("documented_tool_agent:FirstFound")
    _, calls = play(make_agent("documented_tool_agent:FirstFound", "tools"), tasks[0])
    assert calls[0].name == "search_products"
