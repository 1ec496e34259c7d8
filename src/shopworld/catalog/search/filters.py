"""The conditions of a query as queries of the engine. None of them changes a score."""

from __future__ import annotations

from collections.abc import Iterable

from tantivy import FieldType, Occur, Query

from shopworld.catalog.query import OfferQuery
from shopworld.catalog.search.index import PATH_SEPARATOR, SCHEMA


def filter_queries(query: OfferQuery) -> dict[str, Query]:
    """One engine query for each condition, by the name of the facet that it belongs to."""
    found: dict[str, Query] = {}
    if query.shop_id is not None:
        found["shop"] = _term("shop", query.shop_id)
    if query.category:
        found["category"] = _term("category", PATH_SEPARATOR.join(query.category))
    if query.brands:
        found["brand"] = _any_of("brand", query.brands)
    if query.price_min is not None or query.price_max is not None:
        found["price"] = Query.range_query(SCHEMA, "price", FieldType.Integer, query.price_min, query.price_max)
    for name, values in query.attributes.items():
        if values:
            found[f"attribute:{name}"] = _any_of(f"attribute.{name}", values)
    if query.rating_min is not None:
        found["rating"] = Query.range_query(SCHEMA, "rating", FieldType.Float, float(query.rating_min), None)
    if query.in_stock:
        found["availability"] = _term("in_stock", 1)
    if query.on_sale:
        found["on_sale"] = _term("on_sale", 1)
    return found


def with_filters(text: Query | None, filters: Iterable[Query]) -> Query:
    """What `text` finds (everything, where it is None) within the filters, with the scores of `text`."""
    clauses = [(Occur.Must, Query.const_score_query(one, 0.0)) for one in filters]
    if text is not None:
        clauses.insert(0, (Occur.Must, text))
    return Query.boolean_query(clauses) if clauses else Query.all_query()


def _term(field: str, value: str | int) -> Query:
    return Query.term_query(SCHEMA, field, value, index_option="basic")


def _any_of(field: str, values: tuple[str, ...]) -> Query:
    if len(values) == 1:
        return _term(field, values[0])
    return Query.boolean_query([(Occur.Should, _term(field, value)) for value in values])
