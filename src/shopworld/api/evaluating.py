"""Agents on a suite, in one call."""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from shopworld.agents import COMMAND, WEBMALL_PRESETS, AgentDeclaration, AgentName
from shopworld.api.notebooks import ShownEpisode, agents_html
from shopworld.api.opening import load_suite
from shopworld.errors import AgentError, RunError
from shopworld.evaluation import (
    GOAL,
    STEPS,
    AgentCommand,
    Assignment,
    Result,
    RunFolder,
    RunSettings,
    Workers,
    declare,
    declare_given,
    prepare,
    read_steps,
    read_workers,
    write_report,
)
from shopworld.evaluation import run as play
from shopworld.jail import JailOptions
from shopworld.mall import Home
from shopworld.models import ModelSettings
from shopworld.tasks import Suite

if TYPE_CHECKING:
    import pandas

OnResult = Callable[[Result], object]


class Run:
    """What an evaluation came to.

    Args:
        folder: the run folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._goes_with_it: weakref.finalize[..., Run] | None = None

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
        """Writes the page about the run; returns where. A folder that nobody named stays from now on.

        Args:
            out: file; `report.html` in the run folder by default.
        """
        if self._goes_with_it is not None:
            self._goes_with_it.detach()
        return write_report([self.folder], Path(out) if out else self.folder / "report.html")

    def episode(self, task: str, *, agent: str = "", trial: int = 0) -> ShownEpisode:
        """One trial step by step, with the reasons of its checks; a notebook shows it inline.

        Args:
            task: its id.
            agent: its name; may be left out where there is one.
            trial: number of the try.

        Raises:
            RunError: the run has no such trial, or of several agents.
        """
        found = [one for one in self.results if (one.task, one.trial) == (task, trial) and agent in ("", one.agent)]
        if len(found) != 1:
            many = f"{len(found)} agents have" if found else "nobody has"
            raise RunError(f"{many} trial {trial} of {task}", hint=f"Name one of: {', '.join(self.agents)}.")
        (result,) = found
        attempt = RunFolder(self.folder).attempt(result.key, result.attempt)
        goal = (attempt / GOAL).read_text(encoding="utf-8") if (attempt / GOAL).exists() else ""
        return ShownEpisode(result, goal, tuple(read_steps(attempt / STEPS)))

    def _repr_html_(self) -> str:
        return agents_html(self.results)

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
    agents: object | Sequence[object] | Mapping[str, object],
    *,
    out: Path | str | None = None,
    tasks: str | list[str] | None = None,
    trials: int = 1,
    workers: Workers = "auto",
    model: str | None = None,
    interface: str = "",
    on_result: OnResult | None = None,
    home: Path | str | None = None,
    seed: int = 0,
    max_steps: int | None = None,
    max_seconds: float = 600.0,
    screenshots: str = "none",
    models: ModelSettings | None = None,
    trust: bool = False,
    allow_host: Sequence[str] = (),
    pass_env: Sequence[str] = (),
    mount: Sequence[str] = (),
    ray: str = "",
) -> Run:
    """Plays agents on a suite.

    Agents play as `shopworld run` has them play: in worker processes, and code that is not Shopworld's in processes of
    its own. A class of a notebook is sent there with its code.

    Args:
        suite: its name, the path of its file, or a loaded one. The suite `default` is made where it is not there.
        agents: one or several: names (`keyword`, `my_agent:MyAgent`, `web@openai/gpt-5`, `command:…`), classes (one
            defined in a notebook, too), functions that make an agent, or agents, of which a copy
            plays each episode. A mapping names them: `{"mine": lambda: Mine(3), "other": Mine(4)}`.
        out: run folder; the same call goes on with one that was stopped. By default one that goes with the result,
            unless its report is asked for.
        tasks: filters, such as an id, `set=basic` or `category=*cheapest*`; all tasks by default.
        trials: times each task is tried.
        workers: processes; `auto`: as processors, memory and trials ask for. No result depends on it.
        model: `provider/model` for agents that need one and do not name it.
        interface: how agents meet a mall: `browser`, `tools`, …; by default each its own.
        on_result: is called with each result.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        seed: of everything random.
        max_steps: actions per episode at most; each task's own limit by default.
        max_seconds: wall time per episode at most.
        screenshots: of which episodes pictures are kept: `none`, `failed`, `all`.
        models: how language models are called: budgets, end point, replay, ….
        trust: whether code that is not Shopworld's runs without a jail.
        allow_host: `HOST:PORT` that it may connect to from its jail.
        pass_env: names of environment variables that it gets.
        mount: files and folders that it may read.
        ray: address of a Ray cluster whose nodes play, `auto`, or `local` (docs/cluster.md); empty: this machine does.

    Returns:
        the run, with its results.

    Raises:
        ClusterError: the cluster cannot be used, or a node has other software.
        AgentError: an agent is unknown, cannot be made, plays elsewhere, or has the name of another.
        InputError: `workers` is neither a number of processes nor `auto`.
        RunError: an option is wrong, or the folder is of another run.
        KeyboardInterrupt: it was stopped; the same call goes on, if `out` was given.
        ShopworldError: see `open`.
    """
    read_workers(workers)  # a wrong one is told before anything is opened
    given = list(agents) if isinstance(agents, list | tuple) else [agents]
    jail = JailOptions(trust=trust).with_holes(allow_host, (), mount)
    named = _declared(given, model, interface, pass_env, jail)
    names = [_full_name(one, model, interface, pass_env, jail) for one in given if isinstance(one, str)]
    loaded = suite if isinstance(suite, Suite) else load_suite(suite, home=home)
    run, folder = _folder(out)
    settings = RunSettings.from_values(
        suite=loaded.name if isinstance(suite, Suite) else str(suite),
        agents=[*names, *named],
        trials=trials,
        seed=seed,
        max_steps=max_steps,
        max_seconds=max_seconds,
        filters=(tasks,) if isinstance(tasks, str) else tuple(tasks or ()),
        screenshots=screenshots,
        models=models or ModelSettings(),
        commands={name: one for name in names if (one := AgentCommand.parse(name, environment=tuple(pass_env)))}
        if pass_env
        else {},
        pass_env=tuple(pass_env),
        trust=trust,
        allow_host=tuple(allow_host),
        mount=tuple(mount),
    )
    given_here = {name: replace(one, name=name) for name, one in named.items()}
    plan = prepare(
        settings,
        home=Home(Path(home)) if home is not None else None,
        suite=loaded,
        given=given_here,
    )
    play(plan, folder, workers=workers, watcher=_Told(on_result), ray=ray)
    return run


def _declared(
    given: Sequence[object], model: str | None, interface: str, pass_env: Sequence[str], jail: JailOptions
) -> dict[str, AgentDeclaration]:
    """What agents declare that are given as objects, by their full names.

    Raises:
        AgentError: two have the same name, or one cannot be made.
    """
    objects: list[tuple[str, object]] = []
    for one in given:
        if isinstance(one, Mapping):
            objects += one.items()
        elif not isinstance(one, str):
            objects.append(("", one))
    found: dict[str, AgentDeclaration] = {}
    for name, agent in objects:
        if isinstance(agent, str):
            raise AgentError(f"{name!r} is to be {agent!r}, which is a name", hint="Give it outside the {…}.")
        declared = declare_given(agent, name, variables=pass_env, jail=jail)
        full = _full_name(declared, model, interface)
        if full in found:
            raise AgentError(
                f"two of the agents are called {full!r}", hint='Name them: evaluate(…, {"first": …, "second": …}).'
            )
        found[full] = declared
    return found


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
    """The run and its folder; one that nobody named goes with the run, unless it is reported."""
    if out is not None:
        return Run(Path(out)), Path(out)
    folder = Path(tempfile.mkdtemp(prefix="shopworld-run-"))
    run = Run(folder)
    run._goes_with_it = weakref.finalize(run, rmtree, folder, ignore_errors=True)
    return run, folder


def _full_name(
    given: str | AgentDeclaration,
    model: str | None,
    interface: str,
    pass_env: Sequence[str] = (),
    jail: JailOptions | None = None,
) -> str:
    """An agent's name with the model and the interface that it does not say itself."""
    name = given.name if isinstance(given, AgentDeclaration) else WEBMALL_PRESETS.get(given, given)
    parsed = AgentName.parse(name)
    if model and not parsed.model:
        declared = given if isinstance(given, AgentDeclaration) else declare(name, None, pass_env, jail)
        if declared.needs_model or parsed.base.startswith(COMMAND):
            parsed = replace(parsed, model=model)
    return str(parsed if parsed.interface else replace(parsed, interface=interface))


def _row(result: Result) -> dict[str, Any]:
    values = result.model_dump(mode="json", exclude={"checks", "usage", "hashes", "tools"})
    return values | {f"usage.{name}": used for name, used in result.usage.items()}
