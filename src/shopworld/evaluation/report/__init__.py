"""The report: a static page over run folders, and a page per episode."""

from shopworld.evaluation.report.writing import write_report

__all__ = ["write_report"]
