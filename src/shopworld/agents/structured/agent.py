"""The structured agent: sees a projection of the page and a picture, and fills a form in each step."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from shopworld.agents.browsing import METHOD_REFERENCE, BrowsingAgent, page_values, project, write_action
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.structured.form import NextStep
from shopworld.agents.structured.options import StructuredOptions
from shopworld.agents.tree import parse_tree
from shopworld.environments.observation import Observation, Pictures
from shopworld.errors import ActionError
from shopworld.models import ChatMessage, MessageImage
from shopworld.models.language_model import LanguageModel

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))


class StructuredAgent(BrowsingAgent):
    """Shops in a browser with a language model that answers in a form (ShopGym, appendix B.3).

    Args:
        model: whom to ask.
        options: how it is set up.
    """

    def __init__(self, model: LanguageModel, options: StructuredOptions | None = None) -> None:
        super().__init__(model)
        self.options = options or StructuredOptions()
        self.pictures = Pictures.PLAIN if self.options.vision else Pictures.NONE

    @classmethod
    def from_name(cls, options: str, model: LanguageModel) -> Self:
        """Makes one as its name says; see `StructuredOptions.parse`."""
        return cls(model, StructuredOptions.parse(options))

    def choose(self, observation: Observation) -> Move:
        """The next action, as the form says. A form that fits nothing is a step without an action."""
        filled = self.fill_form(lambda: self._messages(observation), NextStep)
        step = filled.answer
        if step is None:
            self.note("", "", problem=f"the answer could not be used: {filled.problem}")
            return Move("", extra={"problem": filled.problem})
        extra = {"instruction": step.instruction} if step.instruction else {}
        if step.should_end:
            self.note(step.analysis, "end")
            told = " ".join(step.arguments or ()) or step.analysis or step.instruction or "Done."
            return Move(f"send_msg_to_user({told!r})", step.analysis, extra)
        try:
            nodes = parse_tree(observation.accessibility_tree)
            action = write_action(step.method or "", step.element, step.arguments or (), nodes)
        except ActionError as error:
            self.note(step.analysis, _described(step), problem=str(error))
            return Move("", step.analysis, extra | {"problem": str(error)})
        self.note(step.analysis, _described(step))
        return Move(action, step.analysis, extra)

    def _messages(self, observation: Observation) -> tuple[ChatMessage, ...]:
        shown = self.page.show(project(observation.accessibility_tree, lambda node: f"elem-{node.id}"))
        memory = TEMPLATE.write("memory", goal=self.goal, **self.history_values())
        page = TEMPLATE.write(
            "page",
            **page_values(observation),
            not_shown="; ".join(shown.left_out),
            page=shown.text,
            vision=self.options.vision,
        )
        picture = observation.screenshot or observation.marked_screenshot
        pictures = (MessageImage(picture),) if self.options.vision and picture is not None else ()
        return (
            ChatMessage("system", (TEMPLATE.write("system", methods=METHOD_REFERENCE),), cache=True),
            ChatMessage("user", (f"{memory}\n\n{page}", *pictures)),
        )


def _described(step: NextStep) -> str:
    """What the memory says of a step's action."""
    written = f"{step.method}({', '.join(map(repr, step.arguments or ()))})"
    place = f" on {step.element_id}" if step.element_id else ""
    return f"{step.instruction} – {written}{place}" if step.instruction else f"{written}{place}"
