"""What a rule-based shopper can do on any storefront: search, read a listing, add, check out, submit."""

from shopworld.agents.skills.cart import add_to_cart
from shopworld.agents.skills.checkout import Purchaser, check_out
from shopworld.agents.skills.contact import send_message
from shopworld.agents.skills.listing import ListedOffer, read_listing
from shopworld.agents.skills.product_page import ReadProductPage, read_product_page
from shopworld.agents.skills.promotion import enter_code
from shopworld.agents.skills.searching import search_shop
from shopworld.agents.skills.solution import submit_answer
from shopworld.agents.skills.wayfinding import close_overlays, follow, go_down, is_at, set_filter, set_sort

__all__ = [
    "ListedOffer",
    "Purchaser",
    "ReadProductPage",
    "add_to_cart",
    "check_out",
    "close_overlays",
    "enter_code",
    "follow",
    "go_down",
    "is_at",
    "read_listing",
    "read_product_page",
    "search_shop",
    "send_message",
    "set_filter",
    "set_sort",
    "submit_answer",
]
