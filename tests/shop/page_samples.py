"""Rich sample pages of every kind, for the tests of the templates (loaded by the fixture `page_samples`)."""

from __future__ import annotations

from dataclasses import replace

from shopworld.shop import pages
from shopworld.shop.capabilities import Capabilities, FilterControl, SectionType
from shopworld.shop.look.designs import Design, load_design
from shopworld.shop.look.rendering import Page, Renderer
from shopworld.shop.pages import Card, FormField, Link, MenuNode, PriceView, RadioChoice, Section
from shopworld.shop.specification import Identity, Promotion, ShippingMethod, ShopSpecification

NAMES = {
    "athletic": ("E-Store Athletes", "Gear that keeps up"),
    "engineer": ("TechTalk", "Parts and figures for people who build"),
    "boutique": ("CamelCases", "Considered objects for quiet desks"),
    "workshop": ("Hardware Cafe", "Good parts, strong coffee"),
}


COMPOSED = Design(
    name="composed",
    capabilities=Capabilities.model_validate(
        {
            "site_shell": {"has_announcement_bar": True, "has_mega_menu": True, "nav_depth": 3, "footer_groups": 4},
            "homepage": {"section_types": [one.value for one in SectionType], "has_popup_modal": True},
            "collection": {
                "filters": [
                    {"name": "price", "control": "slider"},
                    {"name": "brand", "control": "checkbox"},
                    {"name": "colour", "control": "swatch"},
                    {"name": "rating", "control": "buckets"},
                    {"name": "capacity", "control": "drop-down"},
                ],
                "pagination": "infinite_scroll",
            },
            "search": {"results_layout": "fullpage"},
            "cart": {"type": "drawer"},
        }
    ),
    style=load_design("athletic").style.model_copy(update={"character": "plain"}),
)
"""A shop without a finished design."""


def specification(design_name: str) -> ShopSpecification:
    """A shop in that design; `composed` has none."""
    design = COMPOSED if design_name == COMPOSED.name else load_design(design_name)
    name, tagline = NAMES.get(design_name, (design_name.title(), ""))
    return ShopSpecification(
        identity=Identity(
            id=design_name,
            name=name,
            host=f"{design_name}.example",
            tagline=tagline,
            support_email=f"support@{design_name}.example",
            support_phone="+1 512 555 0277",
            address="12 Market Street, 10115 Berlin",
            shipping=(ShippingMethod(id="standard", name="Standard", price=490, days="2 to 4 working days"),),
            payment=("card", "invoice"),
            promotions=(Promotion(code="HELLO10", description="10 % off", percent=10),),
        ),
        capabilities=design.capabilities,
        style=design.style,
    )


def _menu() -> tuple[MenuNode, ...]:
    tree = {
        "PC Components": {
            "Processors": ["AMD", "Intel"],
            "Graphics Cards": ["GeForce", "Radeon", "Professional"],
            "Memory": ["DDR4", "DDR5"],
            "Storage": ["SSDs", "Hard Drives", "Enclosures"],
            "Cooling": ["Air Coolers", "Liquid Coolers", "Fans"],
            "Motherboards": [],
        },
        "PC Peripherals": {
            "Keyboards": ["Mechanical", "Wireless"],
            "Mice": [],
            "Monitors": ["Gaming", "Office", "Ultrawide"],
            "Headsets": [],
        },
        "Other Electronics": {"Smartphones": [], "Cameras": [], "Wearables": ["Watches", "Bands"]},
        "Sale": {},
    }

    def path(*names: str) -> str:
        return "/product-category/" + "/".join(name.lower().replace(" ", "-") for name in names) + "/"

    return tuple(
        MenuNode(
            top,
            path(top),
            1243,
            top == "PC Components",
            tuple(
                MenuNode(
                    child,
                    path(top, child),
                    212,
                    child == "Storage",
                    tuple(MenuNode(leaf, path(top, child, leaf), 48, leaf == "SSDs") for leaf in leaves),
                )
                for child, leaves in children.items()
            ),
        )
        for top, children in tree.items()
    )


