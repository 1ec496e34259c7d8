"""Actions of the tool sandbox: whatever an agent writes is a call or a step without one, never a crash."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopworld.environments.tools.action import NoCall, parse_call
from shopworld.environments.tools.toolbox import TOOLS
from shopworld.episode import Ending, Event

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def test_a_call_is_read() -> None:
    call = parse_call('{"name": "ask_user", "arguments": {"question": "?"}}')
    assert (call.name, call.arguments, call.refused) == ("ask_user", {"question": "?"}, ())
    assert parse_call('{"name": "get_user_profile"}').arguments == {}
    calls = '[{"name": "a"}, {"name": "b", "arguments": 3}, 7]'
    assert parse_call(calls).refused == ("b", "(no name)")


@pytest.mark.parametrize(
    "action",
    ["", "search for a pen", "[]", "[[]]", "null", "7", '"search_products"', "{}", '{"name": ""}', '{"name": 5}',
     '{"name": "x", "arguments": []}', '{"name": "x", "arguments": "{}"}', "[" * 3000, "x" * 200_000],
)  # fmt: skip
def test_anything_else_is_no_call_and_says_what_was_expected(action: str) -> None:
    with pytest.raises(NoCall, match="expected JSON with one tool call"):
        parse_call(action)


def plays_one_step(tools: Any, action: str) -> None:
    """One step leaves one event of a step, and all events can be written and read again."""
    episode = tools.episode
    before = len(episode.events)
    seen = tools.environment.step(action)
    new = episode.events[before:]
    assert [event.kind for event in new][:1] in (["tool_called"], ["call_missing"])
    assert seen.last_action_error or seen.tool_result
    for event in new:
        assert Event.from_json(event.to_json()) == event
    if episode.ending is not None:
        assert episode.ending in (Ending.LIMIT, Ending.SUBMITTED)
        tools.__init__(tools.environment, None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=60)
@given(st.text())
def test_any_text_is_a_step(default_tools: Any, action: str) -> None:
    plays_one_step(default_tools, action)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=150)
@given(st.sampled_from([tool.name for tool in TOOLS]), st.data())
def test_any_arguments_are_a_step(default_tools: Any, name: str, data: st.DataObject) -> None:
    tool = next(one for one in TOOLS if one.name == name)
    arguments = data.draw(
        st.dictionaries(st.sampled_from([*tool.arguments.model_fields, "other"]), JSON, max_size=4)
        | st.fixed_dictionaries(
            {field: st.text(max_size=30) | JSON for field in tool.arguments.model_fields if field != "code"}
        )
    )
    plays_one_step(default_tools, orjson.dumps({"name": name, "arguments": arguments}).decode())


@pytest.mark.parametrize("depth", [10, 200, 900])
def test_deep_arguments_are_a_step(default_tools: Any, depth: int) -> None:
    plays_one_step(
        default_tools, '{"name": "search_products", "arguments": {"query": ' + "[" * depth + "]" * depth + "}}"
    )


@pytest.mark.parametrize(
    "query", ['"', "(", "a AND OR", "a:b", "*", "\x00", "usb-c (2 pack", "ß" * 900, "a " * 400, "🙂"]
)
def test_queries_with_signs_are_answered(default_tools: Any, compatible_tools: Any, query: str) -> None:
    for tools in (default_tools, compatible_tools):
        assert "products" in tools.call("search_products", query=query)
        tools.call("get_review_content", query=query, product_id="B0TEST0001")
        tools.call("get_store_products", store_name=query)
