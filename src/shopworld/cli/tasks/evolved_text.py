"""Evolved queries as people read them in `shopworld tasks show`."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.tasks import Task


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
