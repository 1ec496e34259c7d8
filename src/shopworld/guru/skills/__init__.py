"""ShopGuru: tasks in one shop, short ones of six skills and long journeys, grounded in what the shop really shows."""

from shopworld.guru.skills.sight import ShopSight
from shopworld.guru.skills.suite import SHORT_COUNTS, SkillReport, make_skill_suite

__all__ = ["SHORT_COUNTS", "ShopSight", "SkillReport", "make_skill_suite"]
