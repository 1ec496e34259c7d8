"""Replies after WebVoyager's manner."""

from __future__ import annotations

import pytest

from shopworld.agents.tree import parse_tree
from shopworld.agents.web_voyager.reading import read_reply
from shopworld.models import ModelReply, ToolCall

NODES = parse_tree("RootWebArea ''\n\t[7] searchbox 'Search'\n\t[8] textbox 'Name'\n\t[a3] link 'In a frame'")


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Click [8]", "click('8')"),
        ("click [a3]", "click('a3')"),
        ("Type [8]; Ada Lovelace", "fill('8', 'Ada Lovelace')"),
        ("Type [8]; [Ada Lovelace]", "fill('8', 'Ada Lovelace')"),
        ("Type [8]; see [1] and [2]", "fill('8', 'see [1] and [2]')"),
        ("Type [8]; ", "fill('8', '')"),
        ("Select [8]; Price: low to high", "select_option('8', 'Price: low to high')"),
        ("Press [8]; Enter", "press('8', 'Enter')"),
        ("Scroll [WINDOW]; up", "scroll(0, -600)"),
        ("Scroll; [down]", "scroll(0, 600)"),
        ("GoBack", "go_back()"),
        ("Wait", "noop(1000)"),
        ("Goto; http://a.example/x?a=b", "goto('http://a.example/x?a=b')"),
        ("ANSWER; [http://a.example/]", "send_msg_to_user('http://a.example/')"),
        ("ANSWER; one\ntwo", "send_msg_to_user('one\\ntwo')"),
    ],
)
def test_actions_are_read_as_they_are_written(said: str, action: str) -> None:
    decision = read_reply(ModelReply(text=f"Thought: I see it.\nAction: {said}"), NODES)
    assert (decision.action, decision.problem, decision.thought) == (action, "", "I see it.")


def test_typing_into_a_search_field_is_told() -> None:
    assert read_reply(ModelReply(text="Action: Type [7]; lamp"), NODES).searches == "7"
    assert read_reply(ModelReply(text="Action: Type [8]; lamp"), NODES).searches == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I would click on it.", "no line that begins with Action:"),
        ("Action: Click the button", "there is no action 'Click the button'"),
        ("Action: [8] click", "is no action of the form"),
        ("Action: Click", "needs the number of an element"),
        ("Action: Click [the button]", "needs the number of an element"),
        ("Action: Type [8]", "fill needs an argument"),
        ("Action: Fly [8]", "there is no action 'Fly'"),
        ("Action: ANSWER", "ANSWER needs a text"),
        ("", "empty"),
    ],
)
def test_what_is_wrong_is_said(text: str, problem: str) -> None:
    decision = read_reply(ModelReply(text=text), NODES)
    assert decision.action == ""
    assert problem in decision.problem


def test_other_ways_to_say_an_action_count_too() -> None:
    assert read_reply(ModelReply(text="**Thought:** Go.\n**Action:** Click [8]"), NODES).action == "click('8')"
    assert read_reply(ModelReply(text="<action>click('8')</action>"), NODES).action == "click('8')"
    call = ToolCall(id="1", name="click", arguments='{"bid": "8"}')
    assert read_reply(ModelReply(tool_calls=(call,)), NODES).action == "click('8')"
    two = read_reply(ModelReply(text="Thought: a\nAction: GoBack\nThought: b\nAction: Wait"), NODES)
    assert two.action == "go_back()"
