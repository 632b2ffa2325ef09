"""Files that are whole or absent, and where this package keeps them."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from .errors import OutputError


def cache_root() -> Path:
    """Where paintings are kept: beside the Hub's own cache, so that ``HF_HOME`` moves both."""
    from huggingface_hub import constants

    return Path(constants.HF_HOME) / "visualoverload"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that every reader, in this or another process, sees all of it or nothing.

    Raises:
        OutputError: the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise not_writable(path, error) from None


def check_writable(path: Path) -> None:
    """Tell before a long work what would keep its result from being written; writes nothing.

    Raises:
        OutputError: a folder of this name, or one on the way to it that cannot be written.
    """
    there = next(one for one in (path, *path.absolute().parents) if one.exists() or one.is_symlink())
    if path.is_dir():
        raise not_writable(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    folder = path.absolute().parent if there == path else there
    if not folder.is_dir():
        raise not_writable(path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise not_writable(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))


def not_writable(path: Path, error: OSError) -> OutputError:
    """The error of a file or folder that cannot be written."""
    return OutputError(
        path, f"cannot be written ({error.strerror or error})", "a folder with write permission and free space"
    )


def _umask() -> int:
    # mkstemp gives 0600, which would hide a shared cache from colleagues; the umask can only be read by setting it.
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
