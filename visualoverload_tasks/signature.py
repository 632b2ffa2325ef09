"""The provenance line that goes with every score."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from .answers import ANSWERS_VERSION
from .metrics import METRICS_VERSION
from .records import Key


def package_version() -> str:
    """The installed version of this package."""
    try:
        return version("visualoverload")
    except PackageNotFoundError:  # a checkout on the path that was never installed
        return "unknown"


def make_signature(
    revision: str,
    pairs_from: str,
    key: Key | None = None,
    prompt: str | None = None,
    image: str | None = None,
    host: str | None = None,
) -> str:
    """What a report rests on, in one line: two scores compare where all fields but the host are equal.

    Args:
        revision: of the data (``Questions.revision``).
        pairs_from: ``Pairing.origin``.
        key: the ground truth, if there is one.
        prompt: ``default``, ``cot`` or ``other``, where it is known what the model was asked.
        image: ``original``, ``none``, ``grey`` or a resolution, where it is known what the model was shown.
        host: the framework that asked the model, such as ``lmms-eval 0.7.3``, where it is known.
    """
    fields = [
        f"data:{revision}",
        f"prompt:{prompt or 'unknown'}",
        f"image:{image or 'unknown'}",
        f"answers:{ANSWERS_VERSION}",
        f"pairs:{pairs_from}",
        f"key:{key.revision if key is not None else 'none'}",
        f"metrics:{METRICS_VERSION}",
        f"visualoverload:{package_version()}",
    ]
    return "|".join([*fields, f"host:{host}"] if host else fields)
