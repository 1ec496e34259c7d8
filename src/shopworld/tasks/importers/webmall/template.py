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
        add address all alternative and any are as best card cart carts cheapest checkout color compatible
        complete credit cvv date each enter expiry find fit fits following for found from having if in information into
        is it item kits lowest model multiple number of offer offers on once only page pay price process
        product products put respective return same shop shopping share size specific suitable than that
        them these they this to using via visual where which with you your
        """,
    )
)
_ARTICLES = frozenset({"a", "an", "the"})
_LONGEST = 12


def template_of(category: str, text: str) -> str:
    """The template id of a task: its category and the shape of its first sentence.

    Args:
        category: ours.
        text: the task's text, without tags.

    Returns:
        For example `webmall/find_specific_product/find-all-offers-for-x`.
    """
    sentence = re.split(r"\.\s+(?=[A-Z])|\.\s*$", text.strip(), maxsplit=1)[0]
    sentence = re.sub(r"\{\{URL_\d+\}\}\S*", " X ", sentence)
    words: list[str] = []
    for position, word in enumerate(re.findall(r"[^\W_]+", sentence)):
        if word.lower() in _ARTICLES:
            continue
        named = position > 0 and word[0].isupper()
        shape = word.lower() if word.lower() in _SHAPE_WORDS and not named else "x"
        if not (words and words[-1] == shape == "x"):
            words.append(shape)
    return f"webmall/{category}/{'-'.join(words[:_LONGEST])}"
