"""Replies that were to have a form."""

from __future__ import annotations

import json

import pytest
from pydantic import Field

from shopworld.agents.model_forms import AnswerForm, form_objection, read_form, schema_of
from shopworld.models import Reply, ToolCall


class Choice(AnswerForm):
    number: int
    why: str = ""
    said_how: str = Field(default="", alias="saidHow")


GOOD = json.dumps({"number": 3, "why": "so"})


@pytest.mark.parametrize(
    "reply",
    [
        Reply(text=GOOD),
        Reply(text=f"I think this:\n```json\n{GOOD}\n```"),
        Reply(tool_calls=(ToolCall(id="1", name="Choice", arguments=GOOD),)),
        Reply(text=f'Let me call it. <tool_call>{{"name": "Choice", "arguments": {GOOD}}}</tool_call>'),
    ],
)
def test_an_answer_is_found_however_it_comes(reply: Reply) -> None:
    filled = read_form(reply, Choice)
    assert (filled.answer, filled.problem) == (Choice(number=3, why="so"), "")
    assert form_objection(filled, reply) == ()


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (Reply(), "it is empty"),
        (Reply(text="Three."), "no JSON object"),
        (Reply(text='{"number": "three"}'), "number: "),
        (Reply(text='{"number":', finish="length"), "cut off"),
        (Reply(text="", finish="content_filter"), "withheld"),
        (Reply(text='{"number": 9}'), "nine is too much"),
    ],
)
def test_what_is_wrong_is_said_to_the_model(reply: Reply, problem: str) -> None:
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
    filled = read_form(Reply(text='{"number": 3, "why": null, "saidHow": 12}'), Choice)
    assert filled.answer == Choice(number=3, saidHow="12")
    assert read_form(Reply(text='{"number": null}'), Choice).answer is None