TITLES = (
    (
        "Norvik Swift 2 TB NVMe SSD, PCIe 4.0, M.2 2280",
        "Norvik",
        ("Capacity: 2 TB", "Read: 7,300 MB/s", "Interface: PCIe 4.0", "Form: M.2 2280"),
    ),
    (
        "Halden Aurora Mechanical Keyboard, Tactile, ISO-DE",
        "Halden",
        ("Switches: Tactile", "Layout: ISO-DE", "Connection: USB-C"),
    ),
    ("Ostra View 27 QHD Monitor, 165 Hz, IPS", "Ostra", ("Size: 27 in", "Resolution: 2560 × 1440", "Refresh: 165 Hz")),
    ("Calder Graphite X8 Wireless Mouse", "Calder", ("Sensor: 26,000 dpi", "Weight: 63 g")),
    ("Tervo Ryze 7 Desktop Processor, 8 Cores, Socket AM5", "Tervo", ("Cores: 8", "Socket: AM5", "TDP: 105 W")),
    ("Solis Studio Over-Ear Headphones with Noise Cancelling", "Solis", ("Battery: 40 h", "Colour: Sand")),
    ("Brandt Frost 360 mm Liquid Cooler", "Brandt", ("Radiator: 360 mm", "Sockets: AM5, LGA1700")),
    ("Linden Pocket 128 GB USB-C Stick", "Linden", ("Capacity: 128 GB", "USB: 3.2")),
)


def card(place: int) -> Card:
    """A card: some reduced, some sold out, some without reviews."""
    title, brand, facts = TITLES[place % len(TITLES)]
    sale, sold_out = place % 3 == 0, place % 7 == 5
    return Card(
        number=1000 + place,
        url=f"/product/sample-{place}/",
        title=title if place < len(TITLES) else f"{title}, edition {place}",
        brand=brand,
        price=PriceView("€134.90", "€169.00" if sale else "", "Save 20%" if sale else ""),
        image_url=f"/media/{1000 + place}/front.svg",
        image_alt=title,
        rating_text="" if place % 5 == 4 else f"{3.6 + place % 4 * 0.4:.1f}",
        review_count=0 if place % 5 == 4 else 12 + place,
        badges=("Sold out",) if sold_out else (("Sale",) if sale else (("New",) if place % 4 == 2 else ())),
        stock_text="Out of stock" if sold_out else ("Only 3 left in stock" if place % 4 == 1 else "In stock"),
        can_add=not sold_out,
        key_facts=facts,
    )


CARDS = tuple(card(place) for place in range(24))
TILES = tuple(
    pages.Tile(label, f"/product-category/{label.lower()}/", f"/media/{1000 + place}/front.svg", text)
    for place, (label, text) in enumerate(
        (("Storage", "Fast SSDs from 128 GB"), ("Keyboards", "Tactile and quiet"), ("Monitors", "27 inches and more"))
    )
)
QUOTES = (
    pages.Quote("Ordered on Monday, building on Wednesday. The board was exactly as described.", "Mira K.", 5),
    pages.Quote("The only shop where the filters tell the truth.", "Jonas P.", 5),
    pages.Quote("Swapped a wrong cooler without a single question.", "Aylin S.", 4),
)
FEATURES = (
    pages.HomePromise("truck", "Fast delivery", "Ordered before 4 pm, on its way the same day."),
    pages.HomePromise("return", "30 days to return", "Unopened or not, we take it back."),
    pages.HomePromise("shield", "Two-year warranty", "On every product that we sell."),
    pages.HomePromise("chat", "Real advice", "People who build computers answer the phone."),
)


VIDEO = pages.Video(
    "Mira shows the Swift",
    "It has never been so quick.",
    "/media/1002/front.svg",
    "Mira K.",
    Link("Swift", "/product/x/"),
)
SLIDE = pages.Slide("Built to last", "Tested by us.", Link("Shop now", "/shop/"), "/media/1003/front.svg", "New")
ARTICLE = pages.ArticleCard("How to choose", "/blogs/journal/a/", "What to look for.", "Mira", "/media/1004/front.svg")
OVERLAYS = pages.Overlays(
    popup=pages.Popup(
        "Welcome", "10% off", "Use this code:", Link("Shop now", "/shop/"), "HELLO10", "/media/1/front.svg"
    ),
    newsletter=pages.NewsletterPopup("Stay in touch", "Once a month."),
    chat=pages.HelpChat(
        ("How can I pay?",), (pages.ChatTurn("How can I pay?", "By card.", Link("Terms", "/policies/t/")),), True
    ),
)
SWITCHERS = tuple(
    pages.Switcher(
        name, label, f"/{name}", (pages.SortOption("a", "A", True), pages.SortOption("b", "B", False)), "Note."
    )
    for name, label in (("locale", "Language"), ("currency", "Currency"))
)


