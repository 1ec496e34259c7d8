"""The machine in one line."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def describe_machine(browser: str) -> dict[str, str | float]:
    """Cores, processor, system, Python, browser, and how busy the machine is as the benchmark begins."""
    return {
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "processor": _processor(),
        "system": platform.system(),
        "python": platform.python_version(),
        "browser": browser,
        "load": round(os.getloadavg()[0], 1),
    }


def in_one_line(machine: dict[str, str | float]) -> str:
    """The machine for people."""
    line = (
        f"{machine['cores']} cores, {machine['processor']}, {machine['system']}, Python {machine['python']}, "
        f"{machine['browser']}, load {machine['load']} at the start"
    )
    if float(machine["load"]) > float(machine["cores"]) / 2:
        line += " (busy: only ratios mean something)"
    return line


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    except OSError:
        pass
    return platform.processor() or platform.machine()
