"""Language models at work for one call of the library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shopworld.api.places import Place, path_of
from shopworld.arena import ModelUse
from shopworld.errors import InputError
from shopworld.models import EpisodeModel, ModelSettings


def model_use(
    model: str | None, models: ModelSettings | None, *, record: Place | None = None, replay: Place | None = None
) -> ModelUse | None:
    """The model that is asked, and how; None where none is named.

    Args:
        model: `provider/model`; None or empty for none.
        models: how it is called; its budget is for the whole call of the library.
        record: file for what is asked and answered.
        replay: such a file, to answer from without a model.

    Raises:
        InputError: something is said of a model, and none is named.
    """
    if not model:
        if models not in (None, ModelSettings()) or record is not None or replay is not None:
            raise InputError("an option of the language model is given, and no --model", hint="Name one: --model …")
        return None
    settings = models or ModelSettings()
    if settings.budget.bounded:
        settings = settings.model_copy(update={"episode_budget": settings.budget})
    return ModelUse(model, settings, path_of(record), path_of(replay))


@contextmanager
def writing_model(
    model: str | None, models: ModelSettings | None, suite: Path, *, replay: bool, seed: int = 0
) -> Iterator[EpisodeModel | None]:
    """Opens the model that writes a suite; None where none is named.

    What it is asked and answers is recorded as `<suite>.replies.jsonl`, anew each time.

    Args:
        model: `provider/model`; None or empty for none.
        models: how it is called.
        suite: file that the suite goes to.
        replay: whether it answers from the recording.
        seed: of the chance in pauses between tries.

    Raises:
        ModelError: the model cannot be called as asked, or there is no recording.
        InputError: as `model_use`.
    """
    replies = suite.with_suffix(".replies.jsonl")
    use = model_use(model, models, record=replies if model and not replay else None, replay=replies if replay else None)
    if use is None:
        yield None
        return
    with use.opened(seed=seed) as opened:
        yield opened
