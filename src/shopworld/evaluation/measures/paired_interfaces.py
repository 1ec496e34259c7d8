"""The same tasks through several interfaces: what each came to, and the paired differences with their cost.

Source of the idea: WebMall's comparison of browser, RAG, API over MCP and NLWeb on the same tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from shopworld.agents import AgentName
from shopworld.environments import words
from shopworld.evaluation.measures.comparison import Pair, compare, paired_difference, pairs_of, trial_of
from shopworld.evaluation.measures.correction import holm
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.records import Result

Value = Callable[[Result], float]


def tokens_of(result: Result) -> float:
    """Tokens in and out."""
    return result.usage.get("input_tokens", 0.0) + result.usage.get("output_tokens", 0.0)


def has_tokens(result: Result) -> bool:
    """Whether a language model was asked."""
    return "input_tokens" in result.usage


def has_price(result: Result) -> bool:
    """Whether the price of all its calls is known."""
    return "usd" in result.usage and not result.usage.get("unpriced_calls")


MEASURES: dict[str, tuple[Value, Callable[[Result], bool]]] = {
    "f1": (lambda one: one.f1, lambda _: True),
    "steps": (lambda one: one.steps, lambda _: True),
    "tokens": (tokens_of, has_tokens),
    "usd": (lambda one: one.usage["usd"], has_price),
    "seconds": (lambda one: one.seconds, lambda _: True),
}
"""What is compared besides completion: the value, and whether a result has it."""


@dataclass(frozen=True, slots=True)
class InterfacePair:
    """Two interfaces on the tasks that both were tried on.

    Attributes:
        first: place of the one group of results among those that were given.
        second: place of the other.
        tasks: that they share.
        completion: mean difference of completion, first minus second.
        p_value: of McNemar's exact test.
        corrected: the same, corrected for the number of pairs (Holm).
        differences: the same difference of each measure; one without observations where it is not known.
    """

    first: int
    second: int
    tasks: int
    completion: Interval
    p_value: float
    corrected: float
    differences: dict[str, Interval]


def shared(groups: Sequence[Sequence[Result]]) -> list[list[Result]]:
    """Of each group the results of the trials that all groups were tried on; faults that are nobody's drop out.

    Args:
        groups: of one agent each.
    """
    counted = [[one for one in group if not one.excused] for group in groups]
    keys = [{trial_of(one) for one in group} for group in counted]
    everywhere = set.intersection(*keys) if keys else set()
    return [[one for one in group if trial_of(one) in everywhere] for group in counted]


def interface_pairs(groups: Sequence[Sequence[Result]], *, seed: int = 0) -> list[InterfacePair]:
    """Each pair of groups that met the same mall by different interfaces with the same mind.

    The same mind is the same language model, or the same agent where there is none.

    Args:
        groups: of one agent each.
        seed: of the bootstrap.
    """
    places = sorted(range(len(groups)), key=lambda place: _order(groups[place]))
    pairs = []
    for first, second in combinations(places, 2):
        mine, theirs = groups[first], groups[second]
        if not mine or not theirs or not _are_compared(mine[0], theirs[0]):
            continue
        matched = pairs_of(mine, theirs)
        if matched:
            pairs.append(_pair(first, second, matched, seed))
    adjusted = holm([one.p_value for one in pairs])
    return [replace(one, corrected=value) for one, value in zip(pairs, adjusted, strict=True)]


def _pair(first: int, second: int, matched: Sequence[Pair], seed: int) -> InterfacePair:
    compared = compare([one for one, _ in matched], [one for _, one in matched], seed=seed)
    differences = {}
    for name, (value, is_known) in MEASURES.items():
        known = [pair for pair in matched if is_known(pair[0]) and is_known(pair[1])]
        differences[name] = paired_difference(known, value, seed=seed)
    return InterfacePair(
        first, second, compared.tasks, compared.difference, compared.p_value, compared.p_value, differences
    )


def _are_compared(one: Result, other: Result) -> bool:
    return bool(one.interface and other.interface) and one.interface != other.interface and _mind(one) == _mind(other)


def _mind(result: Result) -> str:
    name = AgentName.parse(result.agent)
    return f"@{name.model}" if name.model else name.base


def _order(group: Sequence[Result]) -> int:
    interface = group[0].interface if group else ""
    known = tuple(words())
    return known.index(interface) if interface in known else len(known)
