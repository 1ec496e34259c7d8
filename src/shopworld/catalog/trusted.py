"""Records made of parts that were checked already: importers of millions of rows do not have them checked twice."""

from __future__ import annotations

from typing import Generic, TypeVar

from shopworld.catalog.model import Record

R = TypeVar("R", bound=Record)
_assign = object.__setattr__


class Trusted(Generic[R]):
    """Makes records of one model as `model_construct` does, several times faster.

    Args:
        model: the model; every part must have exactly the type that the model names, for nothing is checked.
    """

    def __init__(self, model: type[R]) -> None:
        self._model = model
        self._defaults = {
            name: None if field.is_required() else field.get_default(call_default_factory=True)
            for name, field in model.model_fields.items()
        }

    def __call__(self, **parts: object) -> R:
        """A record with these parts and the model's defaults."""
        record = self._model.__new__(self._model)
        _assign(record, "__dict__", self._defaults | parts)
        _assign(record, "__pydantic_fields_set__", set(parts))
        _assign(record, "__pydantic_extra__", None)
        _assign(record, "__pydantic_private__", None)
        return record
