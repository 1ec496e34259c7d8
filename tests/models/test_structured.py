"""Answers in a given form, and calls that stand in prose."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_server import Say, in_turn, prompt_of
from pydantic import BaseModel

from shopworld.errors import ModelReplyError
from shopworld.models import ChatClient, ModelReply, ModelSettings, calls_in_prose, complete_as
from shopworld.models.structured import read_answer, strict_schema


class Verdict(BaseModel):
    """A form to fill in."""

    success: bool
    reasons: list[str] = []


def ask(server: Any, question: Any, model: str = "vllm/small") -> tuple[Verdict, ModelReply]:
    async def run() -> tuple[Verdict, ModelReply]:
        client = ChatClient(model, ModelSettings(base_url=server.base_url))
        try:
            return await complete_as(client, question(), Verdict)
        finally:
            await client.close()

    return asyncio.run(run())


def test_an_answer_of_the_form_is_read(serve: Any, question: Any) -> None:
    server = serve(in_turn(Say('{"success": true, "reasons": ["a"]}')))
    answer, reply = ask(server, question)
    assert answer == Verdict(success=True, reasons=["a"])
    schema = server.requests[0]["response_format"]["json_schema"]["schema"]
    assert (schema["required"], schema["additionalProperties"]) == (["success", "reasons"], False)
    assert reply.usage.repairs == 0


def test_where_the_provider_has_no_schemas_the_form_is_asked_for_in_words(serve: Any, question: Any) -> None:
    server = serve(in_turn(Say('Sure:\n```json\n{"success": false}\n```\nDone.')))
    answer, _ = ask(server, question, "anthropic/claude-sonnet-4")
    assert answer == Verdict(success=False)
    assert "response_format" not in server.requests[0]
    assert '"success"' in prompt_of(server.requests[0])


def test_a_wrong_answer_is_asked_for_again_with_what_is_wrong(serve: Any, question: Any) -> None:
    server = serve(in_turn(Say('{"success": "perhaps"}'), Say("I cannot say."), Say('{"success": true}')))
    answer, reply = ask(server, question)
    assert answer.success
    assert (reply.usage.calls, reply.usage.repairs) == (3, 2)
    assert "success: Input should be a valid boolean" in prompt_of(server.requests[1])
    assert "holds no JSON object" in prompt_of(server.requests[2])


def test_a_model_that_never_fits_is_at_fault_itself(serve: Any, question: Any) -> None:
    server = serve(in_turn(Say("no")))
    with pytest.raises(ModelReplyError, match="no Verdict in 3 answers"):
        ask(server, question)
    assert len(server.requests) == 3


@given(st.text(max_size=200))
def test_any_text_is_read_or_what_is_wrong_is_said(text: str) -> None:
    assert isinstance(read_answer(text, Verdict), str | Verdict)


@given(st.booleans(), st.text(alphabet="{}[]\"' ab\n", max_size=40))
def test_an_answer_is_found_in_prose(success: bool, noise: str) -> None:
    noise = noise.replace('"', "").replace("[", "").replace("{", "")
    text = f"{noise}\n{Verdict(success=success).model_dump_json()}\n{noise}"
    assert read_answer(text, Verdict) == Verdict(success=success)


def test_schemas_of_nested_forms_are_strict() -> None:
    class Outer(BaseModel):
        inner: Verdict
        note: str = "x"

    schema = strict_schema(Outer)
    assert schema["required"] == ["inner", "note"]
    assert schema["$defs"]["Verdict"]["additionalProperties"] is False
    assert "default" not in schema["properties"]["note"]


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "search", "arguments": {"query": "shoes"}}</tool_call>',
        'I will search.\n```json\n{"name": "search", "arguments": {"query": "shoes"}}\n```',
        '{"function": {"name": "search", "arguments": "{\\"query\\": \\"shoes\\"}"}}',
        '[{"tool": "search", "parameters": {"query": "shoes"}}]',
    ],
)
def test_calls_in_prose_are_found(text: str) -> None:
    (call,) = calls_in_prose(text, {"search"})
    assert (call.name, call.arguments) == ("search", '{"query": "shoes"}')


def test_other_objects_in_prose_are_no_calls() -> None:
    assert calls_in_prose('{"name": "Red shoe", "price": 3} [1, 2] {', {"search"}) == ()
    assert calls_in_prose("nothing", {"search"}) == ()


@given(st.text(alphabet='{}[]":,a1 \n', max_size=80))
def test_any_prose_is_read(text: str) -> None:
    assert isinstance(calls_in_prose(text, {"a"}), tuple)
