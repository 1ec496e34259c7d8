"""A language model that looks at pictures of pages: its findings are added to those of the checks in code.

Source: ShopGym, section 2.1.2: the visual verifier of the execution-verification loop.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from shopworld.agents.prompt_template import PromptTemplate
from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.model_use import ends_asking
from shopworld.arena.verify.finding import Finding, Severity
from shopworld.arena.verify.verifier import Verifier
from shopworld.arena.verify.visual.checks import VISUAL_CHECKS, seen
from shopworld.arena.verify.visual.look import WindowView
from shopworld.arena.verify.visual.tour import visual_verifier
from shopworld.errors import ModelError, ModelFault, ModelReplyError
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel, MessageImage, Usage

_TEMPLATE = PromptTemplate(Path(__file__).with_name("judge.md"))
_MOST_FINDINGS = 8
_TALLEST, _MOST_PICTURES = 1600, 6
_LONGEST = 300
_SPECIFIED = ("descriptor", "category", "tone", "style.")


class Fault(BaseModel):
    """Something that does not look right."""

    model_config = ConfigDict(frozen=True)

    place: str
    """Where on the page, in a few words."""
    severity: Severity
    what: str
    cure: str


class Faults(BaseModel):
    """What the judge says of one page."""

    model_config = ConfigDict(frozen=True)

    findings: tuple[Fault, ...]


@dataclass(slots=True)
class JudgeReport:
    """How much a judge did.

    Attributes:
        judged: looks that it gave an answer on, by asking.
        known: looks that it had seen before, pixel by pixel, and did not ask about again.
        unjudged: looks without an answer, by place, with the reason.
        findings: that it told, of all looks.
        usage: of its calls.
    """

    judged: int = 0
    known: int = 0
    unjudged: dict[str, str] = field(default_factory=dict)
    findings: int = 0
    usage: Usage = field(default_factory=Usage)


class VisualJudge:
    """A visual check that asks a language model; one for a whole command.

    A page that looks the same as before is not asked about again. Where the provider fails or the budget is spent,
    nothing more is asked, and the checks in code go on. An answer that cannot be used leaves its page without one.

    Args:
        model: that looks.
        bundle: the specification; None where there is none.
    """

    def __init__(self, model: EpisodeModel, bundle: SpecificationBundle | None = None) -> None:
        self._model = model
        self._specified = _specified(bundle)
        self._known: dict[str, tuple[Fault, ...]] = {}
        self._ended = ""
        self._before = model.spent
        self.report = JudgeReport()

    def __call__(self, look: WindowView) -> Iterator[Finding]:
        """What the model finds on a page."""
        pictures = look.pictures(tallest=_TALLEST, most=_MOST_PICTURES)
        told = self._faults(look, pictures)
        self.report.findings += len(told)
        for one in told:
            found = seen(look, "judge", _line(one.what), _line(one.cure), one.severity)
            yield found.model_copy(update={"place": f"{look.place}: {_line(one.place)}" if one.place else look.place})

    def _faults(self, look: WindowView, pictures: Sequence[bytes]) -> tuple[Fault, ...]:
        whole = hashlib.sha256(look.place.encode())
        for one in pictures:
            whole.update(hashlib.sha256(one).digest())
        key = whole.hexdigest()
        if key in self._known:
            self.report.known += 1
            return self._known[key]
        if self._ended:
            self.report.unjudged[look.place] = self._ended
            return ()
        try:
            answer, _ = self._model.ask_as(self._request(look, pictures), Faults)
        except ModelReplyError as error:
            self.report.unjudged[look.place] = error.message
            return ()
        except (ModelFault, ModelError) as error:
            self._ended = ends_asking(error)
            self.report.unjudged[look.place] = self._ended
            return ()
        finally:
            self.report.usage = self.report.usage + self._model.take_usage()
        self.report.judged += 1
        self.report.unjudged.pop(look.place, None)
        self._known[key] = tuple(one for one in answer.findings if one.what.strip())[:_MOST_FINDINGS]
        return self._known[key]

    def _request(self, look: WindowView, pictures: Sequence[bytes]) -> ChatRequest:
        words = _TEMPLATE.write(
            "page",
            path=look.path,
            kind=look.area,
            width=look.viewport[0],
            height=look.measures.height,
            hidden=max(0, look.measures.height - _TALLEST * _MOST_PICTURES),
            specified=self._specified,
        )
        images = tuple(MessageImage(one) for one in pictures)
        return ChatRequest(
            (
                ChatMessage("system", (_TEMPLATE.write("rules"),), cache=True),
                ChatMessage("user", (words, *images)),
            )
        )


def with_judge(verifiers: Sequence[Verifier], judge: VisualJudge) -> tuple[Verifier, ...]:
    """The verifiers with the judge among the visual checks.

    Raises:
        LookupError: the visual verifier is not among them.
    """
    if all(one.name != "visual" for one in verifiers):
        raise LookupError("the judge looks with the verifier visual, which is left out")
    judging = visual_verifier((*VISUAL_CHECKS, judge))
    return tuple(judging if one.name == "visual" else one for one in verifiers)


def _specified(bundle: SpecificationBundle | None) -> str:
    if bundle is None:
        return ""
    values = {name: text for name, text in bundle.values().items() if name.startswith(_SPECIFIED)}
    return "\n".join(f"- {name}: {text}" for name, text in values.items() if text not in ("", "unknown"))


def _line(text: str) -> str:
    """A model's words as one line of bounded length."""
    words = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
