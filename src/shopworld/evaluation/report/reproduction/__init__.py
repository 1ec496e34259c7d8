"""Pages that set a paper's tables and figures beside what was measured here."""
