"""What each stage took in and gave out, and why it dropped the rest: counted, with places for people to look up."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, Field

MOST_SAMPLES = 5


class DropCount(BaseModel):
    """How often a stage dropped something for one reason."""

    count: int = 0
    samples: list[str] = Field(default_factory=list)
    """The first places, as file and record."""

    def add(self, place: object, many: int = 1) -> None:
        """Counts drops at a place."""
        self.count += many
        if len(self.samples) < MOST_SAMPLES:
            self.samples.append(str(place))


class StageCount(BaseModel):
    """One stage: what came in, what went out, and what did not."""

    stage: str
    came_in: int = 0
    went_out: int = 0
    drops: dict[str, DropCount] = Field(default_factory=dict)
    notes: dict[str, DropCount] = Field(default_factory=dict)
    """What was put right, cut or found odd without being dropped."""

    @property
    def dropped(self) -> int:
        """All drops together."""
        return sum(one.count for one in self.drops.values())


class StageTally(BaseModel):
    """The counts of all stages, in the order in which rows go through them."""

    stages: list[StageCount] = Field(default_factory=list)

    def stage(self, name: str) -> StageCount:
        """The counts of a stage; a new one stands last."""
        for one in self.stages:
            if one.stage == name:
                return one
        self.stages.append(StageCount(stage=name))
        return self.stages[-1]

    def take(self, stage: str, many: int = 1) -> None:
        """Counts what comes into a stage."""
        self.stage(stage).came_in += many

    def give(self, stage: str, many: int = 1) -> None:
        """Counts what goes out of it."""
        self.stage(stage).went_out += many

    def drop(self, stage: str, reason: str, place: object, many: int = 1) -> None:
        """Counts what a stage leaves out."""
        self.stage(stage).drops.setdefault(reason, DropCount()).add(place, many)

    def note(self, stage: str, what: str, place: object, many: int = 1) -> None:
        """Counts what a stage puts right or finds odd."""
        self.stage(stage).notes.setdefault(what, DropCount()).add(place, many)

    def add(self, other: StageTally) -> None:
        """Adds the counts of another part of the work; samples come in the order of adding."""
        for theirs in other.stages:
            mine = self.stage(theirs.stage)
            mine.came_in += theirs.came_in
            mine.went_out += theirs.went_out
            for ours, more in ((mine.drops, theirs.drops), (mine.notes, theirs.notes)):
                for reason, count in more.items():
                    known = ours.setdefault(reason, DropCount())
                    known.count += count.count
                    known.samples = [*known.samples, *count.samples][:MOST_SAMPLES]


def sum_of(tallies: Iterable[StageTally], stages: Iterable[str]) -> StageTally:
    """All counts together, stages in the given order, reasons by their name."""
    whole = StageTally(stages=[StageCount(stage=one) for one in stages])
    for one in tallies:
        whole.add(one)
    for stage in whole.stages:
        stage.drops = dict(sorted(stage.drops.items(), key=lambda item: (-item[1].count, item[0])))
        stage.notes = dict(sorted(stage.notes.items(), key=lambda item: (-item[1].count, item[0])))
    return whole
