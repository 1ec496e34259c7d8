"""The mutation audit: end states derived from the right one, each known to be right or wrong, against the grading."""

from shopworld.tasks.mutations.audit import AuditRow, TaskAudit, Verdict, audit_rows, audit_suite, audit_task
from shopworld.tasks.mutations.ground import Ground

__all__ = ["AuditRow", "Ground", "TaskAudit", "Verdict", "audit_rows", "audit_suite", "audit_task"]
