"""Evolved queries as people read them in `shopworld tasks show`."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.tasks import ChosenProduct, Task
from shopworld.tasks.chosen_product import SORT_NAMES, describe


def evolution_lines(task: Task) -> Iterator[str]:
    """How a query came about: its sub-queries, what each round added, and how many offers answered it then."""
    about = task.evolution
    if about is None:
        return
    yield f"query {about.query}, round {about.round}" + (f", made from {about.parent}" if about.parent else "")
    for name, text in (("attribute", about.attribute), ("filter", about.filter), ("sort", about.sort)):
        yield f"  {name}: {text or 'None'}"
    if about.answers:
        rounds = [f"{count} after {step}" for count, step in zip(about.answers[1:], about.steps, strict=False)]
        yield f"  answers: {', '.join([str(about.answers[0]), *rounds])}"
    yield ""


def choice_lines(check: ChosenProduct) -> Iterator[str]:
    """What a chosen product must be."""
    for name, conditions in (("attribute", check.attribute), ("filter", check.filter)):
        for one in conditions:
            yield f"{name}: {one.field} {describe(one)}"
    if check.sort is not None:
        yield f"sort: {SORT_NAMES[check.sort]}"
    for address in check.accepted:
        yield f"accepted: {address.shop} /product/{address.slug}/"
