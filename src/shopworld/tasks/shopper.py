"""The shopper behind a task with hidden intent: profile, and what the shopper answers when asked.

None of it reaches an agent but through the tools `get_user_profile` and `ask_user`.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class ShopperModel(BaseModel):
    """Base of the shopper's records: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Slot(ShopperModel):
    """One thing that the shopper tells when asked about it."""

    id: str
    rubrics: tuple[str, ...]
    """Ids of the rubrics that it reveals."""
    hidden: str
    """The requirement, for people."""
    topics: tuple[str, ...] = Field(min_length=1)
    """Words and phrases by which a question is about it."""
    response: str
    """What the shopper says."""


class ClarificationScript(ShopperModel):
    """What the shopper answers."""

    slots: tuple[Slot, ...] = ()
    default_response: str
    most_turns: int = Field(default=10, ge=0)


class Shopper(ShopperModel):
    """Who wants to buy."""

    profile: dict[str, Any]
    """What `get_user_profile` returns: `user_id`, `demographics`, `lifestyle`, `shopping_habits`,
    `product_requirements`."""
    clarification: ClarificationScript

    @property
    def as_asked(self) -> Shopper:
        """The shopper with what is needed to answer questions; which rubrics an answer is for is left out."""
        slots = tuple(one.model_copy(update={"rubrics": (), "hidden": ""}) for one in self.clarification.slots)
        return self.model_copy(update={"clarification": self.clarification.model_copy(update={"slots": slots})})
