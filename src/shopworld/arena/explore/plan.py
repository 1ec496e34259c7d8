"""The plan of an exploration: which probes run on this site, in which order, and what is left out, as `plan.md`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.probes import PROBES
from shopworld.arena.explore.probes.probe import Probe


class Outcome(StrEnum):
    """What became of a task; the mark it has in the plan."""

    OPEN = " "
    DONE = "x"
    FAILED = "!"


@dataclass(slots=True)
class PlannedProbe:
    """One probe as planned for a site."""

    probe: Probe
    text: str
    outcome: Outcome = Outcome.OPEN
    reason: str = ""


@dataclass(slots=True)
class ExplorationPlan:
    """What will be looked at, and what will not.

    Attributes:
        descriptor: of the shop, in general words.
        summary: what the prefetch saw.
        tasks: in the order in which they run.
        omitted: areas left out, with the reason.
    """

    descriptor: str
    summary: str
    tasks: list[PlannedProbe]
    omitted: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The plan as Markdown."""
        lines = [f"# Plan -- {self.descriptor}", "", self.summary, "", "## Tasks", ""]
        for task in self.tasks:
            note = f" -- {task.reason}" if task.reason else ""
            lines.append(
                f"- [{task.outcome.value}] {task.probe.name} -- {task.text} [priority: {task.probe.priority}]{note}"
            )
        lines += ["", "## Omitted areas", ""]
        lines += [f"- {name} -- {reason}" for name, reason in self.omitted.items()] or ["- none"]
        return "\n".join(lines) + "\n"


def make_plan(site: PrefetchedSite, descriptor: str) -> ExplorationPlan:
    """The plan for a site.

    Args:
        site: what the prefetch found.
        descriptor: of the shop, in general words.
    """
    tasks, omitted = [], {}
    for probe in PROBES:
        reason = probe.omit(site)
        if reason:
            omitted[probe.name] = reason
        else:
            tasks.append(PlannedProbe(probe, probe.task(site)))
    tasks.sort(key=lambda task: -task.probe.priority)
    for one in site.omissions:
        omitted.setdefault(f"`{one.what}`", one.reason)
    kinds = ", ".join(site.sources) or "nothing"
    summary = (
        f"A {site.platform} storefront. The prefetch read {site.pages_read} pages and found {len(site.products)} "
        f"products, {len(site.collections)} listings and {len(site.info_pages)} information pages; "
        f"product data came from {kinds}."
    )
    return ExplorationPlan(descriptor, summary, tasks, omitted)
