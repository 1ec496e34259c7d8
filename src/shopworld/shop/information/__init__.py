"""Policies, contact, and the page for what is not there."""
