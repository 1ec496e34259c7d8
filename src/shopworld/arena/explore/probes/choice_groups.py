"""Groups of choices as visitors see them: their title, their options, and how one chooses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from shopworld.arena.explore.controls import controls, face
from shopworld.arena.explore.sight import DISCLOSURES, PICTURES, SightElement
from shopworld.arena.explore.sight.element import pixels
from shopworld.money import has_amount

_GROUPS = ("group", "radiogroup", "region", "form", "listitem", "Details", "article", "listbox", "DescriptionList")
_LARGEST_PATCH = 64.0
_TITLE_WORDS = 6
_LETTER = re.compile(r"[^\W\d_]")
_COUNT = re.compile(r"\s*\(?\b\d+\)?$")
_COLOUR = re.compile(r"\bcolou?rs?\b|\bshade\b|\bfarbe\b", re.I)


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """A titled group of choices.

    Attributes:
        title: what it says above or beside them; empty where nothing does.
        controls: what a visitor operates.
        holder: the element around them.
    """

    title: str
    controls: tuple[SightElement, ...]
    holder: SightElement

    @property
    def options(self) -> list[str]:
        """What can be chosen, without counts."""
        if self.controls and self.controls[0].role in ("combobox", "listbox") and self.controls[0].options:
            return [_COUNT.sub("", one) for one in self.controls[0].options]
        return [_COUNT.sub("", face(one).label or one.label) for one in self.controls]

    @property
    def roles(self) -> set[str]:
        """Roles of its controls."""
        return {one.role for one in self.controls}

    @property
    def has_patches(self) -> bool:
        """Whether its options show patches of different colours."""
        patched = [one for one in self.controls if patch_of(one) is not None]
        return len(patched) >= max(1, len(self.controls) // 2) and (
            len(patched) > 1 or bool(_COLOUR.search(self.title))
        )

    @property
    def is_pills(self) -> bool:
        """Whether its options are buttons with text instead of boxes to tick."""
        shown = [one for one in self.controls if one.role in ("checkbox", "radio")]
        return bool(shown) and sum(_is_pill(one) for one in shown) > len(shown) // 2


def patch_of(control: SightElement) -> SightElement | None:
    """The patch of colour that an option shows: small drawing, picture or painted square; None where there is none."""
    holder = face(control)
    area = holder if holder is not control else control
    for one in (area, *area.walk()):
        if one.role == "text" or max(one.box.width, one.box.height) > _LARGEST_PATCH or min(one.box[2:]) < 6:
            continue
        if abs(one.box.width - one.box.height) > 0.35 * max(one.box.width, one.box.height):
            continue
        if one.role in PICTURES:
            return one
        if one.role in ("checkbox", "radio") and one.visible:
            continue
        own = one.style.get("background-color", "")
        if not one.text and own not in ("", "rgba(0, 0, 0, 0)", "transparent"):
            return one
    return None


def choice_groups(area: SightElement, *roles: str, skip: Iterable[SightElement] = ()) -> list[ChoiceGroup]:
    """The groups of choices in an area, in order.

    Args:
        area: where to look.
        roles: of the controls.
        skip: elements whose inside is left out.
    """
    left_out = list(skip)
    groups: dict[tuple[int, bool], tuple[SightElement, str, list[SightElement]]] = {}
    for control in controls(area, *roles):
        if any(control.lies_in(one) for one in left_out):
            continue
        holder, title = _titled_holder(control, area)
        pressed = control.role == "button"  # what adds a product is no value of the choice above it
        groups.setdefault((id(holder), pressed), (holder, title, []))[2].append(control)
    return [ChoiceGroup(title, tuple(found), holder) for holder, title, found in groups.values()]


def _titled_holder(control: SightElement, area: SightElement) -> tuple[SightElement, str]:
    if control.role in ("combobox", "listbox", "switch") and control.name:
        return control, control.name
    held = any(one.role in ("group", "radiogroup", "Details") for one in control.above())
    for above in control.above():
        if above is area:
            break
        if above.role == "list" and not held and (title := title_before(above)):
            return above, title
        if above.role in _GROUPS or above.role == "":
            title = title_of(above, control)
            if title:
                return above, title
    if control.role in ("checkbox", "slider", "spinbutton") and control.name:
        return control, control.name
    return control.parent or control, ""


def title_before(group: SightElement) -> str:
    """The heading or short text right above a list, with nothing to choose in it; empty where there is none."""
    siblings = group.parent.children if group.parent is not None else []
    for one in reversed(siblings[: next((at for at, other in enumerate(siblings) if other is group), 0)]):
        words = one.text.strip()
        if words:
            able = len(words.split()) <= _TITLE_WORDS and _LETTER.search(words) and not has_amount(words)
            return words.rstrip(":") if able and not controls(one) and one.role != "list" else ""
    return ""


def title_of(group: SightElement, control: SightElement) -> str:
    """The title of a group: its name, its disclosure, or a short text before its first control."""
    if group.name and group.role in ("group", "radiogroup", "region", "listbox"):
        return group.name
    for one in group.walk():
        if one is group:
            continue
        if one.role == control.role and one is not control and one.role in ("checkbox", "radio"):
            return ""
        if one is control or (control.lies_in(one) and one.role in ("LabelText", "listitem")):
            return ""
        if one.role in DISCLOSURES or (one.role == "button" and one.states.get("expanded") is not None):
            return "" if re.search(r"\bmore\b", one.label, re.I) else one.label
        if one.role in ("heading", "Legend", "legend"):
            return one.text
        if one.role == "text" and one.visible and one.within("LabelText", "button", "link") is None:
            words = one.own_text.split()
            told = _LETTER.search(one.own_text) and not has_amount(one.own_text)
            if told and len(words) <= _TITLE_WORDS:
                return " ".join(words).rstrip(":")
    return ""


def _is_pill(control: SightElement) -> bool:
    """Whether a ticked box is painted as a button: the box itself cannot be seen, its label has a frame or a ground."""
    if control.visible:
        return False
    label = face(control)
    if label is control:
        return False
    framed = pixels(label.style.get("border-top-width", "")) > 0
    ground = label.style.get("background-color", "rgba(0, 0, 0, 0)") not in ("rgba(0, 0, 0, 0)", "transparent")
    covered = control.box.width > label.box.width * 0.6
    inner = [one for one in label.walk() if pixels(one.style.get("border-top-width", "")) > 0 and one.text]
    return framed or ground or covered or bool(inner)
