"""Who goes with whom, so that all together fit best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

Weight = Callable[[int, int], float]
Edge = tuple[int, int]

_UNIT = 1_000_000  # whole numbers: with floating-point weights the matching may miss the best by a rounding error


def best_matching(size: int, weight: Weight) -> list[Edge]:
    """The pairs of the numbers 0 to ``size`` - 1 whose weights have the largest sum, smaller number first, in order.

    As many pairs as there can be; of an odd size one number stays alone. (Blossom algorithm; no exchange of partners
    among however many pairs gives a larger sum.)

    Args:
        weight: not below 0, the same both ways round.
    """
    return _best(_graph(size, weight), as_many_as_possible=True)


def margins(size: int, weight: Weight, matching: Sequence[Edge]) -> list[float]:
    """For each pair of the best matching: by how much the best that lacks it, however many it pairs, is worse."""
    graph = _graph(size, weight)
    best = _total(graph, matching)
    return [best - _total(graph, _best(_without(graph, edge))) for edge in matching]


def _graph(size: int, weight: Weight) -> nx.Graph[int]:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((a, b, round(_UNIT * weight(a, b))) for a, b in combinations(range(size), 2))
    return graph


def _best(graph: nx.Graph[int], as_many_as_possible: bool = False) -> list[Edge]:
    import networkx as nx

    found = nx.max_weight_matching(graph, maxcardinality=as_many_as_possible)
    return sorted((min(edge), max(edge)) for edge in found)


def _without(graph: nx.Graph[int], edge: Edge) -> nx.Graph[int]:
    rest = graph.copy()
    rest.remove_edge(*edge)
    return rest


def _total(graph: nx.Graph[int], matching: Iterable[Edge]) -> float:
    weights: list[int] = [graph.edges[edge]["weight"] for edge in matching]
    return sum(weights) / _UNIT
