"""The person who buys: what they type into which field, by what the field says it is for."""

from __future__ import annotations

from shopworld.arena.verify.form import Form, FormControl, is_typed

_STREETS = {
    "US": ("78701", "Austin", "Texas"),
    "CA": ("M5V 2T6", "Toronto", "Ontario"),
    "AU": ("3000", "Melbourne", "Victoria"),
    "GB": ("SW1A 1AA", "London", "Greater London"),
    "AT": ("1010", "Vienna", "Vienna"),
    "CH": ("8001", "Zurich", "Zurich"),
    "BE": ("1000", "Brussels", "Brussels"),
    "DK": ("1050", "Copenhagen", "Hovedstaden"),
    "NO": ("0150", "Oslo", "Oslo"),
    "NL": ("1012 AB", "Amsterdam", "North Holland"),
    "SE": ("111 20", "Stockholm", "Stockholm"),
}
_ELSEWHERE = ("10115", "Capital", "Centre")

_BY_PURPOSE = {
    "email": "robin.tester@example.org",
    "tel": "+1 202 555 0142",
    "given-name": "Robin",
    "family-name": "Tester",
    "name": "Robin Tester",
    "street-address": "12 Mill Lane",
    "address-line1": "Mill Lane",
    "address-line2": "12",
    "cc-name": "Robin Tester",
    "cc-number": "4242 4242 4242 4242",
    "cc-exp": "12/30",
    "cc-csc": "123",
}
_BY_NAME = {
    "email": "robin.tester@example.org",
    "phone": "+1 202 555 0142",
    "name": "Robin Tester",
    "message": "When will it be here?",
    "card_number": "4242 4242 4242 4242",
    "card_expiry": "12/30",
    "card_cvv": "123",
    "personalization": "Robin",
}


class InventedBuyer:
    """Someone who lives where the shop delivers.

    Args:
        country: ISO 3166-1 alpha-2 code.
    """

    def __init__(self, country: str) -> None:
        postcode, city, state = _STREETS.get(country, _ELSEWHERE)
        self._place = {
            "postal-code": postcode,
            "address-level2": city,
            "address-level1": state,
            "country": country,
            "country-name": country,
        }

    def types(self, field: FormControl) -> str | None:
        """What they put into a field; None where they leave it as it is."""
        for word in reversed(field.purpose):
            if word in self._place:
                return self._place[word]
            if word in _BY_PURPOSE:
                return _BY_PURPOSE[word]
        if field.name in _BY_NAME:
            return _BY_NAME[field.name]
        if field.type == "password":
            return "correct horse battery"
        if field.type == "email":
            return _BY_NAME["email"]
        for ending, purpose in (("_zip", "postal-code"), ("postcode", "postal-code"), ("country", "country")):
            if field.name.endswith(ending):
                return self._place[purpose]
        return "Robin" if field.required and is_typed(field) and not field.value else None

    def fills(self, form: Form, **values: str) -> dict[str, str]:
        """What they put into the empty fields of a form; `values` go before."""
        filled = {}
        for one in form.fields:
            if one.type in ("hidden", "checkbox", "radio") or not one.enabled or (one.value and one.name not in values):
                continue
            typed = self.types(one)
            if typed is not None:
                filled[one.name] = typed
        return filled | values
