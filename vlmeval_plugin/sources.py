"""The names of the datasets, and the data behind each."""

from __future__ import annotations

import re
from pathlib import Path

from visualoverload_tasks import UsageError

SOURCES: dict[str, str | None] = {"VisualOverload": None, "VisualOverload_Demo": "demo"}
"""Dataset name -> what ``load_questions`` gets; None is ``VISUALOVERLOAD_DATA`` or the Hub."""

_TABLE = re.compile(rf".*_({'|'.join(SOURCES)})\.(?:xlsx|tsv|json)")


def source_of(dataset: str | None) -> str | None:
    """The source of a dataset.

    Raises:
        UsageError: there is no such dataset.
    """
    if dataset not in SOURCES:
        raise UsageError("dataset", repr(dataset), " or ".join(SOURCES))
    return SOURCES[dataset]


def dataset_of(table: Path) -> str | None:
    """The dataset whose predictions a file holds, by its name ``<model>_<dataset>.<format>``; None for others."""
    match = _TABLE.fullmatch(table.name)
    return match[1] if match else None
