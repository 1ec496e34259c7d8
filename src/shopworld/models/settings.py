"""How models are called, and how much that may cost."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

ReasoningEffort = Literal["none", "minimal", "low", "medium", "high"]


class Budget(BaseModel):
    """Upper bounds on what calls may use up; None: no bound."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: int | None = Field(default=None, gt=0)
    """Input and output together."""
    usd: float | None = Field(default=None, gt=0)

    @property
    def bounded(self) -> bool:
        """Whether there is a bound."""
        return self.tokens is not None or self.usd is not None


class ModelSettings(BaseModel):
    """How models are called. What is None is left to the provider."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str = ""
    """Address of an end point of the same protocol, instead of the provider's own."""
    temperature: float | None = Field(default=None, ge=0.0, le=2.0)
    reasoning_effort: ReasoningEffort | None = None
    max_output_tokens: int | None = Field(default=None, gt=0)
    """Of one answer, reasoning too."""
    stream: bool = False
    """Whether answers are read while they are written."""
    caching: bool = True
    """Whether prompts are marked for the provider's cache, where it has to be told."""
    timeout: float = Field(default=180.0, gt=0)
    """Seconds for one try."""
    retries: int = Field(default=6, ge=0)
    """Further tries after one that failed by no fault of the request."""
    patience: float = Field(default=600.0, gt=0)
    """Seconds that one call may take with all its tries and waiting."""
    concurrency: int = Field(default=16, ge=1)
    """Calls at the same time, at most; fewer after a rate limit."""
    prices: str = ""
    """File with prices of one's own."""
    budget: Budget = Budget()
    """For everything together."""
    episode_budget: Budget = Budget()
    """For one episode."""
    record: bool = True
    """Whether replies are recorded beside the episode."""
    replay: str = ""
    """Run folder whose recorded replies are played back instead of calling a model."""
