"""A whole agent with a language model: it shops by the tools it is shown, one call a step."""

import json

from shopworld.agents import Move
from shopworld.models import ChatMessage, ChatRequest, Tool

RULES = "You shop for a user. Call one tool at a time; the result comes back to you. End by submitting your answer."


class Caller:
    environments = ("shop_tools", "tools", "corpus", "nlweb")
    needs_model = True

    def __init__(self, model):
        self.model, self.call = model, None

    def begin(self, goal, *, seed):
        self.talk = [ChatMessage("system", (RULES,)), ChatMessage("user", (goal,))]

    def act(self, observation):
        if self.call:
            result = observation.tool_result or observation.last_action_error
            self.talk.append(ChatMessage("tool", (result,), tool_call_id=self.call.id))
        tools = tuple(Tool(one.name, one.description, dict(one.parameters)) for one in observation.tools)
        reply = self.model.ask(ChatRequest(tuple(self.talk), tools, tool_choice="required"))
        self.call = reply.tool_calls[0] if reply.tool_calls else None
        self.talk.append(ChatMessage("assistant", (reply.text,), (self.call,) if self.call else ()))
        if self.call is None:
            return Move("", reply.text)
        return Move(f'{{"name": {json.dumps(self.call.name)}, "arguments": {self.call.arguments}}}', reply.text)
