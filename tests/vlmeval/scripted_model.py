"""Run VLMEvalKit with the local model ``scripted``, which says what a JSON file (prompt -> response) tells it to.

A program of its own, as VLMEvalKit is; its first argument is that file, and the rest are VLMEvalKit's.
"""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from typing import Any

from vlmeval_plugin.register import install

install()

from vlmeval.config import supported_VLM  # noqa: E402
from vlmeval.vlm.base import BaseModel  # noqa: E402


class Scripted(BaseModel):
    """Its responses never pass through HTTP, whose clients refuse empty ones."""

    INTERLEAVE = True

    def __init__(self, script: dict[str, str]) -> None:
        super().__init__()
        self.script = script

    def use_custom_prompt(self, dataset: str) -> bool:
        """As InternVL and others: for every dataset, wanted or not."""
        return True

    def build_prompt(self, line: Any, dataset: str) -> list[dict[str, str]]:
        raise AssertionError("the dataset's own prompt was not used")

    def generate_inner(self, message: list[dict[str, str]], dataset: str | None = None) -> str:
        image, text = message
        assert (image["type"], text["type"]) == ("image", "text")
        return self.script[text["value"]]


if __name__ == "__main__":
    responses = json.loads(Path(sys.argv.pop(1)).read_text(encoding="utf-8"))
    supported_VLM["scripted"] = lambda **_: Scripted(responses)
    runpy.run_module("vlmeval", run_name="__main__", alter_sys=True)
