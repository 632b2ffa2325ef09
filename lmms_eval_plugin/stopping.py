"""How a user's mistake ends a run of lmms-eval."""

from __future__ import annotations

from loguru import logger

from visualoverload_tasks import stopping_at_user_errors

# lmms-eval would try again five times and hide the cause in a RetryError.
stop_at_user_error = stopping_at_user_errors(logger.error)
