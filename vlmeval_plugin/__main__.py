"""``python -m vlmeval_plugin --data VisualOverload --model …``: VLMEvalKit with our datasets, without enabling them."""

from __future__ import annotations

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

from vlmeval_plugin.register import install


def main() -> None:
    """Run the ``run.py`` of a clone of VLMEvalKit in the current folder, else the installed ms-vlmeval."""
    clone = Path("run.py").is_file() and Path("vlmeval", "__init__.py").is_file()
    if not clone and find_spec("vlmeval") is None:
        sys.exit(
            "vlmeval_plugin: no VLMEvalKit here; expected a clone of it as the current folder, or its package. "
            'Try pip install "visualoverload[ms-vlmeval]".'
        )
    install()
    if clone:
        sys.argv[0] = "run.py"
        runpy.run_path("run.py", run_name="__main__")
    else:
        runpy.run_module("vlmeval", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
