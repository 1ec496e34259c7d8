"""The agent that searches a corpus once, and the oracle over a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shopworld.agents import Agent, make_agent, make_oracle
from shopworld.environments.corpus import Corpus, CorpusEnvironment, build_corpus
from shopworld.environments.protocol import TaskStart
from shopworld.environments.tools import ToolCalled
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import AgentError
from shopworld.evaluation.running.declaring import declare
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.families import FAMILIES
from shopworld.mall import Mall
from shopworld.tasks import Score, Suite, Task, score


@pytest.fixture(scope="module")
def suite(small_mall: Mall) -> Suite:
    return make_comparison_suite(small_mall, name="few", counts=dict.fromkeys(FAMILIES, 1))


@pytest.fixture(scope="module")
def corpus(made_once: Callable[[str, Callable[[Path], Any]], Any], small_mall: Mall) -> Corpus:
    return Corpus(made_once("small-corpus", lambda folder: build_corpus(small_mall, folder)))


class Stage:
    def __init__(self, mall: Mall, environment: CorpusEnvironment) -> None:
        self.mall, self.environment = mall, environment
        self.episode = Episode(EpisodeIdentity("agent", "task"), "label")

    def play(self, agent: Agent, goal: str, task: Task | None = None) -> Score | None:
        self.episode = Episode(EpisodeIdentity("agent", "task"), "label")
        agent.begin(goal, seed=0)
        seen = self.environment.start(self.episode, TaskStart(goal, limits=task.limits if task else None))
        while not self.environment.ended:
            seen = self.environment.step(agent.act(seen).action)
        if task is None:
            return None
        return score(task, self.episode.events, ending=self.episode.ending, hosts=self.mall.hosts)

    def calls(self) -> list[ToolCalled]:
        return [event.payload for event in self.episode.events if isinstance(event.payload, ToolCalled)]


@pytest.fixture
def stage(small_mall: Mall, corpus: Corpus) -> Iterator[Stage]:
    with CorpusEnvironment(small_mall, corpus) as environment:
        yield Stage(small_mall, environment)


def test_the_oracle_solves_every_kind_of_task_over_a_corpus(stage: Stage, suite: Suite) -> None:
    for task in suite.tasks:
        graded = stage.play(make_oracle(stage.mall, task, "corpus"), task.goal, task)
        assert graded is not None
        assert graded.reward == 1.0, (task.id, [check.reason for check in graded.checks])


def test_retrieve_searches_once_opens_the_first_page_and_answers(stage: Stage, corpus: Corpus) -> None:
    product = corpus.documents[0]
    stage.play(make_agent("retrieve", "corpus"), f"Solve it.\n\nFind all offers for the {product.title}.")
    assert [one.name for one in stage.calls()] == ["search", "open_page", "submit_answer"]
    assert stage.calls()[0].arguments == {"query": product.title, "k": 1}
    assert stage.calls()[2].arguments["answer"] == stage.calls()[1].arguments["url"] == product.url
    assert stage.episode.ending is Ending.SUBMITTED


def test_retrieve_answers_every_kind_of_task(stage: Stage, suite: Suite) -> None:
    rewards = {}
    for task in suite.tasks:
        graded = stage.play(make_agent("retrieve", "corpus"), task.goal, task)
        assert graded is not None
        assert stage.episode.ending is Ending.SUBMITTED
        assert sum(one.name == "search" for one in stage.calls()) <= 1
        rewards[task.category] = graded.reward
    assert rewards["checkout"] == 1.0, "the product is given"
    assert rewards["find_specific_product"] == 0.0, "one page is never all of them"


def test_where_nothing_is_found_it_says_so(stage: Stage) -> None:
    stage.play(make_agent("retrieve", "corpus"), "Solve it.\n\nFind all offers for the Zzyzx Qwxpt.")
    assert stage.calls()[-1].arguments["answer"] == "Done"


def test_retrieve_meets_malls_by_their_corpus_alone() -> None:
    assert declare("retrieve").environment("mall") == "corpus"
    assert declare("oracle+corpus").environment("mall") == "corpus"
    with pytest.raises(AgentError, match="is made for a corpus of shops' pages, the suite needs a browser"):
        make_agent("retrieve", "browser")
