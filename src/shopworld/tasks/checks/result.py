"""What one check says of an episode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from shopworld.tasks.rubric_grading import RubricResult

_LONGEST = 80


class CheckResult(BaseModel):
    """What one check says, with the counts that precision and recall are made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    """The check's type."""
    passed: bool
    reason: str
    """For people: what was expected and what was found."""
    expected: int = 0
    """Groups asked for."""
    found: int = 0
    """Groups of which a right one was returned."""
    returned: int = 0
    """Different answers, cart lines or ordered offers, right or wrong."""
    right: int = 0
    """How many of those were right."""
    rubrics: tuple[RubricResult, ...] = ()
    """Of a recommendation: what became of each rubric."""
    exact: bool | None = None
    """Of a recommendation: whether it is the target itself."""
    aspects: dict[str, bool] = Field(default_factory=dict)
    """Of a chosen product: whether it satisfies `attribute`, `filter` and `sort`, as far as the query has them."""
    controls: dict[str, bool] = Field(default_factory=dict)
    """Of a chosen product: whether the shop's `filter` and `sort` controls were used; told, not scored."""


def reason_of(fine: str, problems: Mapping[str, Iterable[str]]) -> str:
    """One line: what is wrong by sort, or that all is fine."""
    parts = [f"{sort}: {', '.join(lines)}" for sort, lines in problems.items() if lines]
    return "; ".join(parts) if parts else fine


def shortened(text: str) -> str:
    """A text as a reason quotes it."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def fault_in_time(found: Sequence[bool], text: str, *, in_time: bool) -> str:
    """What is wrong, for people; empty where all is right.

    Args:
        found: for each way in which it was done, whether carts had been empty until then.
        text: that it was never done.
        in_time: whether it has to be done before anything is put into a cart.
    """
    if not found:
        return text
    return f"{text} before something was put into a cart" if in_time and not any(found) else ""


def before_in_words(before_cart: bool) -> str:
    """When it has to be done, for people."""
    return " before anything was put into a cart" if before_cart else ""
