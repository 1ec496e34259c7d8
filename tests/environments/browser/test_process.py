"""The browser runs in a group of its own, is killed as a group, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from shopworld.environments import BrowserProcess, BrowserProgram
from shopworld.errors import EnvironmentFault

pytestmark = pytest.mark.browser


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def _group_members(group: int) -> list[int]:
    members = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            members.append(int(stat.parent.name))
    return members


def test_it_starts_on_demand_and_leaves_nothing_behind(browser: BrowserProcess, temporary: Path) -> None:
    with BrowserProcess(browser.program) as process:
        assert not process.running
        connection = process.connection()
        assert browser.program.version in connection.call("Browser.getVersion")["product"]
        assert process.connection() is connection
        group = process.process_id
        assert group is not None
        assert os.getpgid(group) == group != os.getpgid(0)
        assert list(temporary.iterdir())
    assert not process.running
    deadline = time.monotonic() + 120
    while _group_members(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _group_members(group) == []
    assert list(temporary.iterdir()) == []


def test_a_dead_browser_is_replaced(browser: BrowserProcess, temporary: Path) -> None:
    with BrowserProcess(browser.program) as process:
        first = process.connection()
        assert process.process_id is not None
        os.killpg(process.process_id, signal.SIGKILL)
        with pytest.raises(EnvironmentFault, match="gone"):
            first.call("Browser.getVersion")
        os.waitid(os.P_PID, process.process_id, os.WEXITED | os.WNOWAIT)
        assert not process.running
        assert process.connection() is not first
        assert process.running


def test_no_port_is_opened(browser: BrowserProcess, temporary: Path) -> None:
    with BrowserProcess(browser.program) as process:
        process.connection()
        assert not list(temporary.rglob("DevToolsActivePort"))


def test_a_program_that_is_no_browser_gives_its_words(temporary: Path, tmp_path: Path) -> None:
    program = tmp_path / "broken"
    program.write_text("#!/bin/sh\necho 'libfoo.so is missing' >&2\nexit 127\n")
    program.chmod(0o755)
    with (
        BrowserProcess(BrowserProgram(program, "chromium", "1")) as process,
        pytest.raises(EnvironmentFault, match=r"libfoo\.so is missing"),
    ):
        process.connection()
    assert list(temporary.glob("shopworld-browser-*")) == []


def test_a_missing_program_is_a_fault(temporary: Path, tmp_path: Path) -> None:
    with (
        BrowserProcess(BrowserProgram(tmp_path / "absent", "chromium", "1")) as process,
        pytest.raises(EnvironmentFault, match=r"does not start|cannot be started"),
    ):
        process.connection()


def test_profiles_of_killed_owners_are_removed(browser: BrowserProcess, temporary: Path) -> None:
    orphan = temporary / "shopworld-browser-999999999-left"
    orphan.mkdir()
    own = temporary / f"shopworld-browser-{os.getpid()}-own"
    own.mkdir()
    with BrowserProcess(browser.program) as process:
        process.connection()
        assert not orphan.exists()
        assert own.exists()
