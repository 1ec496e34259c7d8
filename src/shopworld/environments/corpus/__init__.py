"""The corpus: the pages of all shops of a mall in one index, and an environment that searches it."""

from shopworld.environments.corpus.corpus import Corpus, Hit, Retrieval, build_corpus, corpus_folder
from shopworld.environments.corpus.document import Document
from shopworld.environments.corpus.environment import CorpusEnvironment, corpus_tool_descriptions

__all__ = [
    "Corpus",
    "CorpusEnvironment",
    "Document",
    "Hit",
    "Retrieval",
    "build_corpus",
    "corpus_folder",
    "corpus_tool_descriptions",
]
