"""Episodes in the tool sandbox: steps, limits, endings, events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from shopworld.catalog import Catalog
from shopworld.environments.protocol import TaskStart
from shopworld.environments.tools import TOOL_STATE, CallMissing, ToolCalled, ToolEnvironment, UserAsked
from shopworld.episode import Ending, Episode, EpisodeIdentity, read_events, write_events
from shopworld.errors import EpisodeError
from shopworld.tasks.model import Limits
from shopworld.tasks.recommendation import ProductRecommended

TEN = [
    "search_products",
    "filter_by_attribute",
    "get_product_details",
    "get_review_content",
    "get_product_review_stats",
    "get_store_products",
    "get_user_profile",
    "ask_user",
    "python_execute",
    "recommend_product",
]


def action(name: str, **arguments: Any) -> str:
    return orjson.dumps({"name": name, "arguments": arguments}).decode()


def test_the_first_observation_holds_goal_and_tools(default_tools: Any) -> None:
    seen = default_tools.observation
    assert seen.messages[0].text == "Find me a charger."
    assert [tool.name for tool in seen.tools] == TEN
    assert seen.step == 0


def test_the_schemas_are_json_schemas_and_the_profiles_describe_what_they_do(
    default_tools: Any, compatible_tools: Any
) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for tool, plain in zip(default_tools.observation.tools, compatible_tools.observation.tools, strict=True):
        jsonschema.Draft202012Validator.check_schema(dict(tool.parameters))
        assert tool.parameters == plain.parameters
        assert tool.description.startswith(plain.description)
    schema = dict(default_tools.observation.tools[0].parameters)
    jsonschema.validate({"query": "pen", "page": 2}, schema)
    for wrong in ({}, {"query": 1}, {"query": "pen", "page": -1}, {"query": "pen", "text": "pen"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_a_recommendation_ends_the_episode(default_tools: Any) -> None:
    default_tools.call("recommend_product", product_id="B0TEST0001", reasoning="fits")
    assert default_tools.environment.ended
    assert default_tools.episode.ending is Ending.SUBMITTED
    recommended = default_tools.episode.events[-1].payload
    assert recommended == ProductRecommended(product_id="B0TEST0001", reasoning="fits")
    with pytest.raises(EpisodeError, match="has ended"):
        default_tools.environment.step(action("get_user_profile"))


def test_an_unknown_product_can_be_recommended_and_is_kept(default_tools: Any) -> None:
    default_tools.call("recommend_product", product_id="NOPE", reasoning="")
    assert default_tools.episode.events[-1].payload.product_id == "NOPE"


def test_of_parallel_calls_the_first_is_run_and_the_rest_are_refused(default_tools: Any) -> None:
    calls = [{"name": "get_user_profile", "arguments": {}}, {"name": "recommend_product", "arguments": {}}]
    seen = default_tools.environment.step(orjson.dumps(calls).decode())
    assert orjson.loads(seen.tool_result)["user_id"] == "U_1"
    assert "one call a step" in seen.last_action_error
    assert "recommend_product" in seen.last_action_error
    assert not default_tools.environment.ended
    assert default_tools.episode.events[0].payload.refused == ("recommend_product",)


def test_two_steps_in_a_row_without_a_call_end_the_episode(default_tools: Any) -> None:
    environment = default_tools.environment
    assert "expected JSON" in environment.step("I think I will search now.").last_action_error
    default_tools.call("get_user_profile")
    environment.step("Hmm.")
    assert not environment.ended
    environment.step("[]")
    assert default_tools.episode.ending is Ending.LIMIT
    kinds = [event.kind for event in default_tools.episode.events]
    assert kinds == ["call_missing", "tool_called", "call_missing", "call_missing"]


def test_the_last_step_ends_the_episode(tool_catalog: Catalog) -> None:
    identity = EpisodeIdentity(agent="a", task="t")
    episode = Episode(identity, identity.label(b"0123456789abcdef"))
    with ToolEnvironment(tool_catalog) as environment:
        environment.start(episode, TaskStart("goal", limits=Limits(steps=3)))
        for _ in range(3):
            assert not environment.ended
            environment.step(action("get_user_profile"))
        assert episode.ending is Ending.LIMIT


def test_wrong_calls_say_what_was_expected(default_tools: Any) -> None:
    assert "no tool 'search'" in default_tools.error("search", query="x")
    assert "search_products" in default_tools.error("search", query="x")
    assert "query: Field required" in default_tools.error("search_products", text="x")
    assert "Arguments: query, page" in default_tools.error("search_products", text="x")
    assert "page" in default_tools.error("search_products", query="x", page=-1)
    assert "10" in default_tools.error("get_product_review_stats", product_ids=["x"] * 11)
    assert "search_products" in default_tools.error("get_product_details", product_id="NOPE")
    state = default_tools.episode.state(TOOL_STATE)
    assert state.steps == state.failures == 7


def test_what_an_agent_writes_is_not_handed_back_at_length(default_tools: Any) -> None:
    flood = "x" * 20_000
    calls = [
        default_tools.environment.step(action(flood)),
        default_tools.environment.step(action("search_products", **{flood: 1})),
        default_tools.environment.step(f"[{action('get_user_profile')}{(', ' + action(flood)) * 3}]"),
    ]
    assert all(0 < len(seen.last_action_error) < 2_100 for seen in calls)


def test_state_is_a_fold_over_the_log(default_tools: Any, tmp_path: Path) -> None:
    default_tools.call("search_products", query="charger")
    default_tools.call("ask_user", question="What rating do you want?")
    default_tools.environment.step("nothing")
    write_events(tmp_path / "events.jsonl", default_tools.episode.events)
    events = list(read_events(tmp_path / "events.jsonl"))
    assert [type(event.payload) for event in events] == [ToolCalled, ToolCalled, UserAsked, CallMissing]
    state = TOOL_STATE.over(events)
    assert state == default_tools.episode.state(TOOL_STATE)
    assert (state.steps, state.turns_used, state.revealed, state.missing_in_a_row) == (3, 1, ["cl_1"], 1)
    assert events[0].payload.product_ids[:1] == ("B0TEST0001",)  # type: ignore[attr-defined]
