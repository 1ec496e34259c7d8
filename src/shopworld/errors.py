"""The exception tree. Every error that a person can cause or cure is a `ShopworldError`.

ShopworldError
├── InputError            a file or a value from outside is not as it must be
├── CatalogError          a catalog cannot be opened, built or searched
├── ShopError             a shop's specification or data does not hold together
├── MallError             a mall cannot be made, opened or served
├── EpisodeError          an episode was used against its rules
├── TaskError             a task or suite is wrong, or cannot be resolved in its mall
├── ActionError           an agent's action cannot be parsed or carried out (goes into the next observation)
├── EnvironmentFault      infrastructure failed (browser gone, call hung): never the agent's fault
│   ├── BrowserMissing    no usable Chromium was found
│   └── ModelFault        a language model's provider failed, after all retries
├── ModelError            a language model cannot be used as asked (name, key, settings): stops a run
│   ├── BudgetSpent       the tokens or dollars allowed are used up
│   └── RecordingError    recorded replies do not fit what is asked now
├── ModelReplyError       a language model's reply cannot be used; the model's failing
│   └── ContextOverflow   a prompt is longer than the model takes
├── ArenaError            a storefront cannot be explored, or a shop cannot be generated
├── AgentError            an agent could not be made, or raised
├── ClusterError          a cluster cannot be reached, or a node cannot be used
└── RunError              a run folder or its settings are wrong
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class ShopworldError(Exception):
    """Base of all errors that the CLI prints without a traceback.

    Args:
        message: what was found and what was expected.
        hint: what to do about it, one sentence; printed on a line of its own.
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if hint:  # who sees a traceback, as in a notebook, sees it too
            self.add_note(f"hint: {hint}")


class InputError(ShopworldError):
    """A file or value from outside is not as it must be.

    Args:
        message: what was found and what was expected.
        file: the file at fault.
        line: its line, from 1.
        field: the column, key or argument at fault.
        hint: what to do about it.
    """

    def __init__(
        self,
        message: str,
        *,
        file: Path | str | None = None,
        line: int | None = None,
        field: str | None = None,
        hint: str | None = None,
    ) -> None:
        place = ":".join(str(part) for part in (file, line) if part is not None)
        where = ", ".join(part for part in (place, f"field {field!r}" if field else "") if part)
        super().__init__(f"{where}: {message}" if where else message, hint=hint)
        self.file, self.line, self.field = file, line, field


class CatalogError(ShopworldError):
    """A catalog cannot be opened, built or searched."""


class ShopError(ShopworldError):
    """A shop's specification or data does not hold together."""


class MallError(ShopworldError):
    """A mall cannot be made, opened or served."""


class EpisodeError(ShopworldError):
    """An episode was used against its rules."""


class TaskError(ShopworldError):
    """A task or suite is wrong, or cannot be resolved in its mall."""


class ActionError(ShopworldError):
    """An agent's action cannot be parsed or carried out; the text goes into the next observation."""


class EnvironmentFault(ShopworldError):
    """Infrastructure failed: a browser is gone or a call hung. Recorded as `infra_error`, never as a zero."""


class BrowserMissing(EnvironmentFault):
    """No usable Chromium was found."""


class ModelFault(EnvironmentFault):
    """A language model's provider failed after all retries: rate limits, outages, time-outs, broken replies."""


class ModelError(ShopworldError):
    """A language model cannot be used as asked. Trying again would not help, so that a run stops."""


class BudgetSpent(ModelError):
    """The tokens or dollars allowed are used up.

    Args:
        message: what was allowed and what was used.
        whole_run: whether it was the budget of the run, not of one episode.
        hint: what to do about it.
    """

    def __init__(self, message: str, *, whole_run: bool, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.whole_run = whole_run


class RecordingError(ModelError):
    """Recorded replies do not fit what is asked now; the message shows the difference."""


class ModelReplyError(ShopworldError):
    """A language model's reply cannot be used. It came from the model, so it counts as the agent's failing."""


class ContextOverflow(ModelReplyError):
    """A prompt is longer than the model takes."""


class ArenaError(ShopworldError):
    """A storefront cannot be explored, or a shop cannot be generated."""


class AgentError(ShopworldError):
    """An agent could not be made, or raised while it ran."""


class ClusterError(ShopworldError):
    """A cluster of machines cannot be reached, or one of its nodes cannot be used."""


class RunError(ShopworldError):
    """A run folder or its settings are wrong."""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """`Did you mean …? `, where something known is written alike; else nothing."""
    close = difflib.get_close_matches(given, list(known), n=1)
    return f"Did you mean {close[0]!r}? " if close else ""