def _composed_section(base: Section, type_: str) -> Section:
    """What sections of composed shops have beside the rest."""
    match type_:
        case "hero_carousel":
            return replace(base, slides=(SLIDE, SLIDE))
        case "hero_video" | "video_endorsement":
            return replace(base, videos=(VIDEO,), people=(pages.Spokesperson("Ingrid Lind", "Editor", "IL"),))
        case "ugc_video_carousel":
            return replace(base, videos=(VIDEO,) * 3)
        case "recipe_carousel" | "article_carousel":
            return replace(base, articles=(ARTICLE,) * 3)
        case "culinary_council":
            return replace(base, people=(pages.Spokesperson("Ingrid Lind", "Editor", "IL"),) * 3)
        case _:
            return base


def _section(type_: str) -> Section:
    base = Section(
        type=type_,
        heading="Parts that keep up with you",
        text="Tested by people who use them every day, and in stock.",
        eyebrow="New this week",
        action=Link("Shop the range", "/shop/"),
        second_action=Link("See what is reduced", "/shop/?on_sale=1"),
        image_url="/media/1002/front.svg",
        cards=CARDS[:8],
        tiles=TILES,
        quotes=QUOTES,
        features=FEATURES,
    )
    match type_:
        case "hero_carousel":
            return replace(base, tiles=())
        case "category_chip_slider":
            return replace(base, heading="Popular categories", tiles=TILES * 3)
        case "category_banners_3up":
            return replace(base, heading="Shop by category", second_action=None)
        case "featured_collection":
            return replace(base, heading="On the counter today", cards=CARDS[:4], second_action=None)
        case "featured_product_grid" | "product_carousel":
            return replace(
                base, heading="Best sellers" if type_.endswith("grid") else "Just arrived", eyebrow="", text=""
            )
        case "promo_banner":
            return replace(
                base, heading="20 % off all storage", text="Until Sunday with the code FAST20.", second_action=None
            )
        case "founder_message":
            return replace(base, heading="A word from the counter", quotes=QUOTES[:1], second_action=None)
        case "product_hero_quote" | "reviews_banner":
            return replace(base, heading="What people say", quotes=QUOTES[:1], second_action=None)
        case "testimonials" | "feature_cards_grid":
            return replace(base, heading="Why people come back", eyebrow="", text="")
        case "newsletter_inline":
            return replace(base, heading="Be first in line", text="One message a week. No noise.", eyebrow="")
        case _:
            return base


CART = pages.CartView(
    lines=tuple(
        pages.CartLineView(
            key=f"line-{place}",
            title=TITLES[place][0],
            url=f"/product/sample-{place}/",
            image_url=f"/media/{1000 + place}/front.svg",
            variant_text="Colour: Black" if place == 1 else "",
            price_text="€134.90",
            quantity=place + 1,
            maximum=9,
            total_text="€134.90",
        )
        for place in range(3)
    ),
    count=6,
    goods_text="€809.40",
    discount_text="",
    promotion_code="",
    promotion_error="",
    shipping_text="€4.90",
    total_text="€814.30",
    free_shipping_text="",
)


FULL_CART = replace(
    CART,
    lines=tuple(replace(line, personalization="Engraving: “Ada”", regular_text="€169.00") for line in CART.lines),
    free_shipping_text="€12.00 more for free delivery.",
    free_shipping_percent=84,
    saving_text="€34.10",
    discount_text="−€8.00",
    promotion_error="This code is not known.",
    editable=True,
    upsells=CARDS[4:6],
    estimate=pages.EstimateView(
        countries=(("DE", "Germany"), ("FR", "France")),
        country="FR",
        postcode="7500",
        place_text="75001, France",
        options=(("Standard", "€4.90", "2 to 4 working days"),),
        error="This is no postal code of France.",
    ),
)


