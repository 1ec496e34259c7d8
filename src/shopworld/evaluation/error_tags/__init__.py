"""Error tags: what went wrong on the way, read from trajectories by rules, for every suite."""

from shopworld.evaluation.error_tags.registry import TAGS
from shopworld.evaluation.error_tags.tagging import TAGS_FILE, TrialTags, read_tags, tag_case, tag_run
from shopworld.evaluation.error_tags.trial_case import TrialCase

__all__ = ["TAGS", "TAGS_FILE", "TrialCase", "TrialTags", "read_tags", "tag_case", "tag_run"]
