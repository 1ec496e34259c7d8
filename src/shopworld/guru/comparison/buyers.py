"""People who order: made up, with test cards that pass the checks of a card number and are no real ones."""

from __future__ import annotations

import random

from shopworld.tasks import Buyer

_BUYERS = (
    ("Mira Halvorsen", "mira.halvorsen@mail.example", "Linden Street", "14", "97205", "Portland", "OR", "USA"),
    ("Tomas Oyelaran", "tomas.oyelaran@post.example", "Harbour Road", "208", "02110", "Boston", "MA", "USA"),
    ("Ines Castellan", "ines.castellan@mail.example", "Orchard Lane", "7", "78701", "Austin", "TX", "USA"),
    ("Jonas Whitlock", "jonas.whitlock@post.example", "Mill Avenue", "56", "55401", "Minneapolis", "MN", "USA"),
    ("Priya Nandakumar", "priya.nandakumar@mail.example", "Station Road", "311", "98101", "Seattle", "WA", "USA"),
    ("Clara Voss", "clara.voss@post.example", "Birch Street", "92", "80202", "Denver", "CO", "USA"),
)
_CARDS = (
    ("4242424242424242", "123", "12/28"),
    ("5555555555554444", "456", "08/29"),
    ("4000056655665556", "789", "03/30"),
)


def buyer_for(generator: random.Random) -> Buyer:
    """A buyer with a card, by chance."""
    name, email, street, house_number, postcode, city, state, country = generator.choice(_BUYERS)
    card, cvv, expiry_date = generator.choice(_CARDS)
    return Buyer(
        name=name,
        email=email,
        street=street,
        house_number=house_number,
        zip=postcode,
        city=city,
        state=state,
        country=country,
        card=card,
        cvv=cvv,
        expiry_date=expiry_date,
    )


def payment_text(buyer: Buyer) -> str:
    """Who orders and how it is paid, in the words of a task."""
    return (
        f"Pay via credit card using the following information: Address: {buyer.name}, {buyer.email}, {buyer.street}, "
        f"{buyer.house_number}, {buyer.zip}, {buyer.city}, {buyer.state}, {buyer.country}, Credit card number: "
        f"{buyer.card}, CVV: {buyer.cvv}, expiry date: {buyer.expiry_date}."
    )
