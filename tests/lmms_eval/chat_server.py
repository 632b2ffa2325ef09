"""A server on the loopback address that speaks OpenAI's chat protocol and says what a script tells it to."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from lmms_data import ROWS, SIZES
from PIL import Image

Say = Callable[[str, bytes | None], str]
FAIL = 500  # in a script: answer this question with the server's own failure


@dataclass(frozen=True)
class Request:
    """What one request held."""

    kinds: tuple[str, ...]  # of its parts, in order
    prompt: str
    mime: str
    image: bytes | None
    settings: Mapping[str, Any]

    @property
    def question_id(self) -> str:
        """Of the dataset of these tests. The prompt alone would not do: some are asked about two paintings."""
        assert self.image is not None
        with Image.open(io.BytesIO(self.image)) as opened:
            size = opened.size
        (question_id,) = (row.question_id for row in ROWS if row.prompt == self.prompt and SIZES[row.painting] == size)
        return question_id


@dataclass
class ChatServer:
    """A script (question id -> response, None for a null one, or ``FAIL``) and the requests that came in.

    In place of a script a function may tell the response from the prompt and the image.
    """

    script: Mapping[str, str | int | None] | Say
    url: str
    requests: list[Request] = field(default_factory=list)
    strange: list[object] = field(default_factory=list)  # requests that asked no question of the dataset


@contextmanager
def serve(script: Mapping[str, str | int | None] | Say) -> Iterator[ChatServer]:
    """The server, as long as the block runs."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as http:
        http.chat = chat = ChatServer(script, f"http://127.0.0.1:{http.server_port}/v1")  # type: ignore[attr-defined]
        Thread(target=http.serve_forever, daemon=True).start()
        try:
            yield chat
        finally:
            http.shutdown()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        chat: ChatServer = self.server.chat  # type: ignore[attr-defined]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            request = _read(body)
            said = _said(chat.script, request)
        except Exception as error:
            chat.strange.append((error, body))
            return self._send(400, {"error": {"message": f"no question of this dataset: {error!r}"}})
        chat.requests.append(request)
        if said == FAIL:
            return self._send(500, {"error": {"message": "out of memory"}})
        self._send(200, _completion(body["model"], said))

    def _send(self, code: int, content: object) -> None:
        payload = json.dumps(content).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.send_header("x-should-retry", "false")  # tells OpenAI's client not to wait and ask again
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, *args: object) -> None:
        """Keep quiet."""


def _read(body: dict[str, Any]) -> Request:
    (message,) = body["messages"]
    parts = message["content"]
    (text,) = (part["text"] for part in parts if part["type"] == "text")
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    (head, _, encoded) = urls.pop().partition(";base64,") if urls else ("", "", "")
    assert not urls
    image = base64.b64decode(encoded, validate=True) if encoded else None
    settings = {name: value for name, value in body.items() if name != "messages"}
    return Request(tuple(part["type"] for part in parts), text, head.removeprefix("data:"), image, settings)


def _said(script: Mapping[str, str | int | None] | Say, request: Request) -> str | int | None:
    return script[request.question_id] if isinstance(script, Mapping) else script(request.prompt, request.image)


def _completion(model: str, content: str | None) -> dict[str, object]:
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
