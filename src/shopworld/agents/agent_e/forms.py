"""What planner and navigator answer."""

from __future__ import annotations

from pydantic import Field

from shopworld.agents.browsing import Detail
from shopworld.agents.model_forms import ModelForm

KINDS_OF_PAGE = {"all_fields": Detail.ALL, "input_fields": Detail.FIELDS, "text_only": Detail.TEXT}
"""Ways in which a page is distilled, as the navigator asks for them."""
TOOLS = {
    "click": "click",
    "enter_text": "fill",
    "select_option": "selectOption",
    "press_key": "press",
    "open_url": "goto",
    "go_back": "goBack",
    "scroll": "scroll",
}
"""The navigator's tools that do something in the browser, and the method that does it."""
LOOK = "get_page"
REPORT = "report"


class Plan(ModelForm):
    """What the planner says."""

    plan: list[str] = Field(default=[], description="The steps that are left, in order.")
    next_step: str = Field(default="", description="The next sub-task for the navigator, with all it needs to know.")
    terminate: bool = Field(description="Whether the task is done, or cannot be done.")
    final_response: str = Field(default="", description="What the user is told on terminating.")

    def problem(self) -> str:
        """What is wrong with it; empty where nothing is."""
        return "" if self.terminate or self.next_step.strip() else "there is neither a next_step nor terminate"


class Turn(ModelForm):
    """What the navigator says."""

    thought: str = Field(default="", description="What you see, and what follows from it for the sub-task.")
    tool: str = Field(description="One of the tools.")
    element: str | None = Field(default=None, description="The id of the element.")
    value: str | None = Field(default=None, description="Text, option, key, address, kind of page, or report.")

    @property
    def name(self) -> str:
        """The tool's name as it is written in the prompt."""
        return "_".join(self.tool.lower().replace("_", " ").split())

    def problem(self) -> str:
        """What is wrong with it; empty where nothing is."""
        if self.name not in (*TOOLS, LOOK, REPORT):
            return f"there is no tool {self.tool[:50]!r}; expected one of {', '.join((*TOOLS, LOOK, REPORT))}"
        if self.name == LOOK and self.value not in KINDS_OF_PAGE:
            return f"{LOOK} needs a kind of page: {', '.join(KINDS_OF_PAGE)}"
        return ""
