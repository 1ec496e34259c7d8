"""The option `--workers` of commands that play runs."""

from __future__ import annotations

from typing import Annotated

import typer

from shopworld.errors import InputError
from shopworld.evaluation import read_workers


def _read(asked: str) -> int:
    try:
        return read_workers(asked)
    except InputError as error:
        raise typer.BadParameter(str(error)) from error


WorkersOption = Annotated[
    int,
    typer.Option(
        parser=_read,
        metavar="auto|N",
        show_default="auto",
        help="Processes; auto: as processors, memory and trials ask for.",
    ),
]
