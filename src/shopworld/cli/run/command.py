"""`shopworld run`: agents on a suite of tasks, into a folder that the same command goes on with."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shopworld.agents import AGENT_NAMES, AgentName, is_built_in
from shopworld.cli.completing import agents as complete_agents
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.run.models import agents_by_interfaces, agents_with_models
from shopworld.cli.run.playing import planned_lines, play_unseen, played, prepared, unseen_folder
from shopworld.cli.worker_option import WorkersOption
from shopworld.environments.corpus import Retrieval
from shopworld.environments.tools import ToolProfile
from shopworld.errors import AgentError, RunError
from shopworld.evaluation import (
    NOT_THE_AGENTS_FAULT,
    AgentCommand,
    Result,
    RunFolder,
    RunSettings,
    Screenshots,
    cause_lines,
    file_name,
    program_commands,
    read_commands,
    result_summary,
    result_table,
    status_lines,
)
from shopworld.evaluation.report import WIDTH, ReadRun, entries_of, grid_tables, unseen_grids
from shopworld.jail import JailOptions
from shopworld.tasks import Disclosure

MODELS = "Agents with a language model"
OUTSIDE = "Agents that are programs"
INCOMPLETE, NOTHING_DONE = 3, 4
"""Exit status where faults keep some trials from a result that says something, and where they keep all."""


def run(
    suite: Annotated[str, typer.Argument(autocompletion=complete_suites, help="Name of a suite, or path of its file.")],
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            "-a",
            autocompletion=complete_agents,
            help="Built-in or installed name, module:Class, command:LINE; repeatable.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Run folder; runs/SUITE-AGENT by default.")] = None,
    trials: Annotated[int, typer.Option(min=1, help="Times each task is tried.")] = 1,
    workers: WorkersOption = 0,
    interface: Annotated[
        list[str] | None,
        typer.Option(help="How agents meet a mall: browser, tools, corpus or nlweb; by default each its own."),
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="Actions per episode at most; each task's own limit by default.")
    ] = None,
    max_seconds: Annotated[float, typer.Option(min=0.1, help="Wall time per episode at most.")] = 600.0,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", help="Task id or field=pattern, e.g. set=basic, 'category=*cheapest*'; repeatable."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of everything random.")] = 0,
    screenshots: Annotated[Screenshots, typer.Option(help="Of which episodes pictures are kept.")] = Screenshots.NONE,
    mall: Annotated[Path | None, typer.Option(help="Folder of the mall; the suite's own by default.")] = None,
    catalog: Annotated[
        Path | None, typer.Option(help="Folder of the catalog, for a suite by tools; the suite's own by default.")
    ] = None,
    tools: Annotated[ToolProfile, typer.Option(help="How the tools behave, for a suite by tools.")] = (
        ToolProfile.DEFAULT
    ),
    retrieval: Annotated[
        Retrieval, typer.Option(help="How the corpus of a mall is searched, for agents that search it.")
    ] = Retrieval.BM25,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model", "-m", help="provider/model for agents that need one; repeatable.", rich_help_panel=MODELS
        ),
    ] = None,
    axtree: Annotated[
        bool, typer.Option("--axtree", help="web: sees the accessibility tree (the default).", rich_help_panel=MODELS)
    ] = False,
    memory: Annotated[bool, typer.Option("--memory", help="web: takes notes.", rich_help_panel=MODELS)] = False,
    vision: Annotated[
        bool,
        typer.Option("--vision", help="web: sees pictures with ids; alone, nothing else.", rich_help_panel=MODELS),
    ] = False,
    base_url: Annotated[
        str, typer.Option(help="End point of the same protocol: vLLM, Ollama, ….", rich_help_panel=MODELS)
    ] = "",
    temperature: Annotated[float | None, typer.Option(rich_help_panel=MODELS)] = None,
    reasoning_effort: Annotated[
        str | None, typer.Option(help="none, minimal, low, medium or high.", rich_help_panel=MODELS)
    ] = None,
    max_output_tokens: Annotated[int | None, typer.Option(help="Of one answer.", rich_help_panel=MODELS)] = None,
    budget_usd: Annotated[float | None, typer.Option(help="Of the whole run.", rich_help_panel=MODELS)] = None,
    budget_tokens: Annotated[int | None, typer.Option(help="Of the whole run.", rich_help_panel=MODELS)] = None,
    episode_usd: Annotated[float | None, typer.Option(help="Of one episode.", rich_help_panel=MODELS)] = None,
    episode_tokens: Annotated[int | None, typer.Option(help="Of one episode.", rich_help_panel=MODELS)] = None,
    prices: Annotated[Path | None, typer.Option(help="File with prices of your own.", rich_help_panel=MODELS)] = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Read answers as they come.", rich_help_panel=MODELS)
    ] = False,
    record: Annotated[bool, typer.Option(help="Record replies beside the episodes.", rich_help_panel=MODELS)] = True,
    replay: Annotated[
        Path | None, typer.Option(help="Run folder whose recorded replies are played back.", rich_help_panel=MODELS)
    ] = None,
    agents_from: Annotated[
        Path | None, typer.Option(help="TOML file with a table [agents.NAME] for each.", rich_help_panel=OUTSIDE)
    ] = None,
    pass_env: Annotated[
        list[str] | None,
        typer.Option(help="Name of an environment variable that they get; repeatable.", rich_help_panel=OUTSIDE),
    ] = None,
    trust: Annotated[bool, typer.Option("--trust", help="They run without a jail.", rich_help_panel=OUTSIDE)] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="HOST:PORT that they may connect to; repeatable.", rich_help_panel=OUTSIDE),
    ] = None,
    mount: Annotated[
        list[str] | None,
        typer.Option(help="File or folder that they may read; repeatable.", rich_help_panel=OUTSIDE),
    ] = None,
    step_seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Wall time for one action; 120 by default.", rich_help_panel=OUTSIDE)
    ] = None,
    ray: Annotated[
        str, typer.Option(help="Play on a Ray cluster: HOST:PORT, auto, or local to start one on this machine.")
    ] = "",
    retry_errors: Annotated[
        bool, typer.Option(help="Play trials again that faults ended, and grade again what the grader failed at.")
    ] = True,
    unseen: Annotated[
        bool, typer.Option("--unseen", help="Play a suite like it from a fresh seed, too, into OUT-unseen.")
    ] = False,
    unseen_seed: Annotated[int | None, typer.Option(help="That seed; drawn by default.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, say what would be played.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary for machines.")] = False,
) -> None:
    """Run agents on a suite of tasks: in a browser where it is for a mall, by tools where it is for a catalog.

    The suite `default` and its mall are made where they are not there yet. The same command goes on with a run that
    was stopped or killed, and plays again what infrastructure faults ended; they are never counted against an agent.
    Where one cause costs attempt after attempt, the run pauses, and tries again with growing waits.

    The exit status is 0 where every trial has a result, 3 where faults still keep some from one, 4 where they keep
    all, 1 where the run could not go on, and 130 after Ctrl-C.

    Examples:

        shopworld run webmall --agent oracle --agent noop --out runs/first

        shopworld run webmall -a keyword --trials 4 --filter set=basic --screenshots failed

        shopworld run webmall -a my_agent:MyAgent --max-steps 30

        shopworld run webmall -a my_agent:MyAsker --model openai/gpt-5-mini --budget-usd 5

        shopworld run default -a oracle --interface browser --interface tools

        shopworld run intent -a keyword -a oracle --tools default

        shopworld run webmall -a web --model openai/gpt-5 --axtree --memory --budget-usd 20

        shopworld run webmall -a web --model vllm/my-model --base-url http://localhost:8000/v1

        shopworld run webmall -a 'command:python my_agent.py' --pass-env MY_API_KEY

        shopworld run webmall -a 'browser-command:python my_browser_agent.py' --max-seconds 300

        shopworld run default -a keyword --unseen --out runs/honest

        shopworld run webmall -a my_agent:MyAgent --allow-host localhost:8000 --mount ~/weights

        shopworld run webmall -a oracle --ray 10.0.0.1:6379 --workers 64
    """
    if not agent:
        raise AgentError(
            "no agent is named: --agent NAME",
            hint=f"Built in: {', '.join(AGENT_NAMES)}. Your own: module:Class, or a program: 'command:LINE'.",
        )
    models = {
        "base_url": base_url,
        "temperature": temperature,
        "reasoning_effort": reasoning_effort,
        "max_output_tokens": max_output_tokens,
        "stream": stream,
        "prices": str(prices.resolve()) if prices else "",
        "budget": {"usd": budget_usd, "tokens": budget_tokens},
        "episode_budget": {"usd": episode_usd, "tokens": episode_tokens},
        "record": record,
        "replay": str(replay.resolve()) if replay else "",
    }
    commands = commands_of(agent, agents_from, pass_env or (), step_seconds)
    names = agents_with_models(
        agent,
        model or (),
        axtree=axtree,
        memory=memory,
        vision=vision,
        commands=commands,
        pass_env=pass_env or (),
        jail=JailOptions(trust=trust).with_holes(allow_host or (), (), mount or ()),
    )
    settings = RunSettings.from_values(
        suite=suite,
        mall=str(mall) if mall else "",
        catalog=str(catalog) if catalog else "",
        tools=tools,
        retrieval=retrieval,
        agents=agents_by_interfaces(names, interface or ()),
        models=models,
        commands=commands | program_commands(names, commands, base_url=base_url, max_steps=max_steps),
        pass_env=tuple(pass_env or ()),
        trust=trust,
        allow_host=tuple(allow_host or ()),
        mount=tuple(mount or ()),
        trials=trials,
        seed=seed,
        max_steps=max_steps,
        max_seconds=max_seconds,
        filters=tuple(filters or ()),
        screenshots=screenshots,
    )
    console = Console(stderr=True)
    plan = prepared(settings, console)
    folder = RunFolder(out or Path("runs") / file_name("-".join([plan.opening.suite.name, *settings.agents])))
    if dry_run:
        for line in planned_lines(plan, folder):
            typer.echo(line)
        return
    results = played(plan, folder, console, workers=workers, retry_errors=retry_errors, ray=ray)
    beside: Sequence[Result] = ()
    if unseen:
        beside = play_unseen(
            plan, folder, console, workers=workers, retry_errors=retry_errors, seed=unseen_seed, ray=ray
        )
    if as_json:
        told = result_summary(results, settings.agents, plan.opening.provenance.answers)
        if beside:
            told = {"tuned": told, "unseen": result_summary(beside, settings.agents)}
        typer.echo(json.dumps(told, indent=2))
        _exit_if_incomplete([*results, *beside])
        return
    screen = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    screen.print(result_table(results, settings.agents))
    for line in status_lines(results, settings.agents):
        typer.echo(line)
    for line in cause_lines(results, settings.agents):
        typer.echo(line)
    places = str(folder.path)
    if beside:
        places = f"{folder.path} {unseen_folder(folder).path}"
        entries = entries_of([ReadRun.read(folder.path), ReadRun.read(unseen_folder(folder).path)])
        for part in grid_tables(unseen_grids(entries), screen.width):
            screen.print(part)
    typer.echo(f"\nResults are in {places}. To look at each step: shopworld view {places}")
    typer.echo(f"For a page about them: shopworld report {places}")
    if plan.opening.provenance.answers == Disclosure.SEALED:
        typer.echo(
            "When no more runs on this suite are to come, tell its seed: "
            f"shopworld tasks reveal {settings.suite} --run {folder.path}"
        )
    if any(one.status in NOT_THE_AGENTS_FAULT for one in (*results, *beside)):
        typer.echo("The same command plays again what faults ended.")
    _exit_if_incomplete([*results, *beside])


def _exit_if_incomplete(results: Sequence[Result]) -> None:
    """Ends with the status of a run that faults kept from results."""
    faults = sum(one.status in NOT_THE_AGENTS_FAULT for one in results)
    if faults:
        raise typer.Exit(INCOMPLETE if faults < len(results) else NOTHING_DONE)


def commands_of(
    agents: Sequence[str], listed: Path | None, pass_env: Sequence[str], step_seconds: float | None
) -> dict[str, AgentCommand]:
    """The agents of a run that are programs, by name without interface and model.

    Args:
        agents: of the run.
        listed: TOML file with commands that have a name.
        pass_env: names of environment variables for the commands that stand in agents' names, and for classes.
        step_seconds: wall time for one answer of theirs.

    Raises:
        RunError: the options fit no agent.
        AgentError: a command line cannot be read.
        InputError: the file is wrong.
    """
    known = read_commands(listed) if listed is not None else {}
    bases = [AgentName.parse(name).base for name in agents]
    commands = {base: known[base] for base in bases if base in known}
    settings = {"environment": tuple(pass_env), **({"step_seconds": step_seconds} if step_seconds else {})}
    named = {base: command for base in bases if (command := AgentCommand.parse(base)) is not None}
    classes = [base for base in bases if base not in known and base not in named and not is_built_in(base)]
    if (step_seconds and not named) or (pass_env and not named and not classes):
        raise RunError(
            "--pass-env and --step-seconds are for agents that are given as command:… or browser-command:…, "
            "--pass-env for other people's classes too",
            hint='In a file of agents, write `environment = ["NAME"]` and `step_seconds = 60` into the agent\'s table.',
        )
    if pass_env or step_seconds:
        commands |= {name: command.model_copy(update=settings) for name, command in named.items()}
    if listed is not None and not commands.keys() & known.keys():
        raise RunError(f"no agent of {listed} is in the run", hint=f"Give --agent {next(iter(known), 'NAME')}.")
    return commands
