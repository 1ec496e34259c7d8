"""Drawings of laptops and monitors: their size from the diagonal, their build from words and seed."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import INK, METAL, Pen
from shopworld.pictures.sockets import PORT_CLASS

_WIDE_KEYBOARD = 15.0
"""Inches from which a laptop has keys for numbers beside the others."""


def laptop(pen: Pen) -> None:
    """An open laptop: lid, hinge, keys, pad and sockets differ."""
    inches = pen.facts.screen or pen.rng.choice((13.3, 14, 15.6, 16))
    wide = 240 + (min(max(inches, 11), 18) - 11) * 24
    tall = wide * pen.rng.choice((0.6, 0.66, 0.7))
    left, right, low = 300 - wide / 2, 300 + wide / 2, 386
    top = low - tall
    corner = pen.rng.choice((4, 12, 20))
    rim = pen.rng.choice((6, 10, 16))
    chin = pen.rng.choice((rim, 22))
    deep = pen.rng.choice((66, 82, 96))
    pen.shadow(rx=wide * 0.66, y=low + deep + 10)
    pen.rect(left, top, wide, tall + 4, pen.shell, corner)
    pen.rect(left + 5, top + 5, wide - 10, tall - 8, "#0c0d10", max(corner - 4, 2))
    pen.screen(left + rim, top + rim + 4, wide - 2 * rim, tall - rim - chin - 6, 3)
    if pen.rng.random() < 0.5:
        pen.circle(300, top + 9, 3, "#48505a")
    else:
        pen.path(f"M280 {top + 4:.0f}h40v9q0 6-6 6h-28q-6 0-6-6Z", "#0c0d10")
    spread = pen.rng.choice((34, 52))
    foot = low + deep
    pen.path(
        f"M{left:.0f} {low - 4}H{right:.0f}L{right + spread:.0f} {foot - 12}q4 8-6 12H{left - spread + 6:.0f}"
        f"q-10-4-6-12Z",
        pen.down(pen.tone(0.3), pen.tone(-0.08)),
    )
    pen.rect(left - spread, foot - 6, wide + 2 * spread, 14, pen.tone(-0.42), 7)
    numbers = inches >= _WIDE_KEYBOARD
    keys = deep * 0.46
    key = pen.tone(0.55) if pen.rng.random() < 0.25 and not pen.light else pen.tone(-0.62)
    tile = pen.pattern("key", 22, 11, f'<rect x="2" y="1.5" width="18" height="8.5" rx="2" fill="{key}"/>', left, low)
    broad = wide * (0.68 if numbers else 0.86)
    start = left + wide * 0.06
    pen.path(f"M{start:.0f} {low + 4}h{broad:.0f}l8 {keys:.0f}h{-broad - 16:.0f}Z", tile)
    if numbers:
        more = start + broad + wide * 0.03
        pen.path(f"M{more:.0f} {low + 4}h{wide * 0.17:.0f}l10 {keys:.0f}h{-wide * 0.17 - 8:.0f}Z", tile)
    middle = start + broad / 2
    pad, low_pad = wide * pen.rng.choice((0.12, 0.17, 0.22)), low + keys + 9
    pen.path(
        f"M{middle - pad:.0f} {low_pad:.0f}h{2 * pad:.0f}l6 {deep * 0.28:.0f}h{-2 * pad - 12:.0f}Z",
        pen.tone(-0.16),
    )
    hinge = pen.pick("bar", "two hinges")
    if hinge == "bar":
        pen.rect(left + 18, low - 6, wide - 36, 8, pen.tone(-0.5), 4)
    else:
        for x in (left + wide * 0.16, right - wide * 0.28):
            pen.rect(x, low - 8, wide * 0.12, 11, pen.tone(-0.55), 5)
    for at in range(pen.facts.ports or pen.rng.choice((2, 3, 4))):
        pen.shapes.append(
            f'<rect class="{PORT_CLASS}" x="{left - spread + 14 + at * 24:.0f}" y="{foot - 3}" width="16" height="7"'
            f' rx="3" fill="{INK}" stroke="{METAL}" stroke-width="1.5"/>'
        )
    if pen.rng.random() < 0.3:
        pen.line(f"M{left + 30:.0f} {foot + 4}H{right - 30:.0f}", pen.accent, 3)


def monitor(pen: Pen) -> None:
    """A monitor: its width from diagonal and format, its foot and frame from the seed."""
    inches = pen.facts.screen or pen.rng.choice((24, 27, 32))
    ultrawide = "ultrawide" in pen.shape
    wide = min(540.0, 330 + (min(max(inches, 20), 49) - 20) * 12 + (90 if ultrawide else 0))
    tall = wide * (0.42 if ultrawide else 0.57)
    left, top = 300 - wide / 2, 410 - tall
    rim, chin = pen.rng.choice((4, 9, 14)), pen.rng.choice((8, 16, 28))
    foot = pen.pick("v foot", "round foot", "plate")
    pen.shadow(rx=170, y=506)
    dark = pen.tone(-0.3)
    pen.rect(282, 400, 36, 90, pen.metal() if pen.rng.random() < 0.4 else dark, 4)
    if foot == "v foot":
        pen.path("M300 474L440 504H410L300 490L190 504H160Z", pen.tone(-0.15))
    elif foot == "round foot":
        pen.ellipse(300, 496, 104, 18, pen.slanted(pen.tone(0.3), dark))
    else:
        pen.path("M210 482H390L410 506H190Z", pen.down(pen.tone(0.25), dark))
    pen.rect(left, top, wide, tall + chin, pen.shell, pen.rng.choice((3, 12)))
    pen.screen(left + rim, top + rim, wide - 2 * rim, tall - rim - 4, 2)
    pen.print_label(300, top + tall + chin * 0.72, 90, tone(pen.body, 0.5) if not pen.light else "#444", min(16, chin))
    pen.circle(left + wide - 18, top + tall + chin * 0.55, 3, pen.accent)


DRAWINGS = {"laptop": laptop, "monitor": monitor}
