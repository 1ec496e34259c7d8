"""What an agent with a language model tells about its calls, with each move."""

from __future__ import annotations

from shopworld.models import Usage


def describe_usage(used: Usage) -> dict[str, float]:
    """A usage as an agent reports it. The price is left out where it is not known at all.

    Args:
        used: of one step.
    """
    described: dict[str, float] = {
        "input_tokens": used.input_tokens,
        "cached_tokens": used.cached_tokens,
        "output_tokens": used.output_tokens,
        "reasoning_tokens": used.reasoning_tokens,
        "usd": round(used.usd, 8),
        "model_calls": used.calls,
        "unpriced_calls": used.unpriced_calls,
        "uncounted_calls": used.uncounted_calls,
        "model_retries": used.retries,
        "model_repairs": used.repairs,
        "model_seconds": round(used.seconds, 3),
        "lost_seconds": round(used.lost_seconds, 3),
    }
    if used.unpriced_calls and used.unpriced_calls == used.calls:
        del described["usd"]
    return described
