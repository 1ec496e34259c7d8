"""Postal addresses in the checkout: which fields a shop shows, what must be in them, and reading what was typed.

A shop writes street and house number in two fields, or in one where its capabilities say
`other["checkout.street"] = "one_field"`; the name likewise with `other["checkout.name"] = "one_field"`. Whatever the
shop shows, the address recorded has the parts apart as far as they can be told apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from shopworld.shop.buying.countries import STATE_REQUIRED, countries, country_code, state_code
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.events import Address
from shopworld.shop.pages import FormField

_NUMBER = r"\d+(?:\s?[a-zA-Z](?![a-zA-Z]))?(?:\s?[-/]\s?\d+[a-zA-Z]?)?"
_NUMBER_FIRST = re.compile(rf"^({_NUMBER})\s*,?\s+(\S.*)$", re.ASCII)
_NUMBER_LAST = re.compile(rf"^(.*\S)\s*,?\s+({_NUMBER})$", re.ASCII)
_ZIP_PATTERNS = {
    "US": re.compile(r"\d{5}(-\d{4})?"),
    "DE": re.compile(r"\d{5}"),
    "FR": re.compile(r"\d{5}"),
    "IT": re.compile(r"\d{5}"),
    "ES": re.compile(r"\d{5}"),
    "AT": re.compile(r"\d{4}"),
    "CH": re.compile(r"\d{4}"),
    "BE": re.compile(r"\d{4}"),
    "DK": re.compile(r"\d{4}"),
    "NO": re.compile(r"\d{4}"),
    "AU": re.compile(r"\d{4}"),
}
_ANY_ZIP = re.compile(r"[A-Za-z0-9][A-Za-z0-9 \-]{1,10}[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class AddressLayout:
    """Which fields an address has in one shop."""

    one_street_field: bool
    one_name_field: bool
    usual_country: str = ""
    """Chosen where nobody has chosen yet; empty for none."""

    @classmethod
    def of(cls, capabilities: Capabilities, usual_country: str = "") -> AddressLayout:
        """The layout that a shop's capabilities ask for."""
        return cls(
            one_street_field=capabilities.other.get("checkout.street") == "one_field",
            one_name_field=capabilities.other.get("checkout.name") == "one_field",
            usual_country=usual_country,
        )


def split_street(text: str) -> tuple[str, str]:
    """Street and house number of a line that holds both, number first or last; the number is empty if none is seen."""
    trimmed = " ".join(text.split())
    if match := _NUMBER_FIRST.match(trimmed):
        return match.group(2), match.group(1)
    if match := _NUMBER_LAST.match(trimmed):
        return match.group(1).rstrip(","), match.group(2)
    return trimmed, ""


def split_name(text: str) -> tuple[str, str]:
    """First names and last name of a full name; the last name is empty for a single word."""
    first, _, last = " ".join(text.split()).rpartition(" ")
    return (first, last) if first else (last, "")


def read_address(values: Mapping[str, str], prefix: str, layout: AddressLayout) -> Address:
    """The address that was typed into the fields named `{prefix}_…`."""

    def typed(name: str) -> str:
        return " ".join(values.get(f"{prefix}_{name}", "").split())

    if layout.one_name_field:
        first_name, last_name = split_name(typed("name"))
    else:
        first_name, last_name = typed("first_name"), typed("last_name")
    street, house_number = typed("street"), typed("house_number")
    if layout.one_street_field or not house_number:
        street, house_number = split_street(street)
    country = country_code(typed("country")) or ""
    return Address(
        first_name=first_name,
        last_name=last_name,
        company=typed("company"),
        street=street,
        house_number=house_number,
        zip=typed("zip"),
        city=typed("city"),
        state=state_code(country, typed("state")),
        country=country,
    )


def postcode_error(country: str, postcode: str) -> str:
    """What is wrong with a postal code of the country of that code; empty if nothing."""
    if not postcode:
        return "Enter a ZIP or postal code."
    if not _ZIP_PATTERNS.get(country, _ANY_ZIP).fullmatch(postcode):
        return f"This is no postal code of {countries().get(country, 'that country')}."
    return ""


