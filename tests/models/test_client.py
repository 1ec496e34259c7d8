"""The client against a real server that speaks the protocol and fails in every way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from model_server import Die, Hang, Refuse, Say, Send, in_turn, pictures_of, prompt_of

from shopworld.errors import ContextOverflow, ModelError, ModelFault, ModelReplyError
from shopworld.models import (
    AnswerSchema,
    ChatClient,
    ChatMessage,
    ChatRequest,
    MessageImage,
    ModelSettings,
    Tool,
    ToolCall,
)
from shopworld.models import client as client_module

CALL = Say(tool_calls=(("search", {"query": "red shoes"}),))


@pytest.mark.parametrize("stream", [False, True])
def test_text_reasoning_and_tokens_are_read(serve: Any, complete: Any, stream: bool) -> None:
    server = serve(in_turn(Say("It costs 12 USD, I think.", reasoning="Let me look at it.", cached=4)))
    reply = complete(server, stream=stream)
    assert (reply.text, reply.reasoning, reply.finish) == ("It costs 12 USD, I think.", "Let me look at it.", "stop")
    assert reply.model == "small-served"
    usage = reply.usage
    assert (usage.calls, usage.input_tokens, usage.cached_tokens) == (
        1,
        len("You are a shopper.\nHow much is it?") // 4,
        4,
    )
    assert (usage.output_tokens, usage.reasoning_tokens) == (6 + 4, 4)
    assert server.requests[0].get("stream", False) is stream


@pytest.mark.parametrize("stream", [False, True])
def test_tool_calls_are_read(serve: Any, complete: Any, stream: bool) -> None:
    server = serve(in_turn(CALL))
    tool = Tool("search", "Searches.", {"type": "object", "properties": {"query": {"type": "string"}}})
    reply = complete(server, ChatRequest((ChatMessage("user", ("Find shoes.",)),), (tool,)), stream=stream)
    assert reply.tool_calls == (ToolCall(id="call_0", name="search", arguments='{"query": "red shoes"}'),)
    assert reply.finish == "tool_calls"
    assert server.requests[0]["tools"][0]["function"]["name"] == "search"


def test_pictures_schema_and_settings_are_sent(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Say("{}")))
    message = ChatMessage("user", ("Look.", MessageImage(b"\xff\xd8picture")))
    answer = AnswerSchema("Verdict", {"type": "object"})
    complete(
        server, ChatRequest((message,), answer=answer), temperature=0.5, reasoning_effort="low", max_output_tokens=9
    )
    sent = server.requests[0]
    assert pictures_of(sent) == ["data:image/jpeg;base64,/9hwaWN0dXJl"]
    assert sent["response_format"]["json_schema"]["name"] == "Verdict"
    assert (sent["temperature"], sent["reasoning_effort"], sent["max_tokens"]) == (0.5, "low", 9)


@pytest.mark.parametrize(
    "fault",
    [
        Refuse(429, "slow down", {"retry-after-ms": "20"}),
        Refuse(500, "oops"),
        Refuse(503, "<html>overloaded</html>"),
        Refuse(529, "overloaded"),
        Send(b"<html>a proxy's page</html>"),
        Send(b'{"choices": []}'),
        Send(b'{"error": {"message": "a 200 that is none"}}'),
        Send(b""),
        Send(b'{"choices": [{"mess'),
        Die(),
    ],
)
def test_faults_of_the_provider_are_tried_again_and_counted(serve: Any, complete: Any, fault: Any) -> None:
    server = serve(in_turn(fault, fault, Say("ok")))
    reply = complete(server)
    assert (reply.text, reply.usage.retries, reply.usage.calls, len(server.requests)) == ("ok", 2, 1, 3)
    assert reply.usage.lost_seconds > 0


@pytest.mark.parametrize("fault", [Say("half an ans", finish="cut"), Send(b"data: {nonsense\n\n"), Refuse(502), Die()])
def test_faults_of_streams_are_tried_again(serve: Any, complete: Any, fault: Any) -> None:
    server = serve(in_turn(fault, Say("ok")))
    reply = complete(server, stream=True)
    assert (reply.text, reply.usage.retries) == ("ok", 1)


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_without_end_is_a_fault_of_the_provider(
    serve: Any, complete: Any, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "LONGEST_REPLY", 20_000)
    server = serve(in_turn(Say("long " * 5_000), Say("ok")))
    reply = complete(server, stream=stream)
    assert (reply.text, reply.usage.retries, len(server.requests)) == ("ok", 1, 2)
    with pytest.raises(ModelFault, match="more than 20,000 bytes"):
        complete(serve(in_turn(Say("long " * 5_000))), stream=stream, retries=0)


def test_nothing_packed_is_asked_for_or_unpacked(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Refuse(200, "x", {"content-encoding": "gzip"}), Say("ok")))
    assert complete(server).text == "ok"
    assert {one["accept-encoding"] for one in server.headers} == {"identity"}


def test_a_server_that_hangs_is_given_up_and_asked_again(serve: Any, complete: Any) -> None:
    reply = complete(serve(in_turn(Hang(), Say("ok"))), timeout=1.5)
    assert reply.text == "ok"
    assert reply.usage.retries >= 1  # on a busy machine an answer may come too late, too
    assert reply.usage.lost_seconds >= 1.5


def test_a_dead_server_is_a_fault_of_the_provider(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Say("ok")))
    server.stop()
    with pytest.raises(ModelFault, match=r"failed 3 times in a row; at last \(connection\)"):
        complete(server, retries=2)


def test_a_provider_that_wants_longer_than_patience_is_not_waited_for(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Refuse(429, "come tomorrow", {"Retry-After": "86400"})))
    with pytest.raises(ModelFault, match=r"rate_limit.*come tomorrow"):
        complete(server, patience=5)
    assert len(server.requests) == 1


def test_an_empty_answer_is_asked_for_again_then_taken(serve: Any, complete: Any) -> None:
    once = complete(serve(in_turn(Say(""), Say("ok"))))
    assert (once.text, once.usage.calls, once.usage.repairs) == ("ok", 2, 1)
    server = serve(in_turn(Say("  ")))
    always = complete(server)
    assert (always.empty, always.usage.calls, len(server.requests)) == (True, 3, 3)


def test_an_answer_that_is_empty_because_it_was_cut_is_taken(serve: Any, complete: Any) -> None:
    reply = complete(serve(in_turn(Say("", finish="length"))))
    assert (reply.finish, reply.usage.calls) == ("length", 1)


@pytest.mark.parametrize("status", [401, 403, 404, 402])
def test_refusals_that_another_try_would_not_help_are_raised_at_once(serve: Any, complete: Any, status: int) -> None:
    server = serve(in_turn(Refuse(status, "not for you")))
    with pytest.raises(ModelError, match=f"answered {status}: not for you") as raised:
        complete(server)
    assert raised.value.hint
    assert len(server.requests) == 1


def test_an_empty_account_is_no_rate_limit(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Refuse(429, "You exceeded your current quota", code="insufficient_quota")))
    with pytest.raises(ModelError, match="insufficient_quota"):
        complete(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "said",
    [
        "This model's maximum context length is 8192 tokens",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "The input token count exceeds the maximum number of tokens allowed",
    ],
)
def test_a_prompt_that_is_too_long_is_told_apart(serve: Any, complete: Any, said: str) -> None:
    with pytest.raises(ContextOverflow):
        complete(serve(in_turn(Refuse(400, said))))


def test_a_prompt_above_the_rate_limit_is_too_long_and_not_waited_for(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Refuse(429, "Request too large for small: Limit 30000, Requested 45000")))
    with pytest.raises(ContextOverflow):
        complete(server)
    assert len(server.requests) == 1


def test_a_prompt_that_the_providers_filter_refuses_stops_no_run(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Refuse(400, "The response was filtered", code="content_filter")))
    with pytest.raises(ModelReplyError, match="content_filter"):
        complete(server)
    assert len(server.requests) == 1


def test_prices_are_told_or_said_to_be_unknown(serve: Any, complete: Any, tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('as_of = "2026-01-01"\n[models."vllm/small"]\ninput = 1000\noutput = 1000\n')
    server = serve(in_turn(Say("12345678")))
    unknown = complete(server).usage
    assert (unknown.usd, unknown.unpriced_calls) == (0.0, 1)
    known = complete(server, prices=str(prices)).usage
    assert (known.usd, known.unpriced_calls) == ((known.input_tokens + 2) / 1000, 0)
    told = complete(serve(in_turn(Say("x", cost=0.25)))).usage
    assert (told.usd, told.unpriced_calls) == (0.25, 0)
    uncounted = complete(serve(in_turn(Say("x", counted=False))), prices=str(prices)).usage
    assert (uncounted.uncounted_calls, uncounted.unpriced_calls) == (1, 1)


def test_fewer_calls_run_at_a_time_after_a_rate_limit(serve: Any, question: Any) -> None:
    server = serve(in_turn(*[Refuse(429, "slow", {"retry-after-ms": "50"})] * 3, Say("ok")))

    async def ask() -> tuple[list[str], int, float]:
        client = ChatClient("vllm/small", ModelSettings(base_url=server.base_url))
        try:
            replies = await asyncio.gather(*(client.complete(question(str(number))) for number in range(12)))
            return [reply.text for reply in replies], client.limit.lowered, client.limit.allowed
        finally:
            await client.close()

    texts, lowered, _ = asyncio.run(ask())
    assert texts == ["ok"] * 12
    assert lowered >= 1
    assert server.most_at_once <= 4


def test_conversations_with_tools_are_sent_as_the_protocol_has_them(serve: Any, complete: Any) -> None:
    server = serve(in_turn(Say("done")))
    call = ToolCall(id="c1", name="search", arguments="{}")
    messages = (
        ChatMessage("user", ("Find it.",)),
        ChatMessage("assistant", (), (call,)),
        ChatMessage("tool", ("nothing",), tool_call_id="c1"),
    )
    complete(server, ChatRequest(messages))
    assert server.requests[0]["messages"][1:] == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}],
        },
        {"role": "tool", "content": "nothing", "tool_call_id": "c1"},
    ]
    assert "Find it." in prompt_of(server.requests[0])
