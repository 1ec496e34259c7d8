"""`message_contains`: what was written to a shop by its contact form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.episode import Payload
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import ChatAsked, ContactSent, PolicyViewed
from shopworld.tasks import contact
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Act, Acts, EndState, before_answer, changed, right, without, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import PlanStep, WriteMessage
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import OfferAddress
from shopworld.tasks.text_answers import same_text

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_NOBODY = ("Robin Ashgrove", "robin.ashgrove@mail.example")
_LONGEST_FORM = 5_000
"""Characters that a shop's contact form takes."""
Wording = Annotated[str, Field(pattern=r"[^\W_]")]
Fact = Annotated[tuple[Wording, ...], Field(min_length=1)]


class MessageContains(Check):
    """A message was sent by one shop's contact form that says all of these facts, and no other shop was written to.

    A fact is a list of wordings of which any one will do. Its words must follow each other in the message; case, marks
    and spaces do not count, numbers are compared by value (`1,299.00` is `1299`), and `30` is not in `300`.
    """

    meaning: ClassVar[str] = (
        "One message sent by that shop's contact form says each fact, in one of its wordings, from that name and e-mail"
        " address where they are given; no other shop was written to."
    )

    minds: ClassVar[frozenset[str]] = frozenset({ContactSent.kind})

    type: Literal["message_contains"] = "message_contains"
    shop: str
    facts: tuple[Fact, ...] = Field(min_length=1)
    name: str = ""
    """Of the sender, compared as a buyer's; empty: anybody."""
    email: str = ""
    """Of the sender; empty: any."""
    longest: int = Field(default=1_000, ge=1)
    """Characters of the message: who pastes everything says nothing."""

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Looks for one message that is right in everything."""
        sent = evidence.happened(ContactSent)
        elsewhere = sorted({shop for shop, _ in sent if shop != self.shop})
        faults = [self._faults(message) for shop, message in sent if shop == self.shop]
        problems = min(faults, key=len, default={"not sent": [f"no message to {self.shop}"]})
        if elsewhere:
            problems = problems | {"also written to": elsewhere}
        return CheckResult(type=self.type, passed=not problems, reason=reason_of("sent as asked for", problems))

    def _faults(self, message: ContactSent) -> dict[str, list[str]]:
        said = _words(message.message)
        missing = [fact[0] for fact in self.facts if not any(_says(said, _words(wording)) for wording in fact)]
        faults = {"not said": missing} if missing else {}
        for label, wanted, found, form in (
            ("name", self.name, message.name, contact.person_name),
            ("e-mail", self.email, message.email, contact.email),
        ):
            if wanted and form(found) != form(wanted):
                faults[label] = [f"{found!r} instead of {wanted!r}"]
        if len(message.message) > self.longest:
            faults["too long"] = [f"{len(message.message)} characters instead of {self.longest} at most"]
        return faults

    def words(self) -> tuple[str, Iterable[str]]:
        """To whom, and what it says."""
        sender = " ".join(filter(None, (self.name, f"<{self.email}>" if self.email else "")))
        sentence = f"One message to {self.shop} says each of these, and no other shop was written to."
        facts = (" or ".join(f"“{wording}”" for wording in fact) for fact in self.facts)
        return sentence, (*facts, *([f"from {sender}"] if sender else []))

    def shown(self) -> Iterator[str]:
        """The facts first."""
        yield from (f"fact {number}: {' or '.join(fact)}" for number, fact in enumerate(self.facts, start=1))
        yield from (line for line in super().shown() if not line.startswith("facts: "))

    def problems(self, ground: Ground) -> Iterator[str]:
        """Shops that cannot be written to, and facts that are told twice or do not fit into a message."""
        storefront = ground.shops_at_hand.storefronts.get(self.shop)
        if storefront is None:
            yield f"{self.type}: the mall has no shop {self.shop!r}"
        elif "contact" not in storefront.shop.capabilities.info_pages_present:
            yield f"{self.type}: the shop {self.shop} links to no contact page"
        for (number, fact), (other, wordings) in permutations(enumerate(self.facts, start=1), 2):
            if any(_says(_words(wording), _words(fact[0])) for wording in wordings):
                yield f"{self.type}: fact {number} is said by fact {other} already"
        if len(self._text) > min(self.longest, _LONGEST_FORM):
            yield f"{self.type}: the facts alone have more than {min(self.longest, _LONGEST_FORM)} characters"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """The facts are written, each in its first wording."""
        yield WriteMessage(self.shop, self.name or _NOBODY[0], self.email or _NOBODY[1], self._text)

    @property
    def _text(self) -> str:
        return ". ".join(fact[0] for fact in self.facts)

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The same end without the message."""
        yield f"without {self.type} {number}", left_out

    def port(self, twin: Twin) -> MessageContains:
        """The same facts for the twin."""
        return self.model_copy(update={"shop": twin.shop})

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Messages that leave out, garble or spread facts, by others, to others; the same said in other ways."""
        acts, facts = ground.acts, [fact[0] for fact in self.facts]
        rest = without(acts, self._is_to_shop)
        yield wrong("nothing sent", rest)
        yield wrong("the page opened alone", (*rest, (self.shop, PolicyViewed(handle="contact"))))
        yield wrong("asked in the chat", before_answer(rest, (self.shop, ChatAsked(message=self._text, topic=""))))
        yield wrong("said in the answer", (*rest, (None, AnswerSubmitted(text=self._text))))
        yield wrong("other words", self._saying(acts, "Zyxwv qorbel vantrim plushock"))
        yield wrong("too much", self._saying(acts, f"{self._text} {'and so on ' * self.longest}"))
        for at, fact in enumerate(facts):
            others = [one for one in facts if one != fact]
            yield wrong(f"fact {at + 1} left out", self._saying(acts, ". ".join(others) or "Hello"))
            for name, garbled in _garbled(fact):
                if any(wording.casefold() in garbled.casefold() for wording in self.facts[at]):
                    continue
                yield wrong(f"fact {at + 1} {name}", self._saying(acts, ". ".join((*others, garbled))))
        if len(facts) > 1:
            yield wrong("in two messages", before_answer(rest, *map(self._message, facts)))
        for shop in [*(one for one in ground.shops if one != self.shop), "another-shop"][:3]:
            there = (shop, self._message(self._text)[1])
            yield wrong(f"to {shop}", before_answer(rest, there))
            yield wrong(f"to {shop} too", before_answer(acts, there))
        if self.name:
            yield wrong("by somebody else", self._with(acts, name="Jordan Quillfeather"))
            yield right("an upper-case name", self._with(acts, name=self.name.upper()))
        if self.email:
            yield wrong("from another address", self._with(acts, email="nobody@else.example"))
            yield right("an upper-case address", self._with(acts, email=f" {self.email.upper()}"))
        for name, text in {
            "upper case": self._text.upper(),
            "another order": " / ".join(reversed(facts)),
            "with more words": f"Zyxwv qorbel: {self._text}! Vantrim",
            "on lines of their own": "\n".join(facts),
        }.items():
            if len(text) <= self.longest:
                yield right(name, self._saying(acts, text))
        for at, wordings in enumerate(self.facts):
            for wording in wordings[1:]:
                said = [*facts[:at], wording, *facts[at + 1 :]]
                yield right(f"fact {at + 1} as {wording!r}", self._saying(acts, ". ".join(said)))
        yield right("after one that forgot something", before_answer(rest, self._message("Qorbel"), *self._sent(acts)))
        yield right("after looking around", (*ground.wandering, *acts))

    def _message(self, text: str) -> tuple[str, Payload]:
        return self.shop, ContactSent(name=self.name or _NOBODY[0], email=self.email or _NOBODY[1], message=text)

    def _is_to_shop(self, act: Act) -> bool:
        return act[0] == self.shop and isinstance(act[1], ContactSent)

    def _sent(self, acts: Acts) -> Acts:
        return tuple(act for act in acts if self._is_to_shop(act))

    def _with(self, acts: Acts, **change: str) -> Acts:
        """The acts, with every message to the shop changed."""

        def of(act: Act) -> Act:
            return (act[0], act[1].model_copy(update=change)) if self._is_to_shop(act) else act

        return changed(acts, of)

    def _saying(self, acts: Acts, text: str) -> Acts:
        return self._with(acts, message=text)


def _words(text: str) -> list[str]:
    """Words and numbers of a text, in order, in lower case."""
    return _WORD.findall(contact.letters(text))


def _says(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the wanted words follow each other in what was said."""
    places = range(len(said) - len(wanted) + 1)
    return any(all(map(same_text, said[at : at + len(wanted)], wanted)) for at in places)


def _garbled(fact: str) -> Iterator[tuple[str, str]]:
    """A fact that is not said any more."""
    words = _words(fact)
    other = f"9{words[0]}9" if words[0][0].isdigit() else f"un{words[0]}"
    yield "without its last word", " ".join(words[:-1]) or "?"
    yield "with another first word", " ".join((other, *words[1:]))
    yield "doubled", " ".join((words[0] * 2, *words[1:]))
    if len(words) > 1:
        yield "with a word in between", " ".join((words[0], "zyxwv", *words[1:]))
    if words[::-1] != words:
        yield "backwards", " ".join(reversed(words))
    higher = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), fact)
    if higher != fact:
        yield "with other digits", higher
