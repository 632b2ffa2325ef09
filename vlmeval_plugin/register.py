"""Makes the datasets and baselines known to VLMEvalKit. The only file that touches its internals.

Written for ms-vlmeval 0.0.20 and the repository of August 2026, neither of which has a way to add a dataset from
outside. ``install`` puts a finder in front of the import system that waits for three of VLMEvalKit's modules; the line
that ``visualoverload enable vlmeval`` writes runs it when VLMEvalKit is imported. What it adds is imported only then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def install() -> None:
    """Add everything, now or as soon as VLMEvalKit is imported. Calling it again changes nothing."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
        for name in ADDITIONS:
            if name in sys.modules:
                _add(sys.modules[name])


class Finder:
    """Finds nothing itself, but has a module of VLMEvalKit completed once it was run."""

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """What the import system asks for every module that is imported for the first time."""
        if name not in ADDITIONS:
            return None
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        spec = next((found for finder in others if (found := finder.find_spec(name, path, target))), None)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                _add(module)

            # On the object, not the class: this loader belongs to this one module.
            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _add(module: ModuleType) -> None:
    try:
        ADDITIONS[module.__name__](module)
    except Exception as error:  # another version of VLMEvalKit must still start, for everybody else's datasets
        print(f"visualoverload: not added to {module.__name__} ({type(error).__name__}: {error})", file=sys.stderr)


def add_datasets(module: Any) -> None:
    """Extend ``vlmeval.dataset``: its list of classes, its list of names, and itself for ``--config``."""
    from vlmeval_plugin.dataset import VisualOverload

    if VisualOverload not in module.DATASET_CLASSES:
        # In front: the first class that knows a name gets it, should VLMEvalKit ever have this name too.
        module.DATASET_CLASSES.insert(0, VisualOverload)
        known = module.SUPPORTED_DATASETS
        known.extend(name for name in VisualOverload.supported_datasets() if name not in known)
        module.VisualOverload = VisualOverload


def add_models(module: Any) -> None:
    """Extend ``vlmeval.config.supported_VLM`` by one baseline for each policy, and ``vlmeval.vlm`` for ``--config``."""
    import vlmeval.vlm

    from visualoverload_tasks import POLICIES
    from vlmeval_plugin.models import VisualOverloadBaseline

    vlmeval.vlm.VisualOverloadBaseline = VisualOverloadBaseline
    for policy in POLICIES:
        module.supported_VLM[f"VisualOverload-Baseline-{policy}"] = partial(VisualOverloadBaseline, policy=policy)


def keep_texts(module: Any) -> None:
    """Have ``vlmeval.smp.file`` read our prediction tables without guessing types.

    With ``--reuse`` it reads an earlier table and writes it again: NA, None and empty responses would become ``nan``,
    007 would become 7, and a table in JSON would stop the run (all three run with ms-vlmeval 0.0.20).
    """
    original = module.load

    def load(f: Any, *args: Any, **kwargs: Any) -> Any:
        if "_VisualOverload" not in str(f):
            return original(f, *args, **kwargs)
        from vlmeval_plugin.reuse import read_frame

        frame = read_frame(f)
        return original(f, *args, **kwargs) if frame is None else frame

    module.load = load


ADDITIONS: dict[str, Callable[[Any], None]] = {
    "vlmeval.smp.file": keep_texts,
    "vlmeval.dataset": add_datasets,
    "vlmeval.config": add_models,
}
