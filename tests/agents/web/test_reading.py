"""Replies are read as they come: in tags, in prose, as calls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.web.reading import read_decision
from shopworld.models import ModelReply, ToolCall


def test_thought_note_and_action_are_read_from_their_tags() -> None:
    read = read_decision(ModelReply(text="<think>a\nb</think>\n<memory>n</memory><action>\nclick('12')\n</action>"))
    assert (read.thought, read.memory, read.action, read.problem) == ("a\nb", "n", "click('12')", "")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("<think>I could click('1').</think><action>click('2')", "click('2')"),
        ("<think>no end <action>goto('http://a.example/')</action>", "goto('http://a.example/')"),
        ("I press it.\n```\nclick('3')\n```", "click('3')"),
        ("click('4')", "click('4')"),
        ('<tool_call>{"name": "click", "arguments": {"bid": "5"}}</tool_call>', "click('5')"),
        ('I search.\n{"name": "fill", "arguments": {"bid": "6", "value": "it\'s"}}', "fill('6', \"it's\")"),
        ('<action>{"name": "click", "arguments": {"bid": "7"}}</action>', "click('7')"),
    ],
)
def test_actions_are_found_wherever_they_are_meant(text: str, action: str) -> None:
    read = read_decision(ModelReply(text=text))
    assert read.problem == ""
    assert action in read.action


def test_a_real_call_and_reasoning_that_is_shown_apart_count_too() -> None:
    call = ToolCall(id="1", name="click", arguments='{"bid": "8"}')
    read = read_decision(ModelReply(tool_calls=(call,), reasoning="because", finish="tool_calls"))
    assert (read.action, read.thought, read.problem) == ("click('8')", "because", "")


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (ModelReply(text=""), "the action is empty"),
        (ModelReply(text="I am not sure."), "no action in"),
        (ModelReply(text="<action>fly('1')</action>"), "unknown action 'fly'"),
        (ModelReply(text="<action>click()</action>"), "click"),
        (ModelReply(text="<think>on and on", finish="length"), "cut off"),
        (ModelReply(text="", finish="content_filter"), "filter"),
        (ModelReply(text='{"name": "click", "arguments": {"element": "8"}}'), "no action"),
    ],
)
def test_what_is_no_action_is_said(reply: ModelReply, problem: str) -> None:
    assert problem in read_decision(reply).problem


@given(st.text(max_size=300), st.sampled_from(["stop", "length", "tool_calls", "other"]))
def test_any_reply_is_read(text: str, finish: str) -> None:
    read = read_decision(ModelReply.model_validate({"text": text, "finish": finish}))
    assert isinstance(read.action, str)
