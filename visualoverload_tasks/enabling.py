"""Whether VLMEvalKit, which has no plugins, is extended at every start of this environment's Python."""

from __future__ import annotations

import sysconfig
from pathlib import Path

from .errors import OutputError, UsageError
from .files import write_whole

# Without an import, as that alone would cost every start of Python about 2 ms. It is silent when this package is gone.
_SOURCE = """
class VisualOverload:
    def find_spec(self, name, path=None, target=None):
        if name == "vlmeval":
            try:
                from vlmeval_plugin.register import install
                install()
            except ImportError:
                pass

import sys
sys.meta_path.insert(0, VisualOverload())
"""
# Python's `site` runs lines that begin with `import`, each by itself.
_LINE = f"import sys; exec({_SOURCE!r}, {{}})\n"


def enable(host: str) -> Path:
    """Write the line, for this environment only.

    Args:
        host: ``vlmeval``; lmms-eval finds its tasks by itself.

    Returns:
        The file with the line.

    Raises:
        UsageError: another host.
        OutputError: no permission to write into the environment.
    """
    file = _file(host)
    try:
        write_whole(file, _LINE.encode())
    except OutputError as error:
        raise OutputError(
            error.where, error.found, "an environment of your own", "Without one: python -m vlmeval_plugin --data …"
        ) from None
    return file


def disable(host: str) -> bool:
    """Remove the line.

    Returns:
        Whether there was one.

    Raises:
        UsageError: another host.
        OutputError: no permission.
    """
    file = _file(host)
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise OutputError(file, f"cannot be removed ({error.strerror})", "write permission") from None
    return True


def is_enabled(host: str) -> bool:
    """Whether the line is there."""
    return _file(host).exists()


def _file(host: str) -> Path:
    if host != "vlmeval":
        raise UsageError("host", repr(host), "vlmeval", "lmms-eval needs no enabling.")
    return Path(sysconfig.get_path("purelib")) / "visualoverload-vlmeval.pth"
