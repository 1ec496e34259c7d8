"""The loop between author and validator: only what is flagged is written again, ids are kept, two rounds at most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from shopworld.errors import TaskError
from shopworld.guru.authored.plan import AuthoredJourney
from shopworld.guru.findings import TaskFinding

ROUNDS = 2
"""Rounds of polishing (ShopGym, section 2.2.3)."""

Validate = Callable[[Mapping[str, AuthoredJourney]], Sequence[TaskFinding]]
Rewrite = Callable[[Mapping[str, AuthoredJourney], Sequence[TaskFinding]], Sequence[AuthoredJourney]]


class PolishingFailed(TaskError):
    """Tasks that are still wrong after the last round; nothing is made of the whole build.

    Args:
        findings: what is wrong with them.
    """

    def __init__(self, findings: Sequence[TaskFinding]) -> None:
        lines = "\n".join(f"  {one.task}: {one.rule}: {one.text}" for one in findings)
        tasks = len({one.task for one in findings})
        super().__init__(
            f"{tasks} journeys are still wrong after {ROUNDS} rounds of polishing; nothing was written:\n{lines}",
            hint="Try again, with another model, or without --model.",
        )
        self.findings = tuple(findings)


def polish(
    ids: Sequence[str], first: Sequence[AuthoredJourney], validate: Validate, rewrite: Rewrite
) -> tuple[dict[str, AuthoredJourney], int]:
    """Has flagged journeys written again until the validator has nothing to say.

    Args:
        ids: that were asked for; what came under another id is dropped.
        first: what the author wrote.
        validate: finds what is wrong with journeys, by id.
        rewrite: is given the journeys that are flagged, as far as there are any, and the findings.

    Returns:
        the journeys in the order of the ids, and how many rounds it took.

    Raises:
        PolishingFailed: some are still wrong after two rounds.
    """
    known = {one.id: one for one in first if one.id in ids}
    for number in range(ROUNDS + 1):
        findings = [*_missing(ids, known), *validate(known)]
        if not findings:
            return {one: known[one] for one in ids}, number
        if number < ROUNDS:
            flagged = dict.fromkeys(one.task for one in findings)
            again = rewrite({one: known[one] for one in flagged if one in known}, findings)
            known |= {one.id: one for one in again if one.id in flagged}
    raise PolishingFailed(findings)


def _missing(ids: Sequence[str], known: Mapping[str, AuthoredJourney]) -> list[TaskFinding]:
    return [
        TaskFinding(one, "error", "this journey was not written", "missing-task", "id", "Write it under this id.")
        for one in ids
        if one not in known
    ]
