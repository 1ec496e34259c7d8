"""The mutation audit: end states derived from the right one, each known to be right or wrong, against the grading."""

from shopworld.tasks.checks.end_states import StateGrade
from shopworld.tasks.mutations.audit import AuditRow, TaskAudit, audit_rows, audit_suite, audit_task

__all__ = ["AuditRow", "StateGrade", "TaskAudit", "audit_rows", "audit_suite", "audit_task"]
