"""Calls of tools as moves, and what they return as data."""

from __future__ import annotations

import json
from typing import Any

from shopworld.agents.protocol import Move
from shopworld.environments import Observation


def call(name: str, thought: str = "", /, **arguments: Any) -> Move:
    """A move that calls a tool.

    Args:
        name: of the tool.
        thought: why, for the trajectory.
        arguments: of the tool, JSON-able.
    """
    return Move(json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False), thought)


def result_of(seen: Observation) -> Any:
    """What the last call returned; an empty mapping where it returned nothing."""
    return json.loads(seen.tool_result) if seen.tool_result else {}


def products_of(seen: Observation) -> list[tuple[str, str]]:
    """Ids and titles of the products that a search or a store's list returned; empty where the call failed."""
    result = result_of(seen)
    listed = result.get("products", ()) if isinstance(result, dict) else ()
    return [(one["product_id"], one["title"]) for one in listed]
