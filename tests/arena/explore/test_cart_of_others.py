"""Carts of other storefronts: what is seen of a cart whose page nobody may open."""

from __future__ import annotations

from pathlib import Path

from little_site import LittleSite, page

from shopworld.arena.explore.browser_session import Rules
from shopworld.arena.explore.evidence import EvidenceFolder
from shopworld.arena.explore.exploration import run_task
from shopworld.arena.explore.findings import SURE, Findings
from shopworld.arena.explore.plan import Outcome, PlannedProbe
from shopworld.arena.explore.prefetch.site import PrefetchedSite, ProductRecord
from shopworld.arena.explore.probes import PROBES
from shopworld.arena.explore.scene import Scene
from shopworld.environments.browser import BrowserProcess

_ITEM = page(
    """<header><a href="/basket">Basket</a></header><main><h1>Tin kettle</h1><p>€10.00</p>
    <button id="add">Add to basket</button></main>
    <div role="dialog" aria-label="Your basket" id="drawer" hidden
      style="position:fixed;top:0;right:0;bottom:0;width:380px;background:#fff">
    <h2>Your basket</h2><p>Tin kettle</p><p>€10.00</p><button aria-label="Close">×</button><a href="/basket">View</a>
    </div><script>
    document.getElementById("add").addEventListener("click", () => { document.getElementById("drawer").hidden = false })
    </script>"""
)
_BASKET = page("<main><h1>Basket</h1><p>Tin kettle €10.00</p><label>Quantity <input value=1></label></main>")


def explored(folder: Path, *, forbidden: bool) -> Findings:
    """What the probe of the cart finds."""
    (probe,) = (one for one in PROBES if one.name == "cart_drawer")
    with LittleSite({"/": _ITEM, "/item": _ITEM, "/basket": _BASKET}) as site, BrowserProcess() as browser:
        root = site.address
        product = ProductRecord(url=f"{root}item", title="Tin kettle", price=10)
        rules = Rules(
            lambda address: address.startswith(root),
            lambda address: not (forbidden and "basket" in address),
            lambda: None,
        )
        known = PrefetchedSite(start=root, host="127.0.0.1", products=(product,), cart=f"{root}basket")
        scene = Scene(browser, rules, known, Findings(), EvidenceFolder(folder, lambda text: text, pictures=False))
        task = PlannedProbe(probe, "")
        run_task(task, scene)
    assert task.outcome is Outcome.DONE, task.reason
    return scene.findings


def test_what_a_part_of_the_cart_does_not_show_stays_unknown(tmp_path: Path) -> None:
    seen = explored(tmp_path, forbidden=True)
    assert seen.value("cart.type") == "drawer"
    for name in ("cart.has_promo_input", "cart.has_upsells", "cart.has_shipping_estimate"):
        assert name not in seen.values
        assert "its page could not be opened" in seen.unknown[name]
    whole = explored(tmp_path, forbidden=False)
    assert (whole.value("cart.has_promo_input"), whole.values["cart.has_promo_input"].confidence) == (False, SURE)
