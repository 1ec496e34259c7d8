"""Keys by name, as in `KeyboardEvent.key` and `KeyboardEvent.code` (UI Events, W3C), on a US keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.errors import ActionError

MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
"""Bits of the modifier keys in the protocol's input events."""

_NAMED = {
    "Backspace": 8,
    "Tab": 9,
    "Enter": 13,
    "Shift": 16,
    "Control": 17,
    "Alt": 18,
    "Pause": 19,
    "CapsLock": 20,
    "Escape": 27,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Insert": 45,
    "Delete": 46,
    "Meta": 91,
    "ContextMenu": 93,
    **{f"F{number}": 111 + number for number in range(1, 13)},
}
_SYNONYMS = {
    "Ctrl": "Control",
    "ControlOrMeta": "Control",
    "Cmd": "Meta",
    "Command": "Meta",
    "Option": "Alt",
    "Return": "Enter",
    "Esc": "Escape",
    "Del": "Delete",
    "Up": "ArrowUp",
    "Down": "ArrowDown",
    "Left": "ArrowLeft",
    "Right": "ArrowRight",
    "Spacebar": "Space",
}
_PUNCTUATION = {
    "Backquote": ("`", "~", 192),
    "Minus": ("-", "_", 189),
    "Equal": ("=", "+", 187),
    "BracketLeft": ("[", "{", 219),
    "BracketRight": ("]", "}", 221),
    "Backslash": ("\\", "|", 220),
    "Semicolon": (";", ":", 186),
    "Quote": ("'", '"', 222),
    "Comma": (",", "<", 188),
    "Period": (".", ">", 190),
    "Slash": ("/", "?", 191),
}
_SHIFTED_DIGITS = ")!@#$%^&*("


@dataclass(frozen=True, slots=True)
class Key:
    """One key to press.

    Attributes:
        key: as in `KeyboardEvent.key`.
        code: as in `KeyboardEvent.code`; empty for characters of no US key.
        number: the Windows virtual key code.
        text: what it types; empty for keys that type nothing.
    """

    key: str
    code: str
    number: int
    text: str = ""


def read_keys(combination: str) -> tuple[int, list[Key], Key]:
    """Reads a combination such as `Control+Shift+ArrowLeft`.

    Returns:
        the modifier bits, the modifier keys, and the key itself.

    Raises:
        ActionError: a part is no key.
    """
    *held, last = _split(combination)
    bits = 0
    modifiers = []
    for name in held:
        name = _SYNONYMS.get(name, name)
        if name not in MODIFIERS:
            raise ActionError(f"{name!r} is no modifier key; expected {', '.join(MODIFIERS)}")
        bits |= MODIFIERS[name]
        modifiers.append(_key(name, shift=False))
    return bits, modifiers, _key(_SYNONYMS.get(last, last), shift=bool(bits & MODIFIERS["Shift"]))


def _split(combination: str) -> list[str]:
    if combination == "+":
        return ["+"]
    if combination.endswith("++"):
        return [*combination[:-2].split("+"), "+"]
    return combination.split("+")


def _key(name: str, *, shift: bool) -> Key:
    if name in _NAMED:
        side = "Left" if name in MODIFIERS else ""
        return Key(name, name + side, _NAMED[name], "\r" if name == "Enter" else "")
    if name in ("Space", " "):
        return Key(" ", "Space", 32, " ")
    if name in _PUNCTUATION:
        plain, shifted, number = _PUNCTUATION[name]
        text = shifted if shift else plain
        return Key(text, name, number, text)
    if name.startswith("Key") and len(name) == 4 and "A" <= name[3] <= "Z":
        return _letter(name[3] if shift else name[3].lower())
    if name.startswith("Digit") and len(name) == 6 and name[5] in "0123456789":
        return _digit(name[5], shift=shift)
    if len(name) == 1 and name.isprintable():
        return _character(name, shift=shift)
    raise ActionError(
        f"{name!r} is no key; expected a character or a name such as Enter, Tab, Escape, ArrowDown, Backspace, F5"
    )


def _letter(letter: str) -> Key:
    return Key(letter, f"Key{letter.upper()}", ord(letter.upper()), letter)


def _digit(digit: str, *, shift: bool) -> Key:
    text = _SHIFTED_DIGITS[int(digit)] if shift else digit
    return Key(text, f"Digit{digit}", ord(digit), text)


def _character(character: str, *, shift: bool) -> Key:
    if character.isascii() and character.isalpha():
        return _letter(character.upper() if shift else character)
    if character in "0123456789":
        return _digit(character, shift=shift)
    if character in _SHIFTED_DIGITS:
        return _digit(str(_SHIFTED_DIGITS.index(character)), shift=True)
    for code, (plain, shifted, number) in _PUNCTUATION.items():
        if character in (plain, shifted):
            return Key(character, code, number, character)
    return Key(character, "", 0, character)
