"""`shopworld doctor` says what is there, what is missing, and what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from shopworld.environments import find_browser
from shopworld.jail import Level
from shopworld.jail.trial import works


def doctor(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as a person would; `environment` is laid over the present one."""
    command = [sys.executable, "-m", "shopworld", "doctor", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=120, env={**os.environ, **environment}
    )


def test_every_requirement_has_a_line_that_is_ok_or_says_the_cure() -> None:
    done = doctor()
    lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert [line.split()[1] for line in lines] == [
        "python",
        "packages",
        "browser",
        "fonts",
        "jail",
        "processors",
        "disk",
    ]
    assert all(line.startswith(("[ok]", "[missing]")) for line in lines)
    assert done.returncode == (1 if "[missing]" in done.stdout else 0)
    assert find_browser().version in done.stdout


def test_a_missing_browser_is_told_with_its_cure_and_fails(tmp_path: Path) -> None:
    empty = {"PATH": str(tmp_path), "HOME": str(tmp_path), "SHOPWORLD_BROWSER": str(tmp_path / "no-such-browser")}
    done = doctor("--only", "browser", **empty)
    assert done.returncode == 1
    assert done.stdout.startswith("[missing] browser")
    assert "no-such-browser" in done.stdout
    assert "Traceback" not in done.stderr


def test_where_no_browser_is_found_the_cure_names_the_command_that_installs_one(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "shopworld", "doctor", "--only", "browser"]
    bare = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=bare)
    assert done.returncode == 1
    assert "shopworld doctor --install" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_machines_get_json() -> None:
    done = doctor("--json", "--only", "python")
    assert json.loads(done.stdout) == [
        {"name": "python", "present": True, "found": sys.version.split()[0], "cure": "Install Python 3.11 or newer."}
    ]


def test_an_unknown_requirement_is_refused_with_the_known_ones() -> None:
    done = doctor("--only", "printer")
    assert done.returncode == 1
    assert "no requirement is called 'printer'" in done.stderr
    assert "browser" in done.stderr


def test_it_says_what_kind_of_jail_there_is() -> None:
    found = {
        kind: doctor("--only", "jail", SHOPWORLD_JAIL=kind) for kind in ("bubblewrap", "unshare", "landlock", "none")
    }
    for kind, told in (("bubblewrap", "bubblewrap"), ("unshare", "namespaces"), ("landlock", "Landlock")):
        if works(Level(kind)):
            assert found[kind].stdout.startswith("[ok]      jail"), found[kind].stdout
            assert told in found[kind].stdout
    assert found["none"].stdout.startswith("[missing] jail")
    assert "run trusted" in found["none"].stdout
    assert found["none"].returncode == 1
