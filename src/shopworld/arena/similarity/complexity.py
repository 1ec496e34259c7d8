"""How much a page asks of who reads it: the paper's measures of observation and interaction.

Source: ShopGym, section 3.1 and Figure 5c. The paper names depth of the accessibility tree and the number of unique
elements that support `fill`, `click` and `choice`; the definitions here are those of its release.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Literal

from pydantic import BaseModel, ConfigDict

from shopworld.arena.similarity.tree import NO_ROLE, Tree, TreeNode

WITHOUT_MEANING = frozenset(
    {
        "none",
        "presentation",
        "generic",
        "Section",
        "StaticText",
        "InlineTextBox",
        "LineBreak",
        "LabelText",
        "ListMarker",
    }
)
"""Roles that the semantic depth passes over."""
INTERACTIVE = frozenset(
    {
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "radio",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "switch",
        "slider",
        "spinbutton",
        "tab",
        "option",
    }
)
"""Roles that the interactive count counts."""

Action = Literal["fill", "click", "choice"]
ACTIONS: tuple[Action, ...] = ("fill", "click", "choice")
_FILL = frozenset({"textbox", "searchbox", "spinbutton"})
_CHOICE = frozenset(
    {"combobox", "listbox", "checkbox", "radio", "switch", "slider", "menuitemcheckbox", "menuitemradio"}
)
_CLICK = frozenset({"button", "link", "menuitem", "tab", "DisclosureTriangle", "DisclosureTriangleGrouped"})
_LISTS = frozenset({"combobox", "listbox", "MenuListPopup"})


class Complexity(BaseModel):
    """Measures of one page as it stands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_depth: int
    """Edges of the longest path from the root."""
    semantic_depth: int
    """The same without the roles that mean nothing of their own."""
    nodes: int
    """All nodes, passed-over ones too."""
    interactive: int
    """Nodes of an interactive role."""
    distinct_pairs: int
    """Different pairs of role and name, passed-over nodes left out."""
    fill: int
    """Elements that take text."""
    click: int
    """Elements that one clicks on."""
    choice: int
    """Elements that one chooses with: lists, boxes, switches, sliders."""


MEASURES: tuple[str, ...] = tuple(Complexity.model_fields)


class ShopComplexity(BaseModel):
    """Measures of a whole shop, over all states of its graph."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mean: dict[str, float]
    """Each measure, averaged over the states."""
    largest: dict[str, int]
    """Each measure, where it is largest."""
    unique_fill: int
    """Different elements of the whole shop, by role and name, that take text."""
    unique_click: int
    unique_choice: int


def complexity_of(tree: Tree) -> Complexity:
    """Measures one page."""
    counted = dict.fromkeys(ACTIONS, 0)
    for position in range(len(tree)):
        action = action_of(tree, position)
        if action is not None:
            counted[action] += 1
    return Complexity(
        max_depth=max(depths(tree), default=0),
        semantic_depth=max(depths(tree, WITHOUT_MEANING), default=0),
        nodes=len(tree),
        interactive=sum(node.role in INTERACTIVE for node in tree),
        distinct_pairs=len({(node.role, node.name) for node in tree if node.role != NO_ROLE}),
        **counted,
    )


def depths(tree: Tree, without: frozenset[str] = frozenset()) -> list[int]:
    """Edges from the root to each node; nodes of the roles in `without` add none, and have the depth of what is above.

    Args:
        tree: nodes in document order.
        without: roles to pass over.
    """
    found: list[int] = []
    for node in tree:
        above = found[node.parent] if node.parent >= 0 else -1
        found.append(above + (node.role not in without))
    return [max(0, depth) for depth in found]


def action_of(tree: Tree, position: int) -> Action | None:
    """What the node at a position is operated by; None where it is not operated.

    An option counts as clicked on unless it belongs to a list, which is what one chooses with.
    """
    node = tree[position]
    if node.disabled:
        return None
    if node.role in _FILL or (node.role == "combobox" and node.editable):
        return "fill"
    if node.role in _CHOICE:
        return "choice"
    if node.role in _CLICK or (node.role == "option" and not _in_list(tree, node)):
        return "click"
    return None


def _in_list(tree: Tree, node: TreeNode) -> bool:
    parent = node.parent
    while parent >= 0:
        if tree[parent].role in _LISTS:
            return True
        parent = tree[parent].parent
    return False


def elements_of(tree: Tree) -> dict[Action, frozenset[tuple[str, str]]]:
    """Different elements by role and name, for each action."""
    found: dict[Action, set[tuple[str, str]]] = {action: set() for action in ACTIONS}
    for position, node in enumerate(tree):
        action = action_of(tree, position)
        if action is not None:
            found[action].add((node.role, node.name))
    return {action: frozenset(elements) for action, elements in found.items()}


def summary_of(
    measured: Sequence[Complexity], elements: Sequence[dict[Action, frozenset[tuple[str, str]]]]
) -> ShopComplexity:
    """The measures of a shop from those of its states.

    Args:
        measured: measures of each state.
        elements: elements of each state, as `elements_of` gives them.
    """
    unique = {action: len(frozenset[tuple[str, str]]().union(*(one[action] for one in elements))) for action in ACTIONS}
    return ShopComplexity(
        mean={name: round(fmean(getattr(one, name) for one in measured), 4) if measured else 0.0 for name in MEASURES},
        largest={name: max((getattr(one, name) for one in measured), default=0) for name in MEASURES},
        unique_fill=unique["fill"],
        unique_click=unique["click"],
        unique_choice=unique["choice"],
    )
