"""A trial in words: what a judge reads of it."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.evaluation.event_text import describe, is_strong
from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.records import Step
from shopworld.models import MessageImage

MOST_PICTURES = 15
"""The last ones (DeepShop, A.1)."""
LONGEST_LOG = 150_000
"""Characters of a log; the middle of a longer one is left out."""
LONGEST_PAGES = 60_000
"""Characters of all pages together, where there are no pictures."""
_LONGEST_FIELD = 1_500


@dataclass(frozen=True, slots=True)
class TranscriptScope:
    """What a judge sees of the pages.

    Attributes:
        pictures: by step.
        pages: the pages as text, where the run kept no pictures.
    """

    pictures: tuple[tuple[int, MessageImage], ...] = ()
    pages: str = ""

    @property
    def kind(self) -> str:
        """`pictures` or `pages`."""
        return "pictures" if self.pictures else "pages"

    @property
    def parts(self) -> tuple[str | MessageImage, ...]:
        """As parts of a message: each picture after the number of its step."""
        return tuple(part for step, picture in self.pictures for part in (f"Picture of step {step}:", picture))


def write_log(case: JudgedTrial) -> str:
    """What the agent did, step by step: thought, note, action, error, result of a tool."""
    return _without_middle("\n\n".join(_step(step) for step in case.steps[1:]) or "(nothing)", LONGEST_LOG)


def write_addresses(case: JudgedTrial) -> str:
    """The addresses that were open, in order, each with the first step it was open after."""
    lines: list[str] = []
    last = ""
    for step in case.steps:
        if step.url and step.url != last:
            lines.append(f"{step.number}: {step.url}")
            last = step.url
    return "\n".join(lines) or "(none)"


def write_happenings(case: JudgedTrial) -> str:
    """What changed in the shops and what was said: carts, orders, promotions, answers."""
    lines = [f"{event.shop or '-'}: {describe(event)}" for event in case.events if is_strong(event)]
    return "\n".join(lines) or "(nothing)"


def look(case: JudgedTrial) -> TranscriptScope:
    """The last pictures; where the run kept none, the last pages as text."""
    shown = [step for step in case.steps if step.screenshot and (case.folder / step.screenshot).exists()]
    if shown:
        pictures = [
            (step.number, MessageImage((case.folder / step.screenshot).read_bytes())) for step in shown[-MOST_PICTURES:]
        ]
        return TranscriptScope(tuple(pictures))
    pages = [step for step in case.steps if step.tree][-MOST_PICTURES:]
    share = LONGEST_PAGES // max(1, len(pages))
    texts = [f"Page after step {step.number} ({step.url}):\n{_without_middle(step.tree, share)}" for step in pages]
    return TranscriptScope(pages="\n\n".join(texts))


def _step(step: Step) -> str:
    fields = {
        "Thought": step.thought,
        "Memory": str(step.extra.get("memory", "")),
        "Action": step.action,
        "Error": step.error,
        "Result": step.result,
    }
    lines = [f"Step {step.number}"]
    lines += [f"{name}: {_without_middle(text, _LONGEST_FIELD)}" for name, text in fields.items() if text]
    return "\n".join(lines)


def _without_middle(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half} characters are left out) …\n{text[-half:]}"
