"""The forms of judges' answers: first what they see, then why, then the verdict."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Pointer(BaseModel):
    """What a judge points at."""

    step: int = Field(description="Number of the step or of the picture; 0 for anything else.")
    quote: str = Field(description="The words, copied exactly as they stand there.")


class Opinion(BaseModel):
    """What a judge thinks of one thing."""

    evidence: list[Pointer] = Field(description="What shows it, the most telling first; at least one for a success.")
    reasoning: str = Field(description="What follows from that, in a few sentences.")
    success: bool


class RubricOpinion(BaseModel):
    """What a judge thinks of one requirement."""

    id: str = Field(description="Of the requirement.")
    evidence: list[Pointer] = Field(description="What of the product's data shows it; at least one where it is met.")
    reasoning: str
    satisfied: bool


class RubricOpinions(BaseModel):
    """What a judge thinks of all requirements, each once."""

    rubrics: list[RubricOpinion]
