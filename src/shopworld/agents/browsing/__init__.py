"""What agents with a language model share in a browser: how pages and histories are cut, and the note of a page."""

from shopworld.agents.browsing.history import History, PastStep, cut_history
from shopworld.agents.browsing.page_text import PageText, cut_page
from shopworld.agents.browsing.page_turning import PageTurning

__all__ = ["History", "PageText", "PageTurning", "PastStep", "cut_history", "cut_page"]
