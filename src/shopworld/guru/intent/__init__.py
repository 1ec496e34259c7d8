"""Tasks with hidden intent: what a shopper requires, spread over a query, a profile and answers (EComAgentBench)."""

from shopworld.guru.intent.realise import Realiser, realise
from shopworld.guru.intent.report import MakingReport, report_path
from shopworld.guru.intent.sampling import Intent
from shopworld.guru.intent.suite import counts_of, make_intent_suite

__all__ = ["Intent", "MakingReport", "Realiser", "counts_of", "make_intent_suite", "realise", "report_path"]
