"""Playwright's names of actions become the environment's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.browsing import write_action
from shopworld.agents.browsing.element_actions import METHODS
from shopworld.agents.tree import parse_tree
from shopworld.environments.action_parser import parse_action
from shopworld.errors import ActionError

NODES = parse_tree("RootWebArea ''\n\t[1] checkbox 'a', checked='true'\n\t[2] checkbox 'b', checked='false'")


@pytest.mark.parametrize(
    ("method", "element", "arguments", "action"),
    [
        ("click", "12", (), "click('12')"),
        ("Fill", "12", ("it's",), "fill('12', \"it's\")"),
        ("type", "12", ("x",), "fill('12', 'x')"),
        ("select_option", "12", ("Germany",), "select_option('12', 'Germany')"),
        ("press", "12", ("Enter",), "press('12', 'Enter')"),
        ("check", "1", (), "noop()"),
        ("uncheck", "1", (), "click('1')"),
        ("check", "2", (), "click('2')"),
        ("uncheck", "2", (), "noop()"),
        ("goto", "", ("http://a.example/",), "goto('http://a.example/')"),
        ("go_back", "", (), "go_back()"),
        ("scroll", "", ("up",), "scroll(0, -600)"),
        ("scroll", "", (), "scroll(0, 600)"),
        ("scroll", "", ("-90.5",), "scroll(0, -90)"),
        ("wait", "", ("99999",), "noop(10000)"),
        ("wait", "", ("soon",), "noop(1000)"),
        ("focusTab", "", ("2",), "tab_focus(2)"),
    ],
)
def test_a_method_on_an_element_is_an_action(
    method: str, element: str, arguments: tuple[str, ...], action: str
) -> None:
    assert write_action(method, element, arguments, NODES) == action
    parse_action(action)


@pytest.mark.parametrize(
    ("method", "element", "arguments", "problem"),
    [
        ("drag", "1", (), "there is no method 'drag'; expected one of click"),
        ("", "1", (), "there is no method"),
        ("click", "", (), "click needs an element"),
        ("fill", "1", (), "fill needs an argument: the text"),
        ("focusTab", "", ("last",), "the tab's number"),
    ],
)
def test_what_is_missing_is_said(method: str, element: str, arguments: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ActionError, match=problem):
        write_action(method, element, arguments, NODES)


@given(st.sampled_from(sorted(METHODS)), st.text(max_size=8), st.lists(st.text(max_size=20), max_size=2))
def test_whatever_a_model_writes_is_one_action_or_a_word_on_what_is_wrong(
    method: str, element: str, arguments: list[str]
) -> None:
    try:
        action = write_action(method, element, arguments, NODES)
    except ActionError:
        return
    assert not parse_action(action).refused
