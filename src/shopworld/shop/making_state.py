"""How far the making of a shop folder has come, as its generator noted: for those who serve it or make tasks in it."""

from __future__ import annotations

from pathlib import Path

import orjson

GENERATION_FILE = "generation.json"


def what_is_unfinished(shop: Path) -> str:
    """What is to be said of a shop whose generation was cut off; empty where it was not, or nobody generated it.

    Args:
        shop: its folder.
    """
    try:
        data = orjson.loads((shop / GENERATION_FILE).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return ""
    if not isinstance(data, dict) or not data.get("under_way"):
        return ""
    steps = [one for one in data.get("steps", ()) if isinstance(one, dict)]
    done = [str(one.get("name")) for one in steps if one.get("outcome") != "open"]
    told = f"steps that are through: {', '.join(done)}" if done else "none of its steps is through"
    how = f"{shop}: its generation was cut off ({told})"
    return f"{how}; it can be used as it is, and the same arena generate command goes on"
