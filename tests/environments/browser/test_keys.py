"""Key names and combinations are those of the UI Events standard on a US keyboard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.environments.browser.keys import Key, read_keys
from shopworld.errors import ActionError


@pytest.mark.parametrize(
    ("combination", "bits", "key"),
    [
        ("a", 0, Key("a", "KeyA", 65, "a")),
        ("A", 0, Key("A", "KeyA", 65, "A")),
        ("Shift+a", 8, Key("A", "KeyA", 65, "A")),
        ("Control+Shift+ArrowLeft", 10, Key("ArrowLeft", "ArrowLeft", 37)),
        ("Enter", 0, Key("Enter", "Enter", 13, "\r")),
        ("Space", 0, Key(" ", "Space", 32, " ")),
        ("F5", 0, Key("F5", "F5", 116)),
        ("Digit4", 0, Key("4", "Digit4", 52, "4")),
        ("Shift+Digit4", 8, Key("$", "Digit4", 52, "$")),
        ("KeyQ", 0, Key("q", "KeyQ", 81, "q")),
        ("+", 0, Key("+", "Equal", 187, "+")),
        ("Control++", 2, Key("+", "Equal", 187, "+")),
        ("#", 0, Key("#", "Digit3", 51, "#")),
        ("é", 0, Key("é", "", 0, "é")),
        ("Ctrl+Return", 2, Key("Enter", "Enter", 13, "\r")),
    ],
)
def test_combinations_are_read(combination: str, bits: int, key: Key) -> None:
    found_bits, modifiers, found = read_keys(combination)
    assert (found_bits, found) == (bits, key)
    assert len(modifiers) == combination.rstrip("+").count("+") + (combination == "Control++")


@given(st.text(max_size=20))
def test_anything_else_is_an_action_error(text: str) -> None:
    try:
        _, _, key = read_keys(text)
    except ActionError:
        return
    assert key.key


@pytest.mark.parametrize("combination", ["", "Entre", "Hyper+a", "a+b", "KeyÄ", "Digit12", "F13", "Control+"])
def test_unknown_keys_are_refused(combination: str) -> None:
    with pytest.raises(ActionError):
        read_keys(combination)
