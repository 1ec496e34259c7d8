"""Kinds of products from titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import classify_kind
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Offer


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Corsair iCUE 5000D RGB AIRFLOW Gaming Case w/ Glass Window, E-ATX, 3x Fans", "case"),
        ("Be Quiet! Silent Loop 2 280mm ARGB Liquid CPU Cooler", "cpu_cooler"),
        ("Arctic P12 Slim 12cm PWM PST Case Fan, Black", "case_fan"),
        ("Asus DUAL RTX4070 SUPER, PCIe4, 12GB DDR6X, HDMI, 3 DP", "graphics_card"),
        ("AMD Ryzen 5 5600X CPU with Wraith Stealth Cooler, AM4", "processor"),
        ("Asrock Z790 PG LIGHTNING/D4, Intel Z790, 1700, ATX, 4 DDR4, HDMI", "motherboard"),
        ("Crucial 16GB Laptop DDR4 3200 MHz SODIMM Memory Module", "memory"),
        ("Samsung 870 EVO 2TB 2.5 SATA III SSD", "ssd"),
        ("Samsung T7 Portable SSD (2TB)", "external_ssd"),
        ("Seagate Basic 4TB Portable External Hard Drive", "external_hard_drive"),
        ('WD 3.5", 2TB, SATA3, Purple Surveillance Hard Drive', "hard_drive"),
        ("Kingston DataTraveler 70 USB-C Flash Drive 32 GB", "usb_stick"),
        ("Chicago Cubs Solid Wireless Mouse", "mouse"),
        ("OTM Essentials Prints Series Mouse Pad, Oranges", "mouse_pad"),
        ("Logitech Desktop MK120 Keyboard and Mouse", "keyboard"),
        ("HP Laptop, 8GB RAM, 256GB SSD, 15.6 inch", "laptop"),
        ("Apple Mac mini M1 Chip 8GB RAM", "desktop_pc"),
        ("Apple iPhone 15 Pro (128GB Storage, Black Titanium)", "smartphone"),
        ("Apple Watch Series 8 GPS 41mm Silver Aluminium Case with White Sport Band", "smartwatch"),
        ("Milanese Strap Wrist Band for Apple Watch Series 8", "watch_strap"),
        ("Canon EOS R50 With RF-S 18-45 f/4.5-6.3 Lens - Black", "camera"),
        ("Canon RF 85mm f/1.2L USM Lens", "lens"),
        ("Sigma 24-70mm f/2.8 DG DN II Art Lens for Sony E", "lens"),
        ("Bose QuietComfort 45 noise cancelling", "headphones"),
        ("Ultrapods True Wireless Earbuds", "earbuds"),
        ("JBL Flip 5 Portable Bluetooth Speaker", "speaker"),
        ("TP-Link 5 Port Gigabit Ethernet Network Switch", "network_switch"),
        ("Nintendo Switch Lite", "game_console"),
        ("Router Synology RT2600AC Wifi 1733 Mbps", "router"),
        ("HDMI Male to DVI Male Cable 1.8m", "cable"),
        ("USB 3.1 Type-C Male to HDMI Female Adapter", "adapter"),
        ("Green Lava Lamp", ""),
    ],
)
def test_known_titles(title: str, kind: str) -> None:
    assert classify_kind(title) == kind


def test_the_category_helps_where_the_title_is_silent() -> None:
    assert classify_kind("Oppo A56") in ("", "smartphone")
    assert classify_kind("Y27 (2023)", (("Phones", "Smartphones"),)) == "smartphone"


@given(st.text(), st.lists(st.text(max_size=20), max_size=3))
def test_every_answer_is_a_known_kind(title: str, path: list[str]) -> None:
    assert classify_kind(title, (tuple(path),)) in {"", *KINDS}


@pytest.mark.data
def test_nearly_all_real_offers_are_classified(webmall_offers: tuple[Offer, ...]) -> None:
    known = sum(bool(offer.kind) for offer in webmall_offers)
    assert known >= 0.97 * len(webmall_offers)
