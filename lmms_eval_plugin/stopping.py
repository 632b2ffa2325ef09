"""How a user's mistake ends a run of lmms-eval."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from loguru import logger

from visualoverload_tasks import VisualOverloadError

P = ParamSpec("P")
R = TypeVar("R")


def stop_at_user_error(function: Callable[P, R]) -> Callable[P, R]:
    """Log the error's one line and end the process with code 2.

    lmms-eval would try again five times, hide the cause in a RetryError behind a traceback, and exit with 0.
    """

    @wraps(function)
    def stopping(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except VisualOverloadError as error:
            logger.error(str(error))
            raise SystemExit(2) from None

    return stopping
