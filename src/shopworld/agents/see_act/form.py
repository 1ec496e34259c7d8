"""The form in which a proposed action is grounded."""

from __future__ import annotations

from pydantic import Field

from shopworld.agents.model_forms import ModelForm

KINDS = {
    "CLICK": "click",
    "HOVER": "hover",
    "TYPE": "fill",
    "SELECT": "selectOption",
    "PRESS": "press",
    "CLEAR": "clear",
    "GOTO": "goto",
    "GO BACK": "goBack",
    "SCROLL": "scroll",
    "WAIT": "wait",
}
"""What can be done, and the method that does it."""
END = "TERMINATE"
NONE = "NONE"


class Grounding(ModelForm):
    """The element and the kind of action that were meant."""

    element: str | None = Field(default=None, description="Number of the candidate.")
    action: str = Field(description="One of the kinds of actions.")
    value: str | None = Field(default=None, description="Text, option, key, address, or message.")

    @property
    def kind(self) -> str:
        """The action's kind as it is written in the prompt."""
        return " ".join(self.action.replace("_", " ").upper().split())

    def problem(self, candidates: int) -> str:
        """What is wrong with it; empty where nothing is."""
        if self.kind not in (*KINDS, END, NONE):
            return f"there is no action {self.action[:50]!r}; expected one of {', '.join((*KINDS, END, NONE))}"
        number = self.number
        if self.element is not None and number is None:
            return f"{self.element[:50]!r} is not the number of a candidate"
        if number is not None and not 1 <= number <= candidates:
            return f"there is no candidate {number}; expected a number from 1 to {candidates}"
        return ""

    @property
    def number(self) -> int | None:
        """Of the candidate."""
        digits = (self.element or "").strip().rstrip(".")
        return int(digits) if digits.isdecimal() and len(digits) < 6 else None
