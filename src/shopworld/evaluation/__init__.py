"""Evaluation: runs and their folders, records, metrics, statistics, the report, regrading, proofs of tasks."""

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.regrading import Regrade, ScoreChange, regrade
from shopworld.evaluation.report import write_report
from shopworld.evaluation.running.progress import RunProgress
from shopworld.evaluation.running.run import RunPlan, prepare, run
from shopworld.evaluation.settings import RunSettings, Screenshots

__all__ = [
    "Provenance",
    "Regrade",
    "Result",
    "RunFolder",
    "RunPlan",
    "RunProgress",
    "RunSettings",
    "ScoreChange",
    "Screenshots",
    "Status",
    "prepare",
    "regrade",
    "run",
    "write_report",
]
