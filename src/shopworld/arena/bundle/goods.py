"""What a shop sells: kinds of goods with their shares and bands of prices, as far as titles and categories told."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from shopworld.shop import Part


class GoodsBand(Part):
    """One kind of goods in one department."""

    department: str
    kind: str
    share: float = Field(gt=0, le=1)
    """Of the products, 0 to 1."""
    lowest: float = Field(ge=0)
    median: float = Field(ge=0)
    highest: float = Field(ge=0)
    """Prices in units of the currency of `stats.json`."""

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        if not self.lowest <= self.median <= self.highest:
            raise ValueError(f"must hold: lowest <= median <= highest; found {self.lowest:g}, {self.median:g}, "
                             f"{self.highest:g}")  # fmt: skip
        return self


class GoodsBands(Part):
    """The kinds of goods of a shop; empty where nobody knows: then its category decides."""

    kinds: tuple[GoodsBand, ...] = ()


def mixed(several: tuple[GoodsBands, ...]) -> GoodsBands:
    """What several shops sell together, each as much as the others."""
    known = [one for one in several if one.kinds]
    bands: dict[tuple[str, str], list[GoodsBand]] = {}
    for one in known:
        for band in one.kinds:
            bands.setdefault((band.department, band.kind), []).append(band)
    return GoodsBands(
        kinds=tuple(
            GoodsBand(
                department=department,
                kind=kind,
                share=round(sum(one.share for one in found) / len(known), 4) or 0.0001,
                lowest=min(one.lowest for one in found),
                median=sorted(one.median for one in found)[len(found) // 2],
                highest=max(one.highest for one in found),
            )
            for (department, kind), found in bands.items()
        )
    )
