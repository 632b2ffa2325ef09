"""A server on the loopback address that speaks OpenAI's chat protocol and says what a script tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Say = Callable[[str, str | None], str]


@dataclass
class Server:
    """What was asked: the prompt of each request, and its image as a data or file URL, if there was one.

    Attributes:
        script: prompt -> response; None is the server's own failure. Or a function of the prompt and the image's URL.
        stop_after: requests that are answered; later ones wait for ever.
        stopped: set when the first of these waits.
    """

    script: Mapping[str, str | None] | Say
    url: str = ""
    stop_after: int = 10**9
    stopped: Event = field(default_factory=Event)
    prompts: list[str] = field(default_factory=list)
    shown: list[str | None] = field(default_factory=list)
    kinds: set[tuple[str, ...]] = field(default_factory=set)
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def images(self) -> dict[str, str | None]:
        """Prompt -> image, of the last request with this prompt."""
        return dict(zip(self.prompts, self.shown))

    def answer(self, body: Mapping[str, Any]) -> str | None:
        """Note a request and give its response."""
        if len(self.prompts) >= self.stop_after:
            self.stopped.set()
            Event().wait()
        (message,) = body["messages"]
        *images, text = message["content"]
        self.kinds.add(tuple(part["type"] for part in message["content"]))
        url = images[0]["image_url"]["url"] if images else None
        self.prompts.append(text["text"])
        self.shown.append(url)
        self.settings = {name: value for name, value in body.items() if name != "messages"}
        return self.script[text["text"]] if isinstance(self.script, Mapping) else self.script(text["text"], url)


@contextmanager
def serve(script: Mapping[str, str | None] | Say, stop_after: int = 10**9) -> Iterator[Server]:
    """The server, as long as the block runs."""
    server = Server(script, stop_after=stop_after)
    with _Http(("127.0.0.1", 0), _handler(server.answer)) as http:
        server.url = f"http://127.0.0.1:{http.server_port}/v1"
        Thread(target=http.serve_forever, daemon=True).start()
        yield server
        http.shutdown()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a request that waits for ever must not keep the test


def _handler(answer: Callable[[Mapping[str, Any]], str | None]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = answer(body)
            message = {"role": "assistant", "content": said}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            content = {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": body["model"],
                "choices": [choice],
            }
            payload = json.dumps({"error": {"message": "out of memory"}} if said is None else content).encode()
            self.send_response(500 if said is None else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *args: object) -> None:
            """Keep quiet."""

    return Handler
