"""VLMEvalKit: the first build of the dataset, and the prompts of all questions. Started by ``run.py``.

    python benchmarks/measure_vlmeval.py ours|naive

The twin is what VLMEvalKit does by itself with a table of base64 images, its usual format. The table counts as a
download: it takes space, but what it takes to write it is not measured.
"""

from __future__ import annotations

import base64
import csv
import os
import sys
from functools import lru_cache
from pathlib import Path

import pyarrow.parquet as pq
from measuring import Meter, disk, seen
from PIL import Image

NAME = "NaiveVisualOverload"  # no dataset of VLMEvalKit, so that it takes the table of that name


def main(side: str) -> None:
    home = Path(os.environ["HOME"])
    if side == "naive":
        write_table(home / f"{NAME}.tsv")
    from vlmeval_plugin.register import install

    install()
    from vlmeval.dataset import build_dataset

    meter = Meter()
    with meter.measured():
        dataset = build_dataset("VisualOverload" if side == "ours" else NAME)
        prompts = [dataset.build_prompt(number) for number in range(len(dataset))]
    used = disk(home)
    files = [part["value"] for prompt in prompts for part in prompt if part["type"] == "image"]
    meter.print(questions=len(prompts), disk=used, seen=[pixels(file) for file in files])


def write_table(path: Path) -> None:
    (file,) = Path(os.environ["VISUALOVERLOAD_DATA"]).rglob("*.parquet")
    with path.open("w", encoding="utf-8", newline="") as table:
        writer = csv.writer(table, delimiter="\t")
        writer.writerow(["index", "question", "image"])
        batches = pq.ParquetFile(file).iter_batches(batch_size=8, columns=["image", "default_prompt"])
        for index, row in enumerate(row for batch in batches for row in batch.to_pylist()):
            writer.writerow([index, row["default_prompt"], base64.b64encode(row["image"]["bytes"]).decode()])


@lru_cache
def pixels(file: str) -> str:
    with Image.open(file) as image:
        return seen(image)


if __name__ == "__main__":
    main(sys.argv[1])
