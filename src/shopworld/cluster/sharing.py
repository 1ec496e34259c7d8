"""Work shared out over the nodes of a cluster: a function called for each part, whoever is free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from shopworld.cluster.connection import Cluster, first_line
from shopworld.errors import ClusterError, ShopworldError

Part = TypeVar("Part")
Value = TypeVar("Value")
_TRIES = 3
"""Further ones, for a part whose node or process died."""
_AHEAD = 2
"""Parts that wait for each processor."""


def share_out(
    cluster: Cluster,
    call: Callable[[Part], Value],
    parts: Sequence[Part],
    told: Callable[[int, int], object] = lambda *_: None,
) -> list[Value]:
    """Calls a function for each part on the nodes of a cluster; one part has a processor for itself.

    Args:
        cluster: whose nodes.
        call: of a module that all nodes have, or a `partial` of such a one.
        parts: what it is called with.
        told: hears how many are done, and of how many.

    Returns:
        what the calls return, in the order of the parts.

    Raises:
        ClusterError: a call raised one of our errors, or its node and process died again and again.
    """
    ray = cluster.ray
    task = ray.remote(num_cpus=1, max_retries=_TRIES, scheduling_strategy="SPREAD")(_called)
    done: dict[int, Value] = {}
    waiting = list(enumerate(parts))[::-1]
    at_work: dict[Any, int] = {}
    told(0, len(parts))
    while waiting or at_work:
        while waiting and len(at_work) < _AHEAD * max(1, cluster.processors):
            number, part = waiting.pop()
            at_work[task.remote(call, part)] = number
        (ready, *_), _ = ray.wait(list(at_work), num_returns=1)
        number = at_work.pop(ready)
        try:
            value, wrong, hint = ray.get(ready)
        except ray.exceptions.RayError as error:
            raise ClusterError(f"part {number + 1} of {len(parts)} came to nothing: {first_line(error)}") from error
        if wrong:
            raise ClusterError(wrong, hint=hint)
        done[number] = value
        told(len(done), len(parts))
    return [done[number] for number in range(len(parts))]


def _called(call: Callable[[Part], Value], part: Part) -> tuple[Value | None, str, str | None]:
    """What a call returns, or what was wrong: errors themselves need not survive the way back."""
    try:
        return call(part), "", None
    except ShopworldError as error:
        return None, str(error), error.hint
