"""A model for one command: budgets, recordings, and which faults end the asking."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_server import ModelServer, Say

from shopworld.arena.model_use import ModelUse, ends_asking, reason_of
from shopworld.errors import BudgetSpent, ModelError, ModelFault, RecordingError
from shopworld.models import ChatMessage, ChatRequest, ModelSettings

ASKED = ChatRequest((ChatMessage("user", ("Well?",)),))


def test_what_is_recorded_is_played_back_without_a_server(tmp_path: Path) -> None:
    replies = tmp_path / "new" / "replies.jsonl"
    with (
        ModelServer(lambda _: Say("Well.")) as server,
        ModelUse("vllm/any", ModelSettings(base_url=server.base_url), replies).opened() as model,
    ):
        assert model.ask(ASKED).text == "Well."
    with ModelUse("vllm/any", replay=replies).opened() as model:
        assert model.ask(ASKED).text == "Well."
        with pytest.raises(RecordingError, match="holds 1 replies"):
            model.ask(ASKED)


def test_the_budget_is_of_the_command() -> None:
    with ModelServer(lambda _: Say("Well.")) as server:
        settings = ModelSettings.model_validate({"base_url": server.base_url, "episode_budget": {"tokens": 1}})
        with ModelUse("vllm/any", settings).opened() as model:
            model.ask(ASKED)
            with pytest.raises(BudgetSpent) as spent:
                model.ask(ASKED)
    assert reason_of(spent.value).startswith("the budget of this command is spent: ")
    assert ends_asking(spent.value) == reason_of(spent.value)


def test_a_provider_that_fails_ends_the_asking_and_a_model_that_cannot_be_used_is_told() -> None:
    assert ends_asking(ModelFault("it failed")) == "it failed"
    with pytest.raises(ModelError, match="no such key"):
        ends_asking(ModelError("no such key"))
    with pytest.raises(ModelError, match="nobody"), ModelUse("nobody/any").opened():
        pass
