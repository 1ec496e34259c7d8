"""The form that the structured agent's model fills in each step (ShopGym, appendix B.3)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class NextStep(BaseModel):
    """What is to be done next."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    analysis: str = Field(description="What you see, what follows from it for the task, what is left to do.")
    should_end: bool = Field(alias="shouldEnd", description="Whether the task is done, or cannot be done.")
    instruction: str = Field(default="", description="The next action in a few words.")
    element_id: str | None = Field(default=None, alias="elementId", description="The element, e.g. elem-12.")
    method: str | None = Field(default=None, description="How it is operated.")
    arguments: list[str] | None = Field(default=None, description="What the method needs beside the element.")

    @property
    def element(self) -> str:
        """The element's id as the environment knows it; empty for none."""
        return (self.element_id or "").strip().strip("[]").removeprefix("elem-")
