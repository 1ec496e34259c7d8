"""A request in the words of the protocol: chat completions, with each provider's differences."""

from __future__ import annotations

import base64
import json
from typing import Any

from shopworld.models.messages import AnswerSchema, ChatMessage, ChatRequest, MessageImage
from shopworld.models.providers import Provider
from shopworld.models.settings import ModelSettings

THINKING_TOKENS = {"minimal": 1_024, "low": 2_048, "medium": 8_192, "high": 24_576}
"""Tokens for thinking where a provider takes a number instead of an effort."""
ANSWER_TOKENS = 4_096
"""For the answer itself, above those for thinking, where no limit is set."""


def build_payload(request: ChatRequest, model: str, provider: Provider, settings: ModelSettings) -> dict[str, Any]:
    """The body of the call, as JSON-able values.

    Args:
        request: what is asked.
        model: the provider's name of the model.
        provider: whose end point it is for.
        settings: how models are called.
    """
    mark = settings.caching and provider.caching == "blocks"
    messages = [_message(one, mark=mark) for one in request.messages]
    payload: dict[str, Any] = {"model": model, "messages": messages}
    if request.tools:
        payload["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
            }
            for tool in request.tools
        ]
        payload["tool_choice"] = request.tool_choice
    if request.answer is not None:
        if provider.structured == "schema":
            payload["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": request.answer.name, "schema": request.answer.schema, "strict": True},
            }
        else:
            messages.append({"role": "user", "content": in_words(request.answer)})
    if settings.temperature is not None:
        payload["temperature"] = settings.temperature
    if settings.max_output_tokens is not None:
        payload[provider.output_limit] = settings.max_output_tokens
    payload |= _reasoning(provider, settings)
    if provider.name == "openrouter":
        payload["usage"] = {"include": True}
    if settings.stream:
        payload |= {"stream": True, "stream_options": {"include_usage": True}}
    return payload


def in_words(answer: AnswerSchema) -> str:
    """Asks for JSON of a schema in words."""
    schema = json.dumps(answer.schema, ensure_ascii=False)
    return f"Answer with one JSON object and nothing else. It must fit this JSON Schema:\n{schema}"


def _message(message: ChatMessage, *, mark: bool) -> dict[str, Any]:
    marked = mark and message.cache
    written: dict[str, Any] = {"role": message.role}
    if marked or any(isinstance(part, MessageImage) for part in message.parts):
        parts = [_part(part) for part in message.parts]
        if marked and parts:
            parts[-1]["cache_control"] = {"type": "ephemeral"}
        written["content"] = parts
    else:
        written["content"] = message.text if message.parts or not message.tool_calls else None
    if message.tool_calls:
        written["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        written["tool_call_id"] = message.tool_call_id
    return written


def _part(part: str | MessageImage) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    encoded = base64.b64encode(part.content).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{encoded}"}}


def _reasoning(provider: Provider, settings: ModelSettings) -> dict[str, Any]:
    effort = settings.reasoning_effort
    if effort is None or provider.reasoning == "none":
        return {}
    if provider.reasoning == "effort":
        return {"reasoning_effort": effort}
    if provider.reasoning == "object":
        return {"reasoning": {"enabled": False} if effort == "none" else {"effort": effort}}
    if effort == "none":
        return {"thinking": {"type": "disabled"}}
    tokens = THINKING_TOKENS[effort]
    answer = settings.max_output_tokens or ANSWER_TOKENS
    return {"thinking": {"type": "enabled", "budget_tokens": tokens}, provider.output_limit: tokens + answer}
