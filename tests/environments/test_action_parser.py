"""Actions are read from text: exactly one, never evaluated, with errors that say what was expected."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.environments import ACTION_REFERENCE, Action, format_action, parse_action
from shopworld.environments.actions import ACTION_KINDS, ActionParameter
from shopworld.errors import ActionError

BROWSERGYM_ACTIONS = {
    "noop",
    "send_msg_to_user",
    "scroll",
    "fill",
    "select_option",
    "click",
    "dblclick",
    "hover",
    "press",
    "focus",
    "clear",
    "drag_and_drop",
    "upload_file",
    "go_back",
    "go_forward",
    "goto",
    "tab_close",
    "tab_focus",
    "new_tab",
    "report_infeasible",
}

_texts = st.text(max_size=60)
_values: dict[str, st.SearchStrategy[Any]] = {
    "id": st.from_regex(r"[a-z]?[0-9]{1,4}", fullmatch=True),
    "text": _texts,
    "texts": _texts | st.lists(_texts, min_size=1, max_size=4),
    "number": st.floats(-1e6, 1e6) | st.integers(-(10**6), 10**6),
    "index": st.integers(0, 20),
}


def _argument(parameter: ActionParameter) -> st.SearchStrategy[Any]:
    if parameter.kind == "choice":
        return st.sampled_from(parameter.choices)
    if parameter.kind == "choices":
        return st.lists(st.sampled_from(parameter.choices), max_size=3)
    return _values[parameter.kind]


_actions = st.sampled_from(sorted(ACTION_KINDS)).flatmap(
    lambda name: st.fixed_dictionaries(
        {parameter.name: _argument(parameter) for parameter in ACTION_KINDS[name].parameters}
    ).map(lambda arguments: Action(name, arguments))
)


def test_there_are_the_twenty_actions_of_browsergym() -> None:
    assert set(ACTION_KINDS) == BROWSERGYM_ACTIONS


@given(_actions)
def test_what_is_formatted_is_read_back(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(_actions)
def test_an_action_in_tags_among_prose_is_read(action: Action) -> None:
    text = f"<think>I could click('0') or wait (a bit).</think>\n<action>\n{action}\n</action>"
    if "</action>" not in str(action):
        assert parse_action(text) == action


@given(st.text(max_size=200))
def test_garbage_raises_nothing_but_an_action_error(text: str) -> None:
    try:
        action = parse_action(text)
    except ActionError:
        return
    assert action.name in BROWSERGYM_ACTIONS


_pieces = st.sampled_from(
    [
        "click",
        "fill",
        "(",
        ")",
        "'",
        '"',
        '"""',
        "[",
        "]",
        ",",
        "\\",
        "\n",
        "=",
        "bid",
        "12",
        "-",
        "#",
        "```",
        "<action>",
    ]
)


@given(st.lists(_pieces, max_size=30).map("".join))
def test_pieces_of_actions_raise_nothing_but_an_action_error(text: str) -> None:
    try:
        action = parse_action(text)
    except ActionError:
        return
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("click('12')", Action("click", {"bid": "12", "button": "left", "modifiers": []})),
        ("click(12)", Action("click", {"bid": "12", "button": "left", "modifiers": []})),
        ('click("[12]")', Action("click", {"bid": "12", "button": "left", "modifiers": []})),
        (
            "click(bid='a3', modifiers=['Shift'], button='middle')",
            Action("click", {"bid": "a3", "button": "middle", "modifiers": ["Shift"]}),
        ),
        ("```python\nfill('3', 'x')\n```", Action("fill", {"bid": "3", "value": "x"})),
        ("```\nfill('1', 'x')\n```\nNo:\n<action>fill('2', 'y')</action>", Action("fill", {"bid": "2", "value": "y"})),
        ("<action>go_back()</action>\nand not\n```\ngo_forward()\n```", Action("go_back", {})),
        ("```\nfill('3', 4.5)\n```\nThat is click('9').", Action("fill", {"bid": "3", "value": "4.5"})),
        ("Action: `scroll(0, -200.5)`", Action("scroll", {"delta_x": 0, "delta_y": -200.5})),
        ("select_option('7', ['a', 'b'])", Action("select_option", {"bid": "7", "options": ["a", "b"]})),
        ("  noop( )  ", Action("noop", {"wait_ms": 0})),
        ("send_msg_to_user('two\nlines')", Action("send_msg_to_user", {"text": "two\nlines"})),
        ('send_msg_to_user("""a "quoted" word""")', Action("send_msg_to_user", {"text": 'a "quoted" word'})),
        ("send_msg_to_user('see click(\\'3\\')')", Action("send_msg_to_user", {"text": "see click('3')"})),
        (r"fill('1', '\d+')", Action("fill", {"bid": "1", "value": r"\d+"})),
        (
            "I'll press the button (the blue one): click('4')",
            Action("click", {"bid": "4", "button": "left", "modifiers": []}),
        ),
        ("tab_focus('1')", Action("tab_focus", {"index": 1})),
    ],
)
def test_forms_that_models_write(text: str, expected: Action) -> None:
    action = parse_action(text)
    assert action == expected
    assert action.refused == ()


def test_only_the_first_of_several_actions_is_taken() -> None:
    action = parse_action("fill('3', 'mouse')\nclick('4')\nnoop()")
    assert action == Action("fill", {"bid": "3", "value": "mouse"})
    assert action.refused == ("click('4')", "noop()")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("I do not know.", "no action in"),
        ("open('x')", "unknown action 'open'"),
        ("__import__('os').system('true')", "unknown action '__import__'"),
        ("click()", "needs the argument 'bid'"),
        ("click('1', 'left', [], 4)", "at most 3 arguments"),
        ("click(element='1')", "no argument 'element'"),
        ("click('1', bid='1')", "twice"),
        ("click('1', button='blue')", "one of left, middle, right"),
        ("click('1', modifiers=['Hyper'])", "one of Alt, Control, Meta, Shift"),
        ("click(bid)", "no plain text, number or list"),
        ("fill('1', open('/etc/passwd'))", "no plain text, number or list"),
        ("fill('1', 'unclosed", "syntax"),
        ("fill('1', None)", "expected text"),
        ("scroll('far', 0)", "expected a number"),
        ("scroll(1e999, 0)", "expected a number"),
        ("tab_focus(1.5)", "number of a tab"),
        ("select_option('1', [])", "text or a list of texts"),
        ("click(**{'bid': '1'})", "no argument '**'"),
        ("click(" * 2000, "syntax"),
        ("noop(" + "[" * 5000, ""),
        ("x" * 200_000, "at most 100000"),
    ],
)
def test_a_wrong_action_says_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse_action(text)
    assert said in str(caught.value)


def test_the_reference_names_every_action_with_its_signature() -> None:
    for kind in ACTION_KINDS.values():
        assert kind.signature in ACTION_REFERENCE
        assert parse_action(kind.example).name == kind.name
