"""The names of the datasets, and what is behind each."""

from __future__ import annotations

import re
from pathlib import Path

from visualoverload_tasks import VARIANTS, UsageError, Variant

DATASETS: dict[str, Variant] = {variant.dataset: variant for variant in VARIANTS}

_TABLE = re.compile(rf".*_({'|'.join(DATASETS)})\.(?:xlsx|tsv|json)")


def variant_of(dataset: str | None) -> Variant:
    """What a dataset is.

    Raises:
        UsageError: there is no such dataset.
    """
    if dataset not in DATASETS:
        raise UsageError("dataset", repr(dataset), " or ".join(DATASETS))
    return DATASETS[dataset]


def dataset_of(table: Path) -> str | None:
    """The dataset whose predictions a file holds, by its name ``<model>_<dataset>.<format>``; None for others."""
    match = _TABLE.fullmatch(table.name)
    return match[1] if match else None
