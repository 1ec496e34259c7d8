"""Shopworld: simulated online shops, grounded shopping tasks, and scores from what really happened."""

__version__ = "0.1.0"
