"""Which evaluation frameworks are here, and whether they know the tasks."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path

from .enabling import is_enabled


def hosts() -> list[dict[str, object]]:
    """One row for each framework: ``host``, ``version`` (None if not installed), ``registered``, ``use``, ``tasks``.

    ``tasks`` is the folder for ``lmms-eval --include_path``, which the registration makes unnecessary. No host is
    imported.
    """
    return [_lmms_eval(), _vlmevalkit()]


def _lmms_eval() -> dict[str, object]:
    installed = _version("lmms-eval")
    registered = any(entry.value.startswith("lmms_eval_plugin") for entry in entry_points(group="lmms_eval.models"))
    spec = find_spec("lmms_eval_plugin")
    use = "lmms-eval --tasks visualoverload --model …"
    return {
        "host": "lmms-eval",
        "version": installed,
        "registered": registered,
        "use": use if installed else 'pip install "visualoverload[lmms-eval]"',
        "tasks": str(Path(spec.origin).parent / "tasks") if spec is not None and spec.origin else None,
    }


def _vlmevalkit() -> dict[str, object]:
    clone = Path("run.py").is_file() and Path("vlmeval", "__init__.py").is_file()
    package = _version("ms-vlmeval")
    start = "python run.py" if clone else "python -m vlmeval"
    registered = is_enabled("vlmeval")
    use = f"{start} --data VisualOverload --model …"
    if not (clone or package):
        use = 'pip install "visualoverload[ms-vlmeval]", or start in the folder of a clone'
    elif not registered:
        use = f"visualoverload enable vlmeval, then {use}"
    return {
        "host": "VLMEvalKit",
        "version": f"clone {Path.cwd()}" if clone else package and f"ms-vlmeval {package}",
        "registered": registered,
        "use": use,
        "tasks": None,
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
