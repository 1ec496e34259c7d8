"""Journeys that a language model writes from a shop's data; checks are derived from its plan by code."""

from shopworld.guru.authored.plan import AuthoredJourney, PlanStep
from shopworld.guru.authored.polishing import PolishingFailed
from shopworld.guru.authored.writing import JourneyAuthor

__all__ = ["AuthoredJourney", "JourneyAuthor", "PlanStep", "PolishingFailed"]