def shell(shop: ShopSpecification, *, path: str = "/", open_cart: bool = False) -> pages.Shell:
    """What is around every page of that shop."""
    renderer = Renderer(shop)
    return pages.Shell(
        specification=shop,
        stylesheet_url=renderer.stylesheet_url,
        script_url=renderer.script_url,
        announcement="Free delivery from €75" if shop.capabilities.site_shell.has_announcement_bar else "",
        menu=_menu(),
        quick_links=(
            Link("New", "/shop/?orderby=date"),
            Link("Sale", "/shop/?on_sale=1"),
            Link("Contact", "/contact/"),
        ),
        footer_groups=tuple(
            pages.FooterGroup(title, tuple(Link(label, f"/policies/{label.lower()}/") for label in labels))
            for title, labels in (
                ("Shop", ("Components", "Peripherals", "Sale")),
                ("Service", ("Shipping", "Returns", "Questions")),
                ("Company", ("About", "Contact", "Imprint")),
                ("Legal", ("Terms", "Privacy")),
            )[: shop.capabilities.site_shell.footer_groups]
        ),
        cart=CART,
        search_text="",
        cookie_banner=False,
        return_path=path,
        open_cart=open_cart,
    )


TEASERS = tuple(
    pages.ArticleTeaser(title, f"/blogs/recipes/{title.lower()}/", "Serves 2.", "2 April 2026", image)
    for title, image in (("Plums", "/media/1001/angle.svg"), ("Bread", ""))
)


def _values(*labels: str, swatches: tuple[str, ...] = ()) -> tuple[pages.FilterValueView, ...]:
    return tuple(
        pages.FilterValueView(
            label.lower(), label, 40 - 7 * place, place == 1, swatches[place] if place < len(swatches) else ""
        )
        for place, label in enumerate(labels)
    )


def _filter(name: str, control: FilterControl) -> pages.FilterView:
    if name == "price" and control is not FilterControl.BUCKETS:
        return pages.FilterView("price", "Price", control, (), "9", "2499", "50", "")
    values = {
        "brand": _values("Norvik", "Halden", "Ostra", "Calder", "Tervo"),
        "rating": _values("4 and up", "3 and up"),
        "price": _values("Under €50", "€50 to €200", "€200 and more"),
        "availability": _values("In stock"),
        "on_sale": _values("Reduced"),
        "colour": _values("Black", "Sand", "Blue", "Red", swatches=("#1c1c1c", "#d9c7a6", "#2f5fd0", "#c2372f")),
        "capacity": _values("128 GB", "1 TB", "2 TB", "4 TB"),
    }.get(name, _values("AM5", "LGA1700"))
    prefix = "" if name in {"brand", "rating", "price", "availability", "on_sale"} else "attribute."
    return pages.FilterView(f"{prefix}{name}", name.replace("_", " ").capitalize(), control, values)


CRUMBS = (Link("Home", "/"), Link("PC Components", "/product-category/pc-components/"), Link("Storage", "", True))


def _listing(shop: ShopSpecification, around: pages.Shell) -> pages.ListingPage:
    base = "/product-category/pc-components/storage/"
    return pages.ListingPage(
        shell=around,
        title="Storage",
        breadcrumbs=CRUMBS,
        intro="Drives and sticks for every slot and every pocket.",
        cards=CARDS,
        total=312,
        range_text="Showing 1–24 of 312 results",
        subcategories=_menu()[0].children[3].children,
        filters=tuple(_filter(one.name, one.control) for one in shop.capabilities.collection.filters),
        active_filters=(Link("Brand: Halden", base), Link("From €50", base)),
        clear_url=base,
        sort_options=(
            pages.SortOption("featured", "Featured", True),
            pages.SortOption("price", "Price: low to high", False),
        ),
        pagination=pages.Pagination(
            2,
            13,
            (
                Link("1", base),
                Link("2", f"{base}page/2/", True),
                Link("3", f"{base}page/3/"),
                None,
                Link("13", f"{base}page/13/"),
            ),
            base,
            f"{base}page/3/",
        ),
        form_url=base,
        hidden_fields=(("s", "drive"),),
    )


