"""Makes the tasks and the baseline known to lmms-eval. The only file that touches its internals (written for 0.7.3)."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Any

TASKS = Path(__file__).parent / "tasks"


def register() -> list[Any]:
    """Entry point of the group ``lmms_eval.models``, called while ``lmms_eval.models`` is imported.

    Returns:
        The manifest of the backend ``visualoverload_baseline``. On the way the task folder is added to every
        ``TaskManager``: lmms-eval has no entry point for tasks, and its variable LMMS_EVAL_PLUGINS is read too late.
    """
    from lmms_eval.models.registry_v2 import ModelManifest
    from lmms_eval.tasks import TaskManager

    _add_tasks(TaskManager)
    return [
        ModelManifest("visualoverload_baseline", simple_class_path="lmms_eval_plugin.models.VisualOverloadBaseline")
    ]


def _add_tasks(manager: Any) -> None:
    original = manager.initialize_tasks
    if hasattr(original, "__wrapped__"):
        return

    @wraps(original)
    def initialize_tasks(self: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        index: dict[str, Any] = original(self, *args, **kwargs)
        for name, entry in self._get_task_and_group(str(TASKS)).items():
            # A task of that name from --include_path is the user's wish; a built-in one is another implementation, and
            # running it under our documentation would mix up two benchmarks' numbers.
            if name not in index or _is_built_in(index[name]):
                index[name] = entry
        return index

    manager.initialize_tasks = initialize_tasks


def _is_built_in(entry: dict[str, Any]) -> bool:
    import lmms_eval.tasks

    folder = Path(lmms_eval.tasks.__file__).parent
    return entry["yaml_path"] == -1 or folder in Path(entry["yaml_path"]).resolve().parents
