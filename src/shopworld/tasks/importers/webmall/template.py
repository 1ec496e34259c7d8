"""Templates of the release's tasks: the unit that standard errors cluster by.

The release has none. Two tasks share a template where their texts have the same shape: the same category, and the same
words but for the products and requirements in them.
"""

from __future__ import annotations

import re

_SHAPE_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a add address all alternative an and any are as be best card cart carts cheapest checkout color compatible
        complete credit cvv date each enter expiry find fit fits following for found from having if in information into
        is it item kits lowest model models multiple number of offer offers on once one only page pay price process
        product products put respective return same series shop shopping share size specific suitable than that the
        them these they this to using via visual where which with you your
        """,
    )
)
_LONGEST = 12


def template_of(category: str, text: str) -> str:
    """The template id of a task: its category and the shape of its first sentence.

    Args:
        category: ours.
        text: the task's text, without tags.

    Returns:
        For example `webmall/find_specific_product/find-all-offers-for-the-x`.
    """
    sentence = re.split(r"\.\s+(?=[A-Z])|\.\s*$", text.strip(), maxsplit=1)[0]
    sentence = re.sub(r"\{\{URL_\d+\}\}\S*", " X ", sentence)
    words: list[str] = []
    for word in re.findall(r"[^\W_]+", sentence):
        shape = word.lower() if word.lower() in _SHAPE_WORDS else "x"
        if not (words and words[-1] == shape == "x"):
            words.append(shape)
    return f"webmall/{category}/{'-'.join(words[:_LONGEST])}"
