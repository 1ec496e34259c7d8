"""Reports of comparisons: static pages with pictures, for people."""

from shopworld.arena.similarity.report.writing import write_behaviour_report, write_group_report, write_shop_report

__all__ = ["write_behaviour_report", "write_group_report", "write_shop_report"]
