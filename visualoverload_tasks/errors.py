"""Everything that can go wrong for a reason the user can mend.

Each error is one line: ``WHERE: what was found; what was expected. Next step.`` The command line prints that line and
exits with code 2; a host's log shows the same line.
"""

from __future__ import annotations


class VisualOverloadError(Exception):
    """Base of all errors that this package raises on purpose."""

    def __init__(self, where: object, found: str, expected: str, hint: str = "") -> None:
        self.where = str(where)
        self.found = found
        self.expected = expected
        self.hint = hint
        one_line = " ".join(self.where.splitlines())  # a file's name may hold a line break
        super().__init__(f"{one_line}: {found}; expected {expected}." + (f" {hint}" if hint else ""))

    def __reduce__(self) -> tuple[object, ...]:
        # The default would call the class with the one finished line, and fail when the error crosses processes.
        return type(self), (self.where, self.found, self.expected, self.hint)


class SourceError(VisualOverloadError):
    """The questions or their paintings cannot be read."""


class KeyFileError(VisualOverloadError):
    """The ground truth cannot be read, or does not fit the questions."""


class PairsFileError(VisualOverloadError):
    """A file of pairs cannot be read, does not fit the questions, or contradicts the key."""


class RunError(VisualOverloadError):
    """A file of responses cannot be read, or does not fit the questions."""


class OutputError(VisualOverloadError):
    """A result cannot be written."""


class UsageError(VisualOverloadError):
    """An argument has a value that does not exist."""


def first_line(error: BaseException | None) -> str:
    """What an error says, short enough for one line; its type if it says nothing."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def quoted(value: object, limit: int = 80) -> str:
    """A value as Python writes it, short enough for one line."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}…"


def some(items: list[str], limit: int = 5) -> str:
    """``'a', 'b', … (12 in all)``: a list that is short enough for one line."""
    shown = ", ".join(repr(item) for item in items[:limit])
    return shown if len(items) <= limit else f"{shown}, … ({len(items)} in all)"
