"""What a product is: one closed vocabulary for importers, the synthetic catalog, pictures and tasks."""

from __future__ import annotations

from dataclasses import dataclass

PC_COMPONENTS = "PC Components"
PC_PERIPHERALS = "PC Peripherals"
OTHER_ELECTRONICS = "Other Electronics"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of product.

    Attributes:
        name: snake case, singular.
        label: for people, singular.
        plural: for people.
        department: top of the canonical taxonomy.
    """

    name: str
    label: str
    plural: str
    department: str


_ROWS = (
    (PC_COMPONENTS, "graphics_card", "Graphics card", "Graphics cards"),
    (PC_COMPONENTS, "processor", "Processor", "Processors"),
    (PC_COMPONENTS, "motherboard", "Motherboard", "Motherboards"),
    (PC_COMPONENTS, "memory", "Memory kit", "Memory"),
    (PC_COMPONENTS, "ssd", "SSD", "SSDs"),
    (PC_COMPONENTS, "hard_drive", "Hard drive", "Hard drives"),
    (PC_COMPONENTS, "power_supply", "Power supply", "Power supplies"),
    (PC_COMPONENTS, "case", "PC case", "PC cases"),
    (PC_COMPONENTS, "cpu_cooler", "CPU cooler", "CPU coolers"),
    (PC_COMPONENTS, "case_fan", "Case fan", "Case fans"),
    (PC_COMPONENTS, "network_card", "Network card", "Network cards"),
    (PC_COMPONENTS, "sound_card", "Sound card", "Sound cards"),
    (PC_COMPONENTS, "optical_drive", "Optical drive", "Optical drives"),
    (PC_COMPONENTS, "thermal_paste", "Thermal paste", "Thermal pastes"),
    (PC_COMPONENTS, "desktop_pc", "Desktop PC", "Desktop PCs"),
    (PC_COMPONENTS, "laptop", "Laptop", "Laptops"),
    (PC_PERIPHERALS, "keyboard", "Keyboard", "Keyboards"),
    (PC_PERIPHERALS, "mouse", "Mouse", "Mice"),
    (PC_PERIPHERALS, "mouse_pad", "Mouse pad", "Mouse pads"),
    (PC_PERIPHERALS, "monitor", "Monitor", "Monitors"),
    (PC_PERIPHERALS, "headset", "Headset", "Headsets"),
    (PC_PERIPHERALS, "webcam", "Webcam", "Webcams"),
    (PC_PERIPHERALS, "microphone", "Microphone", "Microphones"),
    (PC_PERIPHERALS, "printer", "Printer", "Printers"),
    (PC_PERIPHERALS, "router", "Router", "Routers"),
    (PC_PERIPHERALS, "network_switch", "Network switch", "Network switches"),
    (PC_PERIPHERALS, "usb_hub", "USB hub", "USB hubs"),
    (PC_PERIPHERALS, "docking_station", "Docking station", "Docking stations"),
    (PC_PERIPHERALS, "drive_enclosure", "Drive enclosure", "Drive enclosures"),
    (PC_PERIPHERALS, "external_ssd", "External SSD", "External SSDs"),
    (PC_PERIPHERALS, "external_hard_drive", "External hard drive", "External hard drives"),
    (PC_PERIPHERALS, "usb_stick", "USB stick", "USB sticks"),
    (PC_PERIPHERALS, "memory_card", "Memory card", "Memory cards"),
    (PC_PERIPHERALS, "cable", "Cable", "Cables"),
    (PC_PERIPHERALS, "adapter", "Adapter", "Adapters"),
    (PC_PERIPHERALS, "gamepad", "Gamepad", "Gamepads"),
    (PC_PERIPHERALS, "access_point", "Access point", "Access points"),
    (PC_PERIPHERALS, "card_reader", "Card reader", "Card readers"),
    (PC_PERIPHERALS, "capture_card", "Capture card", "Capture cards"),
    (PC_PERIPHERALS, "disc_duplicator", "Disc duplicator", "Disc duplicators"),
    (OTHER_ELECTRONICS, "smartphone", "Smartphone", "Smartphones"),
    (OTHER_ELECTRONICS, "phone_case", "Phone case", "Phone cases"),
    (OTHER_ELECTRONICS, "screen_protector", "Screen protector", "Screen protectors"),
    (OTHER_ELECTRONICS, "charger", "Charger", "Chargers"),
    (OTHER_ELECTRONICS, "power_bank", "Power bank", "Power banks"),
    (OTHER_ELECTRONICS, "tablet", "Tablet", "Tablets"),
    (OTHER_ELECTRONICS, "smartwatch", "Smartwatch", "Smartwatches"),
    (OTHER_ELECTRONICS, "watch_strap", "Watch strap", "Watch straps"),
    (OTHER_ELECTRONICS, "fitness_tracker", "Fitness tracker", "Fitness trackers"),
    (OTHER_ELECTRONICS, "camera", "Camera", "Cameras"),
    (OTHER_ELECTRONICS, "lens", "Lens", "Lenses"),
    (OTHER_ELECTRONICS, "action_camera", "Action camera", "Action cameras"),
    (OTHER_ELECTRONICS, "drone", "Drone", "Drones"),
    (OTHER_ELECTRONICS, "camera_bag", "Camera bag", "Camera bags"),
    (OTHER_ELECTRONICS, "tripod", "Tripod", "Tripods"),
    (OTHER_ELECTRONICS, "headphones", "Headphones", "Headphones"),
    (OTHER_ELECTRONICS, "earbuds", "Earbuds", "Earbuds"),
    (OTHER_ELECTRONICS, "speaker", "Speaker", "Speakers"),
    (OTHER_ELECTRONICS, "game_console", "Game console", "Game consoles"),
    (OTHER_ELECTRONICS, "television", "Television", "Televisions"),
    (OTHER_ELECTRONICS, "projector", "Projector", "Projectors"),
    (OTHER_ELECTRONICS, "amplifier", "Amplifier", "Amplifiers"),
    (OTHER_ELECTRONICS, "bluetooth_receiver", "Bluetooth receiver", "Bluetooth receivers"),
    (OTHER_ELECTRONICS, "battery", "Battery", "Batteries"),
    (OTHER_ELECTRONICS, "single_board_computer", "Single-board computer", "Single-board computers"),
    (OTHER_ELECTRONICS, "console_accessory", "Console accessory", "Console accessories"),
)

KINDS: dict[str, Kind] = {name: Kind(name, label, plural, department) for department, name, label, plural in _ROWS}
"""All kinds by name. An offer whose kind is not known has the empty kind."""
