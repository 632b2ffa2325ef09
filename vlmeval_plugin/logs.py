"""How a user's mistake ends a run of VLMEvalKit, and where notes go."""

from __future__ import annotations

from vlmeval.smp import get_logger

from visualoverload_tasks import stopping_at_user_errors

logger = get_logger("visualoverload")

# VLMEvalKit would print a traceback, go on with the next dataset and exit with 0.
stop_at_user_error = stopping_at_user_errors(logger.error)
