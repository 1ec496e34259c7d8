"""The agent after Agent-E: a planner that sees no pages, and a navigator that sees no task."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import Field

from shopworld.agents.browsing import BrowsingAgent, Detail, PastStep, cut_history, page_values, project, write_action
from shopworld.agents.model_forms import ModelForm
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.tree import parse_tree
from shopworld.environments import Observation
from shopworld.errors import ActionError
from shopworld.models import ChatMessage, LanguageModel

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

MOST_LINES = 8
"""New lines that are told of."""
_LONGEST_LINE = 120

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
CALLS = 6
"""Calls of the model in one step; then it goes without an action."""
SUB_TASK_STEPS = 12
"""Actions of the navigator in one sub-task; then the planner hears that it did not get done."""


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


@dataclass(frozen=True, slots=True)
class SubTask:
    """Something the navigator was to do.

    Attributes:
        what: it was to do.
        report: what it said at the end; empty while it goes on.
    """

    what: str
    report: str = ""


class AgentE(BrowsingAgent):
    """Shops in a browser with a language model in two parts: planner and navigator."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self._sub_tasks: list[SubTask] = []
        self._first_step = 0
        """Of the sub-task at hand, in the steps so far."""
        self._detail = Detail.ALL
        self._seen = ("", "")
        """Address and distilled page before the last action."""

    def choose(self, observation: Observation) -> Move:
        """Plans where there is no sub-task, then navigates."""
        self._notice(observation)
        for _ in range(CALLS):
            if not self._sub_tasks or self._sub_tasks[-1].report:
                plan = self.fill_form(lambda: self._ask_planner(observation), Plan, Plan.problem)
                if plan.answer is None:
                    return self.no_move("", f"the planner's answer could not be used: {plan.problem}")
                if plan.answer.terminate:
                    self.note("", "terminate")
                    told = plan.answer.final_response or "The task is done."
                    return Move(f"send_msg_to_user({told!r})", told)
                self._sub_tasks.append(SubTask(plan.answer.next_step))
                self._first_step, self._detail = len(self.steps), Detail.ALL
            move = self._navigate(observation)
            if move is not None:
                return move
        return self.no_move("", f"no action came of {CALLS} answers")

    def _navigate(self, observation: Observation) -> Move | None:
        """The navigator's next action; None where it looks again, or reports."""
        filled = self.fill_form(lambda: self._ask_navigator(observation), Turn, Turn.problem)
        turn, sub_task = filled.answer, self._sub_tasks[-1]
        if turn is None:
            return self.no_move("", f"the navigator's answer could not be used: {filled.problem}")
        if turn.name == LOOK:
            self.count("looks")
            self._detail = KINDS_OF_PAGE[turn.value or ""]
            return None
        if turn.name == REPORT:
            self._sub_tasks[-1] = replace(sub_task, report=turn.value or turn.thought or "It is done.")
            return None
        try:
            arguments = (turn.value,) if turn.value is not None else ()
            nodes = parse_tree(observation.accessibility_tree)
            action = write_action(TOOLS[turn.name], (turn.element or "").strip("[] "), arguments, nodes)
        except ActionError as error:
            return self.no_move(turn.thought, str(error))
        self.note(turn.thought, _described(turn))
        if len(self.steps) - self._first_step >= SUB_TASK_STEPS:
            last = f"It was not done within {SUB_TASK_STEPS} actions. The last thought: {turn.thought}"
            self._sub_tasks[-1] = replace(sub_task, report=last)
        return Move(action, turn.thought, {"sub_task": sub_task.what})

    def _notice(self, observation: Observation) -> None:
        """Notes what the last action changed."""
        page = project(observation.accessibility_tree)
        url, before = self._seen
        if self.steps and self.steps[-1].action and not self.steps[-1].error:
            moved_to = observation.url if observation.url != url else ""
            self.steps[-1] = replace(self.steps[-1], memory=describe_change(before, page, moved_to=moved_to))
        self._seen = (observation.url, page)

    def _ask_planner(self, observation: Observation) -> tuple[ChatMessage, ...]:
        # Reports are cut like steps: what the planner was told first gets short first.
        told = [PastStep(number, one.report, one.what) for number, one in enumerate(self._sub_tasks, 1)]
        history = cut_history(told, self.history_limit)
        state = TEMPLATE.write(
            "state",
            goal=self.goal,
            left_out=history.left_out,
            sub_tasks=[{"number": one.number, "what": one.action, "report": one.thought} for one in history.steps],
            **page_values(observation),
        )
        return (
            ChatMessage("system", (TEMPLATE.write("planner"),), cache=True),
            ChatMessage("user", (state,)),
        )

    def _ask_navigator(self, observation: Observation) -> tuple[ChatMessage, ...]:
        history = cut_history(self.steps[self._first_step :], self.history_limit)
        shown = self.page.show(project(observation.accessibility_tree, detail=self._detail))
        page = TEMPLATE.write(
            "page",
            sub_task=self._sub_tasks[-1].what,
            steps=[
                {"thought": one.thought, "action": one.action, "outcome": one.error or one.memory, "failed": one.error}
                for one in history.steps
            ],
            left_out=history.left_out,
            kind=next(name for name, detail in KINDS_OF_PAGE.items() if detail is self._detail),
            not_shown="; ".join(shown.left_out),
            page=shown.text,
            **page_values(observation),
        )
        return (
            ChatMessage("system", (TEMPLATE.write("navigator"),), cache=True),
            ChatMessage("user", (page,)),
        )


def _described(turn: Turn) -> str:
    given = ", ".join(part for part in (f"[{turn.element}]" if turn.element else "", repr(turn.value or "")) if part)
    return f"{turn.name}({given})"


def describe_change(before: str, after: str, *, moved_to: str = "") -> str:
    """What is new on a page.

    Args:
        before: its text before the action.
        after: its text now.
        moved_to: the address, where it is another one now.
    """
    if moved_to:
        return f"another page was opened: {moved_to}"
    left = Counter(map(_line, before.splitlines()))
    new: list[str] = []
    for line in map(_line, after.splitlines()):
        if left[line] > 0:
            left[line] -= 1
        elif line:
            new.append(line)
    gone = sum(left.values())
    if not new:
        return f"{gone} lines of the page are gone, nothing is new" if gone else "nothing changed on the page"
    shown = "; ".join(line[:_LONGEST_LINE] for line in new[:MOST_LINES])
    more = len(new) - MOST_LINES
    return f"new on the page: {shown}" + (f"; and {more} lines more" if more > 0 else "")


def _line(line: str) -> str:
    """A line without its place and without its id, which says nothing of a change."""
    text = line.strip()
    return text.partition("] ")[2] if text.startswith("[") else text
