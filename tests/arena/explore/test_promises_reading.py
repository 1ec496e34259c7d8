"""What policies promise, read off their texts."""

from __future__ import annotations

import pytest

from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.promises_reading import _shipping

TABLE = (
    "Methods and prices Method Price Free from Delivery time Standard delivery $5.95 $75.00 4 to 6 working days Express"
    " delivery $14.95 – 1 to 2 working days Free shipping Orders of $75.00 or more ship free with standard delivery."
)


@pytest.mark.parametrize(
    ("text", "free_from"),
    [
        (TABLE, 75.0),
        ("Free shipping over $40! Express delivery costs $20.", 40.0),
        ("$35 and it is free", 35.0),
        ("Delivery costs $5.", None),
    ],
)
def test_the_threshold_of_free_delivery_is_told_from_other_prices(text: str, free_from: float | None) -> None:
    findings = Findings()
    _shipping(text, findings)
    assert findings.value("promises.free_shipping_from") == free_from
