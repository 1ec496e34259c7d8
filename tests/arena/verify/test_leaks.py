"""Contacts and names of others are found on pages; the shop's own are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.bundle import SpecificationBundle, digest_of, read_bundle
from shopworld.arena.verify import VERIFIERS, Finding, verify_shop

Ask = Callable[..., list[Finding]]
LEAKS = [one for one in VERIFIERS if one.name == "leaks"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Write to anna@linen-house.test.", "the e-mail address 'anna@linen-house.test'"),
        ("Call +49 (30) 1234 5678 now", "the phone number '+49 (30) 1234 5678'"),
        ("See https://linen-house.test/about for more", "the address 'https://linen-house.test/about'"),
        ("See www.linen-house.test", "the address 'www.linen-house.test'"),
    ],
)
def test_contacts_of_others_are_named(shop: BreakableShop, ask: Ask, text: str, what: str) -> None:
    shop.template("pages/info.html", "<h1>{{ page.title }}</h1>", f"<h1>{{{{ page.title }}}}</h1><p>{text}</p>")
    [found] = ask(shop, "leaks", areas=("info",))
    assert (found.area, found.severity) == ("info", "error")
    assert found.what == f"tells {what}, which is not the shop's own"


def with_withheld(shop: BreakableShop, withheld: dict[str, tuple[str, ...]]) -> SpecificationBundle:
    bundle = read_bundle(shop.path / "spec")
    return replace(bundle, manifest=bundle.manifest.model_copy(update={"withheld": withheld}))


def test_names_that_are_withheld_are_found_by_their_digests(shop: BreakableShop) -> None:
    shop.template(
        "pages/info.html", "<h1>", "<p>Linen   HOUSE &amp; Sons, makers of the Long Winter Coat. Loom.</p><h1>"
    )
    bundle = with_withheld(
        shop,
        {
            "shop": (digest_of("Linen House & Sons"),),
            "product": (digest_of("long winter coat"),),
            "brand": (digest_of("Loom"), digest_of("Nowhere Mills")),
        },
    )
    found = verify_shop(shop.path, bundle, ["info"], verifiers=LEAKS)
    assert {(one.severity, one.what.partition(", a name")[0]) for one in found} == {
        ("error", "tells 'Linen HOUSE Sons'"),
        ("error", "tells 'Long Winter Coat'"),
        ("warning", "tells 'Loom'"),
    }


def test_a_twin_may_sell_the_products_of_its_source(shop: BreakableShop) -> None:
    shop.template("pages/info.html", "<h1>", "<p>Linen House. The Long Winter Coat.</p><h1>")
    shop.write(
        "generation.json", json.dumps({**json.loads((shop.path / "generation.json").read_bytes()), "twin": True})
    )
    bundle = with_withheld(shop, {"shop": (digest_of("Linen House"),), "product": (digest_of("Long Winter Coat"),)})
    [found] = verify_shop(shop.path, bundle, ["info"], verifiers=LEAKS)
    assert found.what.startswith("tells 'Linen House'")
