"""What agents with a language model share in a browser: pages and histories cut by rule, elements, projections."""

from shopworld.agents.browsing.agent import BrowsingAgent, page_values
from shopworld.agents.browsing.element_actions import METHOD_REFERENCE, write_action
from shopworld.agents.browsing.elements import describe, is_interactive
from shopworld.agents.browsing.history import PastStep, cut_history
from shopworld.agents.browsing.page_text import cut_page
from shopworld.agents.browsing.page_turning import PageTurning
from shopworld.agents.browsing.projection import Detail, project

__all__ = [
    "METHOD_REFERENCE",
    "BrowsingAgent",
    "Detail",
    "PageTurning",
    "PastStep",
    "cut_history",
    "cut_page",
    "describe",
    "is_interactive",
    "page_values",
    "project",
    "write_action",
]
