"""A suite for the public: its data set card, its Croissant description, and a page that shows it to people."""

from shopworld.evaluation.publishing.card import card_text, write_card
from shopworld.evaluation.publishing.croissant import croissant_of
from shopworld.evaluation.publishing.page import write_suite_page

__all__ = ["card_text", "croissant_of", "write_card", "write_suite_page"]
