"""ShopGym's task files: reading them, and finding what is wrong with them in a shop of ours."""

from shopworld.guru.findings import TaskFinding
from shopworld.guru.shopgym.importing import WEAK, import_tasks
from shopworld.guru.shopgym.records import ShopGymTask, is_shopgym_file, read_shopgym_tasks
from shopworld.guru.shopgym.rules import RULES, audit_tasks

__all__ = [
    "RULES",
    "WEAK",
    "ShopGymTask",
    "TaskFinding",
    "audit_tasks",
    "import_tasks",
    "is_shopgym_file",
    "read_shopgym_tasks",
]
