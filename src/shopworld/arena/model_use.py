"""A language model at work in the arena: which one, how it is called, what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.errors import BudgetSpent, ModelError, ModelFault, ShopworldError
from shopworld.models import EpisodeModel, Models, ModelSettings


@dataclass(frozen=True, slots=True)
class ModelUse:
    """Which model is asked, and how. One command is one sequence of calls.

    Attributes:
        name: `provider/model`.
        settings: how it is called; `episode_budget` bounds the whole command.
        record: file that what was asked and answered is written into.
        replay: such a file, to answer from instead of calling the model.
    """

    name: str
    settings: ModelSettings = field(default_factory=ModelSettings)
    record: Path | None = None
    replay: Path | None = None

    @contextmanager
    def opened(self, *, seed: int = 0) -> Iterator[EpisodeModel]:
        """The model, ready to be asked.

        Args:
            seed: of the chance in pauses between tries.

        Raises:
            ModelError: it cannot be called as asked (name, key, price), or there is no such recording.
            InputError: the recording or the file of prices is broken.
        """
        settings = self.settings.model_copy(update={"replay": str(self.replay or "")})
        with closing(Models(settings, seed=seed)) as models:
            models.check(self.name)
            if self.record is not None:
                self.record.parent.mkdir(parents=True, exist_ok=True)
            yield models.open(self.name, record=self.record, replay=self.replay)


def reason_of(error: ShopworldError) -> str:
    """Why a model gave nothing, for people: a command is what the models' room calls an episode."""
    return error.message.replace("the budget of the episode", "the budget of this command")


def ends_asking(error: ModelFault | ModelError) -> str:
    """Why nothing more is asked, where that may happen in the middle of work: a provider that fails, a spent budget.

    Args:
        error: that a call raised.

    Returns:
        the reason, for people.

    Raises:
        ModelError: the model cannot be used at all; that is for the person who named it.
    """
    if isinstance(error, ModelError) and not isinstance(error, BudgetSpent):
        raise error
    return reason_of(error)
