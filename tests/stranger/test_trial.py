"""Requirements tried on listings."""

from __future__ import annotations

from datetime import date

import pytest

from shopworld.stranger.kind_sense import KindSense
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.trial import Court
from shopworld.stranger.wants import StrangerOutcome, Value, Want

MET, BROKEN, SILENT = StrangerOutcome.MET, StrangerOutcome.BROKEN, StrangerOutcome.SILENT
TODAY = date(2027, 3, 1)


def _outcome(want: Want, listing: StrangerListing) -> StrangerOutcome:
    kinds = KindSense([listing], [str(want.values[0])] if want.field == "kind" else [])
    return Court(kinds, TODAY, {"a": "a.example"}).trial(want, listing).outcome


def _listing(title: str, *rows: tuple[str, str], text: str = "", trail: tuple[str, ...] = ()) -> StrangerListing:
    return StrangerListing("http://a.example/p/x", title, rows=rows, text=text, trail=trail)


@pytest.mark.parametrize(
    ("field", "relation", "value", "unit", "listing", "outcome"),
    [
        ("capacity", "is", 1000.0, "GB", _listing("Drive", ("Storage capacity", "1 Terabyte")), MET),
        ("capacity", "is", 1000.0, "GB", _listing("Laptop 16GB RAM 1TB SSD"), MET),
        ("ram", "is", 16.0, "GB", _listing("Laptop 16GB RAM 1TB SSD"), MET),
        ("ram", "is", 32.0, "GB", _listing("Laptop 16GB RAM 1TB SSD"), BROKEN),
        ("wattage", "at_least", 750.0, "W", _listing("PSU 650 W"), BROKEN),
        ("wattage", "at_least", 750.0, "W", _listing("PSU"), SILENT),
        ("resolution", "is", "4k", None, _listing("TV", ("Screen resolution", "3840 x 2160")), MET),
        ("material", "is", "leather", None, _listing("Faux Leather Wallet"), SILENT),
        ("material", "is", "leather", None, _listing("Leather Wallet"), MET),
        ("material", "is", "leather", None, _listing("Cleaner for leather"), SILENT),
        ("colour", "is", "black", None, _listing("White Kettle"), BROKEN),
        ("noise_cancelling", "is", True, None, _listing("Headphones", ("ANC", "No")), BROKEN),
        ("colour", "none", "black", None, _listing("Kettle", ("Color", "Matte Black")), BROKEN),
        ("colour", "none", "black", None, _listing("Kettle"), SILENT),
    ],
)
def test_what_a_page_says_of_a_requirement(
    field: str, relation: str, value: Value, unit: str | None, listing: StrangerListing, outcome: StrangerOutcome
) -> None:
    assert _outcome(Want(field, relation, (value,), unit), listing) is outcome


def test_a_slip_of_the_pen_in_the_name_of_a_kind_is_looked_past() -> None:
    slip = _listing("Acme One Lite Wireless Erabuds noise cancelling", trail=("Sound", "Headphones"))
    assert KindSense([slip]).kind(slip) == "earbuds"
    plain = _listing("Acme One Lite Wireless noise cancelling", trail=("Sound", "Headphones"))
    assert KindSense([plain]).kind(plain) == "headphones"


def test_the_kind_of_a_thing_comes_from_its_head_and_its_collection() -> None:
    assert _outcome(Want("kind", "is", ("graphics_card",)), _listing("Nuvora Graphics Card 8 GB")) is MET
    assert _outcome(Want("kind", "is", ("smartphone",)), _listing("Case for Halden Smartphone")) is BROKEN
    assert _outcome(Want("kind", "is", ("novel",)), _listing("Salt", trail=("Books", "Novels"))) is MET
    fantasy = KindSense([_listing("Salt", trail=("Fantasy Novels",))], ["novel", "fantasy_novel"])
    assert fantasy.is_a("fantasy_novel", "novel")
    assert not fantasy.is_a("novel", "fantasy_novel")


def test_a_number_of_a_name_is_no_amount_of_memory() -> None:
    name = Want("name", "all", ("meridia", "ridge", "4", "64gb"))
    assert _outcome(name, _listing("Meridia Ridge 4 64 GB Blue")) is MET
    assert _outcome(name, _listing("Meridia Ridge 6 64 GB Blue, 4 GB RAM")) is BROKEN
    assert _outcome(name, _listing("Meridia Ridge 4 Blue", ("Storage", "64 Gigabyte"))) is MET
    assert _outcome(name, _listing("Meridia Ridge 4 128 GB")) is BROKEN


def test_the_age_of_an_offer_is_counted_from_its_day() -> None:
    new = _listing("Lamp", ("First available", "January 1, 2027"))
    assert _outcome(Want("age", "at_most", (90.0,)), new) is MET
    assert _outcome(Want("age", "at_most", (30.0,)), new) is BROKEN


def test_labels_in_other_languages_are_read() -> None:
    for label in ("Farbe", "Färg", "Couleur", "Kleur", "Kolor", "Farge"):
        assert _outcome(Want("colour", "is", ("red",)), _listing("Stick", (label, "Red"))) is MET
    assert _outcome(Want("lighting", "is", (True,)), _listing("Fan", ("Lighting effects", "Yes"))) is MET


def test_a_shared_collection_does_not_outweigh_a_title() -> None:
    stick = _listing("Tavoni 256GB USB Stick", trail=("Accessories", "External Storage"))
    assert _outcome(Want("kind", "is", ("usb_stick",)), stick) is MET
    assert _outcome(Want("kind", "is", ("charger",)), _listing("10 W Wireless Charger")) is MET


def test_days_of_a_parcel_are_no_facts() -> None:
    drone = _listing("Drone", text="You can hand it back within 45 days. Parcels take 3 days.")
    assert _outcome(Want("flight_time", "at_least", (35.0,), "min"), drone) is SILENT


def test_an_amount_of_a_name_is_read_as_one_amount() -> None:
    phone = _listing("Galmira 3 Phone 128GB 64MP camera")
    assert _outcome(Want("name", "all", ("galmira", "64gb")), phone) is BROKEN
