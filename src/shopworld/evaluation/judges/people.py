"""How far people agree: with each other, with the code checks, and with judges, by criterion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.judges.agreement import Agreement, Pair, agree
from shopworld.evaluation.judges.auditing import name_of, told_by_code
from shopworld.evaluation.judges.labels import LABELS, PersonLabel, majority, read_person_labels
from shopworld.evaluation.judges.records import WHOLE, read_verdicts
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.records import TrialKey

PEOPLE, CODE = "people", "code"

About = tuple[Path, str, str, int, str]
"""Run, agent, task, trial and criterion."""


@dataclass(frozen=True, slots=True)
class PeopleRow:
    """A line of the table.

    Attributes:
        first: who is compared: a person, the code checks, or a judge.
        second: the reference: another person, or what most people say.
        group: the whole task, an aspect, or a type of rubric.
        agreement: how far they agree.
    """

    first: str
    second: str
    group: str
    agreement: Agreement


def agreement_of_people(
    runs: Sequence[Path], labels: Sequence[PersonLabel] | None = None, *, seed: int = 0
) -> list[PeopleRow]:
    """Compares each two people, then the code checks and each judge with what most people say.

    Args:
        runs: run folders.
        labels: what people said; those that the viewer kept in the run folders by default.
        seed: of the bootstrap.

    Raises:
        RunError: nobody labelled a trial of these runs.
        InputError: a file is wrong.
    """
    by_person: dict[str, dict[About, bool]] = {}
    most: dict[About, bool] = {}
    code: dict[About, bool] = {}
    judges: dict[str, dict[About, bool]] = {}
    group_of: dict[About, str] = {}
    cluster_of: dict[About, str] = {}
    for run in runs:
        said = labels if labels is not None else _kept(run)
        results = RunFolder(run).results()
        clusters = dict(zip([one.key for one in results], clusters_of(results), strict=True))
        for one in said:
            if TrialKey(agent=one.agent, task=one.task, trial=one.trial) in clusters:
                by_person.setdefault(one.labeller or PEOPLE, {})[run, *one.about] = one.label
        most |= {(run, *about): label for about, label in majority(said).items()}
        for result in results:
            key = (run, result.agent, result.task, result.trial)
            types = {rubric.id: str(rubric.type) for check in result.checks for rubric in check.rubrics}
            for criterion, (satisfied, _) in told_by_code(result).items():
                about = (*key, criterion)
                code[about], group_of[about] = satisfied, types.get(criterion, criterion)
                cluster_of[about] = clusters[result.key]
        for verdict in read_verdicts(run):
            if verdict.satisfied is not None:
                of_judge = judges.setdefault(name_of(verdict), {})
                of_judge[run, verdict.agent, verdict.task, verdict.trial, WHOLE] = verdict.satisfied
                for criterion_said in verdict.criteria:
                    if criterion_said.id != WHOLE:
                        place = (run, verdict.agent, verdict.task, verdict.trial, criterion_said.id)
                        of_judge[place] = criterion_said.satisfied
    if not by_person:
        raise RunError("nobody has labelled a trial of these runs", hint="`shopworld view RUN --label NAME` begins.")
    compared = [(one, other, by_person[one], by_person[other]) for one, other in combinations(sorted(by_person), 2)]
    compared += [(CODE, PEOPLE, code, most), *((name, PEOPLE, judges[name], most) for name in sorted(judges))]
    rows = []
    for first, second, mine, theirs in compared:
        pairs = _pairs(mine, theirs, cluster_of)
        groups = list(dict.fromkeys(group_of[about] for about in pairs))
        for group in sorted(groups, key=lambda name: (name != WHOLE, name)):
            chosen = [pair for about, pair in pairs.items() if group_of[about] == group]
            rows.append(PeopleRow(first, second, group, agree(chosen, seed=seed)))
    return rows


def _kept(run: Path) -> list[PersonLabel]:
    return read_person_labels(run / LABELS) if (run / LABELS).exists() else []


def _pairs(
    mine: Mapping[About, bool], theirs: Mapping[About, bool], cluster_of: Mapping[About, str]
) -> dict[About, Pair]:
    """What both say something of, and the code checks too."""
    return {
        about: Pair(said, theirs[about], cluster_of[about])
        for about, said in mine.items()
        if about in theirs and about in cluster_of
    }
