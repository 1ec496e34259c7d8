"""Texts of a shop by a language model; what they say is decided by code and checked."""

from shopworld.arena.generate.authoring.contents import KINDS_OF_TEXT, OF_TWINS, AuthoredContents, AuthoringReport
from shopworld.arena.generate.authoring.store import TextStore

__all__ = ["KINDS_OF_TEXT", "OF_TWINS", "AuthoredContents", "AuthoringReport", "TextStore"]
