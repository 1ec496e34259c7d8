"""How prices look in other currencies: about how many units of one a US dollar is, to a digit. No rates of exchange."""

from __future__ import annotations

_ABOUT = {
    **{"JPY": 150, "KRW": 1350, "CNY": 7, "TWD": 32, "HKD": 8, "INR": 85, "IDR": 16_000, "VND": 25_000, "THB": 35},
    **{"PHP": 57, "SEK": 10, "NOK": 10, "DKK": 7, "ISK": 138, "PLN": 4, "CZK": 23, "HUF": 360, "RON": 4.6, "BGN": 1.8},
    **{"TRY": 34, "RUB": 95, "UAH": 41, "ILS": 3.7, "SAR": 3.75, "AED": 3.67, "EGP": 49, "QAR": 3.64, "KWD": 0.31},
    **{"ZAR": 18, "NGN": 1600, "KES": 129, "MXN": 19, "BRL": 5.5, "ARS": 1000, "CLP": 950, "COP": 4200, "PEN": 3.7},
    **{"AUD": 1.5, "NZD": 1.6, "CAD": 1.4, "SGD": 1.3, "MYR": 4.4, "PKR": 280, "BDT": 120, "LKR": 300, "MAD": 10},
}


def worth_of(currency: str) -> float:
    """About how many units of a currency a US dollar is; 1 where they are worth as much, or nothing is known."""
    return _ABOUT.get(currency, 1.0)
