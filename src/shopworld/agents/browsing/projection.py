"""A page as text without what says nothing: its distilled tree, with a tag for each element that can be operated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum

from shopworld.agents.browsing.elements import FIELDS, INTERACTIVE, describe, is_interactive
from shopworld.agents.tree import Node, parse_tree

_TEXT = "StaticText"
_LANDMARKS = frozenset({"banner", "navigation", "main", "contentinfo", "complementary", "search", "form", "dialog"})
"""Parts of a page that are named even where they have no name of their own."""
_SILENT = frozenset(
    {"LabelText", "Legend", "option", "MenuListOption", "MenuListPopup", "image", "img", "RootWebArea", "InlineTextBox"}
)
"""Elements that only repeat what another one says, or hold nothing that reads."""


class Detail(StrEnum):
    """How much of a page is shown."""

    ALL = "all"
    """Elements and texts."""
    FIELDS = "fields"
    """Only what is entered or chosen, with its buttons."""
    TEXT = "text"
    """Only what is to be read."""


def project(tree: str, tag: Callable[[Node], str] = lambda node: node.id, detail: Detail = Detail.ALL) -> str:
    """Writes a page as text, a line each, indented by tab.

    Elements that can be operated carry a tag: `[elem-12] button 'Add to cart'`. Wrappers without a name go, texts that
    repeat the element around them too; the options of a list stand in its line.

    Args:
        tree: the page's accessibility tree.
        tag: what an element is called.
        detail: how much is shown.
    """
    nodes = parse_tree(tree)
    return "\n".join(_lines(nodes, tag, detail))


def _lines(nodes: Sequence[Node], tag: Callable[[Node], str], detail: Detail) -> Iterator[str]:
    labels = {node.name for node in nodes if node.role in FIELDS}
    above: list[Node] = []
    shown: list[Node] = []
    for node in nodes:
        for path in (above, shown):
            while path and path[-1].depth >= node.depth:
                path.pop()
        line = _line(node, nodes, tag, detail)
        if line and not _repeats(node, above, shown, labels):
            yield "\t" * len(shown) + line
            shown.append(node)
        above.append(node)


def _line(node: Node, nodes: Sequence[Node], tag: Callable[[Node], str], detail: Detail) -> str:
    if is_interactive(node):
        if detail is Detail.TEXT:
            return f"{node.role} {node.name!r}" if node.name else ""
        if detail is Detail.FIELDS and node.role not in FIELDS and node.role != "button":
            return ""
        return f"[{tag(node)}] {describe(node, nodes)}"
    if node.role in _SILENT or detail is Detail.FIELDS:
        return ""
    if node.role == _TEXT:
        return f"text {node.name!r}" if node.name else ""
    if node.name:
        return f"{node.role} {node.name!r}"
    return f"{node.role} ''" if node.role in _LANDMARKS and detail is Detail.ALL else ""


def _repeats(node: Node, above: Sequence[Node], shown: Sequence[Node], labels: Collection[str]) -> bool:
    """Whether a text says only what an element beside or around it says."""
    if node.role not in (_TEXT, "heading") or not node.name:
        return False
    if shown and (node.name in shown[-1].name or shown[-1].role in INTERACTIVE):
        return True
    return node.name in labels and any(one.role == "LabelText" for one in above)
