"""Agents on a suite, in one call: names are played by worker processes, classes and objects in this one."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from shopworld.agents.making import make_from
from shopworld.agents.naming import COMMAND, AgentName
from shopworld.agents.protocol import Agent
from shopworld.agents.web import WEBMALL_PRESETS
from shopworld.api.opening import load_suite, open_world
from shopworld.api.world import World
from shopworld.environments.observation import Pictures
from shopworld.environments.registry import interfaces
from shopworld.errors import AgentError, RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Result, TrialKey
from shopworld.evaluation.report import write_report
from shopworld.evaluation.running.attempt import Attempt
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.players import open_model
from shopworld.evaluation.running.run import prepare
from shopworld.evaluation.running.run import run as play
from shopworld.evaluation.running.session import Assignment
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.evaluation.settings import RunSettings
from shopworld.mall import Home
from shopworld.models import Models, ModelSettings
from shopworld.models.budgets import LEDGER
from shopworld.tasks import Suite

if TYPE_CHECKING:
    import pandas

AgentGiven = str | type[Any] | Callable[[], Any] | object
"""A name; or a class, a function that makes agents, or one agent that plays all episodes in turn."""
OnResult = Callable[[Result], object]


class Run:
    """What an evaluation came to.

    Args:
        folder: the run folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def results(self) -> list[Result]:
        """All results, sorted by agent, task and trial."""
        return sorted(RunFolder(self.folder).results(), key=lambda one: one.key)

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents."""
        return RunFolder(self.folder).agents()

    def frame(self) -> pandas.DataFrame:
        """The results as a table: a row each, checks left out, usage as columns `usage.…`.

        Raises:
            RunError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise RunError("a frame needs pandas, which is not installed", hint="pip install pandas") from error
        return pandas.DataFrame([_row(one) for one in self.results])

    def report(self, out: Path | str | None = None) -> Path:
        """Writes the page about the run; returns where.

        Args:
            out: file; `report.html` in the run folder by default.
        """
        return write_report([self.folder], Path(out) if out else self.folder / "report.html")

    def __repr__(self) -> str:
        passed = dict.fromkeys(self.agents, 0)
        played = dict(passed)
        for one in self.results:
            passed[one.agent] += one.reward == 1.0
            played[one.agent] += 1
        told = ", ".join(f"{agent} {passed[agent]}/{played[agent]}" for agent in passed)
        return f"Run({str(self.folder)!r}: {told})"


def evaluate(
    suite: str | Path | Suite,
    agents: AgentGiven | Sequence[AgentGiven],
    *,
    out: Path | str | None = None,
    tasks: str | list[str] | None = None,
    trials: int = 1,
    workers: int = 1,
    model: str | None = None,
    interface: str = "",
    on_result: OnResult | None = None,
    home: Path | str | None = None,
    seed: int = 0,
    max_steps: int | None = None,
    max_seconds: float = 600.0,
    screenshots: str = "none",
    models: ModelSettings | None = None,
) -> Run:
    """Plays agents on a suite.

    Agents that are given by name run as `shopworld run` runs them, in worker processes. Classes, factories and objects
    run in this process, which can see the answers if it looks: their results are marked `trusted`.

    Args:
        suite: its name, the path of its file, or a loaded one. The suite `default` is made where it is not there.
        agents: one or several: names (`keyword`, `my_agent:MyAgent`, `web@openai/gpt-5`, `command:…`), classes (one
            defined in a notebook, too), functions that make an agent, or agents.
        out: run folder; the same call goes on with one that was stopped. By default one that goes with the result.
        tasks: filters, such as an id, `set=basic` or `category=*cheapest*`; all tasks by default.
        trials: times each task is tried.
        workers: processes, or threads for agents of this process; 0: one per processor.
        model: `provider/model` for agents that need one and do not name it.
        interface: how agents meet a mall: `browser`, `tools`, …; by default each its own.
        on_result: is called with each result.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        seed: of everything random.
        max_steps: actions per episode at most; each task's own limit by default.
        max_seconds: wall time per episode at most.
        screenshots: of which episodes pictures are kept: `none`, `failed`, `all`.
        models: how language models are called: budgets, end point, replay, ….

    Returns:
        the run, with its results.

    Raises:
        AgentError: an agent is unknown, cannot be made, or plays elsewhere.
        RunError: an option is wrong, or the folder is of another run.
        KeyboardInterrupt: it was stopped; the same call goes on, if `out` was given.
        ShopworldError: see `open`.
    """
    given = [agents] if isinstance(agents, str | type) or not isinstance(agents, Sequence) else list(agents)
    names = [_full_name(one, model, interface) for one in given if isinstance(one, str)]
    own = [_OwnAgent.of(one, model, interface) for one in given if not isinstance(one, str)]
    _refuse_same_names([*names, *(one.name for one in own)])
    loaded = suite if isinstance(suite, Suite) else load_suite(suite, home=home)
    run, folder = _folder(out)
    settings = RunSettings.from_values(
        suite=loaded.name if isinstance(suite, Suite) else str(suite),
        agents=names or [one.name for one in own],
        trials=trials,
        seed=seed,
        max_steps=max_steps,
        max_seconds=max_seconds,
        filters=(tasks,) if isinstance(tasks, str) else tuple(tasks or ()),
        screenshots=screenshots,
        models=models or ModelSettings(),
    )
    count = workers or len(os.sched_getaffinity(0))
    told = _Told(on_result)
    if names:
        place = Home(Path(home)) if home is not None else Home.from_environment()
        play(prepare(settings, home=place, suite=loaded), folder, workers=count, watcher=told)
    for agent in own:
        _play_own(agent, loaded, settings, folder, count, told, home)
    return run


