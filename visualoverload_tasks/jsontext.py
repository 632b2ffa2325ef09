"""What is wrong with a JSON file, in the words of its users."""

from __future__ import annotations

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
