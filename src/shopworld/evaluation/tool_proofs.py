"""Proofs of tasks of the tool sandbox: probes of their grading, and the oracle's way through the tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.table import Table

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.evaluation.proofs import TaskProofs
from shopworld.tasks import Task, score
from shopworld.tasks.probes import GradingProbe, probe_task, tally
from shopworld.tasks.proofs import Proof

KINDS = {
    "right": ("target", "acceptable"),
    "nothing": ("empty",),
    "unknown": ("unknown",),
    "neighbours": ("neighbour",),
    "facts": ("as it is", "without its fact", "with another fact"),
}
"""Proofs, and the kinds of probes that each is made of."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Probed:
    """One task's proofs with the probes they are made of."""

    proofs: TaskProofs
    probes: tuple[GradingProbe, ...]


def prove_by_probes(tasks: Iterable[Task], catalog: Catalog) -> Iterator[Probed]:
    """Proves each task: target and other acceptable products pass; no, unknown and neighbouring products do not.

    Args:
        tasks: to prove.
        catalog: the one they were made for.

    Raises:
        TaskError: a task has no recommendation, or its target is not in the catalog.
    """
    for task in tasks:
        probes = tuple(probe_task(task, catalog))
        silent = score(task, (), ending=Ending.LIMIT, hosts={}, catalog=catalog)
        proofs = [_proof(name, [one for one in probes if one.kind in kinds]) for name, kinds in KINDS.items()]
        if silent.state_reward:
            proofs.append(Proof("nothing at all", False, "passes without a recommendation"))
        yield Probed(TaskProofs(task.id, task.category, task.defects, tuple(proofs)), probes)


def _proof(name: str, probes: Sequence[GradingProbe]) -> Proof:
    wrong = [one for one in probes if not one.holds]
    if not wrong:
        return Proof(name, True, f"{len(probes)} probes as expected")
    named = "; ".join(
        f"{one.kind} {one.type} {one.name}: {'accepted' if one.accepted else 'refused'}" for one in wrong[:_NAMED]
    )
    more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
    return Proof(name, False, " ".join(f"{named}{more}".split()))


def probe_table(probed: Sequence[Probed]) -> Table:
    """A row per kind of probe and type of rubric: how many, accepted wrongly, refused wrongly."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("probe", "rubric"):
        table.add_column(name, no_wrap=True)
    for name in ("probes", "false positives", "false negatives"):
        table.add_column(name, justify="right")
    for one in tally(probe for each in probed for probe in each.probes):
        wrong = one.false_positives or one.false_negatives
        table.add_row(
            one.kind,
            one.type,
            f"{one.probes:,}",
            str(one.false_positives),
            str(one.false_negatives),
            style="red" if wrong else "",
        )
    return table
