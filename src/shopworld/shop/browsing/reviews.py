"""Reviews on a product page: one page of them, and the widget that searches, sorts and filters them.

Everything chosen stands in the address: `reviews` (page), `review_search`, `review_sort`, `review_rating`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from shopworld.catalog import Catalog, Offer, Review, ReviewSort
from shopworld.shop.addressing import read_page
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.pages import Link, RatingBar, ReviewTools, ReviewView, SortOption
from shopworld.shop.presentation import date_text

REVIEWS_A_PAGE = 5
_SORT_LABELS = {
    ReviewSort.MOST_HELPFUL: "Most helpful",
    ReviewSort.NEWEST: "Newest",
    ReviewSort.OLDEST: "Oldest",
    ReviewSort.HIGHEST: "Highest rating",
    ReviewSort.LOWEST: "Lowest rating",
}
_STARS = (5, 4, 3, 2, 1)
_LONGEST_TEXT = 80


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """What is asked of the reviews of a product.

    Attributes:
        text: words that they hold; empty: all.
        sort: their order.
        rating: stars that they gave; None: any.
        page: from 1.
    """

    text: str = ""
    sort: ReviewSort = ReviewSort.MOST_HELPFUL
    rating: int | None = None
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> ReviewRequest:
        """The request in a query string; what cannot be read is passed over."""
        sort, rating = query.get("review_sort", ""), query.get("review_rating", "")
        return cls(
            text=clean_text(query.get("review_search", ""))[:_LONGEST_TEXT],
            sort=ReviewSort(sort) if sort in set(ReviewSort) else ReviewSort.MOST_HELPFUL,
            rating=int(rating) if rating in {str(stars) for stars in _STARS} else None,
            page=read_page(query.get("reviews", "1")),
        )

    @property
    def is_narrowed(self) -> bool:
        """Whether some reviews are left out."""
        return bool(self.text) or self.rating is not None

    def address(self, path: str) -> str:
        """Where this request is answered, on the product page at `path`."""
        fields = {"reviews": str(self.page)}
        if self.text:
            fields["review_search"] = self.text
        if self.sort is not ReviewSort.MOST_HELPFUL:
            fields["review_sort"] = self.sort.value
        if self.rating is not None:
            fields["review_rating"] = str(self.rating)
        return f"{path}?{urlencode(fields)}#reviews"


@dataclass(frozen=True, slots=True)
class FoundReviews:
    """The answer to a request.

    Attributes:
        request: with the page that is shown.
        reviews: of that page.
        total: on all pages.
        pages: how many there are, at least 1.
    """

    request: ReviewRequest
    reviews: tuple[Review, ...] = ()
    total: int = 0
    pages: int = 1


def find_reviews(catalog: Catalog, offer: Offer, request: ReviewRequest) -> FoundReviews:
    """The reviews asked for; of the last page where the one asked for does not exist."""
    if not offer.review_count:
        return FoundReviews(replace(request, page=1))
    if not request.is_narrowed:
        pages = -(-offer.review_count // REVIEWS_A_PAGE)
        page = min(request.page, pages)
        shown = catalog.reviews(offer.product_id, (page - 1) * REVIEWS_A_PAGE, REVIEWS_A_PAGE, request.sort)
        return FoundReviews(replace(request, page=page), shown, offer.review_count, pages)
    matching = catalog.reviews(offer.product_id, 0, offer.review_count, request.sort)
    if request.text:
        holding = {one.id for one in catalog.search_reviews(offer.product_id, request.text, offer.review_count)}
        matching = tuple(one for one in matching if one.id in holding)
    if request.rating is not None:
        matching = tuple(one for one in matching if one.rating == request.rating)
    pages = max(1, -(-len(matching) // REVIEWS_A_PAGE))
    page = min(request.page, pages)
    shown = matching[(page - 1) * REVIEWS_A_PAGE : page * REVIEWS_A_PAGE]
    return FoundReviews(replace(request, page=page), shown, len(matching), pages)


def review_view(review: Review) -> ReviewView:
    """A review as pages print it."""
    votes = review.helpful_votes
    people = "person" if votes == 1 else "people"
    return ReviewView(
        author=review.author,
        rating=review.rating,
        title=review.title,
        body=review.body,
        date_text=date_text(review.written_on),
        verified=review.verified,
        helpful_text=f"{votes} {people} found this helpful" if votes else "",
    )


def rating_bars(
    catalog: Catalog, offer: Offer, request: ReviewRequest | None = None, path: str = ""
) -> tuple[RatingBar, ...]:
    """How many reviews gave how many stars.

    Args:
        catalog: that holds them.
        offer: whose reviews.
        request: what is shown now, where a bar leads to the reviews that it counts; None where it leads nowhere.
        path: of the product page.
    """
    if not offer.review_count:
        return ()
    counts = catalog.rating_counts(offer.product_id)
    total = sum(counts.values()) or 1

    def bar(stars: int) -> RatingBar:
        count = counts.get(stars, 0)
        if request is None:
            return RatingBar(stars, count, count * 100 // total)
        chosen = request.rating == stars
        url = replace(request, rating=None if chosen else stars, page=1).address(path)
        return RatingBar(stars, count, count * 100 // total, url, chosen)

    return tuple(bar(stars) for stars in _STARS)


def review_tools(found: FoundReviews, path: str) -> ReviewTools:
    """The form that searches, sorts and filters the reviews on the product page at `path`, and their pages."""
    request = found.request
    first = (request.page - 1) * REVIEWS_A_PAGE + 1
    last = first + len(found.reviews) - 1
    reviews = "review" if found.total == 1 else "reviews"
    shown = f"Showing {first}–{last} of {found.total} {reviews}" if found.total else "No review is like that"

    def page(number: int) -> str:
        return replace(request, page=number).address(path)

    return ReviewTools(
        form_url=path,
        search_text=request.text,
        sort_options=tuple(SortOption(one.value, label, one is request.sort) for one, label in _SORT_LABELS.items()),
        rating_options=(
            SortOption("", "All ratings", request.rating is None),
            *(
                SortOption(str(stars), f"{stars} {'star' if stars == 1 else 'stars'}", request.rating == stars)
                for stars in _STARS
            ),
        ),
        shown_text=shown,
        clear_url=ReviewRequest(sort=request.sort).address(path) if request.is_narrowed else "",
        page_links=tuple(Link(str(number), page(number), number == request.page) for number in _near(found))
        if found.pages > 1
        else (),
        previous_url=page(request.page - 1) if request.page > 1 else "",
        next_url=page(request.page + 1) if request.page < found.pages else "",
    )


def _near(found: FoundReviews) -> list[int]:
    """The numbers of the pages that are offered: the first, the last, and those around the one shown."""
    page = found.request.page
    return sorted({1, found.pages, *range(max(1, page - 2), min(found.pages, page + 2) + 1)})
