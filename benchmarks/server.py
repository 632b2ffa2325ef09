"""A server on the loopback address that speaks OpenAI's chat protocol, says A, and notes what it was sent.

    python benchmarks/server.py FOLDER

Prints its URL, and stops when its input ends. ``FOLDER/sent.json`` then holds the bytes of all requests and the pixels
of the image of each prompt.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from measuring import seen
from PIL import Image


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # lmms-eval asks 32 questions at once
    received = 0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.images: dict[str, str] = {}
        self.pixels: dict[bytes, str] = {}

    def note(self, body: bytes) -> None:
        (message,) = json.loads(body)["messages"]
        image, text = message["content"]
        content = base64.b64decode(image["image_url"]["url"].partition(";base64,")[2], validate=True)
        digest = hashlib.sha256(content).digest()
        if digest not in self.pixels:
            with Image.open(io.BytesIO(content)) as opened:
                self.pixels[digest] = seen(opened)
        self.images[text["text"]] = self.pixels[digest]
        self.received += len(body)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.note(body)
        message = {"role": "assistant", "content": "A"}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        answer = {"id": "1", "object": "chat.completion", "created": 0, "model": "any", "choices": choices}
        payload = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, *args: object) -> None:
        """Keep quiet."""


def main(folder: str) -> None:
    with Server() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
        sys.stdin.read()
        server.shutdown()
        Path(folder, "sent.json").write_text(json.dumps({"bytes": server.received, "images": server.images}))


if __name__ == "__main__":
    main(sys.argv[1])
