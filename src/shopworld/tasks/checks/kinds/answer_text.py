"""`answer_text`: what the answer says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.tasks.checks.check import AnswerForm, Check
from shopworld.tasks.checks.common_states import no_answer
from shopworld.tasks.checks.end_states import Acts, EndState, answering, right, saying, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import GiveText, PlanStep
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult, shortened
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import OfferAddress
from shopworld.tasks.text_answers import is_accepted, read_amount


class AnswerText(Check):
    """The submitted text equals one of the accepted ones after normalisation (case, space, currency, number format)."""

    meaning: ClassVar[str] = "The answer is one of these texts, whatever its case, spaces and way to write numbers."
    answer: ClassVar[AnswerForm] = AnswerForm.TEXT
    counts: ClassVar[bool] = True

    type: Literal["answer_text"] = "answer_text"
    accepted: tuple[str, ...] = Field(min_length=1)

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares the answer with the accepted texts."""
        given = evidence.answer
        passed = given is not None and is_accepted(given, self.accepted)
        if given is None:
            reason = "no answer was submitted"
        else:
            reason = "as expected" if passed else f"{shortened(given)!r} is not {shortened(self.accepted[0])!r}"
        return CheckResult(
            type=self.type,
            passed=passed,
            reason=reason,
            expected=1,
            found=int(passed),
            returned=int(given is not None),
            right=int(passed),
        )

    def words(self) -> tuple[str, Iterable[str]]:
        """Which texts."""
        return "The answer says one of these.", (f"“{text}”" for text in self.accepted)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Texts that say nothing."""
        if not all(text.strip() for text in self.accepted):
            yield "an empty text is accepted as answer"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """The first accepted text is given."""
        yield GiveText(self.accepted[0])

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """Something else given."""
        yield f"without {self.type} {number}", left_out

    def port(self, twin: Twin) -> AnswerText:
        """What the twin's pages answer to the task's question."""
        return AnswerText(accepted=twin.answer())

    def differs(self, ported: AnswerText, twin: Twin) -> bool:
        """Whether the twin answers otherwise."""
        return self != ported

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Other texts and amounts, and the same one written in other ways."""
        acts, text = ground.acts, self.accepted[0]
        yield from no_answer(ground)
        for name, other in _other_texts(text):
            yield wrong(name, answering(acts, other))
        if any(read_amount(one) is None and re.match(r"\s*\d", one) for one in self.accepted):
            yield wrong("as an amount of money", answering(acts, f"${re.findall(r'[0-9.,]+', text)[0]}"))
        for accepted in self.accepted:
            yield right(f"{accepted!r}", answering(acts, accepted))
        for name, same in _same_texts(text):
            yield right(name, answering(acts, same))
        yield right("in a message", saying(acts, text), Ending.MESSAGE)
        yield right("after looking around", (*ground.wandering, *acts))


def _other_texts(text: str) -> Iterator[tuple[str, str]]:
    amount = read_amount(text)
    if amount is not None:
        number = min(amount.readings)
        for name, other in {
            "one more": number + 1,
            "one less": number - 1,
            "a hundredth more": number + number.__class__("0.01"),
            "double": number * 2 + 2,
            "with the other sign": -number - 1,
        }.items():
            yield name, f"{other}"
        for currency in ("GBP", "CHF", "JPY"):
            if amount.currency:
                yield f"in {currency}", f"{number} {currency}"
        yield "a range", f"{number} to {number + 10}"
    else:
        yield "one word less", " ".join(text.split()[:-1]) or "?"
        yield "one letter less", text[:-1] or "?"
        yield "backwards", text[::-1] if text[::-1] != text else f"{text}{text}x"
        higher = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), text)
        yield "all digits one higher", higher if higher != text else f"{text} 1"
    yield "denied", f"not {text}"
    yield "two answers", f"{text} or 997"
    yield "free", "n/a"
    yield "unknown", "I do not know"
    yield "yes", "yes, that is so"
    yield "another number", "100003"


def _same_texts(text: str) -> Iterator[tuple[str, str]]:
    yield "upper case", text.upper()
    yield "lower case", text.lower()
    yield "with space around", f"  {text}\n"
    yield "quoted", f'"{text}"'
    yield "with a full stop", f"{text}."
    amount = read_amount(text)
    if amount is not None and len(amount.readings) == 1:
        (number,) = amount.readings
        if number == int(number):
            yield "with decimals", f"{int(number)}.00"
        yield "without a currency", f"{number}"
        if amount.currency:
            yield "with the currency's code", f"{number} {amount.currency.upper()}"
