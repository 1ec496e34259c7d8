"""Programs with a browser of their own, in real episodes of real shops."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing
from shopworld.evaluation import RunFolder, RunSettings, prepare, run, write_report
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.evaluation.records import Result, Status, TrialKey, read_steps
from shopworld.evaluation.regrading import regrade
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.opening import hashes_of
from shopworld.evaluation.running.outside.process import LOG
from shopworld.evaluation.running.outside.watching import last_word
from shopworld.evaluation.running.terms import Assignment, PlayOrder, Terms
from shopworld.evaluation.running.worker import play_into_folder
from shopworld.evaluation.trajectory import STEPS
from shopworld.mall import Home
from shopworld.tasks.suite import load_suite

CLIENT = """
import json, re, sys, time, urllib.parse, urllib.request, os
told = json.loads(sys.stdin.readline())
assert told["goal"] == os.environ["SHOPWORLD_GOAL"] and told["proxy"] == os.environ["http_proxy"]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": told["proxy"]}))
shops = re.findall(r"http://(?!solution)[\\w.-]+[.]example/", told["goal"])
def ask(address, **form):
    return opener.open(address, urllib.parse.urlencode(form).encode() if form else None).read().decode()
def add(shop, slug):
    offer = re.search(r'name="offer" value="([^"]+)"', ask(shop + "product/" + slug + "/"))[1]
    ask(shop + "cart/add", offer=offer, quantity="1")
def submit(*answers):
    ask("http://solution.example/", solution=" ### ".join(answers))
"""
RIGHT = (
    CLIENT
    + "submit(*[shop + 'product/brisk-ssd-2-tb/' for shop in shops[:2] if ask(shop + 'product/brisk-ssd-2-tb/')])"
)
CARTS = CLIENT + "add(shops[2], 'brisk-ssd-3-tb'); print('noise'); print(json.dumps({'message': 'Done.'}))"


@pytest.fixture
def play(home: Home, tmp_path: Path, program: Callable[[str, str], str]) -> Callable[..., list[Result]]:
    """Runs programs as agents that bring a browser, by name; the worker's work is done in this process."""

    def of(task: str, codes: dict[str, str], **fields: Any) -> list[Result]:
        commands = {
            name: AgentCommand(command=tuple(program(code, f"{name}.py").split()), browser=True)
            for name, code in codes.items()
        }
        settings = RunSettings(suite="small", agents=tuple(codes), commands=commands, filters=(task,), **fields)
        plan = prepare(settings, home=home)
        folder = RunFolder(tmp_path / "run")
        folder.begin(settings, plan.opening.provenance)
        (chosen,) = plan.opening.tasks
        hashes = {chosen.id: hashes_of(chosen, plan.opening.provenance)}
        terms = Terms(settings, b"0" * 16)
        players = plan.open_players(folder.path)()
        try:
            for name in codes:
                assignment = Assignment(TrialKey(agent=name, task=chosen.id, trial=0), 0)
                order = PlayOrder(assignment, chosen.posed)
                played = play_into_folder(folder, order, terms, players, lambda phase: None)
                with Grader((chosen,), hashes, plan.opening.folders.open) as grader:
                    folder.append(grader.grade(folder.attempt(assignment.key, 0), played))
                for group in players.process_groups:
                    _wait_until_gone(group)
        finally:
            players.close()
        return folder.results()

    return of


def test_a_program_may_say_that_infrastructure_failed_it(play: Callable[..., list[Result]]) -> None:
    (result,) = play("answer_1", {"unlucky": CLIENT + "print('no model', file=sys.stderr)\nsys.exit(75)"})
    assert (str(result.status), result.ending) == ("infra_error", "stopped")
    assert "exit status 75; its last words: no model" in result.error


