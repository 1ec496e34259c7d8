"""Programs that are asked for actions: what they are told, and what goes wrong with them."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shopworld.environments import Observation
from shopworld.environments.observation import Message, ToolDescription
from shopworld.errors import AgentError
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.evaluation.running.deadline import TimeUp, deadline
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.lines import LONGEST_LINE
from shopworld.evaluation.running.outside.process import LARGEST_LOG, LOG

SEEN = Observation("http://shop-a.example/", "Shop A", screenshot=b"\xff\xd8", messages=(Message("user", "Find it."),))
ECHO = """
import json, sys
told = [json.loads(sys.stdin.readline())]
for line in sys.stdin:
    told.append(json.loads(line))
    if told[-1]["type"] == "end":
        print(json.dumps(told), file=sys.stderr)
        break
    print(json.dumps({"type": "action", "action": "noop()", "thought": "so", "extra": {"tokens": 2}}), flush=True)
"""

Start = Callable[..., CommandAgent]


@pytest.fixture
def start(program: Callable[[str], str], tmp_path: Path) -> Iterator[Start]:
    """Starts a program that has the goal; ends it after the test."""
    started: list[CommandAgent] = []

    def begin(code: str, place: str = "browser", **fields: object) -> CommandAgent:
        command = AgentCommand.model_validate({"command": tuple(program(code).split()), **fields})
        agent = CommandAgent("mine", command, place, tmp_path)
        agent.begin("Find it.", seed=7)
        started.append(agent)
        return agent

    yield begin
    for agent in started:
        agent.end("")


def log_of(folder: Path) -> str:
    return (folder / LOG).read_text(encoding="utf-8")


def test_it_is_told_the_goal_then_each_observation_then_the_end(start: Start, tmp_path: Path) -> None:
    agent = start(ECHO)
    move = agent.act(SEEN)
    assert (move.action, move.thought, move.extra) == ("noop()", "so", {"tokens": 2})
    agent.act(Observation(step=1, last_action_error="no"))
    agent.end("submitted")
    begin, first, second, end = json.loads(log_of(tmp_path))
    assert begin["type"] == "begin"
    assert (begin["protocol"], begin["goal"], begin["seed"], begin["environment"]) == (1, "Find it.", 7, "browser")
    assert "click(" in begin["actions"]
    assert "model" not in begin, "none may be asked"
    assert (first["type"], first["url"], first["screenshot"], first["step"]) == (
        "observation",
        "http://shop-a.example/",
        "/9g=",
        0,
    )
    assert first["messages"] == [{"role": "user", "text": "Find it."}]
    assert "marked_screenshot" not in first
    assert (second["step"], second["last_action_error"]) == (1, "no")
    assert end == {"type": "end", "ending": "submitted"}


def test_by_tools_it_is_told_the_tools(start: Start, tmp_path: Path) -> None:
    agent = start(ECHO, "tools")
    agent.act(Observation(tools=(ToolDescription("look", "Looks.", {"type": "object"}),), tool_result="{}"))
    agent.end("submitted")
    begin, first, _ = json.loads(log_of(tmp_path))
    assert "actions" not in begin
    assert first["tools"] == [{"name": "look", "description": "Looks.", "parameters": {"type": "object"}}]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; sys.exit('out of ideas')", r"ended: exit status 1; its last words: out of ideas"),
        ("import os; os.kill(os.getpid(), 9)", r"ended: signal 9"),
        ("import os, time; os.close(1); time.sleep(60)", r"its output is closed, but it still runs"),
        ("import time; time.sleep(60)", r"no answer within 0\.5 s"),
        ("input(); input(); print('Thinking …', flush=True); input()", r"no JSON .*'Thinking …'; what is not for"),
        ("input(); input(); print('{\"act\": 1}', flush=True); input()", r"no action \(action: Field required\)"),
        ("input(); input(); print('{\"action\": 1}', flush=True); input()", r"no action \(action: Input should be"),
        ("input(); input(); print('[1]', flush=True); input()", r"no action"),
        ("input(); input(); print('x' * 2_000_000, flush=True); input()", rf"a line of more than {LONGEST_LINE} bytes"),
        (
            "import sys; sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush(); input()",
            r"no JSON|before it was asked",
        ),
    ],
)
def test_what_goes_wrong_in_it_is_its_error(start: Start, code: str, message: str) -> None:
    agent = start(code, step_seconds=0.5 if message.startswith("no answer") else 300)
    with pytest.raises(AgentError, match=message) as raised:
        agent.act(SEEN)
    assert str(raised.value).startswith("agent 'mine'")
    assert len(str(raised.value)) < 400


def test_a_line_that_nobody_asked_for_is_an_error(start: Start) -> None:
    agent = start('input(); input(); print(\'{"action": "noop()"}\\n\' * 2, flush=True); input(); input()')
    assert agent.act(SEEN).action == "noop()"
    with pytest.raises(AgentError, match="before it was asked"):
        agent.act(SEEN)


def test_who_does_not_read_a_large_observation_is_silent_not_a_hang(start: Start) -> None:
    agent = start("import time; time.sleep(60)", step_seconds=0.3)
    began = time.monotonic()
    with pytest.raises(AgentError, match="no answer"):
        agent.act(Observation(accessibility_tree="x" * 5_000_000))
    assert time.monotonic() - began < 50


def test_a_large_observation_arrives(start: Start) -> None:
    agent = start(
        "import json\ninput()\n"
        "print(json.dumps({'action': str(len(json.loads(input())['accessibility_tree']))}), flush=True)\ninput()"
    )
    assert agent.act(Observation(accessibility_tree="x" * 3_000_000)).action == "3000000"


def test_it_gets_no_environment_variables_but_harmless_ones_and_those_named(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", "/secret")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("MY_KEY", "mine")
    code = "import json, os\ninput(); input()\nprint(json.dumps({'action': ' '.join(os.environ)}), flush=True)\ninput()"
    names = start(code, environment=("MY_KEY",)).act(SEEN).action.split()
    assert "PATH" in names
    assert "MY_KEY" in names
    assert not {"SHOPWORLD_HOME", "OPENAI_API_KEY", "PYTHONPATH"} & set(names)


def test_what_its_variables_hold_is_not_told_with_its_last_words(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    agent = start("import os, sys; sys.exit('refused: ' + os.environ['MY_KEY'])", environment=("MY_KEY",))
    with pytest.raises(AgentError, match=r"refused: \[key\]$"):
        agent.act(SEEN)


def test_when_it_ends_nothing_that_it_has_started_is_left(start: Start) -> None:
    agent = start(
        "import json, subprocess, sys\ninput(); input()\n"
        f"child = subprocess.Popen([{sys.executable!r}, '-S', '-c', 'import time; time.sleep(60)', 'left-behind'])\n"
        "print(json.dumps({'action': 'noop()'}), flush=True)\ninput()"
    )
    agent.act(SEEN)
    (child,) = _called("left-behind")
    agent.end("limit")
    assert _gone(child)
    assert _gone(agent.process_group)


def _called(word: str) -> list[int]:
    """Processes with that word among their arguments; one that was just started has them in a moment."""
    found: list[int] = []
    for _ in range(3000):
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if word.encode() in path.read_bytes().split(b"\0"):
                    found.append(int(path.parent.name))
        if found:
            break
        time.sleep(0.02)
    return found


def _gone(process: int) -> bool:
    """Whether a process has ended; it may be a zombie for a moment, where nobody reaps orphans at once."""
    for _ in range(3000):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_the_time_limit_of_the_episode_cuts_it_off(start: Start) -> None:
    agent = start("import time; time.sleep(60)")
    with pytest.raises(TimeUp), deadline(0.2):
        agent.act(SEEN)


def test_its_log_is_bounded_and_it_is_not_stopped_by_it(start: Start, tmp_path: Path) -> None:
    agent = start(
        "import json, sys\ninput(); input()\nsys.stderr.write('x' * 3_000_000)\n"
        "print(json.dumps({'action': 'noop()'}), flush=True)\ninput()"
    )
    assert agent.act(SEEN).action == "noop()"
    agent.end("submitted")
    assert LARGEST_LOG < (tmp_path / LOG).stat().st_size < LARGEST_LOG + 100
