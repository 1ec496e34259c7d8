"""Thieves of every kind, in runs and in each kind of jail: none wins anything, and nobody else is harmed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attacker
import pytest

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Isolation, Result, read_steps
from shopworld.evaluation.running.outside.process import LOG
from shopworld.evaluation.running.run import prepare, run
from shopworld.evaluation.settings import RunSettings
from shopworld.evaluation.trajectory import STEPS
from shopworld.jail import JailLimits, JailOptions, Level, Pipes, Policy, start_jailed, starting
from shopworld.jail.agents import policy_for_class, policy_for_command
from shopworld.mall import Home

THIEF = """
import json
import attacker
from shopworld.agents import Move

AIMS = json.loads({aims!r})


class Thief:
    environments = ("browser",)

    def begin(self, goal, *, seed):
        attacker.stay(AIMS["word"] + "class")
        self.won = json.dumps(attacker.attempts(AIMS))

    def act(self, observation):
        return Move("send_msg_to_user('Done')", self.won)
"""


class Quiet:
    """Watches a run and says nothing."""

    def finished(self, result: Any) -> None: ...

    def retried(self, *args: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **named: None


Steal = Callable[..., dict[str, tuple[Result, dict[str, str]]]]


@pytest.fixture
def steal(here: Path, home: Home, tmp_path: Path, aims: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Steal:
    """Lets a thief of each kind play one task; returns results, and what each won."""
    (here / "thief_module.py").write_text(THIEF.format(aims=json.dumps(aims)))
    shutil.copy(attacker.__file__, here / "attacker.py")
    (here / "aims.json").write_text(json.dumps(aims))
    info = here / "packages" / "acme-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[shopworld.agents]\nhired_thief = thief_module:Thief\n")
    monkeypatch.syspath_prepend(here)
    monkeypatch.syspath_prepend(here / "packages")
    kinds = {
        "class": "thief_module:Thief",
        "entry point": "hired_thief",
        "command": f"command:{sys.executable} attacker.py aims.json command",
        "browser-command": f"browser-command:{sys.executable} attacker.py aims.json browser",
    }

    def play(**settings: Any) -> dict[str, tuple[Result, dict[str, str]]]:
        asked = RunSettings(agents=tuple(kinds.values()), filters=("answer_1",), **settings)
        folder = Path(aims["run"])
        results = run(prepare(asked, home=home), folder, workers=1, watcher=Quiet())
        by_agent = {result.agent: result for result in results}
        return {kind: (by_agent[name], _won(folder, by_agent[name])) for kind, name in kinds.items()}

    return play


def _won(folder: Path, result: Result) -> dict[str, str]:
    assert result.status in ("passed", "failed"), result.error
    attempt = RunFolder(folder).attempt(result.key, 0)
    log = attempt / LOG
    if log.exists() and "WON " in (text := log.read_text()):
        told = text.rpartition("WON ")[2]
    else:
        told = [step.thought for step in read_steps(attempt / STEPS)][-1]
    won: dict[str, str] = json.loads(told)
    return won


@pytest.mark.browser
@pytest.mark.parametrize("suite", ["small", "hidden"] if os.environ.get("REDTEAM") else ["hidden"])
def test_thieves_of_every_kind_win_nothing_score_nothing_and_harm_nobody(
    steal: Steal, suite: str, aims: dict[str, Any]
) -> None:
    """A sealed suite is played by workers in jails, which are other users, and make agents' jails within theirs."""
    for kind, (result, won) in steal(suite=suite).items():
        assert real(won, aims) == {}, kind
        assert result.reward == 0.0
        assert result.isolation is Isolation.ISOLATED
        assert any("a connection to 169.254.169.254:80 was refused" in one for one in result.refused), kind


def real(won: dict[str, str], aims: dict[str, Any]) -> dict[str, str]:
    """What a thief has won outside: who writes into its private `/tmp` believes that it wrote where others look."""
    return {
        attempt: what
        for attempt, what in won.items()
        if what and (attempt != "writes outside" or os.path.lexists(aims["writable"]))
    }


