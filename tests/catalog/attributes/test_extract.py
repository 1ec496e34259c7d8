"""Typed attributes from titles and descriptions."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import classify_kind, display_values, extract_attributes
from shopworld.catalog.model import Offer


def facts(title: str, kind: str, text: str = "") -> dict[str, str]:
    """Names and display values; several values joined by a comma."""
    return {one.name: ", ".join(display_values(one)) for one in extract_attributes(title, text, kind)}


@pytest.mark.parametrize(
    ("kind", "title", "expected"),
    [
        (
            "memory",
            "Corsair Vengeance 32GB Kit (2 x 16GB), DDR5, 5600MHz (PC5-44800), CL36, DIMM Memory, White",
            {
                "capacity": "32 GB",
                "kit_modules": "2",
                "module_capacity": "16 GB",
                "memory_type": "ddr5",
                "frequency": "5600 MHz",
                "latency": "36",
                "form_factor": "dimm",
                "colour": "white",
            },
        ),
        ("memory", "Kingston 8GB, DDR4, 3200MHz (PC4-25600), SODIMM", {"capacity": "8 GB", "frequency": "3200 MHz"}),
        ("memory", "Server RAM 16GB 4x 4GB PC2-5300P", {"capacity": "16 GB", "kit_modules": "4"}),
        ("memory", "32GB (4X8GB DIMMs) PC3L-10600R ECC DDR3-1333MHz", {"capacity": "32 GB", "ecc": "yes"}),
        ("ssd", "Corsair 2TB MP600 M.2 NVMe SSD, M.2 2280, PCIe4", {"capacity": "2000 GB", "form_factor": "m.2 2280"}),
        (
            "ssd",
            'Kingston 960GB A400 SSD, 2.5", SATA3, R/W 500/450 MB/s',
            {"interface": "sata iii", "read_speed": "500 MB/s"},
        ),
        (
            "graphics_card",
            "Asus DUAL RTX4060Ti OC, PCIe4, 8GB DDR6, HDMI, 3 DP, 2595MHz Clock",
            {
                "chip": "rtx 4060 ti",
                "vram": "8 GB",
                "memory_type": "gddr6",
                "gpu_clock": "2595 MHz",
                "interface": "pcie 4.0",
                "connector": "hdmi, displayport",
            },
        ),
        (
            "processor",
            "Intel Core i5 12400F CPU, 1700, 2.5 GHz (4.4 Turbo), 6-Core, 65W",
            {
                "processor": "core i5-12400f".removeprefix("core "),
                "socket": "lga 1700",
                "base_clock": "2.5 GHz",
                "boost_clock": "4.4 GHz",
                "cores": "6",
                "tdp": "65 W",
            },
        ),
        (
            "motherboard",
            "Asus PRIME B650M-A WIFI II, AMD B650, AM5, Micro ATX, 4 DDR5, VGA, HDMI, DP, Wi-Fi 6",
            {
                "chipset": "b650",
                "socket": "am5",
                "form_factor": "micro-atx",
                "memory_slots": "4",
                "memory_type": "ddr5",
            },
        ),
        (
            "power_supply",
            "Corsair 1000W SF1000 SFX PSU, Fully Modular, 80+ Gold",
            {"wattage": "1000 W", "efficiency": "gold", "modular": "full", "form_factor": "sfx"},
        ),
        (
            "cpu_cooler",
            "Arctic Liquid Freezer III 360mm Liquid CPU Cooler, White",
            {"cooler_type": "liquid", "radiator_size": "360 mm", "colour": "white"},
        ),
        ("case_fan", "Arctic P14 14cm PWM Case Fan", {"fan_size": "140 mm"}),
        (
            "monitor",
            'AOC 27" Curved Monitor, 2560 x 1440, Fast IPS, 1ms, 165Hz, HDMI, DP',
            {
                "size": "27 in",
                "resolution": "2560 x 1440",
                "panel": "ips",
                "response_time": "1 ms",
                "refresh_rate": "165 Hz",
                "curved": "yes",
                "connector": "hdmi, displayport",
            },
        ),
        (
            "laptop",
            'HP 15.6" FHD, i5-1235U, 8GB RAM, 256GB SSD',
            {"size": "15.6 in", "ram": "8 GB", "capacity": "256 GB"},
        ),
        (
            "smartphone",
            "Redmi Note 13 6GB RAM,128GB ROM, Black",
            {"ram": "6 GB", "capacity": "128 GB", "colour": "black"},
        ),
        ("camera", "Canon EOS R6 Mirrorless Camera 24.2MP Body Only", {"megapixels": "24.2 MP", "body_only": "yes"}),
        (
            "lens",
            "Sigma 24-70mm f/2.8 DG DN for Sony E",
            {"focal_length": "24-70", "aperture": "2.8", "mount": "sony e"},
        ),
        ("cable", "HDMI Cable, Male to Male, 1.5 Metre, Black", {"length": "1.5 m", "connector": "hdmi"}),
        ("cable", "USB-C to Lightning Cable 50 cm", {"length": "0.5 m", "connector": "usb-c, lightning"}),
        (
            "keyboard",
            "Asus 65% Mechanical RGB Gaming Keyboard, Wireless",
            {"layout": "65%", "switch_type": "mechanical"},
        ),
        ("mouse", "Logitech Wireless Mouse 12,000 DPI", {"dpi": "12000 dpi", "wireless": "yes"}),
        ("power_bank", "Anker 10.000 mAh Power Bank", {"battery_capacity": "10000 mAh"}),
        (
            "network_switch",
            "TP-Link 8-Port Gigabit Unmanaged PoE Switch",
            {"ports": "8", "managed": "unmanaged", "poe": "yes"},
        ),
        ("tablet", "Apple iPad (3rd Gen) Space Gray", {"generation": "3", "colour": "space grey"}),
    ],
)
def test_known_titles(kind: str, title: str, expected: dict[str, str]) -> None:
    found = facts(title, kind)
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("title", "wrong"),
    [
        ("Corsair 8GB DDR4 (PC4-25600)", "frequency"),
        ("32GB DDR5 6000MHz", "kit_modules"),
        ("Kingston 64MB cache SSD", "wattage"),
    ],
)
def test_numbers_that_mean_something_else_are_not_taken(title: str, wrong: str) -> None:
    assert wrong not in facts(title, "memory")


def test_a_title_that_offers_a_choice_states_nothing() -> None:
    assert "capacity" not in facts("USB stick 16GB 32GB 64GB", "usb_stick")


def test_the_description_speaks_where_the_title_is_silent_and_all_it_says_agrees() -> None:
    assert facts("Asus board", "motherboard", "<p>Socket AM5, for AM5 processors</p>")["socket"] == "am5"
    assert "socket" not in facts("Asus board", "motherboard", "AM4 or AM5?")
    assert facts("Asus AM4 board", "motherboard", "better than AM5")["socket"] == "am4"


@given(
    st.integers(min_value=1, max_value=16),
    st.sampled_from([1, 2, 4, 8]),
    st.sampled_from([4, 8, 16, 32, 48]),
    st.sampled_from(["({m} x {s}GB)", "({m}x{s}GB)", "{m} x {s} GB", "({s}GB x {m})"]),
)
def test_a_kit_is_never_taken_for_a_module(frequency: int, modules: int, size: int, form: str) -> None:
    kit = form.format(m=modules, s=size)
    found = facts(f"Corsair {modules * size}GB Kit {kit}, DDR5, {frequency * 400}MHz (PC5-44800)", "memory")
    assert found["capacity"] == f"{modules * size} GB"
    assert found["module_capacity"] == f"{size} GB"
    assert found["frequency"] == f"{frequency * 400} MHz"


NOISE = st.lists(
    st.sampled_from(["Heat Spreader", "Lifetime Warranty", "New", "*OEM*", "(Retail)", "Intel Optimised", "No Fan"])
    | st.text(alphabet=string.punctuation + " ", max_size=4),
    max_size=4,
).map(" ".join)


@given(NOISE, st.sampled_from([", ", " | ", " - ", " "]))
def test_noise_never_changes_a_value_that_was_found(noise: str, joint: str) -> None:
    title = "Corsair Vengeance 32GB Kit (2 x 16GB), DDR5, 5600MHz (PC5-44800), CL36"
    clean = facts(title, "memory")
    noisy = facts(f"{title}{joint}{noise}", "memory")
    assert {name: noisy.get(name) for name in clean} == clean


@given(st.sampled_from([1, 2, 4, 8, 16]), st.sampled_from(["", " ", "-"]))
def test_terabytes_are_thousands_of_gigabytes(size: int, gap: str) -> None:
    assert facts(f"Seagate {size}{gap}TB drive", "hard_drive") == facts(
        f"Seagate {size * 1000}{gap}GB drive", "hard_drive"
    )


@given(st.sampled_from([2, 2.4, 3.6, 4.25]))
def test_megahertz_are_thousandths_of_gigahertz(clock: float) -> None:
    assert facts(f"CPU {clock} GHz", "processor") == facts(f"CPU {clock * 1000:.0f} MHz", "processor")


@given(st.integers(min_value=4, max_value=20))
def test_centimetres_are_tens_of_millimetres(size: int) -> None:
    assert facts(f"Case fan {size}cm", "case_fan") == facts(f"Case fan {size * 10}mm", "case_fan")


@given(st.text(), st.text(), st.sampled_from(["memory", "laptop", "cable", "monitor", "camera", ""]))
def test_no_text_breaks_the_rules(title: str, text: str, kind: str) -> None:
    found = extract_attributes(title, text, kind)
    assert len({one.name for one in found}) == len(found)


@pytest.mark.data
def test_most_real_offers_have_attributes(webmall_offers: tuple[Offer, ...]) -> None:
    def coverage(kind: str, name: str) -> float:
        of_kind = [offer for offer in webmall_offers if offer.kind == kind]
        return sum(offer.attribute(name) is not None for offer in of_kind) / len(of_kind)

    for kind, name, least in (
        ("memory", "capacity", 0.95),
        ("memory", "frequency", 0.9),
        ("graphics_card", "chip", 0.88),
        ("ssd", "capacity", 0.93),
        ("motherboard", "socket", 0.78),
        ("power_supply", "wattage", 0.93),
        ("monitor", "size", 0.85),
        ("lens", "focal_length", 0.9),
    ):
        assert coverage(kind, name) >= least, (kind, name)
    assert sum(bool(offer.attributes) for offer in webmall_offers) >= 0.85 * len(webmall_offers)


def test_kinds_and_attributes_go_together() -> None:
    title = "Logitech MX Keys S Wireless Keyboard, Graphite"
    assert facts(title, classify_kind(title)) == {"colour": "grey", "connection": "wireless", "wireless": "yes"}
