"""Tool calls and their results in words, for people who read an episode."""

from __future__ import annotations

from typing import Any

import orjson

LONGEST_ARGUMENT = 160
LONGEST_RESULT = 20_000


def call_text(action: str) -> str:
    """An action as a call, `search_products(query="usb hub", page=1)`; what is no call stays as it was written."""
    calls = _loaded(action)
    first = calls[0] if isinstance(calls, list) and calls else calls
    if not isinstance(first, dict) or not isinstance(first.get("name"), str):
        return action
    arguments = first.get("arguments")
    named = arguments.items() if isinstance(arguments, dict) else ()
    text = f"{first['name']}({', '.join(f'{name}={_short(value)}' for name, value in named)})"
    return f"{text} and {len(calls) - 1} more" if isinstance(calls, list) and len(calls) > 1 else text


def code_of(action: str) -> str:
    """The program of a `python_execute` call; empty for other actions."""
    call = _loaded(action)
    if isinstance(call, dict) and call.get("name") == "python_execute" and isinstance(call.get("arguments"), dict):
        return str(call["arguments"].get("code", ""))
    return ""


def answer_of(result: str) -> str:
    """What the shopper said; empty for results of other tools."""
    found = _loaded(result)
    return str(found.get("user_response", "")) if isinstance(found, dict) else ""


def result_text(result: str) -> str:
    """A result as indented JSON."""
    found = _loaded(result)
    if found is None:
        return result
    text = orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    return text if len(text) <= LONGEST_RESULT else f"{text[:LONGEST_RESULT]}\n…"


def result_summary(result: str) -> str:
    """A result in a few words, e.g. `20 of 143 products`; `result` where nothing shorter says it."""
    found = _loaded(result)
    if isinstance(found, list):
        return f"{len(found)} entries" if len(found) != 1 else "1 entry"
    if isinstance(found, dict):
        if isinstance(found.get("products"), list):
            total = found.get("total_found", found.get("total_count", ""))
            return f"{len(found['products'])} of {total} products"
        if isinstance(found.get("product_ids"), list):
            return f"{len(found['product_ids'])} products"
        if found.get("title"):
            return str(found["title"])
    return "result"


def _loaded(text: str) -> Any:
    try:
        return orjson.loads(text) if text else None
    except orjson.JSONDecodeError:
        return None


def _short(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= LONGEST_ARGUMENT else f"{text[: LONGEST_ARGUMENT - 1]}…"
