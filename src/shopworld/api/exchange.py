"""Trajectories out of run folders, and other people's results into them."""

from __future__ import annotations

from pathlib import Path

from shopworld.api.places import Place
from shopworld.evaluation import write_atif


def export_run(run: Place, out: Place, *, agent: str = "") -> tuple[Path, ...]:
    """Writes every trial of a run in the Agent Trajectory Interchange Format (ATIF), version 1.7: a JSON file a trial.

    Args:
        run: the run folder.
        out: folder to write; a trial becomes `AGENT/TASK/TRIAL.json`.
        agent: whose trials; all by default.

    Returns:
        the files.

    Raises:
        RunError: there are no such trials.
        InputError: it is no run folder, or a file in it is wrong.
    """
    return write_atif(Path(run), Path(out), agent=agent)
