"""One shop and all that does not depend on an episode: made once, read by every request."""

from __future__ import annotations

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.shop.addressing import addresses_of
from shopworld.shop.browsing.listing_request import ListingRules
from shopworld.shop.browsing.navigation import Navigation
from shopworld.shop.buying.addresses import AddressLayout
from shopworld.shop.information.policies import Policies, promotion_text
from shopworld.shop.look.rendering import Renderer
from shopworld.shop.money import missing_for_free_delivery
from shopworld.shop.presentation import Presentation
from shopworld.shop.promotions import is_public
from shopworld.shop.specification import ShopSpecification
from shopworld.shop.voice import voice_of


class Shop:
    """A specification with its catalog, and what is worked out from them.

    Args:
        specification: of the shop.
        catalog: that holds its offers (and maybe those of other shops).
    """

    def __init__(self, specification: ShopSpecification, catalog: Catalog) -> None:
        self.specification = specification
        self.identity = specification.identity
        self.capabilities = specification.capabilities
        self.catalog = catalog
        self.addresses = addresses_of(self.identity.addresses)
        self.renderer = Renderer(specification)
        self.presentation = Presentation(specification.identity)
        self.voice = voice_of(specification.capabilities)
        self.navigation = Navigation(specification, catalog.category_tree(self.id))
        self.policies = Policies(specification, self.presentation, self.voice)
        self.listing_rules = ListingRules.of(specification.capabilities, self.addresses)
        self.address_layout = AddressLayout.of(specification.capabilities)
        self.announcement = self._announcement()

    @property
    def id(self) -> str:
        """Its id in the mall and the catalog."""
        return self.specification.identity.id

    def offer_of_id(self, offer_id: str) -> Offer | None:
        """The offer of that id, if this shop has it."""
        shop_id, _, number = offer_id.partition("/")
        if shop_id != self.id or not number.isdigit():
            return None
        return self.catalog.offer_by_number(self.id, int(number))

    def _announcement(self) -> str:
        if not self.capabilities.site_shell.has_announcement_bar:
            return ""
        parts = []
        threshold = missing_for_free_delivery(self.identity.shipping, 0)
        if threshold is not None:
            parts.append(f"Free delivery from {self.presentation.money(threshold)}")
        public = [one for one in self.identity.promotions if is_public(one)]
        if public:
            parts.append(promotion_text(public[0]).rstrip("."))
        if not parts:
            parts.append(f"{self.identity.returns_days} days to return what you do not like")
        return " · ".join(parts)
