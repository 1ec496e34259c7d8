"""NLWeb: shops that answer questions in plain language with schema.org data, and an environment that asks them."""
