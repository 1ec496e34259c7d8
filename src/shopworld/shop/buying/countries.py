"""Countries that shops deliver to, by ISO 3166-1 alpha-2 code, and what people write for them."""

from __future__ import annotations

COUNTRIES: dict[str, str] = {
    "AU": "Australia",
    "AT": "Austria",
    "BE": "Belgium",
    "BG": "Bulgaria",
    "CA": "Canada",
    "HR": "Croatia",
    "CY": "Cyprus",
    "CZ": "Czechia",
    "DK": "Denmark",
    "EE": "Estonia",
    "FI": "Finland",
    "FR": "France",
    "DE": "Germany",
    "GR": "Greece",
    "HU": "Hungary",
    "IE": "Ireland",
    "IT": "Italy",
    "JP": "Japan",
    "LV": "Latvia",
    "LT": "Lithuania",
    "LU": "Luxembourg",
    "MT": "Malta",
    "NL": "Netherlands",
    "NZ": "New Zealand",
    "NO": "Norway",
    "PL": "Poland",
    "PT": "Portugal",
    "RO": "Romania",
    "SK": "Slovakia",
    "SI": "Slovenia",
    "ES": "Spain",
    "SE": "Sweden",
    "CH": "Switzerland",
    "GB": "United Kingdom (UK)",
    "US": "United States (USA)",
}
"""Code to name, in the order of the names."""

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
_BY_TEXT = {
    **{code.casefold(): code for code in COUNTRIES},
    **{name.casefold(): code for code, name in COUNTRIES.items()},
    **_ALIASES,
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


def country_code(text: str) -> str | None:
    """The code of a country written as its code, its name or a usual short form (`USA`); None if not known."""
    return _BY_TEXT.get(text.strip().casefold())


def state_code(country: str, text: str) -> str:
    """A state in short form where we know it (`Illinois` in the US is `IL`), else the text as written, trimmed."""
    trimmed = text.strip()
    return _US_STATE_BY_TEXT.get(trimmed.casefold(), trimmed) if country == "US" else trimmed
