"""What policies promise in numbers: thresholds, fees, periods."""

from __future__ import annotations

import re

from shopworld.arena.explore.findings import GUESSED, LIKELY, Findings
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.money import amounts_in

_DAYS = re.compile(
    r"(?:within|in|for|up to|have)\s+(?:a |the )?(\d{1,3})[- ]?(?:calendar |business |working )?days?\b"
    r".{0,60}?\b(?:return|refund|exchange|send)"
    r"|\b(?:return|refund|exchange|send)\w*.{0,80}?\b(\d{1,3})[- ]?(?:calendar )?days?"
    r"|(\d{1,3})[- ]days?\s+(?:\w+\s+){0,2}(?:returns?|refunds?|money)",
    re.I,
)
_FREE = re.compile(r"\bfree\b.{0,70}|.{0,70}\bfree\b", re.I)
_ABOVE = re.compile(r"\b(?:from|over|above|orders? (?:of|over|from)|more than|at least|minimum)\b", re.I)
_EXPRESS = re.compile(r"\b(?:express|next[- ]day|overnight|priority)\b", re.I)
_STANDARD = re.compile(r"\b(?:standard|regular|ground|flat)\b", re.I)
_LIFETIME = re.compile(r"\blifetime (?:warranty|guarantee)\b", re.I)
_YEARS = re.compile(r"\b(\d{1,2}|one|two|three|five|ten)[- ]?(year|month)s?\b.{0,30}\b(?:warranty|guarantee)", re.I)
_NEWSLETTER = re.compile(r"(\d{1,2})\s?%.{0,60}\b(?:first order|newsletter|subscri\w+|sign(?:ing)? up)", re.I)
_NUMBERS = {"one": "1", "two": "2", "three": "3", "five": "5", "ten": "10"}


def read_promises(site: PrefetchedSite, announcements: list[str], findings: Findings) -> None:
    """Takes the promises of policies and announcements into the findings.

    Args:
        site: with the texts of its policies.
        announcements: texts that stand on every page.
        findings: takes them in under `promises.`.
    """
    shipping = " \n".join((site.policies.get("shipping-policy", ""), *announcements))
    returns = " \n".join((site.policies.get("refund-policy", ""), *announcements, site.policies.get("faq", "")))
    everything = " \n".join((*site.policies.values(), *announcements))
    _shipping(shipping, findings)
    days = _DAYS.search(returns)
    if days:
        findings.found("promises.returns_days", int(next(one for one in days.groups() if one)), LIKELY)
    if _LIFETIME.search(everything):
        findings.found("promises.warranty", "lifetime", LIKELY)
    elif years := _YEARS.search(everything):
        count = _NUMBERS.get(years[1].lower(), years[1])
        findings.found("promises.warranty", f"{count} {years[2].lower()}{'' if count == '1' else 's'}", LIKELY)
    discount = _NEWSLETTER.search(everything)
    if discount and 0 < int(discount[1]) <= 90:
        findings.found("promises.newsletter_discount", int(discount[1]), GUESSED)


def _shipping(text: str, findings: Findings) -> None:
    said = [(bool(_ABOVE.search(match[0])), _amounts(match[0])) for match in _FREE.finditer(text)]
    # A single price beside the word may be anybody's; one that is a threshold by its words goes first.
    thresholds = [prices for above, prices in said if above and prices]
    thresholds = thresholds or [prices for _, prices in said if len(prices) == 1]
    if thresholds:
        findings.found("promises.free_shipping_from", max(thresholds[0]), LIKELY)
    for sentence in _pieces(text):
        amounts = _amounts(sentence)
        if not amounts or re.search(r"\bfree\b.{0,20}$", sentence, re.I):
            continue
        threshold = findings.value("promises.free_shipping_from")
        fees = [amount for amount in amounts if amount != threshold]
        if not fees:
            continue
        if _EXPRESS.search(sentence):
            findings.found("promises.express_fee", fees[0], LIKELY)
        elif _STANDARD.search(sentence):
            findings.found("promises.shipping_fee", fees[0], LIKELY)


def _amounts(text: str) -> list[float]:
    return [float(one.value) for one in amounts_in(text)]


def _pieces(text: str) -> list[str]:
    """Parts of a text around each price: tables and sentences of policies are told apart by the words near it."""
    pieces, position = [], 0
    for one in amounts_in(text):
        start, end = one.span
        pieces.append(text[max(position, start - 90) : end + 4])
        position = end
    return pieces
