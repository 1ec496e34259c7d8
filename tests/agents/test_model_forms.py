"""Replies that were to have a form."""

from __future__ import annotations

import json

import pytest
from pydantic import Field

from shopworld.agents.model_forms import ModelForm, form_objection, read_form, schema_of
from shopworld.models import ModelReply, ToolCall


class Choice(ModelForm):
    number: int
    why: str = ""
    said_how: str = Field(default="", alias="saidHow")


GOOD = json.dumps({"number": 3, "why": "so"})


@pytest.mark.parametrize(
    "reply",
    [
        ModelReply(text=GOOD),
        ModelReply(text=f"I think this:\n```json\n{GOOD}\n```"),
        ModelReply(tool_calls=(ToolCall(id="1", name="Choice", arguments=GOOD),)),
        ModelReply(text=f'Let me call it. <tool_call>{{"name": "Choice", "arguments": {GOOD}}}</tool_call>'),
    ],
)
def test_an_answer_is_found_however_it_comes(reply: ModelReply) -> None:
    filled = read_form(reply, Choice)
    assert (filled.answer, filled.problem) == (Choice(number=3, why="so"), "")
    assert form_objection(filled, reply) == ()


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (ModelReply(), "it is empty"),
        (ModelReply(text="Three."), "no JSON object"),
        (ModelReply(text='{"number": "three"}'), "number: "),
        (ModelReply(text='{"number":', finish="length"), "cut off"),
        (ModelReply(text="", finish="content_filter"), "withheld"),
        (ModelReply(text='{"number": 9}'), "nine is too much"),
    ],
)
def test_what_is_wrong_is_said_to_the_model(reply: ModelReply, problem: str) -> None:
    filled = read_form(reply, Choice, lambda choice: "nine is too much" if choice.number == 9 else "")
    assert filled.answer is None
    assert problem in filled.problem
    said, asked = form_objection(filled, reply)
    assert (said.role, asked.role) == ("assistant", "user")
    assert problem in asked.text
    assert said.text


def test_the_schema_is_strict() -> None:
    schema = schema_of(Choice)
    assert schema.name == "Choice"
    assert schema.schema["required"] == ["number", "why", "saidHow"]
    assert schema.schema["additionalProperties"] is False


def test_numbers_for_texts_and_null_for_what_may_lack_are_understood() -> None:
    filled = read_form(ModelReply(text='{"number": 3, "why": null, "saidHow": 12}'), Choice)
    assert filled.answer == Choice(number=3, saidHow="12")
    assert read_form(ModelReply(text='{"number": null}'), Choice).answer is None
