"""Audits: judges' verdicts against the code checks, or against people, as a whole, by aspect and by type of rubric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.judges.agreement import Agreement, Pair, agree
from shopworld.evaluation.judges.labels import Labels
from shopworld.evaluation.judges.records import WHOLE, Criterion, Verdict, read_verdicts
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.records import Result
from shopworld.tasks.checks import ASPECTS

CODE, PEOPLE = "code", "people"
FROM = "from "
"""How rows of rubrics by source begin."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One thing that was judged, and what the reference says of it.

    Attributes:
        judge: `judge@model`, with the number of votes where there are several.
        group: what it is counted under: the task, an aspect, or a type of rubric.
        criterion: its id.
        verdict: the judge's.
        pair: both answers.
        reason: the judge's.
        told: the reference's reason, where it gives one.
        folder: of the attempt.
        source: of a rubric.
    """

    judge: str
    group: str
    criterion: str
    verdict: Verdict
    pair: Pair
    reason: str
    told: str
    folder: Path
    source: str = ""

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        return self.pair.judged == self.pair.reference


@dataclass(frozen=True, slots=True)
class JudgeAuditRow:
    """A line of an audit."""

    judge: str
    group: str
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit came to.

    Attributes:
        reference: `code` or `people`.
        rows: by judge and group, the whole task first.
        disagreements: all of them.
        undecided: verdicts without a decision, by judge: the model gave no answer that can be used.
        exact_rejected: by judge, trials that recommended the target itself and had a rubric refused (EComAgentBench,
            D.4: a correct answer that the judge would have rejected).
    """

    reference: str
    rows: tuple[JudgeAuditRow, ...]
    disagreements: tuple[Compared, ...]
    undecided: dict[str, int]
    exact_rejected: dict[str, int]


def audit(paths: Sequence[Path], labels: Labels | None = None, *, seed: int = 0) -> Audit:
    """Compares all verdicts of some runs with the code checks, or with labels.

    A verdict that a rule in code decided counts as the judge's, as it is published. Rows of rubrics by source are named
    `from …`.

    Args:
        paths: run folders.
        labels: what people said; None: the code checks are the reference.
        seed: of the bootstrap.

    Raises:
        RunError: there are no verdicts, or none that the labels speak of.
    """
    compared: list[Compared] = []
    undecided: dict[str, int] = {}
    exact: dict[str, int] = {}
    for path in paths:
        verdicts = read_verdicts(path)
        folder = RunFolder(path)
        results = folder.results()
        clusters = dict(zip([one.key for one in results], clusters_of(results), strict=True))
        by_key = {one.key: one for one in results}
        for verdict in verdicts:
            result = by_key.get(verdict.trial_key)
            if result is None or result.attempt != verdict.attempt:
                continue
            name = name_of(verdict)
            if verdict.satisfied is None:
                undecided[name] = undecided.get(name, 0) + 1
                continue
            if _is_exact(result) and not all(one.satisfied for one in verdict.criteria):
                exact[name] = exact.get(name, 0) + 1
            attempt = folder.attempt(result.key, result.attempt)
            compared += _compare(verdict, result, clusters[result.key], attempt, labels)
    if not compared:
        places = ", ".join(map(str, paths))
        raise RunError(
            f"there is nothing to audit in {places}",
            hint="First `shopworld judge run RUN --model provider/model`; labels must name its agents and tasks.",
        )
    groups: dict[tuple[str, str], list[Pair]] = {}
    for one in compared:
        groups.setdefault((one.judge, one.group), []).append(one.pair)
        if one.source:
            groups.setdefault((one.judge, f"{FROM}{one.source}"), []).append(one.pair)
    rows = [
        JudgeAuditRow(judge, group, agree(groups[judge, group], seed=seed))
        for judge, group in sorted(groups, key=_order)
    ]
    wrong = tuple(one for one in compared if not one.agrees)
    return Audit(CODE if labels is None else PEOPLE, tuple(rows), wrong, undecided, exact)


def name_of(verdict: Verdict) -> str:
    """The judge with its model, and the number of votes where there are several."""
    votes = f" x{verdict.asked}" if verdict.asked > 1 else ""
    return f"{verdict.judge}@{verdict.model}{votes}"


def _compare(
    verdict: Verdict, result: Result, cluster: str, attempt: Path, labels: Labels | None
) -> Iterator[Compared]:
    told = told_by_code(result) if labels is None else {}
    key = (verdict.agent, verdict.task, verdict.trial)
    assert verdict.satisfied is not None
    whole = Criterion(id=WHOLE, satisfied=verdict.satisfied, reason=_reason(verdict))
    parts = [one for one in verdict.criteria if one.id != WHOLE]
    for one in (whole, *parts):
        reference, reason = (
            told.get(one.id, (None, "")) if labels is None else (labels.get((*key, one.id)), "labelled by a person")
        )
        if reference is None:
            continue
        yield Compared(
            name_of(verdict),
            one.type or one.id,
            one.id,
            verdict,
            Pair(one.satisfied, reference, cluster),
            one.reason,
            reason,
            attempt,
            one.source,
        )


def _reason(verdict: Verdict) -> str:
    if verdict.rule:
        return f"rule: {verdict.rule}"
    decisive = next((one for one in verdict.criteria if one.satisfied == verdict.satisfied), None)
    return decisive.reason if decisive else ""


def told_by_code(result: Result) -> dict[str, tuple[bool, str]]:
    """What the code checks say of the task and its parts, with their reasons."""
    failed = [check for check in result.checks if not check.passed]
    reasons = "; ".join(check.reason for check in failed) or "all checks passed"
    told = {WHOLE: (result.reward == 1.0, reasons)}
    for check in result.checks:
        told |= {name: (satisfied, check.reason) for name, satisfied in check.aspects.items()}
        told |= {rubric.id: (rubric.satisfied, rubric.reason) for rubric in check.rubrics}
    return told


def _is_exact(result: Result) -> bool:
    return any(check.exact for check in result.checks)


def _order(key: tuple[str, str]) -> tuple[str, int, str]:
    judge, group = key
    if group == WHOLE:
        return judge, 0, ""
    if group in ASPECTS:
        return judge, 1 + ASPECTS.index(group), ""
    return judge, 20 if group.startswith(FROM) else 10, group
