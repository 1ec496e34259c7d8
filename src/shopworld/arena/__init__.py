"""ShopArena: from a live storefront to a specification, and from a specification to a shop."""
