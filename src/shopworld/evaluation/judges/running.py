"""Judges over a run: verdicts beside the scores; the same command goes on where it stopped."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.errors import ModelError, ModelFault, RunError
from shopworld.evaluation.folder import RunFolder, file_name
from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.judge import Judge
from shopworld.evaluation.judges.records import SPENDING, VERDICTS, Verdict, read_verdicts, write_verdicts
from shopworld.evaluation.judges.verdict import judge_case
from shopworld.evaluation.records import (
    NOT_THE_AGENTS_FAULT,
    Result,
    append_line,
    cut_torn_line,
    pack_lines,
    packed_steps,
)
from shopworld.evaluation.regrading import refuse_other_suite
from shopworld.models import EpisodeModel, Models, ModelSettings
from shopworld.tasks import Suite


@dataclass(frozen=True, slots=True)
class Judged:
    """What judging a run came to.

    Attributes:
        verdicts: of this judge and model, all of the run.
        new: number of those that were made now.
        unfit: results that this judge cannot judge, by their task.
        faults: results for which the model's provider failed; the same command tries them again.
    """

    verdicts: tuple[Verdict, ...]
    new: int
    unfit: int
    faults: int


def judge_run(
    path: Path,
    suite: Suite,
    judge: Judge,
    model: str,
    *,
    catalog: Catalog | None = None,
    settings: ModelSettings | None = None,
    votes: int = 1,
    workers: int = 4,
    finished: Callable[[], None] = lambda: None,
) -> Judged:
    """Has a judge judge every result of a run, and writes `verdicts.jsonl` into its folder.

    Results that infrastructure spoilt are left out. What was judged before, by the same judge and model with as many
    votes, is not judged again. Scores stay as they are. What the model was asked and answered is recorded beside the
    steps.

    Args:
        path: the run folder.
        suite: the one the run was made with; another one is refused.
        judge: which one.
        model: `provider/model`.
        catalog: what products are looked up in, for the rubric judge.
        settings: how the model is called; `replay` (any text) answers from what was recorded here.
        votes: how often it is asked about each trial.
        workers: trials that are judged at the same time.
        finished: called after each trial.

    Raises:
        RunError: the suite is another one, the judge fits no result, or the model's budget is spent.
        ModelError: the model cannot be used as asked.
    """
    folder, settings = RunFolder(path), settings or ModelSettings()
    world = folder.provenance()
    refuse_other_suite(path, world, suite)
    tasks = {task.id: task for task in suite.tasks}
    fair = [one for one in folder.results() if one.status not in NOT_THE_AGENTS_FAULT]
    fitting = [one for one in fair if judge.fits(tasks[one.task])]
    if fair and not fitting:
        raise RunError(
            f"the judge {judge.name!r} fits no task of {path}",
            hint="aspects: evolved queries; rubrics: tasks by tools; trajectory: all.",
        )
    with folder.lock(), contextlib.closing(Models(settings)) as models:
        models.check(model)
        cut_torn_line(path / VERDICTS)
        known = read_verdicts(path)
        done = {one.key for one in known}
        left = [one for one in fitting if (judge.name, model, votes, *_trial(one), one.attempt) not in done]
        lock = threading.Lock()
        made: list[Verdict] = []
        faults = 0

        def open_model(case: JudgedTrial) -> EpisodeModel:
            replies = case.folder / f"judge-{file_name(f'{judge.name}-{votes}-{model}')}.jsonl"
            if settings.replay:
                return models.open(model, replay=replies, ledger=None)
            packed_steps(replies).unlink(missing_ok=True)
            record = replies if settings.record else None
            return models.open(model, record=record, ledger=path / SPENDING)

        def one_verdict(result: Result) -> Verdict:
            case = JudgedTrial.read(folder, result, tasks[result.task], world.shops, catalog)
            verdict = judge_case(judge, case, model, open_model, votes)
            for replies in sorted(case.folder.glob("judge-*.jsonl")):
                pack_lines(replies)
            with lock:
                append_line(path / VERDICTS, verdict.to_json())
                made.append(verdict)
            return verdict

        with _pool(workers) as pool:
            for future in as_completed([pool.submit(one_verdict, result) for result in left]):
                try:
                    future.result()
                except ModelFault:
                    faults += 1
                except ModelError as error:
                    pool.shutdown(cancel_futures=True)
                    raise RunError(
                        f"judging has stopped; {len(made)} new verdicts are kept: {error}", hint=error.hint
                    ) from error
                finished()
        write_verdicts(path, [*known, *made])
    mine = [one for one in (*known, *made) if (one.judge, one.model, one.asked) == (judge.name, model, votes)]
    return Judged(tuple(sorted(mine, key=lambda one: one.key)), len(made), len(fair) - len(fitting), faults)


@contextlib.contextmanager
def _pool(workers: int) -> Iterator[ThreadPoolExecutor]:
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="judge")
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _trial(result: Result) -> Sequence[str | int]:
    return result.agent, result.task, result.trial
