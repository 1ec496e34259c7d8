"""What a model answers: intents, each with a plan in a closed vocabulary. Nothing else of it reaches a task."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

PlannedAction = Literal[
    "read_page",
    "answer_question",
    "buy_product",
    "buy_from_collection",
    "buy_cheaper",
    "buy_better_rated",
    "add_and_remove",
]


class PlanModel(BaseModel):
    """Base of what a model answers: unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PlanStep(PlanModel):
    """One step of a journey. Texts are the shop's own, letter by letter; empty where they do not apply."""

    do: PlannedAction
    name: str = Field(description="Title of the page or product, name of the collection, or id of the question.")
    other: str = Field(default="", description="buy_cheaper, buy_better_rated: title of the second product.")
    variant: tuple[str, ...] = Field(default=(), description="buy_product: the value of each option; empty: any.")
    filter: str = Field(default="", description="buy_from_collection: label of a filter.")
    value: str = Field(default="", description="buy_from_collection: value of that filter.")
    choose: Literal["any", "cheapest"] = Field(default="any", description="buy_from_collection: which product.")
    search_first: str = Field(default="", description="buy_from_collection: a word to search for in vain before.")


class AuthoredJourney(PlanModel):
    """One journey."""

    id: str = Field(description="The id that was asked for.")
    intent: str = Field(description="What the shopper says, in plain English.")
    steps: tuple[PlanStep, ...] = Field(description="The plan, in order.")
    quantity: int = Field(default=1, ge=1, le=6, description="Pieces of every product that is bought.")


class AuthoredJourneys(PlanModel):
    """The answer to one request."""

    journeys: tuple[AuthoredJourney, ...]
