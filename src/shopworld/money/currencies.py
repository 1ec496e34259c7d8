"""Signs and codes of the world's currencies, from CLDR by Babel, which is loaded when the first is looked up."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

LONGEST_SIGN = 12
_ENGLISH = "en"
_USUAL = {"$": "USD", "£": "GBP", "¥": "JPY", "kr": "SEK", "Rs": "INR"}
"""What a sign of several currencies means where nothing else tells."""
_SPOKEN = {
    **dict.fromkeys(("euro", "euros", "eur"), "EUR"),
    **dict.fromkeys(("dollar", "dollars", "bucks", "usd"), "USD"),
    "gbp": "GBP",
}
"""Words of sentences."""
_ALONE = dict.fromkeys(("pound", "pounds"), "GBP")
"""Words that are money only where nothing else stands beside the amount: they are weights, too."""
_NOT_IN_CLDR = {
    **{"₨": "INR", "SFr": "CHF", "TL": "TRY", "lei": "RON", "Lei": "RON", "zl": "PLN", "đ": "VND"},
    **{"руб": "RUB", "р": "RUB", "грн": "UAH", "円": "JPY", "원": "KRW", "บาท": "THB"},
    **{"S$": "SGD", "Mex$": "MXN", "KSh": "KES", "¢": "USD"},
}
"""Signs that shops print and CLDR does not have."""
SHORTENED = {"CHF": ("Fr", "fr", "sFr")}
"""What shops of a country write for its currency, and what means something else elsewhere."""
HUNDREDTHS = frozenset("¢")
"""Signs of a hundredth of a currency."""
_LATIN_SIGNS = "kr Kr Ft Rs RM Rp Ksh KSh TSh USh NIS FCFA FCFP Dkr Nkr Ikr"
_LATIN = frozenset(("F CFA", *_LATIN_SIGNS.split()))
"""CLDR's signs of Latin letters alone that are no words; `K`, `Le`, `den` need a convention that has them."""
_DOLLARS = re.compile(r"[A-Z]{0,3}\$ ?[A-Z]{0,2}|£ ?[A-Z]{2}|[SB]/\.?")
_APART = re.compile(r"[A-Z]{2} \$")
_OFFICIAL = ("official", "de_facto_official")
_COMMON_CODES = """
AED AUD BDT BGN BHD BRL CAD CHF CNY CZK DKK EGP EUR GBP HKD HUF ILS INR ISK JOD JPY KRW KWD LKR MXN MYR NGN NOK NZD OMR
PKR PLN QAR RON RSD RUB SEK SGD THB TWD UAH USD UYU VND ZAR
"""
_COMMON = frozenset(_COMMON_CODES.split())
"""Codes that stand for little else beside a number."""
_WORD_CODES = "ALL AMD ANG BAM BOB COP CUP GEL MAD MOP PEN SAR SOS TOP TRY"
_WORDS = frozenset(_WORD_CODES.split())
_MEASURES = frozenset(("Ft", "RM", "TL"))

Codes = tuple[str, ...]
"""Currencies that a sign may stand for, the likeliest first."""


@cache
def minor_digits(currency: str) -> int:
    """Decimals of a currency, as CLDR has them: 0 for JPY, 3 for KWD; 2 where no currency is named."""
    if not currency:
        return 2
    from babel.numbers import get_currency_precision

    return get_currency_precision(currency)


def names_currency(text: str) -> bool:
    """Whether a text holds the sign or code of a currency, with a number or without."""
    return any(unicodedata.category(one) == "Sc" for one in text) or any(
        word in _COMMON or word in _LATIN or (not word.isascii() and codes_of(word))
        for word in re.findall(r"[^\W\d_]+", text)
    )


def codes_in(text: str) -> list[str]:
    """Common codes of currencies in a text, in order."""
    return [word for word in re.findall(r"\b[A-Z]{3}\b", text) if word in _COMMON]


def is_code(sign: str) -> bool:
    """Whether it is the code of a currency that is in use."""
    return len(sign) == 3 and sign.isascii() and sign.isupper() and sign in _current()


def means_money(sign: str, number: str) -> bool:
    """Whether a sign beside a number is a currency, and no word, measure or model: `TOP 10`, `20 AWG`, `6 Ft`, `RM850`.

    Rare codes and such signs need a number that is written as money: with its decimals, or grouped.
    """
    plain = sign.rstrip(".")
    if plain not in _MEASURES and (not is_code(plain) or plain in _COMMON):
        return True
    digits = (minor_digits(plain) if is_code(plain) else 0) or 2
    if plain != "Ft" and re.search(rf"[.,]\d{{{digits}}}$", number):
        return True
    return plain not in _WORDS and re.search(r"\d[ \u00a0.,']\d{3}(?!\d)", number) is not None


