"""The provenance line that goes with every score."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from .answers import ANSWERS_VERSION
from .metrics import METRICS_VERSION
from .prompts import PROMPT_VERSION


def package_version() -> str:
    """The installed version of this package."""
    try:
        return version("visualoverload")
    except PackageNotFoundError:  # a checkout on the path that was never installed
        return "unknown"


def make_signature(revision: str, pairs_from: str, host: str | None = None) -> str:
    """What a score rests on, in one line: two scores are comparable where all fields but the host are equal.

    Args:
        revision: of the data (``Questions.revision``).
        pairs_from: ``key`` or ``inferred``.
        host: the framework that asked the model, such as ``lmms-eval 0.7.3``, where it is known.
    """
    fields = [
        f"data:{revision}",
        f"prompt:{PROMPT_VERSION}",
        f"answers:{ANSWERS_VERSION}",
        f"pairs:{pairs_from}",
        f"metrics:{METRICS_VERSION}",
        f"visualoverload:{package_version()}",
    ]
    return "|".join([*fields, f"host:{host}"] if host else fields)
