"""Recorded replies of language models on their way to whoever plays with them: a run's, one attempt at a time."""

from __future__ import annotations

from pathlib import Path

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import TrialKey, packed_steps
from shopworld.evaluation.trajectory import MODEL_CALLS


def recorded_replies(run: RunFolder, key: TrialKey) -> tuple[str, bytes] | None:
    """What was recorded in the last attempt of a trial: name of the file, and its content."""
    attempts = run.attempts(key)
    folder = attempts[-1] if attempts else run.attempt(key, 0)
    files = (folder / MODEL_CALLS, packed_steps(folder / MODEL_CALLS))
    return next(((one.name, one.read_bytes()) for one in files if one.exists()), None)


def keep_replay(folder: Path, key: TrialKey, recorded: tuple[str, bytes]) -> None:
    """Puts recorded replies where a worker looks for them."""
    place = RunFolder(folder).attempt(key, 0)
    place.mkdir(parents=True, exist_ok=True)
    name, content = recorded
    (place / name).write_bytes(content)
