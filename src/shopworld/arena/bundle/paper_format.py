"""`capabilities.json` as ShopGym's paper prints it, read into ours.

The paper groups descriptor, category, currency and tone under `shop`, calls the version `version`, and names filters
without their controls. The currency stands in `stats.json` as well and is taken from there.
"""

from __future__ import annotations

from typing import Any

_OF_THE_SHOP = ("descriptor", "category", "tone")
_USUAL_CONTROL = {"price": "min-max", "color": "swatch", "colour": "swatch"}


def in_our_form(data: dict[str, Any]) -> dict[str, Any]:
    """The data with the paper's grouping undone; data in our own form come back unchanged."""
    ours = dict(data)
    shop = ours.pop("shop", None)
    if isinstance(shop, dict):
        for name in _OF_THE_SHOP:
            if name in shop:
                ours.setdefault(name, shop[name])
        for name in shop.keys() - {*_OF_THE_SHOP, "currency"}:
            ours[name] = shop[name]
    elif shop is not None:
        ours["shop"] = shop
    if isinstance(ours.get("version"), str):
        del ours["version"]
    collection = ours.get("collection")
    if isinstance(collection, dict) and isinstance(collection.get("filters"), list):
        ours["collection"] = collection | {"filters": [_filter(one) for one in collection["filters"]]}
    return ours


def _filter(one: Any) -> Any:
    if not isinstance(one, str):
        return one
    return {"name": one, "control": _USUAL_CONTROL.get(one, "checkbox")}
