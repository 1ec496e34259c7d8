"""The parts of the chaos: each makes things fail in one way, at seeded moments, and says what it saw."""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from model_server import Answer, Body, Die, Hang, ModelServer, Refuse, Say, Send
from processes import PATIENCE, Broken, RunProcess, descendants, harm, kind_of, results_of
from small_world import make_small_world

import shopworld as sw
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.errors import ShopworldError
from shopworld.evaluation import RunFolder, read_events
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import read_results, read_steps
from shopworld.evaluation.settings import RunSettings
from shopworld.mall import Home, Mall, MallServer
from shopworld.tasks import load_suite, read_json_lines

Figures = dict[str, Any]


@dataclass(frozen=True)
class Scale:
    """How much of it there is.

    Attributes:
        kills: processes that are killed or stopped.
        requests: fuzzed ones.
        inputs: malformed ones.
        soak: seconds of it.
        browser: whether some of the runs meet the shops in a browser.
    """

    kills: int
    requests: int
    inputs: int
    soak: float
    browser: bool = True


@dataclass(frozen=True)
class Place:
    """Where it happens: a home with the suite `small`, and room for run folders."""

    folder: Path

    @property
    def home(self) -> Path:
        """Of the suite."""
        return self.folder / "home"


@contextmanager
def place() -> Iterator[Place]:
    """A new one, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="shopworld-chaos-") as folder:
        made = Place(Path(folder))
        make_small_world(Home(made.home))
        yield made


TOOLS = ("small", "-a", "oracle", "-a", "noop", "-a", "list_everything", "--interface", "tools", "--trials", "8")
PAGES = ("small", "-a", "oracle", "-a", "noop", "--trials", "2")


def calm_run(where: Place, name: str) -> Path:
    """The folder of a run that nothing happened to; played once."""
    out = where.folder / f"calm-{name}"
    if not out.exists():
        calm = RunProcess(where.home, out, (*{"tools": TOOLS, "browser": PAGES}[name], "--workers", "2"))
        if calm.wait() != 0:
            raise Broken(calm.log.read_text())
    return out


def kills(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """Kills and stops of run, worker, browser and renderer; the same command goes on until every trial is there."""
    done: Counter[str] = Counter()
    starts = rounds = trials = 0
    kinds = {"tools": TOOLS, **({"browser": PAGES} if scale.browser else {})}
    expected = {name: results_of(calm_run(where, name)) for name in kinds}
    for number in itertools.count():
        if done.total() >= scale.kills:
            break
        name = sorted(kinds)[number % len(kinds)]
        out = where.folder / f"killed-{number}"
        rounds += 1
        while True:
            run = RunProcess(where.home, out, (*kinds[name], "--workers", "2"))
            starts += 1
            while run.process.poll() is None and done.total() < scale.kills:
                time.sleep(chance.uniform(0.3, 3.0))
                if run.process.poll() is None and (what := harm(run, chance)):
                    done[what] += 1
            status = run.wait()
            run.refuse_tracebacks()
            if status == 0:
                break
            if status not in (3, 4, -9):
                raise Broken(f"exit status {status}: {run.log.read_text()[-2000:]}")
        if results_of(out) != expected[name]:
            raise Broken(f"results of {out} differ from those of a calm run")
        trials += len(expected[name])
    return {"rounds": rounds, "starts": starts, "trials": trials, **dict(sorted(done.items()))}


def full_disk(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """A disk that is full in the middle of a run, and has room again later."""
    with small_disk(where) as disk:
        if disk is None:
            return {"skipped": "only root can mount a small disk"}
        calm = results_of(calm_run(where, "tools"))
        run = RunProcess(where.home, disk / "run", (*TOOLS, "--workers", "2"))
        _wait_for_results(run, 1)
        free = filled_up(run, disk, chance.uniform(2.0, 4.0))
        status = run.wait()
        run.refuse_tracebacks()
        told = [one for one in ("are free", "no space is left") if one in run.log.read_text()]
        again = RunProcess(where.home, disk / "run", (*TOOLS, "--workers", "2"))
        if again.wait() != 0 or results_of(run.out) != calm:
            raise Broken(f"the run did not go on when there was room: {again.log.read_text()[-2000:]}")
    return {"free": free, "status": status, "told": told, "trials": len(calm)}


@contextmanager
def small_disk(where: Place) -> Iterator[Path | None]:
    """A disk of 140 MB; None where it cannot be mounted."""
    disk = where.folder / "disk"
    disk.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=140m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode:
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def filled_up(run: RunProcess, disk: Path, seconds: float) -> int:
    """Fills the disk for some time; a run that waits for room is ended. Returns the bytes that were free."""
    room = disk / "filled"
    with contextlib.suppress(OSError), room.open("wb", buffering=0) as file:
        while file.write(bytes(1 << 16)):
            pass
    time.sleep(seconds)
    left = shutil.disk_usage(disk).free
    if run.process.poll() is None:
        run.process.terminate()
        run.wait()
    room.unlink()
    return left


GOOD = Say("send_msg_to_user('I found nothing.')")
MISBEHAVIOUR: dict[str, Callable[[Body], Answer]] = {
    "too many requests": lambda _: Refuse(429, "slow down", {"retry-after-ms": "20"}),
    "broken inside": lambda _: Refuse(500, "oops"),
    "bad gateway": lambda _: Refuse(502, "<html>bad gateway</html>"),
    "overloaded": lambda _: Refuse(503, "overloaded"),
    "a proxy's page": lambda _: Send(b"<html>log in to the network</html>"),
    "no choices": lambda _: Send(b'{"choices": []}'),
    "an error with status 200": lambda _: Send(b'{"error": {"message": "no"}}'),
    "an empty body": lambda _: Send(b""),
    "half a body": lambda _: Send(b'{"choices": [{"mess'),
    "a cut connection": lambda _: Die(),
    "no answer for a while": lambda _: Hang(1.0),
    "an empty text": lambda _: Say(""),
    "no count of tokens": lambda _: Say(GOOD.text, counted=False),
    "an absurd price": lambda _: Say(GOOD.text, cost=-1e12),
    "other types": lambda _: Send(
        b'{"choices": [{"message": {"content": {"a": [1]}}, "finish_reason": 7}], "usage": "lots"}'
    ),
}


def models(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """A model server that misbehaves in fifteen ways: each trial ends as with one that does not."""
    told: Counter[str] = Counter()
    ways = itertools.cycle(sorted(MISBEHAVIOUR))
    calm = itertools.count()

    def policy(body: Body) -> Answer:
        if next(calm) % 2 == 0:
            way = next(ways)
            told[way] += 1
            return MISBEHAVIOUR[way](body)
        return GOOD

    with ModelServer(policy) as server:
        arguments = ("small", "-a", "web", "--model", "vllm/small", "--base-url", server.base_url, "--trials", "8",
                     "--workers", "2")  # fmt: skip
        run = RunProcess(where.home, where.folder / "models", arguments)
        status = run.wait()
    run.refuse_tracebacks()
    found = results_of(run.out)
    statuses = Counter(one["status"] for one in found.values())
    if status != 0 or set(statuses) != {"failed"} or len(told) < len(MISBEHAVIOUR):
        raise Broken(f"status {status}, {statuses}, {len(told)} ways: {run.log.read_text()[-3000:]}")
    return {"ways": len(told), "misbehaved": told.total(), "trials": len(found), "agent_errors": 0}


def requests(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """Fuzzed requests against the mall: no answer of 500 or above, no fault, and it goes on serving."""
    codes: Counter[str] = Counter()
    logging.getLogger("shopworld.mall.http").setLevel(logging.ERROR)  # it names each head that is none
    mall = Mall.open(Home(where.home).mall("small"))
    server = MallServer(mall, slots=1).start()
    try:
        identity = EpisodeIdentity("chaos", "requests")
        episode = Episode(identity, identity.label(b"0" * 16))
        slot = server.slots[0]
        server.open(slot, episode)
        host, _, port = slot.proxy_address.partition(":")
        hosts = [*mall.hosts, "solution.example"]
        before = _size()
        for number in range(scale.requests):
            if number == scale.requests // 5:
                before = _size()  # caches are warm
            codes[_answer_to(host, int(port), _request(chance, hosts))] += 1
        after = _size()
        line = f"GET http://{hosts[0]}/ HTTP/1.1\r\nHost: {hosts[0]}\r\nConnection: close\r\n\r\n"
        if _answer_to(host, int(port), line.encode()) != "200":
            raise Broken("the mall serves no more")
        faults = server.dismiss(episode)
        if faults or any(code.startswith("5") for code in codes):
            raise Broken(f"codes {dict(codes)}; first fault {faults[0] if faults else None}")
    finally:
        server.stop()
        mall.close()
    return {"requests": scale.requests, **dict(sorted(codes.items())), **_grown(before, after)}


_WORDS = (
    "product",
    "cart",
    "add",
    "checkout",
    "search",
    "suggest",
    "..",
    "%2e%2e",
    "%00",
    "page",
    "9" * 40,
    "ü",
    "x" * 300,
)
_FIELDS = (
    "s",
    "post_type",
    "offer",
    "quantity",
    "min_price",
    "orderby",
    "q",
    "page",
    "return_path",
    "line",
    "currency",
)
_VALUES = (
    "1",
    "-1",
    "1e99",
    "",
    "product",
    "//evil.example",
    "'\"><script>",
    "\x00",
    "٣",
    "9" * 400,
    "%",
    "price-desc",
)


def _request(chance: random.Random, hosts: list[str]) -> bytes:
    path = "/".join(chance.choice(_WORDS) for _ in range(chance.randint(0, 4)))
    query = "&".join(f"{chance.choice(_FIELDS)}={chance.choice(_VALUES)}" for _ in range(chance.randint(0, 5)))
    if chance.random() < 0.8:  # as clients write it; otherwise most of it ends at the reader of heads
        path, query = quote(path, safe="/.%"), quote(query, safe="=&%")
    method = chance.choice(("GET", "GET", "GET", "POST", "HEAD", "PUT", "OPTIONS", "BREW"))
    body = query.encode() if method == "POST" else b""
    host = chance.choice(hosts)
    kinds = ("application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x", "")
    head = f"{method} http://{host}/{path}?{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
    head += f"Content-Type: {chance.choice(kinds)}\r\nContent-Length: {len(body)}\r\nOrigin: http://{host}\r\n\r\n"
    content = bytearray(head.encode("utf-8", "replace") + body)
    if chance.random() < 0.2:  # a byte or two are others
        for _ in range(chance.randint(1, 3)):
            content[chance.randrange(len(content))] = chance.randrange(256)
    return bytes(content[: chance.randint(1, len(content))] if chance.random() < 0.05 else content)


def _answer_to(host: str, port: int, request: bytes) -> str:
    with socket.create_connection((host, port), 10) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        answer = b""
        try:
            while piece := client.recv(1 << 16):
                answer += piece
        except ConnectionResetError:
            pass
    return answer.split(b" ", 2)[1].decode() if answer.startswith(b"HTTP/1.1 ") else "closed"


def inputs(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """Malformed files of every kind: each is read, or refused by an error that names it; nothing else is raised."""
    run = calm_run(where, "tools")
    attempt = next(iter(sorted(run.glob("episodes/*/*/0/0"))))
    suite = where.home / "suites" / "small.json"
    sw.export_suite("small", where.folder / "small.jsonl", home=where.home)
    readers: dict[str, tuple[Path, Callable[[Path], Any]]] = {
        "suite": (suite, load_suite),
        "suite, a task a line": (where.folder / "small.jsonl", read_json_lines),
        "results": (run / "results.jsonl", read_results),
        "world": (run / "world.json", Provenance.read),
        "settings": (run / "run.toml", RunSettings.read),
        "events": (attempt / "events.jsonl", lambda path: list(read_events(path))),
        "steps": (attempt / "steps.jsonl.gz", lambda path: read_steps(path.with_name("steps.jsonl"))),
        "mall": (where.home / "malls" / "small" / "mall.toml", lambda path: Mall.open(path.parent).close()),
        "run folder": (run / "run.toml", lambda path: RunFolder(path.parent).results()),
    }
    outcome: Counter[str] = Counter()
    for number in range(scale.inputs):
        name = sorted(readers)[number % len(readers)]
        file, read = readers[name]
        folder = where.folder / "malformed"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if name == "mall":
            shutil.copytree(file.parent, folder, dirs_exist_ok=True)
        (folder / file.name).write_bytes(malformed(file.read_bytes(), chance))
        try:
            read(folder / file.name)
            outcome["read"] += 1
        except ShopworldError:
            outcome["refused"] += 1
        except Exception as error:
            kept = Path(tempfile.gettempdir()) / f"chaos-{number}-{file.name}"
            shutil.copy(folder / file.name, kept)
            raise Broken(f"{name}: {type(error).__name__}: {error}; kept as {kept}") from error
    return {"inputs": scale.inputs, "kinds": len(readers), **dict(sorted(outcome.items()))}


def malformed(content: bytes, chance: random.Random) -> bytes:
    """A content with something wrong: cut, doubled, other bytes, other values, too deep, another packing."""
    some = bytearray(content)
    match chance.randrange(8):
        case 0:
            return bytes(some[: chance.randrange(len(some))])
        case 1:
            return content + content
        case 2:
            for _ in range(chance.randint(1, 30)):
                some[chance.randrange(len(some))] = chance.randrange(256)
            return bytes(some)
        case 3:
            wrong = chance.choice((b"null", b"[]", b"1e999", b'"\\ud800"', b"-1", b"{}", b"99999999999999999999"))
            at = chance.randrange(len(some))
            return bytes(some[:at]) + wrong + bytes(some[at:])
        case 4:
            return b"[" * 100_000
        case 5:
            return chance.choice(
                (b"", b"\n", b"\x00" * 1000, b"\xff\xfe", b"\xef\xbb\xbf" + content, b"null\n", b"{}\n")
            )
        case 6:
            pieces = content.split(b'"')
            chance.shuffle(pieces)
            return b'"'.join(pieces)
        case _:
            return content.replace(b":", b"=", chance.randint(1, 5)).replace(b"0", b"0.5", chance.randint(0, 3))


def soak(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """Sessions one after the other in one process: memory and descriptors stay flat."""
    end, played, before = time.monotonic() + scale.soak, 0, _size()
    with sw.open("small", "tools", home=where.home, slots=2) as world:
        began = time.monotonic()
        warm = False
        while time.monotonic() < end:
            if not warm and time.monotonic() - began > scale.soak / 3:
                warm, before = True, _size()
            with world.start(chance.choice(list(world)), trial=played) as session:
                session.call("search_products", {"shop": chance.choice(_SHOPS), "query": chance.choice(_VALUES)})
                session.call("nonsense", {"a": 1})
                session.finish()
            played += 1
        after = _size()
    return {"sessions": played, "seconds": scale.soak, **_grown(before, after)}


_SHOPS = ("techtalk", "camelcases", "hardware-cafe", "e-store-athletes")


def night(where: Place, scale: Scale, chance: random.Random) -> Figures:
    """A night: provider out, two kills, disk full, all processes gone at once; the same command three times."""
    out_of_order = threading.Event()

    def policy(body: Body) -> Answer:
        return Refuse(503, "down for maintenance") if out_of_order.is_set() else GOOD

    starts = 0
    with ModelServer(policy) as server, small_disk(where) as disk:
        arguments = ("small", "-a", "web", "-a", "oracle", "-a", "noop", "--model", "vllm/small", "--base-url",
                     server.base_url, "--trials", "2", "--workers", "2")  # fmt: skip
        out = (disk or where.folder) / "night"
        for evening in range(3):
            run = RunProcess(where.home, out, arguments)
            starts += 1
            if evening == 2:
                status = run.wait()
            else:
                _wait_for_results(run, 3 * (evening + 1))
                out_of_order.set()
                time.sleep(chance.uniform(1.0, 3.0))
                out_of_order.clear()
                for pid in [one for one in descendants(run.process.pid) if kind_of(one) in ("worker", "browser")][:1]:
                    os.kill(pid, signal.SIGKILL)
                _wait_for_results(run, 3 * (evening + 1) + 2)
                if evening == 0 and disk is not None:
                    filled_up(run, disk, 2.0)
                else:
                    run.end()  # as after a reboot: all of its processes are gone
            run.refuse_tracebacks()
        found = results_of(out)
        lines = len((out / "results.jsonl").read_bytes().splitlines())
    lost = [key for key, one in found.items() if one["status"] in ("infra_error", "grader_error", "agent_error")]
    if status != 0 or len(found) != 18 or lost:
        raise Broken(f"after the night: {status}, {len(found)} trials, lost {lost}")
    return {"starts": starts, "trials": len(found), "lines": lines, "kills": 2, "reboots": 1, "disk_full": bool(disk)}


def _wait_for_results(run: RunProcess, wanted: int) -> None:
    end = time.monotonic() + PATIENCE
    while run.process.poll() is None and time.monotonic() < end:
        file = run.out / "results.jsonl"
        if file.exists() and file.read_bytes().count(b"\n") >= wanted:
            return
        time.sleep(0.1)


def _size() -> tuple[int, int]:
    """Bytes of memory and number of descriptors of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE"), len(list(Path("/proc/self/fd").iterdir()))


