"""The structured agent: its names, its form, and what goes wrong in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from model_server import ModelServer, Say, in_turn, prompt_of

from shopworld.agents import Move
from shopworld.agents.structured import StructuredAgent, StructuredOptions
from shopworld.environments import Observation
from shopworld.environments.observation import Pictures
from shopworld.errors import AgentError
from shopworld.evaluation.running.declaring import declare
from shopworld.models import Models, ModelSettings

SEEN = Observation("http://a.example/", "A", accessibility_tree="RootWebArea ''\n\t[7] button 'Buy'", screenshot=b"p")


def test_names_say_whether_it_sees_pictures() -> None:
    assert StructuredOptions.parse("").vision
    assert not StructuredOptions.parse("text").vision
    for wrong in ("-", "vision", "text-text", "web"):
        with pytest.raises(AgentError):
            StructuredOptions.parse(wrong)
    assert declare("structured@a/b").pictures is Pictures.PLAIN
    assert declare("structured-text@a/b").pictures is Pictures.NONE


def act(*answers: dict[str, Any], errors: tuple[str, ...] = ()) -> tuple[list[Move], list[str]]:
    """Moves on one page, and the prompts."""
    empty = {
        "analysis": "",
        "shouldEnd": False,
        "instruction": "",
        "elementId": None,
        "method": None,
        "arguments": None,
    }
    with ModelServer(in_turn(*(Say(json.dumps(empty | answer)) for answer in answers))) as server:
        models = Models(ModelSettings(base_url=server.base_url))
        try:
            agent = StructuredAgent(models.open("vllm/x"), StructuredOptions(vision=False))
            agent.begin("Buy it.", seed=0)
            moves = []
            for number, _ in enumerate(answers):
                error = errors[number - 1] if 0 < number <= len(errors) else ""
                moves.append(agent.act(Observation(SEEN.url, SEEN.title, (), "", error, SEEN.accessibility_tree)))
        finally:
            models.close()
        return moves, [prompt_of(body) for body in server.requests]


def test_memory_holds_analysis_action_and_outcome() -> None:
    moves, prompts = act(
        {"analysis": "A button.", "instruction": "buy it", "elementId": "elem-7", "method": "click"},
        {"analysis": "Again.", "elementId": "[elem-7]", "method": "fill"},
        {"analysis": "Bought.", "shouldEnd": True, "arguments": ["Done", "now"]},
        errors=("it is covered",),
    )
    assert [move.action for move in moves] == ["click('7')", "", "send_msg_to_user('Done now')"]
    assert "[elem-7] button 'Buy'" in prompts[0]
    assert "Analysis: A button.\nAction: buy it – click() on elem-7\nOutcome: error: it is covered" in prompts[1]
    assert "Outcome: error: fill needs an argument: the text" in prompts[2]
    assert moves[1].extra["problem"] == "fill needs an argument: the text"
    assert moves[0].extra["instruction"] == "buy it"


def test_an_end_without_words_says_the_analysis() -> None:
    moves, _ = act({"analysis": "All is in the cart.", "shouldEnd": True})
    assert moves[0].action == "send_msg_to_user('All is in the cart.')"


def test_a_form_that_is_filled_in_a_little_otherwise_is_understood() -> None:
    moves, _ = act(
        {"elementId": 7, "method": "fill", "arguments": "two words"},
        {"elementId": "7", "method": "press", "arguments": ["Enter"], "instruction": None},
    )
    assert [move.action for move in moves] == ["fill('7', 'two words')", "press('7', 'Enter')"]
