"""Research keeps to the task's shops, cites what it has read, and comes to an end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from model_server import Body, ModelServer, Say, prompt_of
from scripted_shopper import form_of

from shopworld.agents import Move
from shopworld.agents.deep_research import DeepResearchAgent
from shopworld.agents.deep_research.agent import RESEARCH_STEPS
from shopworld.environments import Observation
from shopworld.models import Models, ModelSettings

GOAL = "Search http://a.example/. Which lamp is the cheapest?"
SHOP = "http://a.example/"
LINKS = "\n".join(f"\t[{number}] link 'Lamp {number}'" for number in range(1, 10))
TREE = f"RootWebArea 'A'\n\t[99] searchbox 'Search'\n{LINKS}"


def research(answers: Callable[[str, Body], Any], steps: int) -> list[Move]:
    """Lets the agent act on a shop where each click opens another page."""
    with ModelServer(lambda body: Say(answer_text(answers(form_of(body), body)))) as server:
        models = Models(ModelSettings(base_url=server.base_url))
        try:
            agent = DeepResearchAgent(models.open("vllm/x"))
            agent.begin(GOAL, seed=0)
            moves: list[Move] = []
            for step in range(steps):
                opened = bool(moves) and moves[-1].action.startswith("click")
                url = f"{SHOP}product/{step}/" if opened else f"{SHOP}?s=lamp"
                moves.append(agent.act(Observation(url, "A", accessibility_tree=TREE, step=step)))
                if moves[-1].action.startswith("send_msg"):
                    break
        finally:
            models.close()
    return moves


def answer_text(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer)


def well(form: str, body: Body) -> Any:
    """Answers that lead to an end."""
    match form:
        case "ResearchPlan":
            return {"questions": [], "searches": [{"shop": SHOP, "words": "lamp"}]}
        case "Reading":
            return {"notes": [{"about": "Lamp", "fact": "9.00"}], "open": ["1", "2"]}
        case "Review":
            return {"assessment": "", "enough": True, "searches": []}
        case "Report":
            return {"answer": "Lamp 1 [1].", "sources": [f"{SHOP}?s=lamp"], "products": []}
    assert "# What your research found\n\nLamp 1 [1]." in prompt_of(body)
    return "<think>Tell.</think><action>send_msg_to_user('Lamp 1')</action>"


def test_it_searches_reads_and_tells() -> None:
    moves = research(well, 20)
    assert [move.action for move in moves] == [
        "fill('99', 'lamp')",
        "press('99', 'Enter')",
        "click('1')",
        f"goto('{SHOP}?s=lamp')",
        "click('2')",
        "send_msg_to_user('Lamp 1')",
    ]
    assert [move.extra["phase"] for move in moves] == ["search"] * 5 + ["closing"]
    assert "Sources:\n[1] http://a.example/?s=lamp" in moves[-1].extra["report"]


@pytest.mark.parametrize(
    ("form", "wrong", "word"),
    [
        ("ResearchPlan", {"questions": [], "searches": [{"shop": "http://b.example/", "words": "x"}]}, "names no shop"),
        ("Report", {"answer": "Lamp 1 [1].", "sources": [f"{SHOP}product/made-up/"], "products": []}, "never read"),
    ],
)
def test_foreign_shops_and_made_up_addresses_are_objected_to(form: str, wrong: Any, word: str) -> None:
    told: list[str] = []

    def answers(asked: str, body: Body) -> Any:
        if asked == form:
            told.append(prompt_of(body))
            if len(told) == 1:
                return wrong
        return well(asked, body)

    moves = research(answers, 20)
    assert moves[-1].action.startswith("send_msg")
    assert sum(move.extra.get("asked_again", 0) for move in moves) == 1
    assert word in told[1]


def test_links_that_are_not_on_the_page_are_passed_over() -> None:
    def answers(form: str, body: Body) -> Any:
        if form == "Reading":
            return {"notes": [], "open": ["4711", "3"]}
        return well(form, body)

    moves = research(answers, 20)
    assert [move.action for move in moves if move.action.startswith("click")] == ["click('3')"]
    assert sum(move.extra.get("unknown_links", 0) for move in moves) == 1


def test_research_without_end_leaves_steps_for_what_the_task_wants() -> None:
    def answers(form: str, body: Body) -> Any:
        many = [{"shop": SHOP, "words": f"lamp {number}"} for number in range(6)]
        if form == "ResearchPlan":
            return {"questions": [], "searches": many}
        if form == "Review":
            return {"assessment": "", "enough": False, "searches": many}
        return well(form, body)

    moves = research(answers, 60)
    assert moves[-1].action.startswith("send_msg")
    assert RESEARCH_STEPS <= len(moves) - 1 <= RESEARCH_STEPS + 3
