"""Reads a reply after WebVoyager's manner: `Thought: …` and `Action: Type [12]; text`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.browsing import write_action
from shopworld.agents.tree import Node
from shopworld.agents.web.reading import read_decision
from shopworld.errors import ActionError
from shopworld.models import ModelReply

_ACTION = re.compile(r"^\W*action\W*:\**[ \t]*(.*?)(?=^\W*(?:thought|action|observation)\W*:|\Z)", re.I | re.M | re.S)
_THOUGHT = re.compile(r"^\W*thought\W*:\**\s*(.*?)(?=^\W*action\W*:|\Z)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_FORM = re.compile(r"(?P<verb>[a-z_ ]+?)\s*(?:\[(?P<target>[^\]\n]*)\])?\s*(?:[;:]\s*(?P<content>.*))?\Z", re.I | re.S)
_ELEMENT = {"click": "click", "type": "fill", "select": "selectOption", "press": "press", "hover": "hover"}
_BROWSER = {"wait": "wait", "goback": "goBack", "goto": "goto"}
_ANSWERS = ("answer", "finish", "stop")


@dataclass(frozen=True, slots=True)
class VoyagerDecision:
    """What a model decided.

    Attributes:
        action: the environment's action; empty where there is none.
        thought: why.
        said: the action as the model wrote it.
        problem: why there is no action; empty where there is one.
        searches: whether text was typed into a search field, which is sent at once.
    """

    action: str
    thought: str = ""
    said: str = ""
    problem: str = ""
    searches: str = ""


def read_reply(reply: ModelReply, nodes: Sequence[Node]) -> VoyagerDecision:
    """Reads a reply; where it holds no line `Action:`, what reads as an action of the browser, or as a call of one.

    Args:
        reply: the model's.
        nodes: of the page.
    """
    thought = " ".join(found.strip() for found in _THOUGHT.findall(reply.text)) or reply.reasoning.strip()
    written = _ACTION.search(reply.text)
    said = written[1].strip() if written else ""
    try:
        if said:
            action, searches = _action(said, nodes)
            return VoyagerDecision(action, thought, said, searches=searches)
        problem = "there is no line that begins with Action:"
    except ActionError as error:
        problem = str(error)
    other = read_decision(reply)
    if not other.problem:
        return VoyagerDecision(other.action, thought or other.thought, other.action)
    if reply.finish in ("length", "content_filter") or not reply.text.strip():
        problem = other.problem
    return VoyagerDecision("", thought, said, problem)


def _action(said: str, nodes: Sequence[Node]) -> tuple[str, str]:
    """The environment's action, and the id of the search field that it types into."""
    form = _FORM.match(said)
    if form is None:
        raise ActionError(f"{said[:80]!r} is no action of the form asked for")
    verb = re.sub(r"[\s_]", "", form["verb"]).lower()
    target, content = (form["target"] or "").strip(), _unwrap(form["content"] or "")
    if verb in _ANSWERS:
        if not content:
            raise ActionError("ANSWER needs a text: ANSWER; [the answer]")
        return f"send_msg_to_user({content!r})", ""
    if verb == "scroll":
        return write_action("scroll", "", (content or target or "down",), nodes), ""
    if verb in _BROWSER:
        given = content or target
        return write_action(_BROWSER[verb], "", (given,) if given else (), nodes), ""
    if verb not in _ELEMENT:
        raise ActionError(f"there is no action {form['verb'].strip()[:40]!r}")
    if not re.fullmatch(r"[A-Za-z]*\d+", target):
        raise ActionError(f"{form['verb'].strip()} needs the number of an element in square brackets")
    action = write_action(_ELEMENT[verb], target, (content,) if form["content"] is not None else (), nodes)
    return action, target if verb == "type" and _is_search(target, nodes) else ""


def _unwrap(content: str) -> str:
    """A content without the square brackets that the form is written with."""
    text = content.strip()
    return text[1:-1].strip() if text.startswith("[") and text.endswith("]") and "]" not in text[1:-1] else text


def _is_search(element: str, nodes: Sequence[Node]) -> bool:
    return any(node.id == element and node.role == "searchbox" for node in nodes)
