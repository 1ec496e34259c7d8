"""A small part of `make chaos`: kills, malformed files, fuzzed requests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from parts import PARTS, Scale, run_parts
from processes import Broken, RunProcess, descendants, results_of, wait_until_gone


def test_nothing_is_lost_doubled_or_half_written_by_kills_and_nothing_malformed_shows_a_traceback() -> None:
    scale = Scale(kills=2, requests=300, inputs=180, soak=1.0, browser=False)
    seen = dict(run_parts(["kills", "inputs", "requests"], scale, seed=3))
    assert seen["kills"]["trials"] >= 72
    assert sum(seen["inputs"].get(name, 0) for name in ("read", "refused")) == 180
    assert seen["inputs"]["refused"] > 90, "they are malformed indeed"
    assert sum(seen["requests"].get(code, 0) for code in ("200", "400", "404", "closed")) > 100
    assert set(seen) < set(PARTS)


def test_what_the_chaos_looks_for_it_finds(tmp_path: Path) -> None:
    line = b'{"agent": "a", "task": "t", "trial": 0, "attempt": 0, "status": "passed"}\n'
    attempt = tmp_path / "episodes" / "a" / "t" / "0" / "0"
    attempt.mkdir(parents=True)
    (attempt / "score.json").touch()
    results = tmp_path / "results.jsonl"
    results.write_bytes(line)
    assert list(results_of(tmp_path)) == ["a t 0"]
    for content, found in ((line + line, "twice"), (line[:-1], "torn")):
        results.write_bytes(content)
        with pytest.raises(Broken, match=found):
            results_of(tmp_path)
    results.write_bytes(line)
    (tmp_path / "episodes" / "a" / "t" / "0" / "1.part").mkdir()
    with pytest.raises(Broken, match="half-written"):
        results_of(tmp_path)
    (tmp_path / "episodes" / "a" / "t" / "0" / "1.part").rmdir()
    (attempt / "score.json").unlink()
    with pytest.raises(Broken, match="no score"):
        results_of(tmp_path)


def test_a_process_that_outlives_a_run_is_found(tmp_path: Path) -> None:
    code = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
    parent = subprocess.Popen([sys.executable, "-c", code + "time.sleep(60)"])
    while not (below := descendants(parent.pid)):
        time.sleep(0.02)
    parent.kill()
    parent.wait()
    with pytest.raises(Broken, match="outlived"):
        wait_until_gone(below, 0.2)
    os.kill(below[0], 9)
    wait_until_gone(below)


def test_a_run_that_shows_a_traceback_is_found(tmp_path: Path) -> None:
    run = RunProcess(tmp_path, tmp_path / "run", ("no-such-suite", "-a", "noop"))
    assert run.wait() == 1
    run.refuse_tracebacks()
    run.log.write_text("Traceback (most recent call last):\n")
    with pytest.raises(Broken, match="traceback"):
        run.refuse_tracebacks()
