"""The real storefronts behind the mall's door: they stay within their own addresses, and nothing breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopworld.episode import Episode
from shopworld.mall import EpisodeSlot, Mall, MallServer

Browse = Callable[[EpisodeSlot], httpx.Client]


@pytest.fixture(scope="module")
def shops(mall: Mall) -> Iterator[MallServer]:
    """The shops of the default mall on a server."""
    with MallServer(mall, slots=1) as server:
        yield server


@pytest.fixture
def slot(shops: MallServer, new_episode: Callable[[], Episode]) -> Iterator[EpisodeSlot]:
    """A slot with an episode, in which nothing may break."""
    episode = new_episode()
    shops.open(shops.slots[0], episode)
    yield shops.slots[0]
    assert shops.close(shops.slots[0]) == ()


def test_every_site_answers_at_its_address(mall: Mall, slot: EpisodeSlot, browse: Browse) -> None:
    client = browse(slot)
    for site in mall.sites:
        answer = client.get(site.address)
        assert answer.status_code == 200
        assert "text/html" in answer.headers["content-type"]


@pytest.mark.parametrize("redirect", ["/product/brisk-ssd-1-tb", "/cart", "/Product/Brisk-SSD-1-TB/"])
def test_a_redirect_of_a_shop_stays_in_it(slot: EpisodeSlot, browse: Browse, redirect: str) -> None:
    answer = browse(slot).get(f"http://swiftlap.example{redirect}", follow_redirects=True)
    assert answer.status_code == 200
    assert answer.url.host == "swiftlap.example"


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "/\\evil.example",
        "http://evil.example/",
        "https:evil.example",
        "javascript:alert(1)",
        "\r\nx: y",
    ],
)
def test_no_return_path_leads_out_of_a_shop(slot: EpisodeSlot, browse: Browse, path: str) -> None:
    form = {"offer": "1", "quantity": "1", "return_path": path}
    answer = browse(slot).post("http://swiftlap.example/cart/add", data=form)
    assert answer.status_code == 303
    location = answer.headers["location"]
    assert location.startswith("/")
    assert not location.startswith("//")
    assert "evil" not in location
    assert "x" not in answer.headers


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["kernel-and-coil", "swiftlap", "lumenhouse", "copper-bench"]),
    st.sampled_from(
        ["/", "/shop/", "/product/{}/", "/product-category/{}/", "/shop/page/{}/", "/media/{}/front.svg", "/{}"]
    ),
    st.text(max_size=20),
    st.dictionaries(
        st.sampled_from(
            ["s", "orderby", "price_min", "price_max", "brand", "page", "rating", "attribute.capacity", "reviews"]
        ),
        st.text(max_size=12) | st.integers().map(str),
        max_size=4,
    ),
)
def test_nothing_a_visitor_types_breaks_a_shop(
    slot: EpisodeSlot, browse: Browse, shop: str, path: str, part: str, query: dict[str, str]
) -> None:
    place = path.format(urlencode({"": part.encode("utf-8", "surrogatepass")})[1:])
    asked = urlencode({name: value.encode("utf-8", "surrogatepass") for name, value in query.items()})
    answer = browse(slot).get(f"http://{shop}.example{place}?{asked}")
    assert answer.status_code < 500
