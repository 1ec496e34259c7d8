"""Start-up and memory of a served mall, and how fast an episode begins."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import Figures, Section, Target, milliseconds, number, resident_megabytes, tell
from visits import addresses

from shopworld.mall import Mall

HERE = Path(__file__).resolve().parent
MEMORY_LIMIT_MB = 250.0
START_LIMIT_SECONDS = 2.0

_LONGEST_START = 60.0
_VISITED = ("home", "listing", "search", "product", "checkout")
_COMMAND = "import sys; from shopworld.cli import main; sys.argv = ['shopworld', *sys.argv[1:]]; main()"
_ADDRESS = re.compile(r"http://(?P<site>[a-z0-9-]+)\.(?P<label>[a-z0-9]+)\.localhost:(?P<port>\d+)/")


def measure_server(folder: Path, *, rounds: int, visits: int) -> Section:
    """Starts `shopworld mall serve` several times and looks at its memory before and after visits.

    Args:
        folder: of the mall, in a home.
        rounds: fresh processes to start.
        visits: of each kind of page in each shop, before the memory is read again.
    """
    section = Section("server")
    mall = Mall.open(folder)
    try:
        shops, offers = len(mall.shops), sum(1 for _ in mall.catalog.iterate_offers())
        asked = [address for page in _VISITED for address in addresses(mall, page, visits)]
    finally:
        mall.close()
    tell(f"server: {rounds} starts of `shopworld mall serve {folder.name}`, then {len(asked)} pages")
    starts: list[float] = []
    before: list[float] = []
    after: list[float] = []
    for _ in range(rounds):
        with _serve(folder) as served:
            starts.append(served.seconds)
            before.append(resident_megabytes(served.process))
            if len(after) < 1:
                for address in asked:
                    served.get(address.shop, address.target)
                after.append(resident_megabytes(served.process))
    tell(f"server: {rounds} times from opening the mall to listening")
    parts = [_start_in_parts(folder) for _ in range(rounds)]
    from_open = Figures(tuple(part["open"] + part["listen"] for part in parts))
    start, name = Figures(tuple(starts)), f"{folder.name}, {shops} shops, {offers} offers"
    section.tables.append(
        (
            f"Serving {name}",
            [
                ("figure", "median", "rounds"),
                ("from process start to listening (shopworld mall serve)", milliseconds(start.median), str(rounds)),
                ("from opening the mall to listening", milliseconds(from_open.median), str(rounds)),
                ("resident memory when listening", f"{number(sorted(before)[len(before) // 2])} MB", str(rounds)),
                (f"resident memory after {len(asked)} pages of all kinds", f"{number(after[0])} MB", "1"),
            ],
        )
    )
    section.data = {
        "mall": name,
        "start": start.data(),
        "from_open": from_open.data(),
        "memory_mb": before,
        "memory_after_visits_mb": after,
        "visits": len(asked),
    }
    section.targets += [
        Target(f"{folder.name}: process start to listening", start.median, START_LIMIT_SECONDS, " s"),
        Target(f"{folder.name}: resident after {len(asked)} pages", after[0], MEMORY_LIMIT_MB, " MB"),
    ]
    return section


@dataclass(frozen=True)
class _Served:
    """A serving process.

    Attributes:
        process: its id.
        seconds: from its start until the door answered.
        port: of the door.
        label: of the visitor's episode.
    """

    process: int
    seconds: float
    port: int
    label: str

    def get(self, site: str, target: str) -> None:
        """Asks for a page by the door."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request("GET", target, headers={"Host": f"{site}.{self.label}.localhost:{self.port}"})
            answer = connection.getresponse()
            answer.read()
            if answer.status not in (200, 303):
                raise RuntimeError(f"{site}{target} answered {answer.status}")


@contextlib.contextmanager
def _serve(folder: Path) -> Iterator[_Served]:
    """The command that people use, in a process of its own, until the block ends."""
    home = folder.parent.parent
    command = [sys.executable, "-c", _COMMAND, "mall", "serve", folder.name, "--port", "0"]
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "SHOPWORLD_HOME": str(home)}
    )
    alarm = threading.Timer(_LONGEST_START, process.kill)
    alarm.start()
    try:
        assert process.stdout is not None
        found = None
        while found is None and (line := process.stdout.readline()):
            found = _ADDRESS.search(line)
        if found is None:
            raise RuntimeError(f"`shopworld mall serve {folder.name}` ended, or told no address")
        alarm.cancel()
        served = _Served(process.pid, time.perf_counter() - began, int(found["port"]), found["label"])
        served.get(found["site"], "/")
        yield served
    finally:
        alarm.cancel()
        process.send_signal(signal.SIGTERM)
        process.communicate()


def _start_in_parts(folder: Path) -> dict[str, float]:
    answer = subprocess.run(
        [sys.executable, str(HERE / "mall_start.py"), str(folder)],
        capture_output=True,
        text=True,
        timeout=_LONGEST_START,
        check=True,
    )
    parts: dict[str, float] = json.loads(answer.stdout)
    return parts
