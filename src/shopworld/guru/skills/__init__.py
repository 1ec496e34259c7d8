"""ShopGuru's six short-horizon skills in one shop, grounded in what the shop really shows."""

from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight
from shopworld.guru.skills.skill_table import SKILLS, Generator

__all__ = ["SKILLS", "Generator", "ShopSight", "SkillDraft"]