def _product(shop: ShopSpecification, around: pages.Shell) -> pages.ProductPage:
    options = {"color_swatch": ("Black", "Sand", "Blue"), "size_button": ("1 TB", "2 TB", "4 TB")}
    return pages.ProductPage(
        shell=around,
        title="Norvik Swift 2 TB NVMe SSD, PCIe 4.0, M.2 2280, with Heat Sink",
        breadcrumbs=CRUMBS,
        number=1000,
        brand="Norvik",
        sku="NV-SW2-2T",
        gtin="4006381333931",
        price=PriceView("€134.90", "€169.00", "Save 20%"),
        badges=("Sale",),
        images=tuple(
            pages.ImageView(f"/media/1000/{view}.svg", f"/media/1000/{view}.svg", f"Norvik Swift, {view} view")
            for view in ("front", "side", "detail")
        ),
        short_description="A quick drive for games and builds, with a heat sink that fits under most graphics cards.",
        description_html=(
            "<p>The Swift reads at up to 7,300 MB/s and stays cool under load.</p><h3>In the box</h3>"
            "<ul><li>Drive</li><li>Heat sink</li><li>Screw</li></ul><p>It fits every M.2 2280 slot.</p>"
        ),
        specifications=(
            ("Capacity", "2 TB"),
            ("Interface", "PCIe 4.0 x4, NVMe 1.4"),
            ("Form factor", "M.2 2280"),
            ("Sequential read", "7,300 MB/s"),
            ("Endurance", "1,200 TBW"),
            ("Warranty", "5 years"),
        ),
        selectors=tuple(
            pages.VariantSelector(
                f"option_{place}",
                "Colour" if control == "color_swatch" else "Capacity",
                control,
                tuple(
                    pages.SelectorValue(value, number == 0, number != 2, ("#1c1c1c", "#d9c7a6", "#2f5fd0")[number])
                    for number, value in enumerate(options.get(control, ("1 TB", "2 TB", "4 TB")))
                ),
            )
            for place, control in enumerate(shop.capabilities.product.variant_selectors, start=1)
        ),
        variant_prices='{"2 TB": {"price": "€134.90", "stock": "In stock"}}',
        stock_text="In stock",
        can_add=True,
        maximum=9,
        delivery_text="With you in 2 to 4 working days",
        rating_text="4.3",
        review_count=21,
        rating_bars=tuple(pages.RatingBar(stars, stars * 3, stars * 18) for stars in range(5, 0, -1)),
        reviews=tuple(
            pages.ReviewView(
                author,
                rating,
                heading,
                "It has been in my machine for three weeks. Games start in no time and it never got hot.",
                "3 March 2027",
                rating == 5,
                "4 people found this helpful",
            )
            for author, rating, heading in (("Mira K.", 5, "Fast and cool"), ("Jonas P.", 4, "Good, but dear"))
        ),
        more_reviews_url="/product/sample-0/?reviews=2",
        related=CARDS[1:6],
        categories=(Link("Storage", "/product-category/pc-components/storage/"),),
    )


