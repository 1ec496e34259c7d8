"""What Babel writes in the world's locales is read back exactly: an independent reference."""

from __future__ import annotations

from decimal import Decimal

import pytest
from babel.core import get_global
from babel.localedata import locale_identifiers
from babel.numbers import format_currency, get_currency_precision, get_territory_currencies
from hypothesis import example, given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.money import CONVENTIONS, amounts_in, convention_named, minor_digits, read_amount

_LOCALES = """
af_ZA am_ET ar_AE ar_EG ar_KW ar_TN az_AZ be_BY bg_BG bn_BD bs_BA ca_ES cs_CZ cy_GB da_DK de_AT de_CH de_DE el_GR en_AU
en_CA en_GB en_IE en_IN en_KE en_NZ en_SG en_US en_ZA es_AR es_CL es_CO es_CR es_ES es_MX es_PE es_US et_EE eu_ES fa_IR
fi_FI fil_PH fr_BE fr_CA fr_CH fr_FR fr_TN fy_NL ga_IE gl_ES gu_IN he_IL hi_IN hr_HR hu_HU hy_AM id_ID is_IS it_CH it_IT
ja_JP ka_GE kk_KZ km_KH kn_IN ko_KR lo_LA lt_LT lv_LV mk_MK ml_IN mn_MN mr_IN ms_MY my_MM nb_NO ne_NP nl_BE nl_NL pa_IN
pl_PL pt_BR pt_PT ro_RO ru_RU si_LK sk_SK sl_SI sq_AL sr_RS sv_FI sv_SE sw_KE ta_IN te_IN th_TH tr_TR uk_UA ur_PK uz_UZ
vi_VN zh_CN zh_HK zh_TW zu_ZA
"""
LOCALES = _LOCALES.split()
CODES = sorted(
    {
        code
        for rows in get_global("territory_currencies").values()
        for code, _, end, tender in rows
        if end is None and tender
    }
)
DIGITS = ("0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "０１２３４５６７８９")


@given(
    st.sampled_from(LOCALES),
    st.sampled_from(CODES) | st.sampled_from(("USD", "EUR", "GBP", "JPY", "KWD", "INR", "BRL")),
    st.integers(-(10**12), 10**12) | st.integers(-(10**5), 10**5),
    st.sampled_from(DIGITS),
)
@example("en_IN", "INR", 12_990_000, DIGITS[3])
@example("de_CH", "CHF", -129_950, DIGITS[0])
def test_what_babel_writes_is_read_back(locale: str, code: str, minor: int, digits: str) -> None:
    value = Decimal(minor).scaleb(-get_currency_precision(code))
    text = format_currency(value, code, locale=locale).translate(str.maketrans(DIGITS[0], digits))
    convention = convention_named(locale)
    amount = read_amount(text, convention)
    assert amount is not None, text
    assert (amount.value, amount.currency, amount.minor, amount.certain) == (value, code, minor, True), text


@given(
    st.sampled_from(LOCALES), st.sampled_from(("USD", "EUR", "GBP", "JPY", "KWD", "INR", "BRL")), st.integers(0, 10**9)
)
def test_it_is_read_back_inside_a_sentence(locale: str, code: str, minor: int) -> None:
    value = Decimal(minor).scaleb(-get_currency_precision(code))
    text = f"now ({format_currency(value, code, locale=locale)}) for 2 pieces"
    (amount,) = amounts_in(text, convention_named(locale))
    assert (amount.value, amount.currency) == (value, code)


@given(st.sampled_from(LOCALES), st.integers(0, 10**12))
def test_without_the_convention_the_value_is_among_the_readings(locale: str, minor: int) -> None:
    code = next(iter(get_territory_currencies(locale.rpartition("_")[2])))
    value = Decimal(minor).scaleb(-get_currency_precision(code))
    amount = read_amount(format_currency(value, code, locale=locale))
    if amount is not None:  # signs that are words elsewhere need their convention
        assert value in amount.readings
        assert amount.value == value or not amount.certain


def test_minor_units_are_those_of_cldr() -> None:
    assert all(minor_digits(code) == get_currency_precision(code) for code in CODES)
    assert (minor_digits(""), minor_digits("JPY"), minor_digits("KWD"), minor_digits("XXX")) == (2, 0, 3, 2)


def test_every_locale_has_a_convention() -> None:
    for locale in sorted(locale_identifiers())[::40]:
        assert convention_named(locale).decimal


def test_conventions_have_names() -> None:
    assert [convention_named(name).name for name in CONVENTIONS] == list(CONVENTIONS)
    assert convention_named("de-CH") == convention_named("de_CH")
    with pytest.raises(InputError, match="'martian' is no way"):
        convention_named("martian")
