"""What a run over a crawl was asked for; kept beside its results, so that it goes on as it began."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shopworld.offers.departments import DepartmentRules, read_departments
from shopworld.offers.limits import PageLimits

FORMAT = 1
"""Raised where the same settings lead to other rows."""


class OfferSettings(BaseModel):
    """Settings of a run over a crawl."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str = "en"
    limits: PageLimits = Field(default_factory=PageLimits)
    departments: DepartmentRules = Field(default_factory=read_departments)
    format: int = FORMAT

    @property
    def key(self) -> str:
        """Sixteen hex digits that differ where rows may."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


def settings_of(
    language: str = "en", departments: Path | None = None, limits: PageLimits | None = None
) -> OfferSettings:
    """The settings of a run.

    Raises:
        InputError: the file of departments is not as it must be.
    """
    return OfferSettings(language=language, limits=limits or PageLimits(), departments=read_departments(departments))
