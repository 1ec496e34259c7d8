from .corpus import Corpus as Corpus
from .corpus import Hit as Hit
from .corpus import Retrieval as Retrieval
from .corpus import build_corpus as build_corpus
from .corpus import corpus_folder as corpus_folder
from .document import Document as Document
from .environment import CorpusEnvironment as CorpusEnvironment
from .environment import corpus_tool_descriptions as corpus_tool_descriptions
