"""A release's tasks with corrected answers, from its errata."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from shopworld.errors import InputError
from shopworld.mall import Home
from shopworld.tasks.checks import Check
from shopworld.tasks.importers.webmall.errata import Errata, Erratum
from shopworld.tasks.model import Task
from shopworld.tasks.offers import Group


def errata_file(home: Home, suite: str) -> Path:
    """Where the errata of a suite stand."""
    return home.folder / "errata" / suite / "errata.json"


def read_errata(home: Home, suite: str) -> Errata | None:
    """The errata of a suite; None where it has none.

    Raises:
        InputError: the file is not in its format.
    """
    path = errata_file(home, suite)
    if not path.is_file():
        return None
    try:
        return Errata.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise InputError(f"{path} is no file of errata: {error.errors()[0]['msg']}") from error


def corrected_task(task: Task, erratum: Erratum) -> Task | None:
    """A task with corrected answers; None where the errata were found for other answers than it has."""
    checks: list[Check] = []
    changed = False
    for check in task.checks:
        groups = check.returns
        if groups and {one for group in groups for one in group} == {*erratum.original}:
            alternatives = check.type != "answer_set"
            check = check.model_copy(update={"groups": _corrected(groups, erratum, alternatives=alternatives)})
            changed = True
        checks.append(check)
    return task.model_copy(update={"checks": tuple(checks)}) if changed else None


def _corrected(groups: Sequence[Group], erratum: Erratum, *, alternatives: bool) -> tuple[Group, ...]:
    """Groups of offers without what is no answer, and with what is one.

    Args:
        groups: the original ones.
        erratum: what is wrong with them.
        alternatives: whether one of each group is enough, where something is bought rather than named; what is new
            then joins the group of the answer in whose place it stands.
    """
    kept = [tuple(one for one in group if one in erratum.corrected) for group in groups]
    added = [one for one in erratum.corrected if one not in erratum.original]
    if not alternatives:
        return tuple(group for group in (*kept, *((one,) for one in added)) if group)
    places = set(erratum.places)
    placed = [
        (*left, *(new for new in added if new not in left and any((new, old) in places for old in group)))
        for group, left in zip(groups, kept, strict=True)
    ]
    known = {one for group in placed for one in group}
    rest = tuple(one for one in added if one not in known)
    return tuple(group for group in (*placed, rest) if group)
