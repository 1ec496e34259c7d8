"""Verifies a shop: every verifier in turn, over one walk and one browser."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.verify.accessibility import ACCESSIBILITY
from shopworld.arena.verify.conformance import CONFORMANCE
from shopworld.arena.verify.data import DATA, unreadable
from shopworld.arena.verify.finding import AREAS, Area, Finding, gathered
from shopworld.arena.verify.forms import FORMS
from shopworld.arena.verify.leaks import LEAKS
from shopworld.arena.verify.links import LINKS
from shopworld.arena.verify.purchase import PURCHASE
from shopworld.arena.verify.reach import REACH
from shopworld.arena.verify.routes import ROUTES
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier
from shopworld.arena.verify.visual import visual_verifier
from shopworld.errors import BrowserMissing, EnvironmentFault, InputError, ShopworldError
from shopworld.shop.folder import is_shop_folder, read_shop_folder

_ATTEMPTS = 2

VERIFIERS: tuple[Verifier, ...] = (
    DATA,
    ROUTES,
    LINKS,
    REACH,
    PURCHASE,
    FORMS,
    ACCESSIBILITY,
    LEAKS,
    visual_verifier(),
    CONFORMANCE,
)
"""All of them, in the order in which they run."""


def verify_shop(
    folder: Path,
    bundle: SpecificationBundle | None,
    areas: Collection[str] | None = None,
    *,
    verifiers: Sequence[Verifier] = VERIFIERS,
    told: Callable[[str, float], object] = lambda *_: None,
) -> list[Finding]:
    """What is wrong with a shop.

    Args:
        folder: of the shop.
        bundle: the specification that it was generated from; None compares it with its own `spec/`.
        areas: steps of generation to verify (`shell`, `collections`, `product`, `cart`, `search`, `info`,
            `integration`); None for all.
        verifiers: that are asked.
        told: hears the name of each verifier when it is through, and the seconds that it took.

    Returns:
        Findings in the order of the verifiers; those that differ in their place only are one.

    Raises:
        InputError: there is no shop in the folder, or an area does not exist.
        BrowserMissing: there is no Chromium.
    """
    wanted = _areas(areas)
    if not is_shop_folder(folder):
        raise InputError("holds no shop", file=folder, hint="Make one: shopworld arena generate SPEC --out SHOP")
    began = time.monotonic()
    try:
        shop = read_shop_folder(folder)
        subject = VerifiedShop(shop, bundle, wanted)
    except ShopworldError as error:
        return [unreadable(error, folder)]
    with subject:
        told("opening", time.monotonic() - began)
        found = list(_ask(subject, verifiers, told))
    return gathered(one for one in found if wanted is None or one.area in wanted)


def _ask(
    subject: VerifiedShop, verifiers: Sequence[Verifier], told: Callable[[str, float], object]
) -> Iterator[Finding]:
    for one in verifiers:
        if subject.areas is None or not set(subject.areas).isdisjoint(one.areas):
            began = time.monotonic()
            yield from _answer(one, subject)
            told(one.name, time.monotonic() - began)


def _answer(verifier: Verifier, subject: VerifiedShop) -> list[Finding]:
    """What a verifier finds; one whose browser fails is asked again with a new one."""
    for _ in range(_ATTEMPTS):
        try:
            return list(verifier.run(subject))
        except BrowserMissing:
            raise
        except EnvironmentFault as error:
            subject.browser.discard()
            reason = error.message
    return [
        Finding(
            verifier=verifier.name,
            area="integration",
            place="browser",
            what=f"could not be found out: {reason}",
            cure="Verify again; where it stays, a page of the shop keeps the browser busy.",
        )
    ]


def _areas(areas: Collection[str] | None) -> tuple[Area, ...] | None:
    if areas is None:
        return None
    unknown = sorted(set(areas) - set(AREAS))
    if unknown:
        raise InputError(f"{unknown[0]!r} is no area of a shop; expected some of {', '.join(AREAS)}")
    return tuple(one for one in AREAS if one in areas)
