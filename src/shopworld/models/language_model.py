"""What an agent holds of a language model, in whatever process it runs."""

from __future__ import annotations

from typing import Protocol

from shopworld.models.messages import ChatRequest, ModelReply, Usage
from shopworld.models.structured import Answer


class LanguageModel(Protocol):
    """A language model during one episode: metered, kept to budgets, recorded or replayed."""

    name: str
    """`provider/model`."""

    @property
    def spent(self) -> Usage:
        """What calls have cost so far in the episode."""

    @property
    def excused_seconds(self) -> float:
        """Time that its provider has lost; it does not count against the agent."""

    def ask(self, request: ChatRequest) -> ModelReply:
        """Asks, and waits for the answer. See `EpisodeModel.ask`."""

    def ask_as(self, request: ChatRequest, form: type[Answer]) -> tuple[Answer, ModelReply]:
        """Asks for an answer in a given form; see `complete_as`."""

    async def complete(self, request: ChatRequest) -> ModelReply:
        """As `ask`, for asynchronous code."""

    def take_usage(self) -> Usage:
        """What calls have cost since this was last asked."""
