"""Browser steps on a listing page, in one process and in two, beside BrowserGym's own environment."""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import Figures, Rows, Section, Target, milliseconds, number, tell
from processor_time import KINDS
from trees import compare_trees
from walk import LISTING_WALK
from walkers import Walk, WalkFailed, walk_together

from shopworld.environments import BrowserProgram
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall, MallServer

HERE = Path(__file__).resolve().parent
CARDS = 24
PROCESSES = 2

WITH_PICTURES = "Shopworld, JPEG and tree"
TREE_ONLY = "Shopworld, tree only"
FASTEST = "BrowserGym, fastest sane settings"
DEFAULTS = "BrowserGym, its own defaults"
_SETTINGS_NOTE = (
    "BrowserGym always takes a picture (PNG) and a DOM snapshot too. Fastest sane settings: slow_mo=0, "
    "pre_observation_delay=0.5. Its own defaults: slow_mo=1000, pre_observation_delay=0.5."
)


@dataclass(frozen=True)
class Sides:
    """All that is needed to start walkers of both sides.

    Attributes:
        mall: folder of the mall.
        browser: the program that both drive.
        peer: BrowserGym's Python; None where it is not there.
        missing: why not.
    """

    mall: Path
    browser: BrowserProgram
    peer: Path | None
    missing: str = ""

    def walk_ours(self, page: str, *options: str, screenshots: bool, processes: int = 1) -> list[Walk]:
        """Lets so many processes of ours take the walk together."""
        pictures = ["--screenshots"] if screenshots else []
        command = [sys.executable, str(HERE / "shopworld_steps.py"), "--mall", str(self.mall), "--address", page]
        return walk_together([[*command, *pictures, *options]] * processes)

    def walk_theirs(
        self, server: MallServer, site: str, *options: str, defaults: bool, processes: int = 1
    ) -> list[Walk]:
        """Lets so many processes of BrowserGym's take the walk together, each in an episode of its own, by the door."""
        settings = [] if defaults else ["--slow-mo", "0", "--delay", "0.5"]
        commands = []
        with contextlib.ExitStack() as stack:
            for trial in range(processes):
                identity = EpisodeIdentity("browsergym", "walk", trial)
                episode = Episode(identity, identity.label(secrets.token_bytes(16)))
                server.admit(episode)
                stack.callback(server.dismiss, episode)
                page = f"{server.door_address(site, episode)}shop/"
                script = str(HERE / "peers" / "browsergym_steps.py")
                command = [str(self.peer), script, "--address", page, "--browser", str(self.browser.path)]
                commands.append([*command, *settings, *options])
            return walk_together(commands)


def listing_of_cards(mall: Mall) -> str:
    """The first shop that lists 24 offers on numbered pages."""
    for shop in mall.shops:
        collection = shop.capabilities.collection
        if collection.page_size == CARDS and collection.pagination == "numbered":
            return shop.identity.id
    raise LookupError(f"no shop of the mall lists {CARDS} offers on numbered pages")


