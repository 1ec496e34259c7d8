"""How large the viewer's files are, and how soon it shows something, in a real browser; beside Inspect's where it is.

    .venv/bin/python benchmarks/viewer.py --inspect OTHER/bin/python

Trials are made: 20 steps each, with thoughts, actions and addresses of random words, which are harder to pack than what
agents say. Inspect gets the same texts as messages of its samples.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import orjson

from shopworld.environments.browser import BrowserContext, BrowserProcess
from shopworld.evaluation import Result, RunFolder, RunSettings, Step
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Status
from shopworld.mall import AppServer, Home
from shopworld.tasks import CheckResult
from shopworld.viewer import RunCollection, write_view
from shopworld.viewer.serving import ViewerServer

STEPS = 20
WORDS = 4_000
PATIENCE = 180.0
SHOWN = "document.querySelector('[role=row][aria-rowindex=\"2\"]')"
INSPECT_SHOWN = (
    "[...document.querySelectorAll('[role=row], [class*=row]')].some((one) => /sample 0|q0 /.test(one.textContent))"
)


class Talk:
    """Random words of a fixed vocabulary."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        letters = "etaoinshrdlucmfwypvbgk"
        self._words = ["".join(self._random.choices(letters, k=self._random.randint(2, 9))) for _ in range(WORDS)]

    def words(self, count: int) -> str:
        """So many."""
        return " ".join(self._random.choices(self._words, k=count))

    def steps(self) -> list[Step]:
        """Of one trial."""
        return [
            Step(
                number=number,
                action=f"click('{self._random.randint(1, 900)}')" if number else "",
                thought=self.words(30) if number else "",
                url=f"http://techtalk.example/product/{self.words(4).replace(' ', '-')}/",
                title=self.words(6),
                tree=f"[1] RootWebArea '{self.words(200)}'",
                seconds=self._random.random(),
            )
            for number in range(STEPS + 1)
        ]


