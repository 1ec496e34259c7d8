"""The form that the structured agent's model fills in each step (ShopGym, appendix B.3)."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from shopworld.agents.model_forms import ModelForm


class NextStep(ModelForm):
    """What is to be done next."""

    analysis: str = Field(description="What you see, what follows from it for the task, what is left to do.")
    should_end: bool = Field(alias="shouldEnd", description="Whether the task is done, or cannot be done.")
    instruction: str = Field(default="", description="The next action in a few words.")
    element_id: str | None = Field(default=None, alias="elementId", description="The element, e.g. elem-12.")
    method: str | None = Field(default=None, description="How it is operated.")
    arguments: list[str] | None = Field(default=None, description="What the method needs beside the element.")

    @field_validator("arguments", mode="before")
    @classmethod
    def _one_is_a_list(cls, given: Any) -> Any:
        return [given] if isinstance(given, str | int | float) else given

    @property
    def element(self) -> str:
        """The element's id as the environment knows it; empty for none."""
        return (self.element_id or "").strip().strip("[]").removeprefix("elem-")