def measure_steps(sides: Sides, *, rounds: int, peer_rounds: int) -> Section:
    """Times the walk in one process, with all four settings, and compares what both sides saw."""
    section = Section("steps", notes=[_SETTINGS_NOTE])
    walks: dict[str, Walk] = {}
    count = len(LISTING_WALK)
    with _served(sides.mall) as (mall, _):
        site = listing_of_cards(mall)
        page = f"{mall.address(site)}shop/"
    for name, pictures in ((WITH_PICTURES, True), (TREE_ONLY, False)):
        tell(f"steps: {name}, {rounds * count} steps")
        walks[name] = sides.walk_ours(page, "--warm-up", "--rounds", str(rounds), screenshots=pictures)[0]
    missing = sides.missing
    if sides.peer is not None:
        try:
            with _served(sides.mall) as (_, server):
                for name, times, more in (
                    (FASTEST, peer_rounds, ("--resets", "2")),
                    (DEFAULTS, max(1, peer_rounds // 2), ()),
                ):
                    tell(f"steps: {name}, {times * count} steps")
                    options = ("--warm-up", "--rounds", str(times), *more)
                    walks[name] = sides.walk_theirs(server, site, *options, defaults=name == DEFAULTS)[0]
        except WalkFailed as error:
            missing = str(error)
    head = ("one process", "median", "p95", "scroll", "new page", "steps")
    rows = [_step_row(name, walks.get(name)) for name in (WITH_PICTURES, TREE_ONLY, FASTEST, DEFAULTS)]
    section.tables.append(
        (f"Browser step on a listing of {CARDS} cards (action, settling, tree as text)", [head, *rows])
    )
    section.tables.append(("Processor time of a step, by process: what a loaded machine changes least", _costs(walks)))
    section.data = {name: _data(walk) for name, walk in walks.items()}
    _add_notes(section, walks, missing)
    if FASTEST in walks:
        comparison = compare_trees(walks[WITH_PICTURES].names, walks[FASTEST].names)
        section.notes.extend(comparison.notes())
        section.data["same_nodes"] = {"all": comparison.share, "named": comparison.named}
        for ours, theirs in ((WITH_PICTURES, FASTEST), (TREE_ONLY, DEFAULTS)):
            if theirs in walks:
                ratio = walks[theirs].figures().median / walks[ours].figures().median
                section.targets.append(Target(f"median step: {theirs} / {ours}", ratio, None, " x", at_least=True))
    return section


def measure_throughput(sides: Sides, *, seconds: float) -> Section:
    """Steps per second of two processes together, with all four settings."""
    section = Section("throughput")
    walks: dict[str, list[Walk]] = {}
    options = ("--warm-up", "--seconds", str(seconds))
    with _served(sides.mall) as (mall, _):
        site = listing_of_cards(mall)
        page = f"{mall.address(site)}shop/"
    for name, pictures in ((WITH_PICTURES, True), (TREE_ONLY, False)):
        tell(f"throughput: {name}, {PROCESSES} processes, {seconds:g} s")
        walks[name] = sides.walk_ours(page, *options, screenshots=pictures, processes=PROCESSES)
    missing = sides.missing
    if sides.peer is not None:
        try:
            with _served(sides.mall) as (_, server):
                for name in (FASTEST, DEFAULTS):
                    tell(f"throughput: {name}, {PROCESSES} processes, {seconds:g} s")
                    walks[name] = sides.walk_theirs(
                        server, site, *options, defaults=name == DEFAULTS, processes=PROCESSES
                    )
        except WalkFailed as error:
            missing = str(error)
    rates = {name: sum(walk.rate for walk in together) for name, together in walks.items()}
    rows: Rows = [(f"{PROCESSES} processes", "steps/s", "steps")]
    for name in (WITH_PICTURES, TREE_ONLY, FASTEST, DEFAULTS):
        steps = sum(walk.figures().rounds for walk in walks.get(name, []))
        rows.append((name, number(rates[name]) if name in rates else "missing", str(steps) if steps else "-"))
    section.tables.append((f"Steps per second together, over {seconds:g} s", rows))
    section.data = {name: {"steps_per_second": rate, "seconds": seconds} for name, rate in rates.items()}
    if missing:
        section.notes.append(f"BrowserGym is missing: {missing}")
    for ours, theirs, limit in ((WITH_PICTURES, FASTEST, 3.0), (TREE_ONLY, DEFAULTS, 8.0)):
        if theirs in rates:
            name = f"{PROCESSES} processes: {ours} / {theirs}"
            section.targets.append(Target(name, rates[ours] / rates[theirs], limit, " x", at_least=True))
    return section


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[tuple[Mall, MallServer]]:
    """The mall, open and served by the door."""
    mall = Mall.open(folder)
    try:
        with MallServer(mall, slots=0) as server:
            yield mall, server
    finally:
        mall.close()


def _step_row(name: str, walk: Walk | None) -> tuple[str, ...]:
    if walk is None:
        return (name, "missing", *("-" * 4))
    kinds = (walk.figures(), walk.figures("scroll"), walk.figures("click"))
    every, scroll, click = kinds
    return (
        name,
        *(milliseconds(one) for one in (every.median, every.p95, scroll.median, click.median)),
        str(every.rounds),
    )


def _costs(walks: dict[str, Walk]) -> Rows:
    rows: Rows = [("one process", *KINDS, "together")]
    for name in (WITH_PICTURES, TREE_ONLY):
        spent = walks[name].processor_of_step
        rows.append((name, *(milliseconds(spent[kind]) for kind in KINDS), milliseconds(sum(spent.values()))))
    return rows


def _data(walk: Walk) -> dict[str, object]:
    data: dict[str, object] = {kind or "all": walk.figures(kind).data() for kind in ("", "scroll", "click")}
    data |= {"late": walk.late, "failed": walk.failed, "errors": walk.errors}
    data["browser"] = walk.browser
    data["processor_seconds_of_a_step"] = walk.processor_of_step
    if walk.resets:
        data["reset"] = Figures(walk.resets).data()
    return data


def _add_notes(section: Section, walks: dict[str, Walk], missing: str) -> None:
    if missing:
        section.notes.append(f"BrowserGym is missing: {missing}")
    for name, walk in walks.items():
        if walk.late or walk.errors:
            section.notes.append(
                f"{name}: {walk.errors} actions reported an error, {walk.failed} of them did not work; "
                f"{walk.late} observations came too early."
            )
        if walk.resets:
            reset = Figures(walk.resets)
            section.notes.append(
                f"{name}: reset (two new browsers) in {milliseconds(reset.median)}, median of {reset.rounds}."
            )
