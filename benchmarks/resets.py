"""How fast a new episode begins: in the mall, and with a fresh browser context."""

from __future__ import annotations

import contextlib
import http.client
import time
from pathlib import Path

from measure import Figures, Rows, Section, Target, milliseconds, tell
from walk import VIEWPORT

from shopworld.environments import BrowserEnvironment, BrowserProcess, BrowserProgram
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall, MallServer

MALL_LIMIT_MS = 1.0
BROWSER_LIMIT_MS = 150.0
FIRST_PAGE_LIMIT_MS = 120.0
_WARM_UP = 3
_GRADING = 0.1
"""Seconds between two episodes of a worker, in which the browser makes the next context."""


def measure_resets(folder: Path, browser: BrowserProgram, *, rounds: int, browser_rounds: int) -> Section:
    """Times new episodes in one slot; between two of them a page is asked for."""
    section = Section("reset")
    mall = Mall.open(folder)
    try:
        tell(f"reset: {rounds} in the mall, {browser_rounds} with a fresh browser context")
        with MallServer(mall) as server:
            inside = _in_mall(mall, server, rounds)
            with BrowserProcess(browser, images=False) as process:
                fresh, first, ready = _with_browser(mall, server, process, browser_rounds)
    finally:
        mall.close()
    rows: Rows = [
        ("reset", "median", "p95", "rounds"),
        *(
            (name, milliseconds(figures.median), milliseconds(figures.p95), str(figures.rounds))
            for name, figures in (
                ("new episode in the mall", inside),
                ("the same, with a fresh browser context on an empty page", fresh),
                ("the same, with the home page opened and observed", first),
                ("the same, its context made while the last episode was graded", ready),
            )
        ),
    ]
    section.tables.append(("From the end of one episode to the next", rows))
    section.data = {"mall": inside.data(), "browser_context": fresh.data(), "first_observation": first.data()}
    section.data["first_observation_in_a_context_made_before"] = ready.data()
    section.targets += [
        Target("reset in the mall", inside.median * 1e3, MALL_LIMIT_MS, " ms"),
        Target("reset with a fresh browser context", fresh.median * 1e3, BROWSER_LIMIT_MS, " ms"),
        Target("the same and the first page observed", first.median * 1e3, None, " ms"),
        Target("the same in a context made before", ready.median * 1e3, FIRST_PAGE_LIMIT_MS, " ms"),
    ]
    return section


def _in_mall(mall: Mall, server: MallServer, rounds: int) -> Figures:
    slot = server.slots[0]
    address = mall.address(mall.shops[0].identity.id)
    server.open(slot, _episode("mall", 0))
    seconds = []
    for number in range(1, rounds + _WARM_UP + 1):
        _ask(slot.proxy_address, address)
        began = time.perf_counter()
        server.close(slot)
        server.open(slot, _episode("mall", number))
        seconds.append(time.perf_counter() - began)
    server.close(slot)
    return Figures(tuple(seconds[_WARM_UP:]))


def _with_browser(
    mall: Mall, server: MallServer, process: BrowserProcess, rounds: int
) -> tuple[Figures, Figures, Figures]:
    slot = server.slots[0]
    address = mall.address(mall.shops[0].identity.id)
    kinds: tuple[list[float], list[float], list[float]] = ([], [], [])
    with BrowserEnvironment(process, viewport=VIEWPORT) as environment:
        for number in range(3 * (rounds + _WARM_UP)):
            kind = number % 3
            if kind == 2:  # what a worker does when an episode is over; then it waits for the next one
                environment.leave()
                environment.prepare(slot.next_proxy_address)
                time.sleep(_GRADING)
            began = time.perf_counter()
            environment.leave()
            server.close(slot)
            episode = _episode("browser", number)
            server.open(slot, episode)
            environment.open(episode, slot.proxy_address, (address if kind else "about:blank"), "reset")
            kinds[kind].append(time.perf_counter() - began)
        environment.close()
        server.close(slot)
    fresh, first, ready = (Figures(tuple(seconds[_WARM_UP:])) for seconds in kinds)
    return fresh, first, ready


def _episode(task: str, trial: int) -> Episode:
    identity = EpisodeIdentity("benchmark", task, trial)
    return Episode(identity, identity.label(b"benchmark" * 2))


def _ask(proxy: str, address: str) -> None:
    host, _, port = proxy.partition(":")
    with contextlib.closing(http.client.HTTPConnection(host, int(port), timeout=30)) as connection:
        connection.request("GET", address)
        connection.getresponse().read()
