"""The pen that product drawings are written with: shapes, gradients and tones of one product's colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random
from xml.sax.saxutils import escape

from shopworld.pictures.appearance import Appearance
from shopworld.pictures.colours import ACCENTS, hex_of, lightness, tone

METAL = "#c5cad1"
"""Bare metal."""
INK = "#1d2026"
"""Rubber, glass that is off, deep shade."""
GOLD = "#d9b25a"
"""Contacts."""
GAMEPAD_OUTLINE = (
    "M190 176C240 160 360 160 410 176C470 180 500 260 516 350C530 440 480 470 440 430L396 380H204L160 430"
    "C120 470 70 440 84 350C100 260 130 180 190 176Z"
)
"""The outline of a game controller."""


def number(value: float) -> str:
    """A coordinate in as few characters as one decimal takes."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Pen:
    """Draws on a square of 600 by 600; the product stands on the ground at y = 500.

    Args:
        colour: colour of the product, a name or hex value.
        accent: second colour (light, screen, label); chosen by the seed where None.
        seed: varies the details.
        label: a word that may be printed on the product or its box.
        shape: which build of the kind to draw, where a kind has several (`m.2`, `liquid 360`); None: the seed decides.
        facts: what the drawing follows.
    """

    def __init__(
        self,
        colour: str,
        *,
        accent: str | None,
        seed: str,
        label: str | None,
        shape: str | None,
        facts: Appearance | None = None,
    ) -> None:
        self.facts = facts or Appearance()
        self.rng = Random(seed)
        self.body = hex_of(colour)
        self.accent = hex_of(accent) if accent else self.rng.choice(ACCENTS)
        self.second = self.rng.choice([one for one in ACCENTS if one != self.accent])
        self.light = lightness(self.body) > 0.6
        self.label = label or ""
        self.shape = (shape or "").lower()
        self.shapes: list[str] = []
        self.definitions: list[str] = []
        self._gradients: dict[tuple[str, ...], str] = {}
        self._symbols: set[str] = set()

    def tone(self, by: float) -> str:
        """The body colour, lighter (to 1) or darker (to -1)."""
        return tone(self.body, by)

    def pick(self, *choices: str) -> str:
        """The first choice that the shape names, else one by the seed."""
        drawn = self.rng.choice(choices)
        return next((one for one in choices if one in self.shape), drawn)

    # -- fills ---------------------------------------------------------------------------------------------------

    def down(self, *colours: str) -> str:
        """A fill that runs from top to bottom over the colours."""
        return self._gradient("0 0 0 1", colours)

    def across(self, *colours: str) -> str:
        """A fill that runs from left to right over the colours."""
        return self._gradient("0 0 1 0", colours)

    def slanted(self, *colours: str) -> str:
        """A fill that runs from the top left to the bottom right over the colours."""
        return self._gradient("0 0 1 1", colours)

    def glow(self, *colours: str) -> str:
        """A fill that runs from the middle outwards over the colours; `none` as last colour fades out."""
        return self._gradient("radial", colours)

    def metal(self, colour: str = METAL) -> str:
        """A fill like brushed metal: light and shade across."""
        return self.across(tone(colour, -0.25), tone(colour, 0.35), colour, tone(colour, -0.3))

    @property
    def shell(self) -> str:
        """The usual fill of a body: lighter at the top left."""
        return self.slanted(self.tone(0.22), self.body, self.tone(-0.28))

    def _gradient(self, course: str, colours: tuple[str, ...]) -> str:
        key = (course, *colours)
        name = self._gradients.get(key)
        if name is None:
            name = f"g{len(self._gradients)}"
            self._gradients[key] = name
            last = max(len(colours) - 1, 1)
            none = "none"
            fades = colours[-1] == none
            stops = "".join(
                f'<stop offset="{number(at * 100 / last)}%" stop-color="{colours[0] if one == none else one}"'
                + (' stop-opacity="0"/>' if fades and at == last else "/>")
                for at, one in enumerate(colours)
            )
            if course == "radial":
                self.definitions.append(f'<radialGradient id="{name}">{stops}</radialGradient>')
            else:
                _, _, x, y = course.split()
                self.definitions.append(f'<linearGradient id="{name}" x2="{x}" y2="{y}">{stops}</linearGradient>')
        return f"url(#{name})"

    # -- shapes --------------------------------------------------------------------------------------------------

    def rect(self, x: float, y: float, width: float, height: float, fill: str, r: float = 0, more: str = "") -> None:
        """A rectangle with corners of radius `r`; `more` adds SVG attributes."""
        corner = f' rx="{number(r)}"' if r else ""
        self.shapes.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{corner}'
            f' fill="{fill}"{" " + more if more else ""}/>'
        )

    def circle(self, x: float, y: float, r: float, fill: str, more: str = "") -> None:
        """A circle around (x, y)."""
        self.shapes.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"{" " + more if more else ""}/>'
        )

    def ring(self, x: float, y: float, r: float, colour: str, width: float, more: str = "") -> None:
        """A circle's outline."""
        self.circle(x, y, r, "none", f'stroke="{colour}" stroke-width="{number(width)}"{" " + more if more else ""}')

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> None:
        """An ellipse around (x, y)."""
        self.shapes.append(
            f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" fill="{fill}"'
            f"{' ' + more if more else ''}/>"
        )

    def path(self, course: str, fill: str, more: str = "") -> None:
        """A filled outline in SVG path syntax."""
        self.shapes.append(f'<path d="{course}" fill="{fill}"{" " + more if more else ""}/>')

    def line(self, course: str, colour: str, width: float, more: str = "") -> None:
        """A stroke with round ends along an SVG path."""
        self.shapes.append(
            f'<path d="{course}" fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"'
            f' stroke-linejoin="round"{" " + more if more else ""}/>'
        )

    def text(self, x: float, y: float, words: str, size: float, fill: str, more: str = "") -> None:
        """A word, centred at x."""
        self.shapes.append(
            f'<text x="{number(x)}" y="{number(y)}" font-family="Manrope,Roboto,sans-serif" font-weight="700"'
            f' font-size="{number(size)}" text-anchor="middle" fill="{fill}"{" " + more if more else ""}>'
            f"{escape(words)}</text>"
        )

    def print_label(self, x: float, y: float, width: float, fill: str, size: float = 22) -> None:
        """The product's word, no wider than `width`; two bars of lettering where it has none."""
        if self.label:
            word = self.label if len(self.label) <= 14 else self.label[:15].rpartition(" ")[0] or self.label[:14]
            self.text(x, y, word, min(size, width / (0.66 * max(len(word), 3))), fill, 'letter-spacing="1"')
        else:
            self.rect(x - width * 0.3, y - size * 0.5, width * 0.6, size * 0.34, fill, size * 0.17)

    def many(self, name: str, content: str, places: Iterable[tuple[float, float]]) -> None:
        """The same small piece at many places: `content` is drawn around the origin, once."""
        if name not in self._symbols:
            self._symbols.add(name)
            self.definitions.append(f'<g id="{name}">{content}</g>')
        self.shapes.extend(f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>' for x, y in places)

    def pattern(self, name: str, width: float, height: float, content: str, x: float = 0, y: float = 0) -> str:
        """A fill that repeats a tile of `content`, its first tile at (x, y)."""
        if name not in self._symbols:
            self._symbols.add(name)
            self.definitions.append(
                f'<pattern id="{name}" x="{number(x)}" y="{number(y)}" width="{number(width)}"'
                f' height="{number(height)}" patternUnits="userSpaceOnUse">{content}</pattern>'
            )
        return f"url(#{name})"

    def symbol(self, name: str, content: str) -> None:
        """Keeps a piece for `use`."""
        if name not in self._symbols:
            self._symbols.add(name)
            self.definitions.append(f'<g id="{name}">{content}</g>')

    def use(self, name: str, transform: str) -> None:
        """Places a kept piece."""
        self.shapes.append(f'<use href="#{name}" transform="{transform}"/>')

    @contextmanager
    def group(self, transform: str) -> Iterator[None]:
        """What is drawn inside is moved, turned or scaled together."""
        self.shapes.append(f'<g transform="{transform}">')
        yield
        self.shapes.append("</g>")

    def turned(self, angle: float, x: float = 300, y: float = 300) -> AbstractContextManager[None]:
        """What is drawn inside is turned by degrees around (x, y)."""
        return self.group(f"rotate({number(angle)} {number(x)} {number(y)})")

    # -- parts that many products share ----------------------------------------------------------------------------

    def fan(self, x: float, y: float, r: float, lit: str | None = None, blades: int = 9) -> None:
        """A fan rotor of radius `r`; `lit` is the colour of its light."""
        if "fan" not in self._symbols:
            dark = tone(self.body, -0.55) if not self.light else "#3a3f47"
            blade = "".join(
                f'<path d="M{number(22 * math.cos(a))} {number(22 * math.sin(a))}'
                f"Q{number(66 * math.cos(a - 0.1))} {number(66 * math.sin(a - 0.1))}"
                f" {number(92 * math.cos(a + 0.36))} {number(92 * math.sin(a + 0.36))}"
                f"A92 92 0 0 1 {number(92 * math.cos(a + 0.78))} {number(92 * math.sin(a + 0.78))}"
                f"Q{number(52 * math.cos(a + 0.6))} {number(52 * math.sin(a + 0.6))}"
                f' {number(22 * math.cos(a + 0.5))} {number(22 * math.sin(a + 0.5))}Z"/>'
                for a in (at * 2 * math.pi / blades for at in range(blades))
            )
            face = self.slanted(tone(self.body, 0.3), tone(self.body, -0.15)) if self.light else "#5a616b"
            well, hub = self.glow("#15171b", dark), self.slanted(tone(self.body, 0.35), tone(self.body, -0.3))
            self.symbol(
                "fan",
                f'<circle r="100" fill="{well}"/><g fill="{face}">{blade}</g><circle r="27" fill="{hub}"/>',
            )
        self.use("fan", f"translate({number(x)} {number(y)}) scale({number(r / 100) if r > 95 else round(r / 100, 2)})")
        if lit:
            self.ring(x, y, r * 0.98, lit, r * 0.07, 'opacity=".9"')
            self.circle(x, y, r, self.glow(lit, "none"), 'opacity=".35"')

    def screen(self, x: float, y: float, width: float, height: float, r: float = 0) -> None:
        """A screen that is on: a landscape of soft waves in the accent colours and a light reflex."""
        self.rect(x, y, width, height, self.slanted(tone(self.accent, -0.35), self.accent, tone(self.second, 0.2)), r)
        low, name = y + height, f"c{len(self.definitions)}"
        self.definitions.append(
            f'<clipPath id="{name}"><rect x="{number(x)}" y="{number(y)}" width="{number(width)}"'
            f' height="{number(height)}" rx="{number(r)}"/></clipPath>'
        )
        rise = self.rng.uniform(0.35, 0.6)
        self.shapes.append(f'<g clip-path="url(#{name})">')
        self.circle(
            x + width * self.rng.uniform(0.62, 0.8),
            y + height * 0.3,
            min(width, height) * 0.13,
            "#fff",
            'opacity=".75"',
        )
        self.path(
            f"M{number(x)} {number(low - height * rise)}q{number(width * 0.3)} {number(-height * 0.22)}"
            f" {number(width * 0.55)} {number(height * 0.06)}t{number(width * 0.45)} {number(-height * 0.05)}"
            f"V{number(low)}H{number(x)}Z",
            tone(self.second, -0.2),
            'opacity=".55"',
        )
        self.path(
            f"M{number(x)} {number(low - height * 0.2)}q{number(width * 0.25)} {number(-height * 0.16)}"
            f" {number(width * 0.5)} 0t{number(width * 0.5)} {number(-height * 0.06)}V{number(low)}H{number(x)}Z",
            tone(self.accent, -0.6),
            'opacity=".6"',
        )
        self.path(
            f"M{number(x)} {number(y)}h{number(width * 0.42)}l{number(-width * 0.3)} {number(height)}"
            f"h{number(-width * 0.12)}Z",
            "#fff",
            'opacity=".09"',
        )
        self.shapes.append("</g>")

    def lens(self, x: float, y: float, r: float, rim: str = INK) -> None:
        """A camera lens seen from the front."""
        self.circle(x, y, r, self.slanted(tone(rim, 0.35), rim, "#07080a"))
        self.circle(x, y, r * 0.78, "#08090c")
        self.circle(x, y, r * 0.66, self.glow("#3d4f86", "#151a30", "#07080d"))
        self.circle(x, y, r * 0.34, self.glow("#6a4f96", "#10122a"), 'opacity=".8"')
        self.ellipse(x - r * 0.24, y - r * 0.28, r * 0.17, r * 0.11, "#fff", 'opacity=".75"')
        self.circle(x + r * 0.24, y + r * 0.26, r * 0.06, "#9fd0ff", 'opacity=".7"')

    def shadow(self, x: float = 300, y: float = 505, rx: float = 210, ry: float = 24) -> None:
        """The soft shadow on the ground."""
        self.ellipse(x, y, rx, ry, self.glow("#10131a", "none"), 'opacity=".34"')

    def screws(self, *places: tuple[float, float]) -> None:
        """Small screws."""
        self.many("screw", '<circle r="6" fill="#9aa1a9"/><path d="M-3 0h6M0-3v6" stroke="#4d535b"/>', places)

    def contacts(self, x: float, y: float, width: float, height: float, step: float = 9) -> None:
        """A row of gold contacts."""
        self.rect(x, y, width, height, GOLD, 2)
        self.rect(
            x, y, width, height, self.pattern("pin", step, 90, '<path d="M1 0v90" stroke="#8d6f2c" stroke-width="2"/>')
        )
