"""Somebody else's results, in whichever form they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from shopworld.errors import InputError
from shopworld.evaluation.exchange.browsergym_results import read_browsergym
from shopworld.evaluation.exchange.foreign import ForeignResults
from shopworld.evaluation.exchange.inspect_logs import is_inspect_log, read_inspect_log
from shopworld.evaluation.exchange.webmall_interfaces import read_webmall_interfaces


def read_foreign(place: Path, hosts: Sequence[str] = ()) -> ForeignResults:
    """Reads what somebody else has written: a log of Inspect, a folder of AgentLab, a file of WebMall-Interfaces.

    Args:
        place: file or folder.
        hosts: host of each shop here, in the order of WebMall's release.

    Raises:
        InputError: it is missing or something else, or it tells of a trial twice.
    """
    if place.is_dir():
        found = read_browsergym(place)
    elif is_inspect_log(place):
        found = read_inspect_log(place)
    else:
        found = read_webmall_interfaces(place, hosts)
    fit = [one for one in found.trials if not one.unfit]
    keys = Counter((one.agent, one.task, one.trial) for one in fit)
    for trial in fit:
        if keys[trial.agent, trial.task, trial.trial] > 1:
            raise InputError(f"the task {trial.task} is there twice: {trial.place}", file=place, field="task_id")
    return found
