"""What a listing says of a required value: stated, contradicted or not stated; values entail values."""

from shopworld.catalog.entailment.evidence import ListingEvidence, listing_evidence
from shopworld.catalog.entailment.truth import EntailmentVerdict, Truth, truth_of

__all__ = ["EntailmentVerdict", "ListingEvidence", "Truth", "listing_evidence", "truth_of"]
