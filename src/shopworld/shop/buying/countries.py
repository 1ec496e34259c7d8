"""Countries that shops deliver to, by ISO 3166-1 alpha-2 code, and what people write for them."""

from __future__ import annotations

from functools import cache

_CODES = "AU AT BE BG CA HR CY CZ DK EE FI FR DE GR HU IE IT JP LV LT LU MT NL NZ NO PL PT RO SK SI ES SE CH GB US"
_PRINTED = {"GB": "United Kingdom (UK)", "US": "United States (USA)"}
"""Where shops print more than the name."""

STATE_REQUIRED = frozenset({"US", "CA", "AU"})
"""Countries whose addresses need a state or province."""

_ALIASES = {
    "usa": "US",
    "u.s.": "US",
    "u.s.a.": "US",
    "united states": "US",
    "united states of america": "US",
    "america": "US",
    "uk": "GB",
    "u.k.": "GB",
    "united kingdom": "GB",
    "great britain": "GB",
    "england": "GB",
    "deutschland": "DE",
    "czech republic": "CZ",
    "holland": "NL",
    "the netherlands": "NL",
    "österreich": "AT",
    "schweiz": "CH",
    "españa": "ES",
    "italia": "IT",
}

_US_STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas",
    "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan",
    "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
    "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
    "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin",
    "WY": "Wyoming",
}  # fmt: skip
_US_STATE_BY_TEXT = {
    **{code.casefold(): code for code in _US_STATES},
    **{name.casefold(): code for code, name in _US_STATES.items()},
}


@cache
def countries() -> dict[str, str]:
    """Code to name as shops print it, in the order of the names; the names are Babel's, loaded when first asked for."""
    from babel.core import Locale

    names = Locale("en").territories
    return {code: _PRINTED.get(code, names[code]) for code in _CODES.split()}


def country_code(text: str) -> str | None:
    """The code of a country written as its code, its name or a usual short form (`USA`); None if not known."""
    return _by_text().get(text.strip().casefold())


@cache
def _by_text() -> dict[str, str]:
    known = countries().items()
    return {code.casefold(): code for code, _ in known} | {name.casefold(): code for code, name in known} | _ALIASES


def state_code(country: str, text: str) -> str:
    """A state in short form where we know it (`Illinois` in the US is `IL`), else the text as written, trimmed."""
    trimmed = text.strip()
    return _US_STATE_BY_TEXT.get(trimmed.casefold(), trimmed) if country == "US" else trimmed
