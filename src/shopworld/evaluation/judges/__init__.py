"""Judges: language models that say whether a task was done, beside the code checks and never instead of them."""

from shopworld.evaluation.judges.aspects import AspectJudge
from shopworld.evaluation.judges.auditing import Audit, audit
from shopworld.evaluation.judges.judge import Judge
from shopworld.evaluation.judges.labels import read_labels
from shopworld.evaluation.judges.records import Criterion, Evidence, Verdict, read_verdicts
from shopworld.evaluation.judges.rubrics import RubricJudge
from shopworld.evaluation.judges.running import Judged, judge_run
from shopworld.evaluation.judges.trajectory import TrajectoryJudge

__all__ = [
    "AspectJudge",
    "Audit",
    "Criterion",
    "Evidence",
    "Judge",
    "Judged",
    "RubricJudge",
    "TrajectoryJudge",
    "Verdict",
    "audit",
    "judge_run",
    "read_labels",
    "read_verdicts",
]
