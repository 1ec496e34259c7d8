"""Exploration: from a live storefront to its specification."""
