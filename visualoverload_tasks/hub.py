"""The Hub, through its own client: cache, tokens, mirrors and offline mode are those of ``huggingface_hub``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import SourceError, first_line

PREPARE_HINT = (
    "On a machine with network run `visualoverload data prepare FOLDER`, copy FOLDER here and set VISUALOVERLOAD_DATA "
    "to it."
)


def download(repo: str, revision: str | None) -> Path:
    """The folder of a dataset's snapshot, named by its commit; only the Parquet files are downloaded.

    Raises:
        SourceError: not there, not allowed, no network, or nothing in the cache.
    """
    from huggingface_hub import snapshot_download

    with _explained(repo, revision):
        return Path(snapshot_download(repo, repo_type="dataset", revision=revision, allow_patterns="*.parquet"))


def download_file(repo: str, revision: str | None, name: str) -> Path:
    """One more file of a dataset.

    Raises:
        SourceError: as ``download``, or the dataset has no such file.
    """
    from huggingface_hub import hf_hub_download

    with _explained(repo, revision):
        return Path(hf_hub_download(repo, name, repo_type="dataset", revision=revision))


@contextmanager
def _explained(repo: str, revision: str | None) -> Iterator[None]:
    """Have whatever goes wrong say so in one line."""
    from huggingface_hub import constants
    from huggingface_hub.errors import (
        EntryNotFoundError,
        GatedRepoError,
        LocalEntryNotFoundError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    where = f"{repo}@{revision}" if revision else repo
    try:
        yield
    except GatedRepoError:
        raise SourceError(
            where, "access to this dataset is restricted", "a token with access", "Run `hf auth login`."
        ) from None
    except RevisionNotFoundError:
        raise SourceError(where, f"no revision {revision!r}", "a branch, tag or commit of the dataset") from None
    except RepositoryNotFoundError:
        raise SourceError(
            where, "no such dataset on the Hub, nor a file or folder here", "owner/name, a folder or a Parquet file"
        ) from None
    except LocalEntryNotFoundError as error:
        reason = f"{constants.ENDPOINT} cannot be reached ({first_line(error.__cause__)})"
        reason = "offline mode is on" if constants.HF_HUB_OFFLINE else reason
        raise SourceError(
            where,
            f"{reason} and the dataset is not in the Hub cache {constants.HF_HUB_CACHE}",
            "network or a cached copy",
            PREPARE_HINT,
        ) from None
    except EntryNotFoundError as error:
        raise SourceError(where, f"no such file ({first_line(error)})", "a file of the dataset") from None
    except Exception as error:  # each version of the client lets through the network errors of another HTTP library
        raise SourceError(
            where, f"the download failed ({first_line(error)})", f"{constants.ENDPOINT} to answer", PREPARE_HINT
        ) from None