def make_run(folder: Path, trials: int) -> None:
    """A run folder of made trials."""
    talk = Talk(7)
    run = RunFolder(folder)
    tasks = {f"task-{number:05}": "0" * 64 for number in range((trials + 1) // 2)}
    settings = RunSettings(suite="made", agents=("first", "second"))
    world = Provenance(package="1", suite="made", suite_version="1", suite_hash="h", catalog_hash="c", tasks=tasks)
    run.begin(settings, world)
    hashes = Hashes(task="0" * 64, checks="0" * 64, catalog="c", mall="m", package="1")
    lines = []
    for number in range(trials):
        passed = number % 3 == 0
        result = Result(
            agent=settings.agents[number % 2],
            task=f"task-{number // 2:05}",
            trial=0,
            status=Status.PASSED if passed else Status.FAILED,
            reward=float(passed),
            steps=STEPS,
            seconds=30.0,
            ending="submitted",
            category="find_cheapest_offer",
            checks=(
                CheckResult(type="answer_set", passed=passed, reason="" if passed else f"missing: {talk.words(5)}"),
            ),
            hashes=hashes,
        )
        lines.append(result.to_json())
        place = run.attempt(result.key, 0)
        place.mkdir(parents=True)
        (place / "goal.txt").write_text(talk.words(60))
        (place / "steps.jsonl").write_bytes(b"".join(step.to_json() + b"\n" for step in talk.steps()))
    (folder / "results.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def first_paint(browser: BrowserProcess, address: str, shown: str) -> tuple[float, float]:
    """Seconds to the first contentful paint, and until the first row of the table is there."""
    context = BrowserContext(browser.connection(), None, (1280, 860))
    try:
        tab = context.open_tab()
        watch = (
            "(() => { const look = () => { if (document.body && (" + shown + ")) window.rowShown ??= performance.now();"
            " else requestAnimationFrame(look); }; look(); })()"
        )
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=watch)
        tab.call("Page.navigate", url=address)
        end = time.monotonic() + PATIENCE
        asked = (
            "JSON.stringify([performance.getEntriesByName('first-contentful-paint')[0]?.startTime, window.rowShown])"
        )
        while time.monotonic() < end:
            found = tab.call("Runtime.evaluate", expression=asked, returnByValue=True)["result"].get("value")
            paint, row = json.loads(found) if found else (None, None)
            if paint is not None and row is not None:
                return paint / 1000, row / 1000
            time.sleep(0.1)
        return float("nan"), float("nan")
    finally:
        context.close()


def ours(folder: Path, browser: BrowserProcess, repeats: int) -> tuple[float, float]:
    """Medians for the viewer over a local server."""
    collection = RunCollection([folder], home=Home(folder.parent / "home"))
    with AppServer(ViewerServer(collection).app, "127.0.0.1", 0) as server:
        found = [first_paint(browser, f"{server.address}#/trials", SHOWN) for _ in range(repeats)]
    return median(one for one, _ in found), median(one for _, one in found)


INSPECT_LOG = """
import json, sys
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput
from inspect_ai.scorer import Score
source, place = sys.argv[1:]
samples = []
for number, line in enumerate(open(source)):
    steps = json.loads(line)
    messages = [ChatMessageUser(content="sample %d" % number)]
    for step in steps[1:]:
        messages.append(ChatMessageAssistant(content=step["thought"] + " " + step["action"]))
        messages.append(ChatMessageUser(content=step["url"] + " " + step["title"]))
    samples.append(EvalSample(id=number, epoch=1, input="sample %d" % number, target="", messages=messages,
        output=ModelOutput.from_content("m", "done"), scores={"passed": Score(value=int(number % 3 == 0))}))
spec = EvalSpec(created="2026-01-01T00:00:00+00:00", task="made", dataset=EvalDataset(samples=len(samples)), model="m",
    config=EvalConfig())
write_eval_log(EvalLog(status="success", eval=spec, samples=samples), place + "/made.eval")
"""


@contextmanager
def inspect_server(python: Path, run: Path, folder: Path) -> Iterator[tuple[str, int]]:
    """Inspect's viewer over a log of the same trials: its address, and the bytes of the log."""
    folder.mkdir()
    source = folder / "steps.jsonl"
    with source.open("wb") as file:
        for steps in sorted(run.glob("episodes/*/*/*/*/steps.jsonl")):
            told = [json.loads(line) for line in steps.read_bytes().splitlines()]
            plain = [{name: one.get(name, "") for name in ("thought", "action", "url", "title")} for one in told]
            file.write(orjson.dumps(plain) + b"\n")
    subprocess.run([python, "-c", INSPECT_LOG, source, folder], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(python.with_name("inspect")), "view", "start", "--log-dir", str(folder), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as serving:
        try:
            for _ in range(600):
                with socket.socket() as tried:
                    if tried.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/#/logs/made.eval/samples", (folder / "made.eval").stat().st_size
        finally:
            serving.send_signal(signal.SIGINT)
            serving.wait(30)


def main() -> None:
    """Measures, and prints a table in Markdown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inspect", type=Path, help="python of an environment with inspect-ai")
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, BrowserProcess() as browser:
        place = Path(temporary)
        make_run(place / "thousand", 1_000)
        size = write_view(RunCollection([place / "thousand"], home=Home(place / "home")), place / "view.html")
        print(f"1,000 trials of {STEPS} steps as one file: {size.page_bytes / 1e6:.2f} MB")
        from_file = first_paint(browser, f"{size.page.as_uri()}#/trials", SHOWN)
        print(f"opened from it: first paint {from_file[0]:.2f} s, first row {from_file[1]:.2f} s", flush=True)
        make_run(place / "many", given.trials)
        paint, row = ours(place / "many", browser, given.repeats)
        print(f"\n| {given.trials:,} trials | first paint (s) | first row (s) | on disk (MB) |\n|---|---|---|---|")
        told = sum(file.stat().st_size for file in (place / "many").rglob("*") if file.is_file()) / 1e6
        print(f"| Shopworld | {paint:.2f} | {row:.2f} | {told:.0f} (with trees) |", flush=True)
        if given.inspect:
            with inspect_server(given.inspect, place / "many", place / "inspect") as (address, log):
                found = [first_paint(browser, address, INSPECT_SHOWN) for _ in range(given.repeats)]
            paints, rows = (median(column) for column in zip(*found, strict=True))
            print(f"| Inspect | {paints:.2f} | {rows:.2f} | {log / 1e6:.0f} (messages) |")


if __name__ == "__main__":
    main()
    sys.stdout.flush()
