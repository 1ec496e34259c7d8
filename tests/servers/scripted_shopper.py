"""Plays a model that shops well, in the manner of each harness: everything it knows comes from the prompts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from model_server import Answer, Body, Say, prompt_of

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.skills import Purchaser, add_to_cart, check_out, search_shop, submit_answer
from shopworld.agents.tree import find, parse_tree
from shopworld.environments import Observation
from shopworld.environments.action_parser import parse_action
from shopworld.environments.actions import Action

FOUND, BOUGHT = "Brisk SSD 2 TB", "Brisk SSD 3 TB"
DONE = "It is all done."


class Shopper(ScriptedAgent):
    """Solves the three tasks of the small world: an answer, a cart, an order."""

    def __init__(self, goal: str, buyer: Purchaser, known: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.begin(goal, seed=0)
        self._buyer, self._known = buyer, known

    def script(self, first: Observation) -> Script[None]:
        """All of it; products that are known already are not searched for again."""
        at = first
        shops = shops_in(self.goal)
        if "Find the" in self.goal:
            found = list(self._known)
            for shop in shops[len(found) : 2]:
                at = yield from self._open(shop, FOUND, at)
                found.append(at.url)
            yield from submit_answer(re.findall(r"Submit at (\S+)\.", self.goal)[0], " ### ".join(found))
            return
        if self._known:
            at = yield Move(f"goto({self._known[0]!r})", "The product.")
        else:
            at = yield from self._open(shops[2], BOUGHT, at)
        at = yield from add_to_cart(at)
        if "Order the" in self.goal:
            yield from check_out(at, shops[2], self._buyer)
        yield Move(f"send_msg_to_user({DONE!r})", DONE)

    def _open(self, shop: str, title: str, at: Observation) -> Script[Observation]:
        at = yield from search_shop(shop, title, at)
        link = find(parse_tree(at.accessibility_tree), "link", f"^{title}$")
        assert link is not None, at.accessibility_tree
        return (yield Move(f"click({link.id!r})", f"Open {title}."))


def shops_in(goal: str) -> list[str]:
    """The shops that a goal of the small world names."""
    return re.findall(r"http://\S+?/(?=[,.])", goal.partition("Submit at")[0])


class Manner:
    """How one harness shows pages and takes actions. Subclasses say it for theirs."""

    def __init__(self, buyer: Purchaser) -> None:
        self._buyer = buyer
        self._shoppers: dict[str, Shopper] = {}

    def __call__(self, body: Body) -> Answer:
        """Answers a request."""
        raise NotImplementedError

    def move(self, goal: str, prompt: str, page: str, known: tuple[str, ...] = ()) -> tuple[Action, str]:
        """What the shopper does with a page, and why."""
        shopper = self._shoppers.setdefault(goal, Shopper(goal, self._buyer, known))
        address = re.findall(r"^Address: (\S+)", prompt, re.MULTILINE)[-1]
        move = shopper.act(Observation(url=address, accessibility_tree=as_tree(page)))
        return parse_action(move.action), move.thought


def as_tree(page: str) -> str:
    """A page as a harness shows it, as lines of an accessibility tree."""
    lines = []
    for line in page.splitlines():
        text = re.sub(r"\[elem-(\w+)\]", r"[\1]", line)
        text, _, options = text.partition(", options: ")
        depth = len(text) - len(text.lstrip("\t"))
        lines.append(text)
        lines += ["\t" * (depth + 1) + f"option {one!r}" for one in options.split(" | ") if one]
    return "\n".join(lines)


def task_in(prompt: str, heading: str) -> str:
    """What stands under `# The task`, up to a heading."""
    return prompt.partition("# The task\n\n")[2].partition(heading)[0].strip()


def form_of(body: Body) -> str:
    """Name of the form that the answer must have."""
    asked: dict[str, Any] = body.get("response_format") or {}
    return str(asked.get("json_schema", {}).get("name", ""))


def filled(**fields: Any) -> Say:
    """An answer in a form."""
    return Say(json.dumps(fields), cached=20)


class Web(Manner):
    """Tags around thought, note and action."""

    def __call__(self, body: Body) -> Answer:
        prompt = prompt_of(body)
        goal = task_in(prompt, "# What you did so far")
        known = tuple(dict.fromkeys(re.findall(r"http://\S+/product/\S+/", goal)))
        page = prompt[prompt.rindex("RootWebArea") :]
        shopper = goal.partition("\n# What your research found")[0]
        action, thought = self.move(shopper, prompt, page, known)
        return Say(f"<think>{thought}</think><memory>{' '.join(known)}</memory><action>{action}</action>", cached=50)


class Structured(Manner):
    """A form in each step."""

    METHODS = {"select_option": "selectOption", "noop": "wait"}  # noqa: RUF012

    def __call__(self, body: Body) -> Answer:
        prompt = prompt_of(body)
        page = prompt.partition("# The page now")[2].partition("\n\n")[2]
        action, thought = self.move(task_in(prompt, "# Memory"), prompt, page)
        arguments = dict(action.arguments)
        if action.name == "send_msg_to_user":
            return filled(
                analysis=thought, shouldEnd=True, instruction="", elementId=None, method=None, arguments=[DONE]
            )
        element = arguments.pop("bid", None)
        return filled(
            analysis=thought,
            shouldEnd=False,
            instruction=thought.lower(),
            elementId=f"elem-{element}" if element else None,
            method=self.METHODS.get(action.name, action.name),
            arguments=[str(one) for one in values_of(action)],
        )


class AgentE(Manner):
    """A planner that hands on the whole task, and a navigator."""

    TOOLS = {"fill": "enter_text", "press": "press_key", "goto": "open_url", "noop": "go_back"}  # noqa: RUF012

    def __call__(self, body: Body) -> Answer:
        prompt = prompt_of(body)
        if form_of(body) == "Plan":
            if f"Report: {DONE}" in prompt:
                return filled(plan=[], next_step="", terminate=True, final_response=DONE)
            step = task_in(prompt, "# The sub-tasks so far")
            return filled(plan=["all of it"], next_step=step, terminate=False, final_response="")
        goal = prompt.partition("# The sub-task\n\n")[2].partition("# What you did for it so far")[0].strip()
        page = prompt.partition("# The page now")[2].partition("\n\n")[2].partition("\n\n")[2]
        if "# The page now (all_fields)" in prompt and "/checkout/" in prompt.partition("# The page now")[2]:
            return filled(thought="Fields only.", tool="get_page", element=None, value="input_fields")
        action, thought = self.move(goal, prompt, page)
        if action.name == "send_msg_to_user":
            return filled(thought=thought, tool="report", element=None, value=DONE)
        value = next((str(one) for one in values_of(action)), None)
        tool = self.TOOLS.get(action.name, action.name)
        return filled(thought=thought, tool=tool, element=action.arguments.get("bid"), value=value)


class SeeAct(Manner):
    """A proposal in words, made without looking, then a choice among candidates."""

    KINDS = {"fill": "TYPE", "select_option": "SELECT", "noop": "WAIT"}  # noqa: RUF012

    def __call__(self, body: Body) -> Answer:
        prompt = prompt_of(body)
        if form_of(body) != "Grounding":
            return Say(
                f"A step: in a searchbox, textbox, combobox or radio, or by a link {FOUND}, {BOUGHT}, or a button "
                "Search, Add to cart, Continue to delivery, payment, Place order, Submit the final result."
            )
        listed = prompt.partition("These are the candidates:\n\n")[2].partition("\n\nAnswer with one JSON object")[0]
        page = re.sub(r"^(\d+)\. ", r"[\1] ", listed, flags=re.MULTILINE)
        action, _ = self.move(task_in(prompt, "# The actions so far"), prompt, page)
        if action.name == "send_msg_to_user":
            return filled(element=None, action="TERMINATE", value=DONE)
        value = next((str(one) for one in values_of(action)), None)
        kind = self.KINDS.get(action.name, action.name.upper())
        return filled(element=action.arguments.get("bid"), action=kind, value=value)


class WebVoyager(Manner):
    """A conversation of thoughts and actions."""

    def __call__(self, body: Body) -> Answer:
        prompt = prompt_of(body)
        goal = prompt.partition("Now the task: ")[2].partition("\n\nAddress:")[0].partition("\n\n(")[0].strip()
        page = prompt.rpartition("The elements:\n")[2]
        action, thought = self.move(goal, prompt, page)
        if action.name == "press":  # Enter follows by itself
            action, thought = self.move(goal, prompt, page)
        target, value = action.arguments.get("bid"), next((str(one) for one in values_of(action)), "")
        match action.name:
            case "send_msg_to_user":
                said = f"ANSWER; [{DONE}]"
            case "goto":
                said = f"Goto; {value}"
            case "fill":
                said = f"Type [{target}]; {value}"
            case "select_option":
                said = f"Select [{target}]; {value}"
            case _:
                said = f"Click [{target}]"
        return Say(f"Thought: {thought}\nAction: {said}", cached=20)


class DeepResearch(Manner):
    """Plan, reading, review and report; then the web agent's manner."""

    def __init__(self, buyer: Purchaser) -> None:
        super().__init__(buyer)
        self._closing = Web(buyer)

    def __call__(self, body: Body) -> Answer:
        form, prompt = form_of(body), prompt_of(body)
        if not form:
            return self._closing(body)
        goal = task_in(prompt, "# What you know so far")
        title = FOUND if "Find the" in goal else BOUGHT
        shops = shops_in(goal)[:2] if title == FOUND else shops_in(goal)[2:3]
        known = prompt.partition("# What you know so far")[2]
        products = list(dict.fromkeys(re.findall(r"^http://\S+/product/\S+/$", known, re.MULTILINE)))
        if form == "ResearchPlan":
            searches = [{"shop": shop, "words": title} for shop in shops]
            return filled(questions=[f"Who sells {title}?"], searches=searches)
        if form == "Reading":
            nodes = parse_tree(as_tree(prompt.partition("It was found by searching for")[2].partition("\n\n")[2]))
            if "/product/" in re.findall(r"^Address: (\S+)", prompt, re.MULTILINE)[-1]:
                return filled(notes=[{"about": title, "fact": "This is its page."}], open=[])
            link = find(nodes, "link", f"^{title}$")
            assert link is not None, prompt
            return filled(notes=[], open=[link.id])
        if form == "Review":
            return filled(assessment="All is known.", enough=True, searches=[])
        cited = " and ".join(f"[{number}]" for number, _ in enumerate(products, 1))
        return filled(answer=f"{title} is sold at {cited}.", sources=products, products=products)


def values_of(action: Action) -> list[Any]:
    """The arguments that an action needs, but the element."""
    skipped = ("bid", "button", "modifiers", "wait_ms")
    return [value for name, value in action.arguments.items() if name not in skipped]


MANNERS: dict[str, Callable[[Purchaser], Manner]] = {
    "web": Web,
    "structured": Structured,
    "agent_e": AgentE,
    "see_act": SeeAct,
    "web_voyager": WebVoyager,
    "deep_research": DeepResearch,
}
"""By the agent's name."""