def _grown(before: tuple[int, int], after: tuple[int, int]) -> Figures:
    """What was grown by; raises where it is more than the noise."""
    memory, descriptors = after[0] - before[0], after[1] - before[1]
    if memory > 64_000_000 or descriptors > 8:
        raise Broken(f"grown by {memory / 1e6:.0f} MB and {descriptors} descriptors")
    return {"grown_mb": round(memory / 1e6, 1), "grown_descriptors": descriptors}


PARTS: dict[str, Callable[[Place, Scale, random.Random], Figures]] = {
    "kills": kills,
    "full_disk": full_disk,
    "models": models,
    "requests": requests,
    "inputs": inputs,
    "soak": soak,
    "night": night,
}


def run_parts(names: list[str], scale: Scale, seed: int) -> Iterator[tuple[str, Figures]]:
    """Runs parts, each from the seed and its name; yields what each saw.

    Raises:
        Broken: something happened that must not.
    """
    with place() as where:
        for name in names:
            began = time.monotonic()
            figures = PARTS[name](where, scale, random.Random(f"{seed} {name}"))
            yield name, {**figures, "took": round(time.monotonic() - began, 1)}


def main() -> int:
    """`make chaos`: all of it, or the parts that are named."""
    import argparse

    parser = argparse.ArgumentParser(description="Makes things fail, and sees that nothing is lost by it.")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all by default")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scale", type=float, default=1.0, help="1: an hour at most; 0.1: about ten minutes")
    asked = parser.parse_args()
    kills, requests, inputs = (max(1, round(one * asked.scale)) for one in (100, 10_000, 1_000))
    scale = Scale(kills, requests, inputs, soak=1200.0 * asked.scale)
    for name, figures in run_parts(asked.parts or list(PARTS), scale, asked.seed):
        print(f"{name}: {json.dumps(figures)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