def test_a_program_that_obeys_its_environment_reaches_the_shops_and_doors_only_on_purpose(
    play: Callable[..., list[Result]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")  # ours, and nobody's who was not promised it
    obeys = CLIENT + (
        "assert 'no_proxy' not in os.environ and 'NO_PROXY' not in os.environ\n"
        "def status(opened):\n"
        "    try:\n        return opened().status\n"
        "    except urllib.error.HTTPError as refused:\n        return refused.code\n"
        "door = urllib.parse.urlsplit(told['doors'][shops[0]])\n"
        "local = f'http://127.0.0.1:{door.port}/'\n"
        "found = [status(lambda: urllib.request.urlopen(one)) for one in (shops[0], door.geturl(), local)]\n"
        "direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))\n"
        "found.append(status(lambda: direct.open(urllib.request.Request(local, headers={'Host': door.netloc}))))\n"
        "assert found == [200, 403, 403, 200], found"
    )
    (result,) = play("answer_1", {"obeys": obeys})
    assert (result.error, result.ending) == ("", "message")


def test_programs_submit_fail_or_leave(
    play: Callable[..., list[Result]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any browser of ours."""
    monkeypatch.setenv("SHOPWORLD_BROWSER", str(tmp_path / "no-such-browser"))
    results = play(
        "answer_1",
        {
            "right": RIGHT,
            "right_and_stays": RIGHT + "\ntime.sleep(600)",
            "wrong": CLIENT + "submit(shops[0] + 'product/brisk-ssd-4-tb/')",
            "leaves": CLIENT + "ask(shops[0])",
            "refuses": CLIENT + "print(json.dumps({'infeasible': 'No such drive.'}))",
            "breaks": CLIENT + "ask(shops[0])\nsys.exit('no money')",
            "killed": CLIENT + "os.kill(os.getpid(), 9)",
        },
        max_seconds=300,
    )
    found = {one.agent: one for one in results}
    assert {name: (str(one.status), one.ending) for name, one in found.items()} == {
        "right": ("passed", "submitted"),
        "right_and_stays": ("passed", "submitted"),
        "wrong": ("failed", "submitted"),
        "leaves": ("failed", "message"),
        "refuses": ("failed", "infeasible"),
        "breaks": ("agent_error", "stopped"),
        "killed": ("agent_error", "stopped"),
    }
    assert "exit status 1; its last words: no money" in found["breaks"].error
    assert "signal 9" in found["killed"].error
    folder = RunFolder(tmp_path / "run")
    attempt = folder.attempt(found["right"].key, 0)
    steps = read_steps(attempt / STEPS)
    assert [step.events for step in steps] == [0, 2, 4, 5]
    assert steps[2].url.endswith("/product/brisk-ssd-2-tb/")
    assert steps[3].action.startswith("answer: http://")
    assert found["right"].steps == 3
    assert "no money" in (folder.attempt(found["breaks"].key, 0) / LOG).read_text()
    written = write_report([tmp_path / "run"])
    assert "right_and_stays" in written.read_text(encoding="utf-8")


def test_a_program_that_never_ends_is_cut_off(play: Callable[..., list[Result]]) -> None:
    (result,) = play("answer_1", {"never_ends": CLIENT + "ask(shops[0])\ntime.sleep(600)"}, max_seconds=1.5)
    assert (result.status, result.ending) == (Status.LIMIT, "limit")


def test_carts_count_when_the_program_leaves_and_steps_are_limited(
    play: Callable[..., list[Result]], home: Home, tmp_path: Path
) -> None:
    results = play(
        "cart_1",
        {"fills": CARTS, "wanders": CLIENT + "for _ in range(9): ask(shops[0])\n" + CARTS[len(CLIENT) :]},
        max_steps=5,
    )
    found = {one.agent: one for one in results}
    assert (found["fills"].status, found["fills"].ending) == (Status.PASSED, "message")
    assert (found["wanders"].status, found["wanders"].ending, found["wanders"].steps) == (Status.LIMIT, "limit", 5)
    assert found["wanders"].reward == 0.0
    assert not regrade(tmp_path / "run", load_suite(home.suite("small"))).changes


def _wait_until_gone(group: int) -> None:
    """Returns when a process group is gone; who reaps orphans may take a moment."""
    for _ in range(2000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail(f"the group {group} is still there")


@pytest.mark.parametrize(
    ("output", "message"),
    [
        (b"", ""),
        (b"done\n", ""),
        (b'noise\n{"message": "Yes."}\n\n', "Yes."),
        (b'{"message": 3}\n', ""),
        (b'{"message": "Yes."}\nnoise\n', ""),
    ],
)
def test_the_last_line_may_be_a_message(output: bytes, message: str) -> None:
    assert last_word(output).message == message


CHROMIUM = """
import json, re, sys
from shopworld.environments import BrowserEnvironment, BrowserProcess
from shopworld.episode import Episode, EpisodeIdentity

told = json.loads(sys.stdin.readline())
identity = EpisodeIdentity(agent="a stranger", task="its own")
with BrowserProcess(images=False) as process, BrowserEnvironment(process) as browser:
    proxy = told["proxy"].removeprefix("http://")
    seen = browser.open(Episode(identity, identity.label(b"0" * 16)), proxy, told["start"], told["goal"])
    def element(role, name=""):
        return re.search(rf"\\[(\\w+)\\] {role} '{name}", seen.accessibility_tree)[1]
    seen = browser.step(f"fill({element('searchbox')!r}, 'Brisk SSD 2 TB')")
    seen = browser.step(f"press({element('searchbox')!r}, 'Enter')")
    seen = browser.step(f"click({element('link', 'Brisk SSD 2 TB')!r})")
    product = seen.url
    seen = browser.step("goto('http://solution.example/')")
    seen = browser.step(f"fill({element('textbox')!r}, {product!r})")
    seen = browser.step(f"click({element('button', 'Submit')!r})")
"""


@pytest.mark.browser
def test_a_strangers_chromium_shops_through_the_proxy(
    home: Home, tmp_path: Path, watcher: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    script = tmp_path / "surfer.py"
    script.write_text(CHROMIUM, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", ":".join(path for path in sys.path if path))
    command = AgentCommand(command=(sys.executable, str(script)), browser=True, environment=("PYTHONPATH",))
    settings = RunSettings(suite="small", agents=("surfer",), commands={"surfer": command}, filters=("search_1",))
    (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=watcher)
    assert result.status is Status.PASSED, result.error
    steps = read_steps(RunFolder(tmp_path / "run").attempt(result.key, 0) / STEPS)
    assert [step.action.partition(":")[0].partition(" ")[0] for step in steps] == [
        "",
        "home",
        "search",
        "product",
        "answer",
    ]
