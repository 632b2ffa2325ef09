"""The Hub through its real client, in processes of their own, against a server of its protocol on this machine."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from builders import small_rows, write_dataset
from conftest import NOBODY

OLD, NEW = "a" * 40, "b" * 40
REPO = "someone/dense"

LOAD = """
import json, sys
from visualoverload_tasks import VisualOverloadError, load_questions
for source in sys.argv[1:]:
    try:
        questions = load_questions(source)
        print(json.dumps(f"{len(questions)} {questions.revision} {questions[0].question}"))
    except VisualOverloadError as error:
        print(json.dumps(f"{type(error).__name__} {error}"))
"""


class Hub(ThreadingHTTPServer):
    """One dataset with two commits; ``refuse`` makes it answer everything with a status and an error code.

    It also refuses every dataset ``refused/<status>-<error code>``, and says nothing at all about ``refused/silent``.
    """

    daemon_threads = True

    def __init__(self, commits: dict[str, Path]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.commits = commits
        self.refuse: tuple[int, str] | None = None
        self.asked: list[str] = []
        self.endpoint = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(f"{self.command} {path}")
        refused = re.match(r"/api/datasets/refused/(\d+)-(\w*)/", path)
        if path.startswith("/api/datasets/refused/silent"):
            self.close_connection = True
        elif refused or self.server.refuse:
            status, code = (int(refused[1]), refused[2]) if refused else self.server.refuse
            self._answer(b"{}", status, {"X-Error-Code": code})
        elif path.startswith(f"/api/datasets/{REPO}/revision/"):
            self._revision(path.rpartition("/revision/")[2])
        elif path.startswith(f"/api/datasets/{REPO}/tree/"):
            self._tree(path.rpartition("/tree/")[2])
        elif path.startswith(f"/datasets/{REPO}/resolve/"):
            self._file(*path.removeprefix(f"/datasets/{REPO}/resolve/").split("/", 1))
        else:
            self._answer(b"{}", 404, {"X-Error-Code": "RepoNotFound"})

    def _revision(self, name: str) -> None:
        commit = {"main": NEW, "v1": OLD}.get(name, name)
        if commit not in self.server.commits:
            self._answer(b"{}", 404, {"X-Error-Code": "RevisionNotFound"})
            return
        files = [{"rfilename": name} for name in self._files(commit)]
        self._answer(json.dumps({"id": REPO, "sha": commit, "siblings": files}).encode())

    def _tree(self, commit: str) -> None:
        if commit not in self.server.commits:
            self._answer(b"{}", 404, {"X-Error-Code": "RevisionNotFound"})
            return
        rows = [
            {"type": "file", "path": name, "size": path.stat().st_size, "oid": self._etag(path)}
            for name, path in self._files(commit).items()
        ]
        self._answer(json.dumps(rows).encode())

    def _file(self, commit: str, name: str) -> None:
        path = self._files(commit)[name]
        self._answer(path.read_bytes(), headers={"ETag": f'"{self._etag(path)}"', "X-Repo-Commit": commit})

    def _files(self, commit: str) -> dict[str, Path]:
        folder = self.server.commits[commit]
        return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}

    def _etag(self, path: Path) -> str:
        return hashlib.sha1(path.read_bytes()).hexdigest()

    def _answer(self, content: bytes, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    old, new = tmp_path / "old", tmp_path / "new"
    write_dataset(old, [{**row, "question": f"old {row['question']}"} for row in small_rows()])
    write_dataset(new, shards=2)
    (new / "images").mkdir()
    (new / "images" / "1.jpg").write_bytes(b"not asked for")
    server = Hub({OLD: old, NEW: new})
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def load(*sources: str, endpoint: str = NOBODY, **variables: str) -> list[str]:
    """What one new process says about each source: questions, revision and first question, or the complaint."""
    environment = {**os.environ, "HF_ENDPOINT": endpoint, "HF_HUB_DISABLE_PROGRESS_BARS": "1", **variables}
    command = [sys.executable, "-c", LOAD, *sources]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_dataset_loads_once_and_then_without_network(hub: Hub, tmp_path: Path) -> None:
    online, copy = load(REPO, str(tmp_path / "new"), endpoint=hub.endpoint)
    assert online == copy and online.startswith("10 ") and online.endswith("Is it day?")
    assert not [line for line in hub.asked if "/images/" in line], "only the Parquet files are needed"
    asked = len(hub.asked)
    assert load(REPO, endpoint=hub.endpoint, HF_HUB_OFFLINE="1") == [online]
    assert len(hub.asked) == asked, "offline mode must not ask"
    assert load(REPO, endpoint=NOBODY) == [online], "a broken network must not stop what is here"
    hub.refuse = (403, "GatedRepo")
    assert load(REPO, endpoint=hub.endpoint) == [online], "nor a dataset that became restricted"


def test_a_pinned_revision_is_that_one_online_and_offline(hub: Hub) -> None:
    sources = [f"{REPO}@v1", f"{REPO}@{OLD}", REPO]
    by_tag, by_commit, newest = load(*sources, endpoint=hub.endpoint)
    assert by_tag == by_commit != newest
    assert by_tag.endswith("old Is it day?")
    assert load(*sources, HF_HUB_OFFLINE="1") == [by_tag, by_commit, newest]


def test_an_empty_cache_offline_tells_how_to_prepare(hub: Hub, alone: Path) -> None:
    (complaint,) = load(REPO, endpoint=hub.endpoint, HF_HUB_OFFLINE="1")
    assert complaint.startswith(
        f"SourceError {REPO}: offline mode is on and the dataset is not in the Hub cache {alone}"
    )
    assert "visualoverload data prepare FOLDER" in complaint and "VISUALOVERLOAD_DATA" in complaint
    assert hub.asked == []


def test_an_unreachable_hub_tells_which_and_how_to_prepare() -> None:
    complaint, default = load(REPO, "")
    assert f"{REPO}: {NOBODY} cannot be reached" in complaint
    assert "visualoverload data prepare FOLDER" in complaint
    assert default.startswith("SourceError paulgavrikov/visualoverload: "), "the published dataset is the default"


def test_every_refusal_is_one_line_that_says_what_to_do(hub: Hub) -> None:
    expected = {
        "someone/else": "no such dataset on the Hub, nor a file or folder here",
        f"{REPO}@v9": "no revision 'v9'; expected a branch, tag or commit",
        f"{REPO}@{'c' * 40}": f"no revision '{'c' * 40}'; expected a branch, tag or commit",
        "refused/401-GatedRepo": "is restricted; expected a token with access. Run `hf auth login`.",
        "refused/403-GatedRepo": "is restricted; expected a token with access. Run `hf auth login`.",
        "refused/403-": "403",
        "refused/500-": "500",
        "refused/503-": "503",
        "refused/silent": "visualoverload data prepare FOLDER",
        "a--b/c..d": "download failed",  # the client itself refuses such a name
        "someone/dense@": "no such file or folder",
        "a/b/c": "no such file or folder",
    }
    complaints = dict(zip(expected, load(*expected, endpoint=hub.endpoint), strict=True))
    for source, complaint in complaints.items():
        assert complaint.startswith(f"SourceError {source}: ") and "\n" not in complaint
        assert expected[source] in complaint