HARMLESS = (
    "reads the suite",
    "reads the home",
    "finds the seed of a sealed suite",
    "reads a key in the working directory",
    "reads a copy of the suite beside its code",
    "finds a suite anywhere",
    "reads a variable",
    "reaches a Unix socket",
    "reaches an abstract socket",
    "remakes the suite",
    "finds the source of the suite",
)
"""Attempts that can be made where they succeed."""


def test_the_same_thief_wins_where_nothing_holds_it(aims: dict[str, Any]) -> None:
    won = attacker.attempts(aims, HARMLESS)
    assert set(won) == set(HARMLESS)
    assert all(won.values()), won


Confined = Callable[..., tuple[int, str, str]]


@pytest.fixture
def confined(level: Level, here: Path) -> Confined:
    """Runs Python in a jail of each kind; returns exit status, output, and why we ended it."""
    return _confined(level)


@pytest.fixture
def strictly_confined(strict_level: Level, here: Path) -> Confined:
    """The same in the best kind of jail alone, for what takes long."""
    return _confined(strict_level)


def _confined(level: Level) -> Confined:
    def play(code: str, *arguments: str, seconds: float = 30.0, **limits: int) -> tuple[int, str, str]:
        policy = policy_for_class(JailOptions(level=level))
        policy = Policy(policy.rules, policy.work, limits=JailLimits(**limits))
        started = start_jailed(
            sys.executable,
            [sys.executable, "-c", code, *arguments],
            policy,
            held=level,
            pipes=Pipes(stdout=subprocess.PIPE, stderr=subprocess.STDOUT),
        )
        try:
            said, _ = started.process.communicate(timeout=seconds)
            return started.process.returncode, said.decode(), started.verdict
        finally:
            started.close()

    return play


MIB = 1 << 20


def test_in_each_kind_of_jail_a_thief_wins_nothing(confined: Confined, aims: dict[str, Any], here: Path) -> None:
    shutil.copy(attacker.__file__, here / "attacker.py")
    (here / "aims.json").write_text(json.dumps(aims))
    status, said, _ = confined(
        "import sys, json; sys.path.insert(0, ''); import attacker; aims = json.load(open('aims.json'));"
        "attacker.stay(aims['word']); print(json.dumps(attacker.attempts(aims)))"
    )
    assert status == 0, said
    assert real(json.loads(said), aims) == {}


def test_who_fills_the_disk_is_stopped(strictly_confined: Confined) -> None:
    code = """
import os, sys
written = 0
try:
    for number in range(64):
        with open(os.path.join(os.environ["TMPDIR"], str(number)), "wb") as file:
            for _ in range(8):
                written += file.write(bytes(1 << 20))
                file.flush()
except OSError as error:
    print(type(error).__name__, error.errno, written >> 20)
else:
    import time; time.sleep(10); print("wrote", written >> 20)
"""
    _, said, verdict = strictly_confined(code, disk=32 * MIB)
    assert "wrote 512" not in said
    assert "28" in said or "wrote more than" in verdict  # no space left on the device


def test_who_forks_without_end_is_stopped(strictly_confined: Confined) -> None:
    code = """
import os, time
made = 0
try:
    while made < 400:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        made += 1
except OSError as error:
    print("stopped", made, flush=True)
else:
    time.sleep(5)
    print("made", made, flush=True)
"""
    _, said, verdict = strictly_confined(code, processes=60)
    assert "made 400" not in said
    assert "stopped" in said or "started more than 60 processes" in verdict


def test_who_takes_all_memory_is_stopped(strictly_confined: Confined) -> None:
    status, said, verdict = strictly_confined(
        "import time\nheld = []\nwhile len(held) < 600:\n    held.append(b'x' * (1 << 20)); time.sleep(0.002)\n"
        "time.sleep(5); print('took all')",
        memory=200 * MIB,
    )
    assert "took all" not in said
    assert verdict == "it used more than 0.195312 GiB of memory"
    assert status != 0


def test_who_opens_files_without_end_is_stopped(strictly_confined: Confined) -> None:
    _, said, _ = strictly_confined(
        "held = []\ntry:\n    while len(held) < 5000:\n        held.append(open('/dev/null'))\n"
        "except OSError as error:\n    print('stopped', error.errno)",
        files=100,
    )
    assert said.strip() == "stopped 24"


