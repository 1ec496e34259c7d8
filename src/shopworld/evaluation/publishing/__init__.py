"""For the public: a suite's data set card, its Croissant description and its page; and submissions of runs."""

from shopworld.evaluation.publishing.card import card_text, write_card
from shopworld.evaluation.publishing.croissant import croissant_of
from shopworld.evaluation.publishing.page import write_suite_page
from shopworld.evaluation.publishing.submission import Submission, Submitter, check_submission
from shopworld.evaluation.publishing.submitting import (
    differences_from_run,
    differences_from_suite,
    make_submission,
)

__all__ = [
    "Submission",
    "Submitter",
    "card_text",
    "check_submission",
    "croissant_of",
    "differences_from_run",
    "differences_from_suite",
    "make_submission",
    "write_card",
    "write_suite_page",
]
