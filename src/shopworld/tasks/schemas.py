"""Published JSON schemas: of a record of an export, and of a suite's file."""

from __future__ import annotations

import ast
import inspect
import sys
from typing import Any

from pydantic import BaseModel

from shopworld.errors import TaskError
from shopworld.shop import Voucher
from shopworld.tasks import conditions, model, records, rubrics, shopper
from shopworld.tasks.checks import KINDS
from shopworld.tasks.model import Suite
from shopworld.tasks.records import TaskRecord

SCHEMAS: dict[str, type[BaseModel]] = {"record": TaskRecord, "suite": Suite}
"""What has a published schema: a line of an export, and the file of a suite."""
_MODULES = (model, conditions, rubrics, shopper, records, sys.modules[Voucher.__module__])
_TITLES = {"record": "Shopworld task record", "suite": "Shopworld suite"}


def schema_of(what: str) -> dict[str, Any]:
    """JSON Schema (2020-12) of a record of an export, or of a suite's file.

    Raises:
        TaskError: it is neither.
    """
    if what not in SCHEMAS:
        raise TaskError(f"there is no schema of {what!r}", hint=f"There are: {', '.join(SCHEMAS)}.")
    schema = SCHEMAS[what].model_json_schema(mode="validation")
    texts = _attribute_texts()
    for name, one in {**schema.get("$defs", {}), SCHEMAS[what].__name__: schema}.items():
        for field, described in one.get("properties", {}).items():
            text = texts.get((name, field)) or (texts.get(("Task", field)) if one is schema else None)
            if text is not None:
                described["description"] = text
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": _TITLES[what]}


def _attribute_texts() -> dict[tuple[str, str], str]:
    """What stands under the attributes of the models, by class and attribute; read when it is wanted: it takes time."""
    found: dict[tuple[str, str], str] = {}
    for module in (*_MODULES, *(sys.modules[kind.__module__] for kind in KINDS.all().values())):
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.ClassDef):
                found |= {(node.name, field): text for field, text in _texts_of(node)}
    return found


def _texts_of(node: ast.ClassDef) -> list[tuple[str, str]]:
    """Attributes of a class that a text stands under."""
    pairs = zip(node.body, node.body[1:], strict=False)
    return [
        (attribute.target.id, " ".join(text.value.value.split()))
        for attribute, text in pairs
        if isinstance(attribute, ast.AnnAssign)
        and isinstance(attribute.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    ]
