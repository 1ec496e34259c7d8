"""The published schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import TaskError
from shopworld.tasks.records import records_of_suite
from shopworld.tasks.schemas import SCHEMAS, schema_of

SCHEMA_FILES = {"record": "task-record.schema.json", "suite": "suite.schema.json"}


@pytest.mark.parametrize("what", SCHEMAS)
def test_the_published_schemas_are_current(what: str) -> None:
    path = Path(__file__).parents[2] / "docs" / "schemas" / SCHEMA_FILES[what]
    assert json.loads(path.read_text(encoding="utf-8")) == schema_of(what), f"shopworld tasks schema {what} > {path}"


def test_the_schema_describes_what_is_written(suites: Any) -> None:
    lines = [one.model_dump(mode="json") for one in records_of_suite(suites.suite())]
    schema = schema_of("record")
    assert set(schema["required"]) <= set(schema["properties"])
    assert all({*record, "suite_commitment"} == set(schema["properties"]) for record in lines), "but where it is empty"
    assert "standard errors cluster" in schema["properties"]["template"]["description"]
    jsonschema = pytest.importorskip("jsonschema")
    for record in lines:
        jsonschema.validate(record, schema)


def test_there_is_no_other_schema() -> None:
    with pytest.raises(TaskError, match="no schema of 'mall'"):
        schema_of("mall")
