"""Task families of installed packages, sealed: who declares a seed gets `--sealed`, and one that nobody is told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from shopworld.commands import SEALED, SEED, CommandOutcome, TaskFamily
from shopworld.errors import TaskError
from shopworld.mall import Home
from shopworld.tasks import Seal, load_suite, save_sealed


class SealableFamily(TaskFamily):
    """A family whose code knows of seeds, and not of seals.

    It is given a drawn seed, writes its suites with it where only their user may read them, and they are sealed then.
    """

    def run(self, values: Mapping[str, Any]) -> CommandOutcome:
        """Makes the tasks, see `Command.run`.

        Raises:
            TaskError: no suite that was written where suites are kept holds the drawn seed.
        """
        given = dict(values)
        if not given.pop(SEALED.name):
            return TaskFamily.run(self, given)
        drawn = Seal.draw()
        with _private_files():
            outcome = TaskFamily.run(self, given | {SEED.name: drawn.seed})
        files = list(_written_with(drawn.seed, Home.from_environment().folder / "suites"))
        if not files:
            raise TaskError(
                f"the task family {self.name!r} wrote no suite that names its seed: nothing was sealed",
                hint="It has to give its seed to the Suite, and to write it where suites are kept.",
            )
        for file in files:
            save_sealed(load_suite(file), file, drawn)
        told = "\n".join(f"Sealed {file}, commitment {drawn.commitment}" for file in files)
        text = f"{_hidden(outcome.text, drawn)}\n{told}" if isinstance(outcome.text, str) else told
        return CommandOutcome({**_hidden(dict(outcome.data), drawn), "commitment": drawn.commitment}, text)


def sealable(family: TaskFamily) -> TaskFamily:
    """A family with the switch `--sealed`, where it declares a seed and no such switch itself."""
    names = [one.name for one in family.parameters]
    if SEED.name not in names or SEALED.name in names:
        return family
    after = names.index(SEED.name) + 1
    parameters = (*family.parameters[:after], SEALED, *family.parameters[after:])
    return SealableFamily(
        **{one.name: getattr(family, one.name) for one in fields(family)} | {"parameters": parameters}
    )


@contextmanager
def _private_files() -> Iterator[None]:
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _written_with(seed: int, folder: Path) -> Iterator[Path]:
    for file in sorted(folder.glob("*.json")):
        if str(seed).encode() in file.read_bytes() and load_suite(file).seed == seed:
            yield file


def _hidden(told: Any, drawn: Seal) -> Any:
    """What a family tells, without the seed."""
    if isinstance(told, Mapping):
        return {_hidden(name, drawn): _hidden(value, drawn) for name, value in told.items()}
    if isinstance(told, (list, tuple)):
        return [_hidden(one, drawn) for one in told]
    if isinstance(told, str):
        return told.replace(str(drawn.seed), "(sealed)")
    return None if told == drawn.seed else told
