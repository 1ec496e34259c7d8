"""What the oracle alone is told of a task in the tool sandbox: its target and its shopper. Never given to another."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.catalog import Catalog
from shopworld.errors import AgentError
from shopworld.tasks import Task
from shopworld.tasks.checks import Ground, RecommendProduct


@dataclass(frozen=True, slots=True)
class BriefedSlot:
    """One thing that the shopper tells when asked about it.

    Attributes:
        topics: words by which a question is about it.
        response: what the shopper then says.
    """

    topics: tuple[str, ...]
    response: str


@dataclass(frozen=True, slots=True)
class ToolBriefing:
    """How a task in the tool sandbox is solved.

    Attributes:
        product_id: of the target.
        title: its title, the words to search for.
        store: who sells it, or empty.
        slots: what the shopper can be asked about.
        turns: number of questions that the shopper answers.
        opinions: what its reviews must say.
        steps: after which the episode is cut off.
    """

    product_id: str
    title: str
    store: str
    slots: tuple[BriefedSlot, ...]
    turns: int
    opinions: tuple[str, ...]
    steps: int


def brief_for_tools(catalog: Catalog, task: Task) -> ToolBriefing:
    """Reads the solution out of a task's check and shopper.

    Raises:
        AgentError: the task asks for no recommendation, or its target is not in the catalog.
    """
    steps = Ground(task, catalog).plan(())
    step = next((one for one in steps if isinstance(one, RecommendProduct)), None)
    if step is None:
        raise AgentError(f"task {task.id}: it has no recommendation to make")
    offers = catalog.offers_of_product(step.product_id)
    if not offers:
        raise AgentError(f"task {task.id}: no product {step.product_id!r} in the catalog {catalog.name!r}")
    script = task.shopper.clarification if task.shopper else None
    return ToolBriefing(
        product_id=step.product_id,
        title=offers[0].title,
        store=offers[0].brand or "",
        slots=tuple(BriefedSlot(slot.topics, slot.response) for slot in script.slots) if script else (),
        turns=script.most_turns if script else 0,
        opinions=step.opinions,
        steps=task.limits.steps,
    )
