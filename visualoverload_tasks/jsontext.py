"""What is wrong with a JSON file, in the words of its users."""

from __future__ import annotations

from collections import Counter

from .errors import some

_KINDS = {dict: "object", list: "list", str: "text", int: "number", float: "number", bool: "true or false"}


def json_kind(value: object) -> str:
    """What JSON calls a value that ``json`` has read."""
    return _KINDS.get(type(value), "null")


def json_flaw(text: str, error: Exception) -> str:
    """Why a text is not JSON; ``error`` is what ``json`` raised."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.strip().startswith("{") for line in lines):
        return "JSON Lines (one object a line); expected one JSON list"
    return f"not JSON ({error})"


def each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """For ``object_pairs_hook``: an object whose names differ, or a ``ValueError`` that names those which do not."""
    # JSON readers keep the last of two equal names, which would make one of two contradicting answers the truth.
    times = Counter(name for name, _ in pairs)
    repeated = [name for name in times if times[name] > 1]
    if repeated:
        raise ValueError(f"names that occur more than once: {some(repeated)}")
    return dict(pairs)
