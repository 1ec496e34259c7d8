"""Finding things: home, listings, search, filters, product pages."""
