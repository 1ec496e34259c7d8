"""`shopworld submit`: what an agent did on a suite, in one file for leaderboards."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from shopworld.api import check_submission, make_submission
from shopworld.evaluation import Submission, Tuning, percent
from shopworld.files import write_whole
from shopworld.plain_text import plain_line

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Make and check submissions for leaderboards.",
)


@app.command()
def make(
    run: Annotated[Path, typer.Argument(help="Run folder, finished.", metavar="RUN")],
    out: Annotated[Path, typer.Option(help="File to write.")],
    title: Annotated[str, typer.Option(help="What the agent is called on a leaderboard.")],
    organisation: Annotated[str, typer.Option(help="Who submits it.")],
    contact: Annotated[str, typer.Option(help="Address of mail or of a profile.")],
    agent: Annotated[str, typer.Option("--agent", "-a", help="Its name in the run, where there are several.")] = "",
    model: Annotated[
        list[str] | None, typer.Option("--model", "-m", help="provider/model it asks; may be named again.")
    ] = None,
    tuning: Annotated[Tuning, typer.Option(help="What of the suite it was developed on.")] = Tuning.UNKNOWN,
    notes: Annotated[str, typer.Option(help="Changed prompts, and what else a reader must know.")] = "",
    trajectories: Annotated[str, typer.Option(help="Address under which the run folder is published.")] = "",
    date: Annotated[str, typer.Option(help="Of the submission, e.g. 2027-03-01; today by default.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Write what one agent did in a run as a submission: a JSON file with every trial, its hashes and its cost.

    It holds no reasons of checks and no trajectories, only the hash of each event log. Whoever has the run folder can
    prove by it that the file is right: shopworld submit check FILE --run RUN.

    Examples:

        shopworld submit make runs/first --out mine.json --title "My agent" --organisation Us --contact us@example.org

        shopworld submit make runs/first -a my_agent:Agent -m openai/gpt-5 --tuning nothing --out mine.json \\
            --title "My agent" --organisation Us --contact us@example.org
    """
    submission = make_submission(
        run,
        title=title,
        organisation=organisation,
        contact=contact,
        date=date or datetime.date.today().isoformat(),  # noqa: DTZ011  # the submitter's own day
        agent=agent,
        models=tuple(model or ()),
        tuning=tuning.value,
        notes=notes,
        trajectories=trajectories,
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, submission.to_json())
    if as_json:
        typer.echo(json.dumps({"file": str(out), **_for_machines(submission)}, indent=2))
        return
    typer.echo(f"Wrote {out}.")
    _tell(submission)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Submissions.", metavar="FILE...")],
    suite: Annotated[str, typer.Option(help="Name or file of the suite that they are held against.")] = "",
    run: Annotated[
        Path | None, typer.Option(help="Run folder with the trajectories; each log is compared and graded again.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Check submissions: whether each holds together, and whether its hashes, limits and figures are right.

    With --suite its tasks and checks must be the suite's, and none that it chose may be missing. With --run every event
    log must be the one submitted, and a new grade must be the same.

    Examples:

        shopworld submit check mine.json

        shopworld submit check mine.json --suite default --run runs/first
    """
    checked = {str(file): check_submission(file, suite=suite or None, run=run) for file in files}
    if as_json:
        typer.echo(json.dumps({name: _for_machines(one) for name, one in checked.items()}, indent=2))
        return
    for name, one in checked.items():
        typer.echo(f"{name}: valid.")
        _tell(one)


@app.command()
def schema() -> None:
    """Print the JSON schema of a submission.

    Examples:

        shopworld submit schema > submission.schema.json
    """
    typer.echo(json.dumps(Submission.model_json_schema(mode="validation"), indent=2))


def _tell(submission: Submission) -> None:
    figures = submission.figures
    cost = f", {figures.usd:.2f} USD" if figures.usd is not None else ""
    line = (
        f"{submission.submitter.title} ({submission.agent}) on {submission.suite.name} {submission.suite.version}: "
        f"{percent(figures.completion)} % of {figures.tasks} tasks, {figures.trials} trials each{cost}; "
        f"{submission.isolation or 'comes with Shopworld'}."
    )
    typer.echo(plain_line(line))
    for remark in submission.remarks():
        typer.echo(f"  - {plain_line(remark)}")


def _for_machines(submission: Submission) -> dict[str, Any]:
    return {
        "agent": submission.agent,
        "suite": submission.suite.model_dump(mode="json"),
        "isolation": submission.isolation.value,
        "figures": submission.figures.model_dump(mode="json"),
        "remarks": list(submission.remarks()),
    }