TERMINAL = """
import sys
from shopworld.jail import JailOptions, Level, policy_for_class, start_jailed
code = r'''
import os
print("terminals", [one for one in range(20) if os.isatty(one)], flush=True)
os.write(2, b"\\x1b]0;owned\\x07\\x1b[2J\\x1b[31mred\\x1b[0m" + b"x" * (3 << 20))
'''
level = Level(sys.argv[1])
arguments = [sys.executable, "-c", code]
started = start_jailed(sys.executable, arguments, policy_for_class(JailOptions(level=level)), held=level)
started.process.wait()
started.close()
"""


def test_who_complains_to_our_terminal_neither_reads_nor_commands_it(strict_level: Level) -> None:
    """What it says is passed on as text, and not without end."""
    ours, theirs = os.openpty()
    told = bytearray()
    arguments = [sys.executable, "-c", TERMINAL, strict_level]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        with contextlib.suppress(OSError):  # so ends a terminal that nobody holds any more
            while chunk := os.read(ours, 1 << 16):
                told += chunk
    os.close(ours)
    assert process.returncode == 0
    assert b"\x1b" not in told
    assert told.startswith(rb"terminals []" + b"\r\n" + rb"\x1b]0;owned\x07\x1b[2Jred")
    assert len(told) < 2 << 20


def test_its_own_place_is_writable_and_its_code_is_there_to_read(confined: Confined, here: Path) -> None:
    status, said, _ = confined(
        "import os, pathlib\n"
        "for place in (os.environ['HOME'], os.environ['TMPDIR'], '.'):\n"
        "    path = pathlib.Path(place, 'mine.txt'); path.write_text('mine'); assert path.read_text() == 'mine'\n"
        "print(open('prompts.txt').read().strip(), sorted(os.listdir('.')))"
    )
    assert status == 0, said
    assert said.startswith("Be brief.")
    assert ".env" not in said
    assert "copied.json" not in said
    assert not (here / "mine.txt").exists()


def test_a_command_sees_the_folder_of_its_code_and_what_it_is_told_to_read(
    level: Level, tmp_path: Path, here: Path
) -> None:
    apart, given = tmp_path / "apart", tmp_path / "given"
    for folder in (apart, given, tmp_path / "other"):
        folder.mkdir()
        (folder / "text.txt").write_text(folder.name)
    (apart / "program.py").write_text(
        "import sys\nfor path in sys.argv[1:]:\n"
        "    try:\n        print(open(path).read(), end=' ')\n    except OSError:\n        print('none', end=' ')\n"
    )
    paths = [str(folder / "text.txt") for folder in (apart, given, tmp_path / "other")]
    arguments = [sys.executable, str(apart / "program.py")]
    policy = policy_for_command(JailOptions(mounts=(given,), level=level), sys.executable, arguments)
    started = start_jailed(
        sys.executable, [*arguments, *paths], policy, held=level, pipes=Pipes(stdout=subprocess.PIPE)
    )
    try:
        said, _ = started.process.communicate(timeout=300)
    finally:
        started.close()
    assert said.decode().split() == ["apart", "given", "none"]


def test_a_jail_that_is_given_up_while_it_is_made_leaves_nothing(
    level: Level, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class TimeUp(BaseException):
        """Raised out of a signal, as by a deadline."""

    made: list[int] = []
    real = starting._spawn

    def spawn(*arguments: Any) -> subprocess.Popen[bytes]:
        process = real(*arguments)
        made.append(process.pid)
        return process

    def interrupted(*_: object) -> list[Any]:
        raise TimeUp

    if level is Level.LANDLOCK:
        pytest.skip("nothing is waited for there")
    monkeypatch.setattr(starting, "_spawn", spawn)
    monkeypatch.setattr(starting, "_received", interrupted)
    with pytest.raises(TimeUp):
        start_jailed(
            sys.executable, [sys.executable, "-c", "input()"], policy_for_class(JailOptions(level=level)), held=level
        )
    assert made
    with pytest.raises(ProcessLookupError):
        os.kill(made[0], 0)