def _checkout(shop: ShopSpecification, around: pages.Shell) -> pages.CheckoutPage:
    steps = shop.capabilities.checkout.flow == "steps"

    def address(prefix: str) -> tuple[FormField, ...]:
        return (
            FormField(f"{prefix}_first_name", "First name", width="half", value="Mira"),
            FormField(f"{prefix}_last_name", "Last name", width="half", error="Enter a last name."),
            FormField(f"{prefix}_street", "Street", width="two_thirds", autocomplete=f"{prefix} address-line1"),
            FormField(f"{prefix}_house_number", "House number", width="third"),
            FormField(f"{prefix}_zip", "ZIP / postal code", width="third"),
            FormField(f"{prefix}_city", "City", width="two_thirds"),
            FormField(
                f"{prefix}_country", "Country", type="select", value="DE", options=(("DE", "Germany"), ("FR", "France"))
            ),
        )

    return pages.CheckoutPage(
        shell=around,
        title="Checkout",
        breadcrumbs=(Link("Home", "/"), Link("Cart", "/cart/"), Link("Checkout", "", True)),
        flow=shop.capabilities.checkout.flow,
        step="contact" if steps else "one_page",
        steps=(
            pages.CheckoutStepView("cart", "Cart", "done", "/cart/"),
            pages.CheckoutStepView("contact", "Contact", "current"),
            pages.CheckoutStepView("delivery", "Delivery", "to_do"),
            pages.CheckoutStepView("payment", "Payment", "to_do"),
        ),
        contact=(
            FormField("email", "E-mail", "email", width="half", error="Enter your e-mail address."),
            FormField("phone", "Phone", "tel", width="half", required=False),
        ),
        billing=address("billing"),
        ship_elsewhere=False,
        shipping=address("shipping"),
        delivery=()
        if steps
        else (
            RadioChoice("standard", "Standard", "2 to 4 working days", "€4.90", True),
            RadioChoice("express", "Express", "Next working day", "€12.90", False),
        ),
        payment=()
        if steps
        else (
            RadioChoice("card", "Credit card", "", "", True),
            RadioChoice("invoice", "Invoice", "Pay within 14 days", "", False),
        ),
        card=()
        if steps
        else (
            FormField("card_number", "Card number", autocomplete="cc-number"),
            FormField("card_expiry", "Expiry (MM/YY)", width="half"),
            FormField("card_cvv", "CVV", width="half"),
        ),
        summary=(("Contact", "mira@example.org"),) if steps else (),
        error_text="Two fields need your attention.",
        button_label="Continue to delivery" if steps else "Place order",
    )


