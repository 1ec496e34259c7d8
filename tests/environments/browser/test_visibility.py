"""Marks go on what can be seen and used, and on nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from shopworld.environments.browser.identifiers import ElementIdentifiers
from shopworld.environments.browser.view import read_view
from shopworld.environments.browser.visibility import visible_boxes

pytestmark = pytest.mark.browser


def _marked(visitor: Any) -> list[str]:
    """Names of the marked elements, by their place in the tree."""
    page = visitor.environment._context.page
    identifiers = ElementIdentifiers()
    view = read_view(page, identifiers, screenshot=False)
    marked = {identifiers.id_of(node) for node, _ in visible_boxes(page, view.frames, visitor.environment.viewport)}
    lines = [line.strip() for line in view.text.splitlines() if line.strip().startswith("[")]
    return [line.split("'")[1] for line in lines if line[1:].partition("]")[0] in marked]


def test_elements_in_view_are_marked(visitor: Any) -> None:
    visitor.open(
        "<a href=/>link</a><button>button</button><p>text</p><label><input type=checkbox aria-label=box>words</label>"
        "<div style='height:2000px'></div><button>below</button>"
    )
    assert _marked(visitor) == ["link", "button", "box"]
    visitor.step("scroll(0, 3000)")
    assert _marked(visitor) == ["below"]


def test_covered_elements_are_not_marked(visitor: Any) -> None:
    visitor.open(
        "<button>under</button><div style='position:fixed;inset:0;background:#fff'><button>over</button></div>"
    )
    assert _marked(visitor) == ["over"]


def test_elements_in_frames_are_marked_where_they_are(visitor: Any, site: Any) -> None:
    site.pages["/inner"] = "<body style='margin:0'><button style='width:80px;height:30px'>inner</button>"
    visitor.open("<iframe src=/inner style='margin:100px 0 0 200px;border:0'></iframe>")
    page = visitor.environment._context.page
    view = read_view(page, ElementIdentifiers(), screenshot=False)
    boxes = [box for _, box in visible_boxes(page, view.frames, visitor.environment.viewport) if box[2:] == (80, 30)]
    assert len(boxes) == 1
    assert boxes[0][0] >= 200
    assert boxes[0][1] >= 100