@dataclass(frozen=True, slots=True)
class _OwnAgent:
    """An agent of this process.

    Attributes:
        name: as results call it.
        make: a class or a factory; or gives the one agent that plays all episodes.
        model: `provider/model`; empty without one.
        interface: by which it meets a mall; empty: the first that it declares.
        single: whether one object plays all episodes, so one after the other.
    """

    name: str
    make: Any
    model: str
    interface: str
    single: bool

    @classmethod
    def of(cls, given: object, model: str | None, interface: str) -> _OwnAgent:
        single = not callable(given) or (hasattr(given, "act") and not isinstance(given, type))
        name = type(given).__name__ if single else getattr(given, "__name__", type(given).__name__)
        asked = model or "" if getattr(given, "needs_model", False) else ""
        if getattr(given, "needs_model", False) and not single and not asked:
            raise AgentError(
                f"the agent {name!r} needs a language model", hint="Name one: evaluate(…, model='openai/gpt-5')."
            )
        full = (f"{name}+{interface}" if interface else name) + (f"@{asked}" if asked else "")
        return cls(full, (lambda: given) if single else given, asked, interface, single)

    def world_interface(self, suite: Suite) -> str:
        """The word of the interface by which it meets the suite's world."""
        if self.interface or not suite.mall:
            return self.interface
        stated = getattr(self.make, "environments", ())
        named = ((stated,) if isinstance(stated, str) else tuple(stated)) or ("browser",)
        known = interfaces()
        words = [known[one].said for one in named if one in known and known[one].said]
        if not words:
            raise AgentError(f"the agent {self.name!r} is made for {', '.join(named)}, the suite is played in a mall")
        return words[0]


def _play_own(
    agent: _OwnAgent,
    suite: Suite,
    settings: RunSettings,
    folder: Path,
    workers: int,
    told: _Told,
    home: Path | str | None,
) -> None:
    """Plays what the folder still lacks of an agent of this process."""
    threads = 1 if agent.single else workers
    done = {one.key for one in RunFolder(folder).results()} if (folder / "run.toml").exists() else set()
    with (
        open_world(
            suite,
            agent.world_interface(suite),
            slots=threads,
            home=home,
            tasks=list(settings.filters),
            seed=settings.seed,
            max_steps=settings.max_steps,
            max_seconds=settings.max_seconds,
            screenshots=str(settings.screenshots),
            pictures=str(getattr(agent.make, "pictures", Pictures.NONE)),
        ) as world,
        closing(Models(settings.models, seed=settings.seed)) as models,
    ):
        wanted = [
            TrialKey(agent=agent.name, task=task, trial=trial)
            for task in world.tasks
            for trial in range(settings.trials)
        ]
        missing = [key for key in wanted if key not in done]

        def one(key: TrialKey) -> None:
            told.finished(_play_one(agent, key, world, models, folder))

        if threads == 1:
            for key in missing:
                one(key)
            return
        with ThreadPoolExecutor(threads, thread_name_prefix="agent") as pool:
            for _ in pool.map(one, missing):
                pass


def _play_one(agent: _OwnAgent, key: TrialKey, world: World, models: Models, folder: Path) -> Result:
    with world.start(key.task, agent=key.agent, trial=key.trial) as session:

        def make() -> Agent:
            folder.mkdir(parents=True, exist_ok=True)
            place = EpisodePlace(key, session.folder, folder / LEDGER)
            opened = open_model(models, agent.model, place) if agent.model else None
            return make_from(agent.make, agent.name, model=opened)

        result = Attempt(session, make).play()
        session.save(folder)
        return result


@dataclass(frozen=True, slots=True)
class _Told:
    """Hands results on; a `Watcher` of the scheduler."""

    on_result: OnResult | None

    def finished(self, result: Result) -> None:
        """A trial is over and written down."""
        if self.on_result is not None:
            self.on_result(result)

    def retried(self, assignment: Assignment, reason: str) -> None:
        """Nothing is told of a trial that is played again."""


def _folder(out: Path | str | None) -> tuple[Run, Path]:
    """The run and its folder; one that nobody named goes with the run."""
    if out is not None:
        return Run(Path(out)), Path(out)
    folder = Path(tempfile.mkdtemp(prefix="shopworld-run-"))
    run = Run(folder)
    weakref.finalize(run, rmtree, folder, ignore_errors=True)
    return run, folder


def _full_name(given: str, model: str | None, interface: str) -> str:
    """An agent's name with the model and the interface that it does not say itself."""
    name = AgentName.parse(WEBMALL_PRESETS.get(given, given))
    if model and not name.model and (name.base.startswith(COMMAND) or declare(str(name)).needs_model):
        name = replace(name, model=model)
    return str(name if name.interface else replace(name, interface=interface))


def _refuse_same_names(names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise RunError(f"an agent is named twice: {', '.join(twice)}", hint="For several tries use trials.")


def _row(result: Result) -> dict[str, Any]:
    values = result.model_dump(mode="json", exclude={"checks", "usage", "hashes", "tools"})
    return values | {f"usage.{name}": used for name, used in result.usage.items()}
