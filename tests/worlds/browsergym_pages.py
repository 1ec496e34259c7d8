"""What BrowserGym shows, as our agents read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import shopworld as sw


def as_ours(seen: dict[str, Any]) -> sw.Observation:
    """What BrowserGym shows, as our agents read it."""
    from browsergym.utils.obs import flatten_axtree_to_str

    tree = flatten_axtree_to_str(
        seen["axtree_object"],
        extra_properties=seen["extra_element_properties"],
        with_clickable=True,
        filter_visible_only=False,
    )
    return sw.Observation(
        url=seen["url"],
        accessibility_tree=tree,
        last_action_error=seen["last_action_error"],
        focused_element=seen["focused_element_bid"],
    )


def put_chromium_for_playwright(folder: Path) -> None:
    """Chromium where Playwright 1.44 looks for it: BrowserGym's chat cannot be told where it is."""
    import os

    from shopworld.environments import find_browser

    place = folder / "chromium-1117" / "chrome-linux" / "chrome"
    place.parent.mkdir(parents=True)
    place.symlink_to(find_browser().path)
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder)


def put_word_lists_for_webarena() -> None:
    """A place for the words of a benchmark that is not played here: without it every import of AgentLab downloads."""
    import os
    import tempfile

    folder = Path(tempfile.gettempdir()) / f"shopworld-words-{os.getuid()}"
    (folder / "tokenizers" / "punkt_tab").mkdir(parents=True, exist_ok=True)
    os.environ["NLTK_DATA"] = str(folder)
