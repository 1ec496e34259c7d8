"""The aspect judge: what it is shown of an evolved query, and what its answers come to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Body, ModelServer, Say, pictures_of, prompt_of

from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.evaluation.judges import AspectJudge, TrajectoryJudge, Verdict
from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.judge import Judge
from shopworld.evaluation.judges.verdict import judge_case
from shopworld.evaluation.records import Hashes, Result, Status, Step
from shopworld.mall.events import MessageSent
from shopworld.models import Models, ModelSettings
from shopworld.tasks import CheckResult, ChosenProduct, Evolution, OfferAddress, PageVisited, Task

GROUP = (OfferAddress(shop="one", slug="lamp"),)
ANSWER = "I found the Calm Lamp: http://one.example/product/lamp/"


def case(
    folder: Path, *, pictures: int = 0, answer: str = ANSWER, ending: Ending = Ending.MESSAGE, **fields: Any
) -> JudgedTrial:
    """An episode of some steps, with pictures of the last of them."""
    task = Task(
        id="q",
        template="q",
        category="Home",
        intent="A lamp, rated 4 or better, the cheapest.",
        evolution=Evolution(query="q", round=2, attribute="a lamp", filter="rated 4 or better", sort=None),
        checks=fields.pop("checks", (ChosenProduct(accepted=GROUP),)),
    )
    steps = [Step(number=0, url="http://one.example/", tree="[1] heading 'Home'")]
    for number in range(1, 21):
        picture = f"step-{number:03d}.jpg" if number > 20 - pictures else ""
        if picture:
            (folder / picture).write_bytes(b"\xff\xd8" + bytes([number]))
        address = f"http://one.example/?page={number}"
        steps.append(
            Step(
                number=number,
                action=f"click('{number}')",
                url=address,
                tree=f"Rated 4.{number % 10}",
                screenshot=picture,
            )
        )
    episode = Episode(EpisodeIdentity("web", "q", 0), "label")
    if answer:
        episode.record(MessageSent(role="assistant", text=answer))
    status = Status.LIMIT if ending is Ending.LIMIT else Status.PASSED
    result = Result(
        agent="web",
        task="q",
        trial=0,
        status=status,
        reward=1.0,
        ending=str(ending),
        hashes=Hashes(task="", checks=""),
        **fields,
    )
    return JudgedTrial(task, result, folder, tuple(steps), tuple(episode.events), {"one": "one.example"})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Says yes to the attribute with the answer's words, no to the filter."""

    def policy(body: Body) -> Say:
        success = "# What is judged: filter" not in prompt_of(body)
        pointer = {"step": 20, "quote": "the Calm Lamp"}
        return Say(json.dumps({"evidence": [pointer], "reasoning": "Look.", "success": success}))

    with ModelServer(policy) as made:
        yield made


def judged(server: ModelServer, judge: Judge, of: JudgedTrial) -> Verdict:
    models = Models(ModelSettings(base_url=server.base_url))
    try:
        return judge_case(judge, of, "vllm/judge", lambda _: models.open("vllm/judge"))
    finally:
        models.close()


def test_each_aspect_that_the_query_has_is_judged_by_the_last_fifteen_pictures(
    server: ModelServer, tmp_path: Path
) -> None:
    verdict = judged(server, AspectJudge(), case(tmp_path, pictures=18))
    assert [(one.id, one.satisfied) for one in verdict.criteria] == [("attribute", True), ("filter", False)]
    assert (verdict.satisfied, verdict.saw) == (False, "pictures")
    assert [len(pictures_of(body)) for body in server.requests] == [15, 15]
    prompt = prompt_of(server.requests[1])
    assert "rated 4 or better" in prompt
    assert "Picture of step 6:" in prompt
    assert "Picture of step 5:" not in prompt
    assert "Calm Lamp" in prompt
    assert "click('20')" in prompt
    assert "whether or not the shop's own filter was used" in prompt
    assert "accepted" not in prompt, "the checks' answers are not shown"


def test_without_pictures_the_pages_are_shown_as_text(server: ModelServer, tmp_path: Path) -> None:
    verdict = judged(server, AspectJudge(), case(tmp_path))
    assert verdict.saw == "pages"
    assert "Page after step 20 (http://one.example/?page=20):\nRated 4.0" in prompt_of(server.requests[0])


@pytest.mark.parametrize(
    ("fields", "rule"),
    [({"ending": Ending.LIMIT}, "did not end the episode itself"), ({"answer": ""}, "gave no answer")],
)
def test_rules_stand_above_the_model(server: ModelServer, tmp_path: Path, fields: Any, rule: str) -> None:
    verdict = judged(server, AspectJudge(), case(tmp_path, **fields))
    assert rule in verdict.rule
    assert (verdict.satisfied, server.requests) == (False, [])


def test_the_gate_fails_an_episode_that_never_opened_the_page(server: ModelServer, tmp_path: Path) -> None:
    missed = CheckResult(type="page_visited", passed=False, reason="not visited")
    of = case(tmp_path, checks=(PageVisited(groups=(GROUP,)),))
    of = JudgedTrial(
        of.task, of.result.model_copy(update={"checks": (missed,)}), of.folder, of.steps, of.events, of.hosts
    )
    assert judged(server, TrajectoryJudge(), of).satisfied is True
    gated = judged(server, TrajectoryJudge(url_gate=True), of)
    assert (gated.satisfied, gated.judge) == (False, "trajectory-gate")
    assert "one.example: lamp" in prompt_of(server.requests[0]), "criteria name shops by their hosts"


def test_the_full_trajectory_judge_sees_pictures(server: ModelServer, tmp_path: Path) -> None:
    verdict = judged(server, TrajectoryJudge(full=True), case(tmp_path, pictures=3))
    assert (verdict.saw, len(pictures_of(server.requests[0]))) == ("pictures", 3)
    assert "20: http://one.example/?page=20" in prompt_of(server.requests[0])
