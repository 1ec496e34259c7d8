"""Patterns from the rule files, searched fast: most are ruled out by a piece of plain text that they need."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that is taken as whole words.

    Attributes:
        literal: plain text that every match holds; empty where there is none.
        expression: the compiled expression.
    """

    literal: str
    expression: re.Pattern[str]

    @classmethod
    def parse(cls, source: str) -> Pattern:
        """The pattern of a rule file.

        Raises:
            re.error: it is not a regular expression.
        """
        return cls(required_literal(source), re.compile(rf"(?<![a-z0-9])(?:{source})(?![a-z0-9])"))

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a folded text."""
        return self.expression.search(text) if self.literal in text else None


def required_literal(source: str) -> str:
    """The longest run of plain characters that every match of a regular expression must hold.

    Only what stands outside of brackets and is not optional counts; so the result may be shorter than the best one.
    """
    runs, run, depth, position = [""], "", 0, 0
    while position < len(source):
        character = source[position]
        following = source[position + 1] if position + 1 < len(source) else ""
        step = 1
        if character == "\\":
            step, plain = 2, "" if following.isalnum() else following
        elif character == "{":
            step, plain = source.index("}", position) + 1 - position, ""
        elif character == "[":
            step, plain = source.index("]", position + 2) + 1 - position, ""
        else:
            plain = character if character.isalnum() or character in " -/\"'&!:,%" else ""
            depth += (character == "(") - (character == ")")
        if character == "|" and depth == 0:
            return ""
        after = source[position + step] if position + step < len(source) else ""
        if after in "?*{" and after:
            plain = ""
        if plain and depth == 0:
            run += plain
        else:
            runs.append(run)
            run = ""
        position += step
    return max((*runs, run), key=len)
