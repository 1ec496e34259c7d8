"""`answer_set`: the answer names offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.mall.events import AnswerSubmitted
from shopworld.tasks.answers import read_offers
from shopworld.tasks.checks.check import AnswerForm, Check
from shopworld.tasks.checks.common_states import home_of, no_answer, rewritten
from shopworld.tasks.checks.end_states import EndState, answering, right, saying, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.pieces import group_problems
from shopworld.tasks.checks.plan import NameOffers, PlanStep
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import Group, OfferAddress, name_of, names_of


class AnswerSet(Check):
    """The submitted addresses are exactly: at least one of each group, and nothing outside the groups.

    Several of one group are fine: naming both of two equally cheap offers answers "the cheapest". An address that is no
    product page of these shops counts as a wrong answer; words that are no addresses do not count.
    """

    meaning: ClassVar[str] = (
        "The answer names at least one offer of each group, and nothing else. Offers are `host: slug`."
    )
    answer: ClassVar[AnswerForm] = AnswerForm.OFFERS
    counts: ClassVar[bool] = True

    type: Literal["answer_set"] = "answer_set"
    groups: tuple[Group, ...] = Field(min_length=1)

    @property
    def returns(self) -> tuple[Group, ...]:
        """All groups."""
        return self.groups

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares what the answer names."""
        if evidence.answer is None:
            return CheckResult(
                type=self.type, passed=False, reason="no answer was submitted", expected=len(self.groups)
            )
        submitted = read_offers(evidence.answer, hosts)
        accepted = {offer for group in self.groups for offer in group}
        given = set(submitted.offers)
        missing = [group for group in self.groups if given.isdisjoint(group)]
        wrong_ones = [name_of(offer) for offer in submitted.offers if offer not in accepted]
        wrong_ones += [f"{address!r} (no product page)" for address in submitted.unknown]
        return CheckResult(
            type=self.type,
            passed=not missing and not wrong_ones,
            reason=reason_of(
                f"all {len(self.groups)} found" if len(self.groups) > 1 else "found",
                {"missing": [names_of(group) for group in missing], "not asked for": wrong_ones},
            ),
            expected=len(self.groups),
            found=len(self.groups) - len(missing),
            returned=submitted.count,
            right=submitted.count - len(wrong_ones),
        )

    def came_to(self, evidence: EpisodeEvidence, hosts: Mapping[str, str]) -> Iterable[OfferAddress]:
        """What the answer names."""
        return read_offers(evidence.answer or "", hosts).offers

    def words(self) -> tuple[str, Iterable[str]]:
        """How many products, and which."""
        what = "this product" if len(self.groups) == 1 else f"each of these {len(self.groups)}"
        return f"The answer names {what}, and nothing else.", map(names_of, self.groups)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Offers that are not there, and groups that overlap."""
        yield from group_problems(self.groups, ground)

    def warnings(self, ground: Ground) -> Iterator[str]:
        """Answers that the task's own text names."""
        named = set(read_offers(ground.task.intent, ground.hosts).offers)
        for address in (address for group in self.groups for address in group if address in named):
            yield f"the text names the answer {name_of(address)}"

    def plan(self, offers: Iterable[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """One offer of each group is named."""
        yield NameOffers(self.groups)

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Answers that leave out, add, swap or garble, and the same answer written in other ways."""
        offers = [group[0] for group in self.groups]
        urls = [ground.url(one) for one in offers]
        acts, whole = ground.acts, "###".join(urls)
        yield from no_answer(ground)
        for at, offer in enumerate(offers):
            rest = [url for url in urls if url != urls[at]]
            yield wrong(f"answer {at + 1} left out", answering(acts, "###".join(rest) or "Done"))
            swapped = [ground.url(ground.like(offer)), *rest]
            yield wrong(f"a near duplicate for answer {at + 1}", answering(acts, "###".join(swapped)))
            for there in list(ground.elsewhere(offer))[:2]:
                yield wrong(f"answer {at + 1} at {there.shop}", answering(acts, "###".join([*rest, ground.url(there)])))
            yield wrong(f"answer {at + 1} cut short", answering(acts, "###".join([*rest, urls[at].rstrip("/")[:-2]])))
        for near in ground.near[:6]:
            yield wrong(f"{near.slug} named besides", answering(acts, f"{whole}###{ground.url(near)}"))
        yield wrong("everything named", answering(acts, "###".join([whole, *map(ground.url, ground.near)])))
        home = home_of(urls[0])
        yield wrong("a home page named besides", answering(acts, f"{whole}###{home}"))
        yield wrong("a cart named besides", answering(acts, f"{whole}###{home}cart/"))
        yield wrong("a foreign page named besides", answering(acts, f"{whole}###http://elsewhere.example/product/x/"))
        yield wrong("right in a message, then nothing", (*saying(acts, whole), (None, AnswerSubmitted(text="Done"))))
        yield from rewritten(ground, urls)
        for group in self.groups:
            for other in group[1:]:
                named = [ground.url(other if one == group[0] else one) for one in offers]
                yield right(f"{other.slug} instead", answering(acts, "###".join(named)))
            if len(group) > 1:
                yield right("all that will do", answering(acts, "###".join([*urls, *map(ground.url, group)])))
