"""Language models that write tasks: opened for one command, with a budget, recorded beside the suite."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from shopworld.models import Budget, EpisodeModel, Models, ModelSettings


@contextmanager
def writing_model(
    name: str,
    suite: Path,
    *,
    base_url: str = "",
    temperature: float | None = None,
    usd: float | None = None,
    tokens: int | None = None,
    prices: Path | None = None,
    replay: bool = False,
) -> Iterator[EpisodeModel | None]:
    """Opens the model that writes a suite; None where none is named.

    What it is asked and answers is recorded as `<suite>.replies.jsonl`, anew each time.

    Args:
        name: `provider/model`, or empty.
        suite: file that the suite goes to.
        base_url, temperature, usd, tokens, prices: as the options say.
        replay: whether it answers from the recording.

    Raises:
        ModelError: the model cannot be called as asked, or there is no recording.
    """
    if not name:
        yield None
        return
    replies = suite.with_suffix(".replies.jsonl")
    settings = ModelSettings.model_validate(
        {
            "base_url": base_url,
            "temperature": temperature,
            "prices": str(prices.resolve()) if prices else "",
            "episode_budget": Budget(usd=usd, tokens=tokens),
            "replay": str(replies) if replay else "",
        }
    )
    with closing(Models(settings)) as models:
        models.check(name)
        if replay:
            yield models.open(name, replay=replies)
            return
        replies.parent.mkdir(parents=True, exist_ok=True)
        replies.unlink(missing_ok=True)
        yield models.open(name, record=replies)
