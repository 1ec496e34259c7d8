"""The shop's navigation: menu from the category tree, quick links, footer, breadcrumbs. Made once a shop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from shopworld.catalog import Category, Sort
from shopworld.shop.amenities.offered import footer_links, has_amenity
from shopworld.shop.browsing.menus import (
    MENU_WIDTH,
    MENU_WIDTH_BESIDE_ICONS,
    MENU_WIDTH_BESIDE_LOGO,
    fitted,
    footer_groups,
    marked,
    menu_nodes,
)
from shopworld.shop.capabilities import HeaderStyle
from shopworld.shop.content import blog_title
from shopworld.shop.information.policies import POLICY_TITLES
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.pages import Card, FooterGroup, Link, MenuNode
from shopworld.shop.schemes import addresses_of
from shopworld.shop.specification import ShopSpecification

FeaturedIn = Callable[[tuple[str, ...]], tuple[Card, ...]]
"""The products to show in the flyout of the category of that path."""

_SERVICE = frozenset({"contact", "faq", "shipping-policy", "refund-policy", "gift-cards", "size-guide", "warranty"})
_FOOTER_CATEGORIES = 6


class Navigation:
    """Where a shop's links lead.

    Args:
        specification: of the shop.
        categories: roots of its category tree.
        featured: finds the products for the flyouts of a mega menu; None: they show links only.
    """

    def __init__(
        self, specification: ShopSpecification, categories: Sequence[Category], featured: FeaturedIn | None = None
    ) -> None:
        self._specification = specification
        self._addresses = addresses_of(specification.identity.addresses)
        self.roots = tuple(categories)
        everything = list(_descend(self.roots))
        self.all_categories = tuple(everything)
        self._by_slug_path = {category.slug_path: category for category in everything}
        self._by_path = {category.path: category for category in everything}
        self._depth = specification.capabilities.site_shell.nav_depth
        self._own_menu = self._menu_of_content()
        self.menu = self._with_cards(self._own_menu, featured) if self._own_menu else self._menu_of_categories(featured)
        hub = self._hub()
        self.quick_links = (Link("All products", self._addresses.all_products), hub) if hub else self._quick_links()
        self.footer_groups = self._footer()
        self.footer_links = () if self.footer_groups or not self._is_composed else self._information()
        if hub and self._is_composed:
            self.footer_groups = self._around_hub(self.footer_groups)
            self.footer_links = ()
        further = footer_links(specification.capabilities, self._addresses)
        if further and self.footer_groups:
            last = self.footer_groups[-1]
            self.footer_groups = (*self.footer_groups[:-1], replace(last, links=(*last.links, *further)))
        else:
            self.footer_links = (*self.footer_links, *further)

    def _hub(self) -> Link | None:
        """The one page that leads to all that is to be known; None where there is none."""
        has = has_amenity(self._specification.capabilities, "help_center")
        return Link("Customer care", self._addresses.help_center) if has else None

    def _around_hub(self, groups: tuple[FooterGroup, ...]) -> tuple[FooterGroup, ...]:
        """Groups of goods, as many as there were: what is to be known stands on one page, not in every footer."""
        there = self._addresses
        listed = {there.category(one.slug_path) for one in self.all_categories} | {there.all_products}
        kept = [replace(one, links=tuple(link for link in one.links if link.url in listed)) for one in groups]
        kept = [one for one in kept if one.links]
        others = (
            FooterGroup("Departments", self._category_links()),
            FooterGroup(
                "Discover",
                (
                    Link("New arrivals", there.all_sorted(Sort.NEWEST)),
                    Link("Best sellers", there.all_sorted(Sort.BEST_SELLING)),
                    Link("Top rated", there.all_sorted(Sort.RATING)),
                ),
            ),
            FooterGroup("Your order", (Link("Cart", there.cart), Link("All products", there.all_products))),
            FooterGroup("Sale", (Link("Everything reduced", there.all_with(on_sale="1")),)),
        )
        return (*kept, *others)[: len(groups)]

    def at(self, slug_path: tuple[str, ...]) -> Category | None:
        """The category with those URL segments; a last segment that names one category only will do."""
        found = self._by_slug_path.get(slug_path)
        if found is not None or len(slug_path) != 1:
            return found
        same = [category for path, category in self._by_slug_path.items() if path[-1:] == slug_path]
        return same[0] if len(same) == 1 else None

    def named(self, path: tuple[str, ...]) -> Category | None:
        """The category of that path of names."""
        return self._by_path.get(path)

    def menu_at(self, path: tuple[str, ...]) -> tuple[MenuNode, ...]:
        """The menu with the categories on that path marked as current."""
        if self._is_composed:
            category = self._by_path.get(path)
            return marked(self.menu, self._addresses.category(category.slug_path)) if category else self.menu
        return tuple(_marked(node, category, path) for node, category in zip(self.menu, self.roots, strict=True))

    @property
    def _is_composed(self) -> bool:
        return is_composed(self._specification.style)

    def _menu_of_content(self) -> tuple[MenuNode, ...]:
        content = self._specification.content
        if content is None:
            return ()
        return self._fitted(menu_nodes(content.menu("main-menu"), self._addresses, self._depth))

    def _menu_of_categories(self, featured: FeaturedIn | None) -> tuple[MenuNode, ...]:
        nodes = tuple(self.node(category, depth=self._depth) for category in self.roots)
        return self._fitted(self._with_cards(nodes, featured)) if self._is_composed else nodes

    def _fitted(self, nodes: tuple[MenuNode, ...]) -> tuple[MenuNode, ...]:
        has = self._specification.capabilities
        if has.site_shell.header_style is not HeaderStyle.HORIZONTAL:
            return fitted(nodes, self._depth, MENU_WIDTH)
        iconic = has.search.trigger == "icon_button"
        return fitted(nodes, self._depth, MENU_WIDTH_BESIDE_ICONS if iconic else MENU_WIDTH_BESIDE_LOGO)

    def _with_cards(self, nodes: tuple[MenuNode, ...], featured: FeaturedIn | None) -> tuple[MenuNode, ...]:
        """The menu with products in the flyouts of those entries that lead to a category."""
        if featured is None:
            return nodes
        paths = {self._addresses.category(slugs): one.path for slugs, one in self._by_slug_path.items()}
        return tuple(
            replace(node, cards=featured(paths[node.url])) if node.url in paths and node.children else node
            for node in nodes
        )

    def node(self, category: Category, *, depth: int) -> MenuNode:
        """A category and what is below it, `depth` levels in all."""
        children = category.children if depth > 1 else ()
        return MenuNode(
            label=category.name,
            url=self._addresses.category(category.slug_path),
            count=category.count,
            current=False,
            children=tuple(self.node(child, depth=depth - 1) for child in children),
        )

    def breadcrumbs(self, path: tuple[str, ...]) -> tuple[Link, ...]:
        """Links from home down to the category of that path."""
        links = [Link("Home", self._addresses.home)]
        for length in range(1, len(path) + 1):
            category = self._by_path.get(path[:length])
            if category is not None:
                links.append(Link(category.name, self._addresses.category(category.slug_path)))
        return tuple(links)

    def _quick_links(self) -> tuple[Link, ...]:
        content = self._specification.content
        utility = menu_nodes(content.menu("utility"), self._addresses, 1) if content else ()
        if utility:
            return tuple(Link(node.label, node.url) for node in utility)
        present = self._specification.capabilities.info_pages_present
        handles = [one for one in ("about-us", "faq", "shipping-policy", "contact") if one in present]
        return (
            Link("All products", self._addresses.all_products),
            *(Link(POLICY_TITLES[handle], self._addresses.policy(handle)) for handle in handles),
        )

    def _reading(self) -> tuple[Link, ...]:
        """The blogs and the store locator of a shop with content of its own."""
        content, there = self._specification.content, self._addresses
        if content is None:
            return ()
        blogs = tuple(Link(blog_title(one), there.blog(one)) for one in content.blogs)
        return (*blogs, Link("Our stores", there.policy("store-locator"))) if content.locations else blogs

    def _footer(self) -> tuple[FooterGroup, ...]:
        present = [one for one in self._specification.capabilities.info_pages_present if one in POLICY_TITLES]
        service = [one for one in present if one in _SERVICE]
        legal = [one for one in present if one in {"privacy-policy", "terms-of-service"}]
        company = [one for one in present if one not in {*service, *legal}]
        identity, there = self._specification.identity, self._addresses

        def links(handles: Sequence[str]) -> tuple[Link, ...]:
            return tuple(Link(POLICY_TITLES[handle], self._addresses.policy(handle)) for handle in handles)

        groups = (
            FooterGroup("Shop", self._category_links()),
            FooterGroup("Customer service", links(service)),
            FooterGroup("Legal", links(legal)),
            FooterGroup(f"About {identity.name}", (*links(company), *self._reading())),
            FooterGroup(
                "Your order",
                (Link("Cart", there.cart), Link("Checkout", there.checkout), Link("All products", there.all_products)),
            ),
            FooterGroup(
                "Discover",
                (
                    Link("New arrivals", there.all_sorted(Sort.NEWEST)),
                    Link("Best sellers", there.all_sorted(Sort.BEST_SELLING)),
                    Link("Top rated", there.all_sorted(Sort.RATING)),
                ),
            ),
        )
        wanted = self._specification.capabilities.site_shell.footer_groups
        content = self._specification.content
        own = footer_groups(content.menu("footer"), there) if content else ()
        titles = {group.title for group in own}
        return tuple(group for group in (*own, *groups) if group in own or (group.links and group.title not in titles))[
            :wanted
        ]

    def _information(self) -> tuple[Link, ...]:
        """Every information page, for a footer without groups."""
        content = self._specification.content
        own = {one.handle: one.title for one in (*content.pages, *content.policies)} if content else {}
        titles = {**POLICY_TITLES, **own}
        present = [one for one in self._specification.capabilities.info_pages_present if one in titles]
        found = {self._addresses.policy(one): titles[one] for one in present}
        found |= {link.url: link.label for link in self._reading() if link.url not in found}
        return tuple(Link(title, url) for url, title in found.items())

    def _category_links(self) -> tuple[Link, ...]:
        level = self.roots[0].children if len(self.roots) == 1 and self.roots[0].children else self.roots
        largest = sorted(level, key=lambda category: (-category.count, category.name))[:_FOOTER_CATEGORIES]
        return tuple(Link(one.name, self._addresses.category(one.slug_path)) for one in largest)


def _descend(categories: Sequence[Category]) -> Iterator[Category]:
    for category in categories:
        yield category
        yield from _descend(category.children)


def _marked(node: MenuNode, category: Category, path: tuple[str, ...]) -> MenuNode:
    if path[: len(category.path)] != category.path:
        return node
    children = tuple(
        _marked(child, below, path) for child, below in zip(node.children, category.children, strict=False)
    )
    return replace(node, current=True, children=children)
