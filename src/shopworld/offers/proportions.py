"""How many offers of each department each shop gets: WebMall's table 1, scaled; equal parts for other shapes."""

from __future__ import annotations

from collections.abc import Sequence

WEBMALL: dict[str, tuple[int, ...]] = {
    "PC Components": (348, 369, 430, 330),
    "PC Peripherals": (432, 255, 336, 365),
    "Other Electronics": (370, 471, 390, 325),
}
"""Offers by department and shop (WebMall, table 1)."""
WEBMALL_OFFERS = 4421


def room_of(departments: Sequence[str], shops: int, offers: int) -> dict[str, list[int]]:
    """Offers of each department in each shop, that add up to the wanted number.

    Args:
        departments: their names.
        shops: how many.
        offers: together.
    """
    if shops == 4 and set(departments) == set(WEBMALL):
        weights = {name: WEBMALL[name] for name in departments}
    else:
        weights = dict.fromkeys(departments, (1,) * shops)
    flat = [(name, at, weight) for name, row in weights.items() for at, weight in enumerate(row)]
    total = sum(weight for *_, weight in flat)
    exact = [offers * weight / total for *_, weight in flat]
    whole = [int(one) for one in exact]
    order = sorted(range(len(flat)), key=lambda at: (whole[at] - exact[at], at))
    for at in order[: offers - sum(whole)]:
        whole[at] += 1
    room: dict[str, list[int]] = {name: [0] * shops for name in departments}
    for (name, at, _), many in zip(flat, whole, strict=True):
        room[name][at] = many
    return room
