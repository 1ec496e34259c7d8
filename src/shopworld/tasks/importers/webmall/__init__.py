"""WebMall's public release: tasks, and with the product exports beside them the whole mall."""

from shopworld.tasks.importers.webmall.mall import ReleaseReport, import_webmall_release
from shopworld.tasks.importers.webmall.report import TaskProblem, WebMallImportReport
from shopworld.tasks.importers.webmall.tasks import import_webmall_tasks

__all__ = ["ReleaseReport", "TaskProblem", "WebMallImportReport", "import_webmall_release", "import_webmall_tasks"]
