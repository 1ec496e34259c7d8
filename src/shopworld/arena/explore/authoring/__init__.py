"""The manual's prose by a language model, from what the probes recorded; and values that they left unknown."""

from shopworld.arena.explore.authoring.author import ManualAuthor, ManualReport

__all__ = ["ManualAuthor", "ManualReport"]
