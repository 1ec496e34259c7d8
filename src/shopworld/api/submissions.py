"""Submissions: made from runs, and checked by themselves, against their suite, and against their trajectories."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from shopworld.api.places import Place, home_of
from shopworld.api.runs import regrade
from shopworld.api.suite_world import suite_of
from shopworld.errors import InputError
from shopworld.evaluation import Submission, Submitter, differences_from_run, differences_from_suite
from shopworld.evaluation import check_submission as read_submission
from shopworld.evaluation import make_submission as submission_of
from shopworld.tasks import Suite

NAMED = 12
"""Differences that are named in one message."""


def make_submission(
    run: Place,
    *,
    title: str,
    organisation: str,
    contact: str,
    date: datetime.date | str,
    agent: str = "",
    models: Sequence[str] = (),
    tuning: str = "unknown",
    notes: str = "",
    trajectories: str = "",
) -> Submission:
    """Makes a submission of what one agent did in a finished run; `to_json()` is the content of its file.

    Args:
        run: the run folder.
        title: what the agent is called on a leaderboard.
        organisation: who submits it.
        contact: address of mail or of a profile.
        date: of the submission, e.g. `2027-03-01`.
        agent: its name in the run; may be left out where there is one.
        models: language models it asks, as `provider/model`; those that its name says are known.
        tuning: what of the suite it was developed on: `nothing`, `train`, `all` or `unknown`.
        notes: changed prompts and anything else that a reader must know.
        trajectories: address under which the run folder is published.

    Returns:
        the submission, complete.

    Raises:
        RunError: the run has no such agent, or several, or trials are missing.
        InputError: a value is wrong, it is no run folder, or a file in it is wrong.
    """
    said: dict[str, Any] = {"title": title, "organisation": organisation, "contact": contact, "date": date}
    said |= {"models": tuple(models), "tuning": tuning, "notes": notes, "trajectories": trajectories}
    try:
        submitter = Submitter.model_validate(said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(f"{first['msg']}, found {first['input']!r}", field=str(first["loc"][0])) from error
    return submission_of(Path(run), submitter, agent=agent)


def check_submission(
    file: Place,
    *,
    suite: Place | Suite | None = None,
    run: Place | None = None,
    home: Place | None = None,
) -> Submission:
    """Checks a submission: that it holds together, and what else it can be held against.

    Args:
        file: the submission.
        suite: name, file or loaded; its hashes, tasks and limits must then be what the submission says.
        run: folder with the trajectories; every event log must then be the one that was submitted, and is graded again
            (which needs the suite, and leaves `regrade.jsonl` there).
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the submission; `remarks()` says what a reader should know.

    Raises:
        InputError: it does not hold; every problem is named.
        RunError: an event log is gone.
        TaskError: there is no such suite.
    """
    submission = read_submission(Path(file))
    found = []
    loaded = suite_of(suite, home_of(home)) if suite is not None else None
    if loaded is not None:
        found += differences_from_suite(submission, loaded)
    if run is not None:
        graded = regrade(run, suite=loaded, home=home).results
        found += differences_from_run(submission, Path(run), graded)
    if found:
        more = [f"- and {len(found) - NAMED} more"] if len(found) > NAMED else []
        named = "\n".join([*(f"- {one}" for one in found[:NAMED]), *more])
        raise InputError(f"it is not what it is held against:\n{named}", file=Path(file))
    return submission