@lru_cache(maxsize=8192)
def codes_of(sign: str, *, alone: bool = False) -> Codes:
    """The currencies that a sign, code or word may stand for; none where it is none.

    Args:
        sign: as it stands beside a number, spaces as plain ones.
        alone: whether nothing but the amount stands in its text: codes then count in any case.
    """
    code = sign.upper() if alone and sign.upper() in _COMMON else sign
    if is_code(code):
        return (code,)
    word = sign.lower() if sign.istitle() and len(sign) > 3 else sign
    spoken = _SPOKEN.get(word) or (_ALONE.get(word) if alone else None) or _NOT_IN_CLDR.get(sign.rstrip("."))
    if spoken:
        return (spoken,)
    sign = sign.replace(" ", "") if _APART.fullmatch(sign) else sign
    for one in (sign, sign.upper()) if alone else (sign,):
        found = _english().get(one)
        if found is None and _is_foreign(one):
            found = _everywhere().get(_bare(one)) or _everywhere().get(_bare(one).lower())
        if found:
            return found
    return ()


def may_mean(sign: str, currency: str) -> bool:
    """Whether a sign stands for that currency anywhere: `$` for CAD."""
    return currency in codes_of(sign) or (not is_code(sign) and currency in _everywhere().get(_bare(sign), ()))


@cache
def decimal_marks(currency: str) -> frozenset[str]:
    """The marks before decimals in the country that issues a currency; none where no single country does."""
    from babel.core import get_global
    from babel.localedata import exists
    from babel.numbers import get_decimal_symbol

    country = currency[:2]
    languages = get_global("territory_languages").get(country, {})
    names = [f"{one}_{country}" for one, about in languages.items() if about["official_status"] in _OFFICIAL]
    return frozenset(get_decimal_symbol(one) for one in names if exists(one))


def signs_in(locale: str) -> dict[str, Codes]:
    """The signs that a locale has for currencies, its own country's first where it has one sign for two."""
    from babel.core import Locale
    from babel.numbers import get_territory_currencies

    there = Locale.parse(locale, sep="_")
    own = get_territory_currencies(there.territory) if there.territory else []
    shortened = {sign: (code,) for code in own for sign in SHORTENED.get(code, ())}
    return shortened | _by_sign(dict(there.currency_symbols), own)


@cache
def _current() -> frozenset[str]:
    """Codes of the currencies that are legal tender somewhere."""
    from babel.core import get_global

    rows = (row for country in get_global("territory_currencies").values() for row in country)
    return frozenset(code for code, _, end, tender in rows if tender and end is None)


@cache
def _english() -> dict[str, Codes]:
    from babel.core import Locale

    return _by_sign(dict(Locale.parse(_ENGLISH).currency_symbols), ())


@cache
def _everywhere() -> dict[str, Codes]:
    """The signs that each country's own languages have for currencies."""
    import pickle

    from babel.core import get_global
    from babel.localedata import exists, resolve_locale_filename

    names = {
        name
        for country, languages in get_global("territory_languages").items()
        for language, about in languages.items()
        if about["official_status"]
        for name in (language, f"{language}_{country}")
        if exists(name)
    }
    found: dict[str, set[str]] = {}
    for name in names:
        # Babel's own loader would keep all these locales in memory for good, some 100 MB.
        with Path(resolve_locale_filename(name)).open("rb") as file:
            signs = pickle.load(file).get("currency_symbols", {})  # noqa: S301  the library's own data, as it reads it
        for code, sign in signs.items():
            found.setdefault(_bare(sign), set()).add(code)
    return {
        sign: _likeliest_first(sign, codes & _current())
        for sign, codes in found.items()
        if codes & _current() and (sign in _LATIN or not sign.isascii() or _DOLLARS.fullmatch(sign))
    }


def without_dot(sign: str) -> str:
    """A sign without the dot behind it, where that is of a shortened word (`kr.`) and not of a number (`$.99`)."""
    plain = sign.rstrip(".")
    return plain if plain != sign and plain[-1:].isalpha() and not is_code(plain) else sign


def _by_sign(signs: dict[str, str], own: list[str] | tuple[()]) -> dict[str, Codes]:
    found: dict[str, set[str]] = {}
    for code, sign in signs.items():
        if code in _current():
            found.setdefault(_bare(sign), set()).add(code)
    return {
        sign: tuple(sorted(_likeliest_first(sign, codes), key=lambda code: code not in own))
        for sign, codes in found.items()
        if sign
    }


def _likeliest_first(sign: str, codes: set[str]) -> Codes:
    return tuple(sorted(codes, key=lambda code: (code != _USUAL.get(sign), code)))


def _bare(sign: str) -> str:
    """A sign as it is looked up: spaces as plain ones, without marks of direction and a last dot."""
    shown = "".join(" " if one.isspace() else one for one in sign if unicodedata.category(one) != "Cf")
    return shown.rstrip(".")


def _is_foreign(sign: str) -> bool:
    """Whether a sign that English does not have may be one of other languages: asked before their tables are read."""
    if sign.isascii():
        return sign.rstrip(".") in _LATIN or _DOLLARS.fullmatch(sign) is not None
    return any(not one.isascii() and one not in _english_letters() for one in sign)


@cache
def _english_letters() -> frozenset[str]:
    return frozenset("".join(_english()))