def address_errors(address: Address, prefix: str, layout: AddressLayout) -> dict[str, str]:
    """What is wrong with an address, by field name."""
    errors: dict[str, str] = {}
    if layout.one_name_field:
        if not address.last_name:
            errors["name"] = "Enter your first and last name."
    else:
        if not address.first_name:
            errors["first_name"] = "Enter a first name."
        if not address.last_name:
            errors["last_name"] = "Enter a last name."
    if not address.street:
        errors["street"] = "Enter a street."
    elif not address.house_number:
        errors["street" if layout.one_street_field else "house_number"] = "Enter a house number."
    if wrong := postcode_error(address.country, address.zip):
        errors["zip"] = wrong
    if not address.city:
        errors["city"] = "Enter a city."
    if not address.country:
        errors["country"] = "Choose a country."
    if address.country in STATE_REQUIRED and not address.state:
        errors["state"] = f"Addresses in {countries()[address.country]} need a state or province."
    return {f"{prefix}_{name}": text for name, text in errors.items()}


@dataclass(frozen=True, slots=True)
class _AddressForm:
    """The form of one address while its fields are made."""

    prefix: str
    values: Mapping[str, str]
    errors: Mapping[str, str]

    def field(
        self,
        name: str,
        label: str,
        autocomplete: str,
        *,
        width: str = "full",
        required: bool = True,
        placeholder: str = "",
    ) -> FormField:
        key = f"{self.prefix}_{name}"
        return FormField(
            name=key,
            label=label,
            value=self.values.get(key, ""),
            error=self.errors.get(key, ""),
            required=required,
            autocomplete=f"{self.prefix} {autocomplete}",
            width=width,
            placeholder=placeholder,
        )

    def names(self, layout: AddressLayout) -> tuple[FormField, ...]:
        if layout.one_name_field:
            return (self.field("name", "Full name", "name"),)
        first = self.field("first_name", "First name", "given-name", width="half")
        return (first, self.field("last_name", "Last name", "family-name", width="half"))

    def streets(self, layout: AddressLayout) -> tuple[FormField, ...]:
        if layout.one_street_field:
            hint = "House number and street name"
            return (self.field("street", "Street address", "street-address", placeholder=hint),)
        street = self.field("street", "Street", "address-line1", width="two_thirds")
        return (street, self.field("house_number", "House number", "address-line2", width="third"))

    def country(self, usual: str) -> FormField:
        key = f"{self.prefix}_country"
        return FormField(
            name=key,
            label="Country",
            type="select",
            value=(country_code(self.values[key]) or "") if key in self.values else usual,
            error=self.errors.get(key, ""),
            autocomplete=f"{self.prefix} country",
            options=(("", "Select a country"), *countries().items()),
            width="half",
        )


def address_fields(
    prefix: str, layout: AddressLayout, values: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[FormField, ...]:
    """The form fields of an address, filled with what was typed.

    Args:
        prefix: `billing` or `shipping`.
        layout: of the shop.
        values: what was typed, by field name.
        errors: what is wrong, by field name.
    """
    form = _AddressForm(prefix, values, errors)
    return (
        *form.names(layout),
        form.field("company", "Company (optional)", "organization", required=False),
        *form.streets(layout),
        form.field("zip", "ZIP / postal code", "postal-code", width="third"),
        form.field("city", "City", "address-level2", width="two_thirds"),
        form.field("state", "State / province", "address-level1", width="half", required=False),
        form.country(layout.usual_country),
    )


def address_lines(address: Address) -> tuple[str, ...]:
    """An address as printed, line by line."""
    place = " ".join(part for part in (address.zip, address.city) if part)
    lines = (
        address.name,
        address.company,
        f"{address.street} {address.house_number}".strip(),
        ", ".join(part for part in (place, address.state) if part),
        countries().get(address.country, address.country),
    )
    return tuple(line for line in lines if line)
