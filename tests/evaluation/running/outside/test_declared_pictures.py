"""Other people's agents are shown the pictures that they declare, and no others."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.environments import Pictures, find_browser
from shopworld.errors import BrowserMissing
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.records import read_steps
from shopworld.evaluation.running.outside import AgentCommand
from shopworld.evaluation.trajectory import STEPS
from shopworld.mall import Home

PROGRAM = """
import json, sys
for line in sys.stdin:
    seen = json.loads(line)
    if seen["type"] == "observation":
        shown = [name for name in ("screenshot", "marked_screenshot") if name in seen]
        print(json.dumps({"action": f"send_msg_to_user({' '.join(shown) or 'nothing'!r})"}), flush=True)
"""
SHOWN = {
    "foreign_agents:Blind": "nothing",
    "foreign_agents:Looking": "screenshot",
    "foreign_agents:Marking": "marked_screenshot",
    "program": "marked_screenshot",
}


@pytest.mark.browser
def test_each_is_shown_what_it_declares(
    home: Home, program: Callable[[str], str], tmp_path: Path, watcher: Any
) -> None:
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    (tmp_path / "look.py").write_text(PROGRAM)
    command = AgentCommand(command=(sys.executable, str(tmp_path / "look.py")), pictures=Pictures.MARKED)
    settings = RunSettings(suite="small", agents=tuple(SHOWN), filters=("answer_1",), commands={"program": command})
    results = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=watcher)
    folder = RunFolder(tmp_path / "run")
    said = {one.agent: read_steps(folder.attempt(one.key, 0) / STEPS)[-1].action for one in results}
    assert said == {agent: f"send_msg_to_user({shown!r})" for agent, shown in SHOWN.items()}
