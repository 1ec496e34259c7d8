"""What sentences of reviews say of a claim: they support it, contradict it, or leave it undecided."""

from shopworld.catalog.claims.verdict import ClaimVerdict, Stance, verify_claim, verify_in_reviews

__all__ = ["ClaimVerdict", "Stance", "verify_claim", "verify_in_reviews"]
