"""lmms-eval: build the dataset, hand images to a local model, or ask an OpenAI server. Started by ``run.py``.

    python benchmarks/measure_lmms_eval.py build|local|chat ours|naive

The twin is a task as those that lmms-eval brings: its YAML names the dataset, and ``datasets`` loads it. All else is
the host's own code. The server is another process, so that only the client is measured; it keeps what it was sent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measuring import Meter, disk, seen
from PIL import Image

NAIVE_TASK = """\
task: naive
dataset_path: {data}
test_split: test
output_type: generate_until
doc_to_visual: !function measure_lmms_eval.naive_visual
doc_to_text: "{{{{default_prompt}}}}"
doc_to_target: ""
generation_kwargs: {{max_new_tokens: 512, temperature: 0, do_sample: false, until: []}}
metric_list: []
"""


def naive_visual(doc: dict[str, Any]) -> list[Image.Image]:
    return [doc["image"].convert("RGB")]


def main(part: str, side: str) -> None:
    home = Path(os.environ["HF_HOME"])
    (home / "naive.yaml").write_text(NAIVE_TASK.format(data=os.environ["VISUALOVERLOAD_DATA"]))
    from lmms_eval.models.chat.openai import OpenAICompatible  # which also calls the plugin's entry point
    from lmms_eval.tasks import TaskManager, get_task_dict

    meter = Meter()

    def build() -> Any:
        name = "visualoverload" if side == "ours" else "naive"
        return get_task_dict([name], TaskManager("ERROR", include_path=str(home)), "chat")[name]

    if part == "build":
        with meter.measured():
            task = build()
        return meter.print(questions=len(task.dataset["test"]), disk=disk(home))
    task = build()
    if part == "local":
        return local(meter, task)
    chat(meter, task, OpenAICompatible)


def local(meter: Meter, task: Any) -> None:
    """As local models get their images: document by document, in order."""
    found = []
    for number in range(len(task.dataset["test"])):
        with meter.measured():
            (image,) = task.doc_to_visual(task.dataset["test"][number])
            image.load()
        found.append(seen(image))
    meter.print(questions=len(found), seen=found, disk=disk(Path(os.environ["HF_HOME"])))


def chat(meter: Meter, task: Any, backend: Any) -> None:
    """The host's backend with its own settings, but more patience with a busy machine."""
    task.build_all_requests()
    with serving() as url:
        model = backend(model="any", base_url=url, api_key="none", timeout=600)
        model.task_dict[task.config.task] = task.dataset
        with meter.measured():
            answers = model.generate_until(task.instances)
    assert {answer.text for answer in answers} == {"A"}
    sent = json.loads(Path(os.environ["HF_HOME"], "sent.json").read_text())
    meter.print(
        questions=len(answers),
        sent=sent["bytes"],
        seen=[sent["images"][task.doc_to_text(doc)] for doc in task.eval_docs_no_media],
    )


@contextmanager
def serving() -> Iterator[str]:
    command = [sys.executable, str(Path(__file__).with_name("server.py")), os.environ["HF_HOME"]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.communicate("")  # it stops at the end of its input


if __name__ == "__main__":
    sys.modules["measure_lmms_eval"] = sys.modules["__main__"]
    main(*sys.argv[1:])
