"""What the deep-research agent's model answers in each phase."""

from __future__ import annotations

from pydantic import Field

from shopworld.agents.model_forms import ModelForm


class Search(ModelForm):
    """One search in one shop."""

    shop: str = Field(description="Address of the shop, as the task gives it.")
    words: str = Field(description="What to search for.")


class ResearchPlan(ModelForm):
    """What is to be found out, and the first searches for it."""

    questions: list[str] = Field(description="What must be found out for the answer.")
    searches: list[Search] = Field(description="The first searches.")


class Note(ModelForm):
    """Something that a page states."""

    about: str = Field(description="The product, or whatever it is about.")
    fact: str = Field(description="What the page states.")


class Reading(ModelForm):
    """What a page gave."""

    notes: list[Note] = Field(default=[], description="What the page states that matters.")
    open: list[str] = Field(default=[], description="Ids of links to open next.")


class Review(ModelForm):
    """Whether the research is at its end."""

    assessment: str = Field(description="What is known, and what is missing.")
    enough: bool = Field(description="Whether the task can be answered.")
    searches: list[Search] = Field(default=[], description="Further searches where it cannot.")


class Report(ModelForm):
    """The answer, with its sources."""

    answer: str = Field(description="The answer, with [1], [2], … behind what a source states.")
    sources: list[str] = Field(description="Addresses of the pages cited, in order.")
    products: list[str] = Field(description="Addresses of the products that are the result.")
