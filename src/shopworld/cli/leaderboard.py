"""`shopworld leaderboard`: a static page of submissions."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import leaderboard as write
from shopworld.evaluation import percent
from shopworld.plain_text import plain_line


def leaderboard(
    places: Annotated[list[Path], typer.Argument(help="Submissions, or folders that hold some.", metavar="DIR...")],
    out: Annotated[Path, typer.Option(help="Page to write.")] = Path("leaderboard.html"),
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Write a leaderboard from submissions that pass `shopworld submit check`; the others are named and left out.

    Only what played the same suite, tasks and limits stands in one table. Places have ranges: agents that their trials
    cannot tell apart share them. Submissions with more than a tenth of faults are listed below their table.

    Examples:

        shopworld leaderboard submissions

        shopworld leaderboard mine.json theirs.json --out board/index.html
    """
    made = write(places, out)
    for file, reason in made.refused.items():
        typer.echo(f"Left out: {plain_line(str(file))}: {plain_line(reason)}", err=True)
    if as_json:
        boards = [
            {
                "title": board.title,
                "unranked": [line.submission.submitter.title for line in board.unranked],
                "lines": [
                    {
                        "title": line.submission.submitter.title,
                        "agent": line.submission.agent,
                        "place": line.ranked.place,
                        "best": line.ranked.best,
                        "worst": line.ranked.worst,
                        "completion": asdict(line.ranked.completion),
                        "remarks": line.remarks,
                    }
                    for line in board.lines
                ],
            }
            for board in made.boards
        ]
        refused = {str(file): reason for file, reason in made.refused.items()}
        typer.echo(json.dumps({"page": str(made.file), "boards": boards, "refused": refused}, indent=2))
        return
    for board in made.boards:
        typer.echo(f"{board.title}: {len(board.lines)} submissions")
        for line in board.lines:
            places_text = f"{line.ranked.best}–{line.ranked.worst}"
            typer.echo(
                f"  {places_text:>7}  {percent(line.ranked.completion.value):>5} %  {line.submission.submitter.title}"
            )
        for line in board.unranked:
            typer.echo(f"  not ranked, too many faults: {line.submission.submitter.title}")
    typer.echo(f"\nPage: {made.file}")
