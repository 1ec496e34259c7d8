"""A kind of check: the errand was done in few product pages."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.evidence import EpisodeEvidence


class ShortWay(Check):
    """At most so many product pages were opened."""

    meaning: ClassVar[str] = "At most so many product pages were opened."
    type: Literal["short_way"] = "short_way"
    pages: int = Field(ge=1)

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        opened = len(evidence.viewed)
        return CheckResult(type=self.type, passed=opened <= self.pages, reason=f"{opened} product pages were opened")

    def words(self) -> tuple[str, Iterable[str]]:
        return f"At most {self.pages} product pages were opened.", ()
