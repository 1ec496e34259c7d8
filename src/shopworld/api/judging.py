"""Language models that judge runs, beside the code checks; and audits of what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from shopworld.api.places import Place, home_of
from shopworld.api.progress import OnProgress, added
from shopworld.api.suite_world import catalog_of, suite_of
from shopworld.errors import RunError
from shopworld.evaluation import RunFolder
from shopworld.evaluation.judges import (
    AspectJudge,
    Audit,
    Judge,
    Judged,
    PeopleRow,
    RubricJudge,
    TrajectoryJudge,
    agreement_of_people,
    audit,
    judge_run,
    read_labels,
    read_person_labels,
)
from shopworld.models import ModelSettings
from shopworld.tasks import Suite

JUDGES = ("trajectory", "trajectory-full", "aspects", "rubrics")


def judge(
    run: Place,
    model: str,
    *,
    by: str = "trajectory",
    votes: int = 1,
    url_gate: bool = False,
    suite: Place | Suite | None = None,
    catalog: Place | None = None,
    models: ModelSettings | None = None,
    workers: int = 4,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> Judged:
    """Has a language model judge the trials of a run. Scores stay as they are; `verdicts.jsonl` stands beside them.

    What was judged before, by the same judge and model with as many votes, is not judged again. An agent that did not
    end the episode itself fails, and a yes without evidence that can be found is a no, whatever the model says.

    Args:
        run: its folder.
        model: `provider/model`.
        by: which judge: `trajectory`: the whole task, by the log; `trajectory-full`: by carts, orders and pictures too;
            `aspects`: attribute, filter and sort of evolved queries; `rubrics`: the requirements of a product.
        votes: times each trial is judged; the majority counts.
        url_gate: of the trajectory judges: fail where a page that must be visited was not.
        suite: the one that the run was made with; looked up at home by default.
        catalog: of rubrics: name or folder of the catalog; the suite's own by default.
        models: how the model is called; its budget is for all judging in the run folder, and `replay` (any text)
            answers from what was recorded there.
        workers: trials that are judged at the same time.
        home: where suites and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each trial.

    Returns:
        the verdicts, and how many could not be made.

    Raises:
        RunError: there is no such judge, it fits no result, the suite is another one, or the budget is spent.
        ModelError: the model cannot be called as asked.
        InputError: the folder is no run folder.
    """
    chosen = _judge(by, url_gate=url_gate)
    place, folder = home_of(home), RunFolder(Path(run))
    settings = folder.settings()
    loaded = suite_of(suite or settings.suite, place)
    tell = added(progress, "Judging", len(folder.results()))
    with ExitStack() as opened:
        shelf = None
        if isinstance(chosen, RubricJudge) and loaded.catalog:
            given = catalog if catalog is not None else settings.catalog or None
            shelf = opened.enter_context(catalog_of(loaded, given, place, same=False))
        return judge_run(
            folder.path,
            loaded,
            chosen,
            model,
            catalog=shelf,
            settings=models,
            votes=votes,
            workers=workers,
            finished=_one(tell),
        )


def audit_judges(runs: Place | Sequence[Place], *, labels: Place | None = None) -> Audit:
    """Compares judges' verdicts with the code checks, or with people: agreement, false yes, false no, Cohen's kappa.

    Args:
        runs: folders of runs that were judged.
        labels: file of what people said, CSV or JSON lines: agent, task, trial, criterion, label.

    Returns:
        the figures with their 95 % intervals, and every disagreement.

    Raises:
        RunError: a folder is no run folder, or nothing was judged.
        InputError: the file of labels is wrong.
    """
    folders = [Path(runs)] if isinstance(runs, str | Path) else [Path(one) for one in runs]
    missing = [str(one) for one in folders if not (one / "run.toml").exists()]
    if missing:
        raise RunError(f"no run folder: {', '.join(missing)}")
    return audit(folders, read_labels(Path(labels)) if labels is not None else None)


def people_agreement(runs: Place | Sequence[Place], *, labels: Place | None = None) -> list[PeopleRow]:
    """How far people agree with each other, with the code checks and with judges, by criterion.

    Args:
        runs: run folders in which people judged trials (`shopworld view --label`).
        labels: file of what people said instead: labeller, agent, task, trial, criterion, label.

    Returns:
        a row for each two that are compared and each criterion, with intervals.

    Raises:
        RunError: nobody labelled a trial of these runs.
        InputError: a file is wrong.
    """
    folders = [Path(runs)] if isinstance(runs, str | Path) else [Path(one) for one in runs]
    return agreement_of_people(folders, read_person_labels(Path(labels)) if labels is not None else None)


def _judge(name: str, *, url_gate: bool) -> Judge:
    if name not in JUDGES:
        raise RunError(f"there is no judge {name!r}", hint=f"There are: {', '.join(JUDGES)}.")
    if url_gate and not name.startswith("trajectory"):
        raise RunError("--url-gate is for the trajectory judges")
    if name == "aspects":
        return AspectJudge()
    if name == "rubrics":
        return RubricJudge()
    return TrajectoryJudge(full=name == "trajectory-full", url_gate=url_gate)


def _one(tell: Callable[[int], None]) -> Callable[[], None]:
    return lambda: tell(1)
