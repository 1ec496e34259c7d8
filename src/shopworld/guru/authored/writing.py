"""The author of journeys: asks a model for intents with plans, derives the checks, has what is flagged polished."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from shopworld.guru.authored.deriving import PlanFault, legs_of
from shopworld.guru.authored.material import material_of
from shopworld.guru.authored.plan import AuthoredJourney, AuthoredJourneys
from shopworld.guru.authored.polishing import polish
from shopworld.guru.authored.saying import faults_of
from shopworld.guru.findings import TaskFinding
from shopworld.guru.journeys.grammar import draft_of
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel

TEMPLATE = "journey_authored"
BATCH = 8
"""Journeys that are asked for at once."""
DEFAULTS = "Where I say nothing else, one piece in any variant will do."

Prove = Callable[[int, SkillDraft], str]
"""What a proof says against the journey of that number; empty where all hold."""


@dataclass(slots=True)
class JourneyAuthor:
    """Writes journeys with a language model (ShopGym, section 2.2.3 and Appendix L).

    Args:
        model: who writes.
        seed: of the sample of the shop that it is shown.
    """

    model: EpisodeModel
    seed: int = 0
    rounds: dict[str, int] = field(default_factory=dict)
    """Rounds of polishing that each shop took, by its id."""

    def write(self, sight: ShopSight, count: int, prove: Prove) -> list[SkillDraft]:
        """So many journeys for a shop, all of them valid and proven.

        Args:
            sight: the shop.
            count: how many.
            prove: tries the proofs of one.

        Raises:
            PolishingFailed: some are still wrong after two rounds.
            ModelError, ModelFault, BudgetSpent: the model gave no answer that can be used.
        """
        if not count:
            return []
        shop = _part("shop").format(material=material_of(sight, f"{self.seed}:{sight.id}"))
        ids = [f"journey-{number}" for number in range(1, count + 1)]

        def ask(text: str) -> Sequence[AuthoredJourney]:
            request = ChatRequest((ChatMessage("system", (_part(""), shop)), ChatMessage("user", (text,))))
            return self.model.ask_as(request, AuthoredJourneys)[0].journeys

        def validate(known: Mapping[str, AuthoredJourney]) -> list[TaskFinding]:
            return [*_twins(known), *(one for journey in known.values() for one in _findings(journey, sight, prove))]

        def rewrite(
            flagged: Mapping[str, AuthoredJourney], findings: Sequence[TaskFinding]
        ) -> Sequence[AuthoredJourney]:
            named = list(dict.fromkeys(one.task for one in findings))
            again: list[AuthoredJourney] = []
            for start in range(0, len(named), BATCH):
                texts = [_complaint(one, flagged.get(one), findings) for one in named[start : start + BATCH]]
                again += ask(_part("polish").format(flagged="\n\n".join(texts)))
            return again

        first: list[AuthoredJourney] = []
        for start in range(0, count, BATCH):
            some = ids[start : start + BATCH]
            first += ask(_part("ask").format(count=len(some), ids=", ".join(some)))
        journeys, self.rounds[sight.id] = polish(ids, first, validate, rewrite)
        return [_draft(one, sight) for one in journeys.values()]


def _findings(journey: AuthoredJourney, sight: ShopSight, prove: Prove) -> list[TaskFinding]:
    """What is wrong with a journey: with its plan, with its words, and with its proofs."""
    try:
        draft = _draft(journey, sight)
    except PlanFault as fault:
        return [_finding(journey, "steps", fault)]
    said = [_finding(journey, "intent", fault) for fault in faults_of(journey, sight)]
    if said:
        return said
    fault_text = prove(int(journey.id.rpartition("-")[2]), draft)
    if not fault_text:
        return []
    return [TaskFinding(journey.id, "error", fault_text, "unproven", "steps", "Plan something else.")]


def _finding(journey: AuthoredJourney, place: str, fault: PlanFault) -> TaskFinding:
    return TaskFinding(journey.id, "error", fault.text, fault.rule, place, fault.cure)


def _draft(journey: AuthoredJourney, sight: ShopSight) -> SkillDraft:
    return draft_of(f"{journey.intent.strip()} {DEFAULTS}", legs_of(journey, sight), TEMPLATE)


def _twins(known: Mapping[str, AuthoredJourney]) -> list[TaskFinding]:
    """Journeys whose plan an earlier one has."""
    seen: dict[object, str] = {}
    found = []
    for one in known.values():
        key = (one.steps, one.quantity)
        if key in seen:
            text = f"its plan is that of {seen[key]}"
            found.append(TaskFinding(one.id, "error", text, "same-plan", "steps", "Plan something else."))
        seen.setdefault(key, one.id)
    return found


def _complaint(name: str, journey: AuthoredJourney | None, findings: Sequence[TaskFinding]) -> str:
    lines = [f"{name}: {journey.model_dump_json() if journey else 'not written'}"]
    lines += [f"- {one.rule} ({one.place}): {one.text}. {one.cure}" for one in findings if one.task == name]
    return "\n".join(lines)


@cache
def _part(name: str) -> str:
    """A part of the prompt; the first one has no name."""
    text = (Path(__file__).parent / "prompt.md").read_text(encoding="utf-8")
    parts = dict(part.partition("\n")[::2] for part in f"\n{text}".split("\n--- "))
    return parts[name].strip()