def sample_pages(design_name: str) -> dict[str, Page]:
    """One page of every kind, and a few states of them, in that design."""
    shop = specification(design_name)
    around = shell(shop)
    listing, product, checkout = _listing(shop, around), _product(shop, around), _checkout(shop, around)
    empty = replace(CART, lines=(), count=0)
    cart = pages.CartPage(around, "Your cart", CRUMBS[:1], CARDS[:4], (("Standard", "€4.90", "2 to 4 working days"),))
    fields = (
        FormField("name", "Your name", error="Enter your name."),
        FormField("email", "E-mail", "email"),
        FormField("message", "Message", "textarea"),
        FormField("copy", "Send me a copy", "checkbox", required=False),
    )
    return {
        "home": pages.HomePage(
            replace(around, cookie_banner=True, overlays=OVERLAYS, switchers=SWITCHERS)
            if design_name == COMPOSED.name
            else replace(around, cookie_banner=True),
            "Welcome",
            tuple(
                _composed_section(_section(one.value), one.value if design_name == COMPOSED.name else "")
                for one in shop.capabilities.homepage.section_types
            ),
        ),
        "listing": listing,
        "search": replace(
            listing,
            shell=replace(
                around, overlays=pages.Overlays(age_gate=pages.AgeGate("Are you 18?", "Tell us.", 18, False))
            ),
            query="drive",
        ),
        "listing-empty": replace(
            listing,
            shell=replace(around, search_text="unobtainium"),
            cards=(),
            title="Results for “unobtainium”",
            match_text="Nothing has all words; these have some of them.",
            pagination=pages.Pagination(1, 1, (), "", ""),
        ),
        "product": product,
        "product-added": replace(
            product,
            shell=replace(
                around,
                open_cart=True,
                notice=pages.Notice("success", "Norvik Swift was added.", Link("View cart", "/cart/")),
            ),
        ),
        "product-bare": replace(
            product,
            images=(),
            selectors=(),
            specifications=(),
            review_count=0,
            rating_text="",
            reviews=(),
            can_add=False,
            price=PriceView(""),
            stock_text="Currently not for sale",
            related=(),
            variant_prices="",
            rating_bars=(),
        ),
        "product-extras": replace(
            product,
            reviews_open=True,
            returns_text="30 days to return",
            warranty_text="2 years warranty",
            more_reviews_url="",
            rating_bars=tuple(
                pages.RatingBar(stars, stars * 3, stars * 18, f"/product/sample-0/?review_rating={stars}", stars == 4)
                for stars in range(5, 0, -1)
            ),
            review_tools=pages.ReviewTools(
                "/product/sample-0/",
                "cool",
                (pages.SortOption("newest", "Newest", True), pages.SortOption("oldest", "Oldest", False)),
                (pages.SortOption("", "All ratings", True), pages.SortOption("5", "5 stars", False)),
                "Showing 1–2 of 6 reviews",
                "/product/sample-0/?reviews=1",
                (Link("1", "/product/sample-0/?reviews=1", True), Link("2", "/product/sample-0/?reviews=2")),
                "",
                "/product/sample-0/?reviews=2",
            ),
            rails=(
                pages.Rail("Frequently bought together", CARDS[:3], "bought-together"),
                pages.Rail("Recently viewed", CARDS[3:9], "recently-viewed"),
            ),
            size_guide=pages.SizeGuide("/policies/size-guide/", "Size guide", "<p>Chest: 97 cm.</p>"),
            personalization=FormField(
                "personalization", "Engraving", value="Ada", error="Too long.", required=False, hint="20", longest=20
            ),
            service=pages.ServiceTexts(
                (("Standard", "2 to 4 working days", "€4.90"),), "Free from €75.00.", "30 days to return.", "2 years."
            ),
        ),
        "cart-extras": replace(
            cart,
            shell=replace(around, cart=FULL_CART, open_cart=True),
            rails=(pages.Rail("Recently viewed", CARDS[3:9], "recently-viewed"),),
        ),
        "product-panel": replace(product, shell=replace(around, cart=FULL_CART, open_cart=True)),
        "cart": cart,
        "cart-error": replace(
            cart, shell=replace(around, cart=replace(CART, promotion_error="This code is not known."))
        ),
        "cart-promotion": replace(
            cart, shell=replace(around, cart=replace(CART, promotion_code="HELLO10", discount_text="−€80.94"))
        ),
        "cart-empty": replace(cart, shell=replace(around, cart=empty, open_cart=True)),
        "checkout": checkout,
        "order": pages.OrderPage(
            around,
            "Order received",
            10042,
            "3 March 2027",
            "mira@example.org",
            CART.lines,
            (("Subtotal", "€809.40"), ("Shipping", "€4.90"), ("Total", "€814.30")),
            ("Mira Kern", "Market Street 12", "10115 Berlin"),
            ("Mira Kern", "Market Street 12", "10115 Berlin"),
            "Standard, 2 to 4 working days",
            "Credit card",
        ),
        "info": pages.InfoPage(
            around,
            "Shipping",
            CRUMBS,
            "<p>We ship on every working day.</p><h2>Prices</h2><p>Standard costs €4.90.</p>",
            (Link("Shipping", "/policies/shipping-policy/", True), Link("Returns", "/policies/refund-policy/")),
        ),
        "info-cards": pages.InfoPage(
            around, "Gift cards", CRUMBS, "<p>They come by e-mail.</p>", (Link("Gift cards", "/", True),), CARDS[:2]
        ),
        "stores": pages.StoresPage(
            around,
            "Our stores",
            CRUMBS,
            "/policies/store-locator/",
            "Berlin",
            "1 store near “Berlin”",
            (pages.StoreView("Mitte", ("Market Street 12", "10115 Berlin"), "9:00 to 18:00", "+49 30 555"),),
            (Link("Our stores", "/policies/store-locator/", True),),
        ),
        "blog": pages.BlogPage(around, "Recipes", CRUMBS, TEASERS),
        "article": pages.ArticlePage(
            around,
            "Skillet cornbread",
            CRUMBS,
            "Serves 6.",
            "By Ines Calder, 2 April 2026",
            "<p>Heat the pan first.</p>",
            "/media/1000/angle.svg",
            CARDS[:3],
            TEASERS,
            Link("Recipes", "/blogs/recipes/"),
        ),
        "contact": pages.ContactPage(
            around, "Contact", CRUMBS, fields, (("E-mail", "support@shop.example"), ("Phone", "+1 512 555 0277")), False
        ),
        "contact-sent": pages.ContactPage(around, "Contact", CRUMBS, fields, (), True),
        "error": pages.ErrorPage(
            around,
            "This page is not here",
            404,
            "Perhaps it was moved.",
            (Link("Go to the home page", "/"),),
            CARDS[:4],
        ),
    }
