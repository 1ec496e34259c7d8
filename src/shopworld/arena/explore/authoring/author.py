"""Has a model write a manual's prose and fill in what probes left unknown; what is not sound stays as it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.agents.prompt_template import PromptTemplate
from shopworld.arena.bundle import SECTIONS
from shopworld.arena.bundle.values import value_of
from shopworld.arena.explore.anonymity import Anonymity
from shopworld.arena.explore.authoring import records
from shopworld.arena.explore.authoring.draft import Checking, ManualDraft
from shopworld.arena.explore.findings import Findings
from shopworld.arena.model_use import reason_of
from shopworld.errors import ModelError, ModelFault, ModelReplyError, RecordingError
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel, MessageImage, Usage

_TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
_TRIES = 2
_MOST_PICTURES = 6
_ANSWER = "the answer"


@dataclass(slots=True)
class ManualReport:
    """What a model did for one specification.

    Attributes:
        model: `provider/model`.
        sections: headings whose prose is the model's.
        built_in: headings whose prose stayed the explorer's own, with the reason.
        values: that it filled in, with the words it went by.
        refused: values that were not taken in, with the reason.
        usage: of all calls.
    """

    model: str
    sections: list[str] = field(default_factory=list)
    built_in: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)


class ManualAuthor:
    """Writes over the prose of findings, and adds values that probes left unknown; what was measured stays.

    A model that fails, or writes what cannot be used, leaves all as the explorer wrote it, and the report says so.

    Args:
        model: that writes.
        pictures: whether it is shown pictures of the site, which show it as it is; else trees without names only.
    """

    def __init__(self, model: EpisodeModel, *, pictures: bool = False) -> None:
        self._model, self._pictures = model, pictures

    def write(self, findings: Findings, folder: Path, anonymity: Anonymity) -> ManualReport:
        """Writes.

        Args:
            findings: of one site; changed in place, at once and only by what is sound.
            folder: with the evidence, from which names were taken out.
            anonymity: knows what must not be told.

        Raises:
            RecordingError: recorded replies do not fit what is asked now.
        """
        report = ManualReport(self._model.name)
        evidence = anonymity.clean(records.evidence(folder))
        shown = {
            "measured": anonymity.clean(records.measured(findings)),
            "prose": anonymity.clean(records.sentences(findings)),
            "unknown": anonymity.clean(records.unknown(findings)),
            "evidence": evidence,
        }
        names, images = records.pictures(folder, _MOST_PICTURES) if self._pictures else ("", ())
        checking = Checking(findings, anonymity, "\n".join(shown.values()), evidence)
        prose: dict[str, str] = {}
        faults: dict[str, str] = {}
        for _ in range(_TRIES):
            wrong = "\n".join(f"- {name}: {reason}" for name, reason in faults.items())
            request = _request(shown | {"pictures": names, "wrong": wrong}, images)
            try:
                draft, _reply = self._model.ask_as(request, ManualDraft)
            except (ModelReplyError, ModelFault, ModelError) as error:
                if isinstance(error, RecordingError):
                    raise
                faults[_ANSWER] = reason_of(error)
                break
            finally:
                report.usage = report.usage + self._model.take_usage()
            new = self._take(draft, checking, prose, findings, report)
            faults = {
                name: why for name, why in faults.items() if name not in prose and name not in report.values
            } | new
            if not faults:
                break
        for heading, text in prose.items():
            findings.prose[heading] = [text]
        report.sections = [one for one in SECTIONS if one in prose]
        _explain(report, findings.prose, faults)
        return report

    def _take(
        self, draft: ManualDraft, checking: Checking, prose: dict[str, str], findings: Findings, report: ManualReport
    ) -> dict[str, str]:
        """Takes in what is sound; what is wrong with the rest, by heading or name."""
        faults: dict[str, str] = {}
        for section in draft.sections:
            found = checking.section(section)
            if found:
                faults[section.heading] = "; ".join(found)
            else:
                prose[section.heading] = section.prose.strip()
        for value in draft.values:
            name = value.name.strip()
            found = checking.value(value)
            if found:
                faults[name] = "; ".join(found)
            elif findings.suppose(name, value_of(name, value.value), value.quote.strip()):
                report.values[name] = value.quote.strip()
        return faults


def _explain(report: ManualReport, headings: Iterable[str], faults: dict[str, str]) -> None:
    """Why sections stayed the explorer's own, and values unknown."""
    whole = faults.get(_ANSWER, "")
    for heading in (one for one in headings if one not in report.sections):
        report.built_in[heading] = faults.get(heading) or whole or "the model wrote nothing of it"
    known = {*SECTIONS, _ANSWER, *report.values}
    report.refused = {name: reason for name, reason in faults.items() if name not in known}


def _request(values: dict[str, str], images: tuple[MessageImage, ...]) -> ChatRequest:
    rules = _TEMPLATE.write("rules", headings=", ".join(SECTIONS))
    words = _TEMPLATE.write("site", **values)
    return ChatRequest((ChatMessage("system", (rules,), cache=True), ChatMessage("user", (words, *images))))
