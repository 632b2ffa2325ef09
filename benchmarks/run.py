"""What the benchmark costs with this package, beside naive twins: prints a table and writes docs/performance.md.

    make bench

Draws the data, then starts one process for each measurement, in the environment of its host, with caches of its own.
Twins get fewer paintings (their cost for each question does not depend on how many there are); ours get as many as the
benchmark has where that tells whether cost grows and memory stays.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from drawing import PAINTINGS, SIZE, draw_set
from measuring import seen
from performance import Measured, Original, Result, page, table, versions
from PIL import Image

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "performance.md"
KEPT = ("PATH", "LANG", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR")


def main(arguments: Sequence[str] | None = None) -> None:
    wanted = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="visualoverload-bench-") as folder:
        measured = measure_all(Path(folder), wanted)
    print(table(measured))
    if wanted.page:
        wanted.page.write_text(page(measured), encoding="utf-8")
        print(f"\nwritten: {wanted.page}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="What the benchmark costs, beside naive twins.")
    # Absolute, as each measurement runs in a folder of its own; not resolved, as a link is what makes an environment.
    parser.add_argument("--core", type=os.path.abspath, default=sys.executable, help="Python of each environment")
    parser.add_argument("--lmms-eval", type=os.path.abspath, required=True)
    parser.add_argument("--vlmeval", type=os.path.abspath, required=True)
    parser.add_argument("--paintings", type=int, default=15, help="for ours")
    parser.add_argument("--twin-paintings", type=int, default=3, help="for the twins, which take minutes for each")
    parser.add_argument("--all-paintings", type=int, default=PAINTINGS, help="to see how cost grows")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, help="width and height of a painting")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    return parser


def measure_all(folder: Path, wanted: argparse.Namespace) -> Measured:
    """Every measurement, in an order that tells early if an environment is missing something."""
    numbers = {"few": wanted.twin_paintings, "some": wanted.paintings, "all": wanted.all_paintings}
    sets = {name: draw_set(folder / name, number, tuple(wanted.size)) for name, number in numbers.items()}
    runs: dict[str, Result] = {}

    def measure(name: str, python: str, script: str, *words: str, data: str = "some", **env: str) -> None:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        found = run(python, script, *words, data=sets[data], **env)
        runs[name] = Result(name, numbers[data], found)

    measure("scoring", wanted.core, "measure_core.py", "scoring")
    measure("startup", wanted.core, "measure_core.py", "startup")
    for data in ("some", "all"):
        measure(f"core build {data}", wanted.core, "measure_core.py", "build", data=data)
        measure(f"vlmeval ours {data}", wanted.vlmeval, "measure_vlmeval.py", "ours", data=data)
        for part in ("build", "local"):
            measure(f"{part} ours {data}", wanted.lmms_eval, "measure_lmms_eval.py", part, "ours", data=data)
    for side, data in (("ours", "some"), ("naive", "few")):
        for name in ("PNG", "JPEG"):
            env = {"LMMS_IMAGE_ENCODE_FORMAT": name}
            measure(f"{name} {side}", wanted.lmms_eval, "measure_lmms_eval.py", "chat", side, data=data, **env)
    measure("build naive", wanted.lmms_eval, "measure_lmms_eval.py", "build", "naive")
    measure("local naive", wanted.lmms_eval, "measure_lmms_eval.py", "local", "naive", data="few")
    measure("vlmeval naive", wanted.vlmeval, "measure_vlmeval.py", "naive", data="few")
    originals = {numbers[name]: original(data) for name, data in sets.items()}
    pythons = {"core": wanted.core, "lmms-eval": wanted.lmms_eval, "VLMEvalKit": wanted.vlmeval}
    return Measured(runs, originals, {name: versions(python) for name, python in pythons.items()}, extraction(wanted))


def run(python: str, script: str, *words: str, data: Path, **env: str) -> Mapping[str, Any]:
    """One measurement in a process of its own, with caches that nothing has used before."""
    with tempfile.TemporaryDirectory(prefix="visualoverload-bench-") as home:
        clean = {name: os.environ[name] for name in KEPT if name in os.environ}
        own = dict.fromkeys(("HOME", "HF_HOME", "LMUData"), home)
        settings = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "VISUALOVERLOAD_DATA": str(data)}
        done = subprocess.run(
            [python, str(HERE / script), *words],
            env={**clean, **own, **settings, **env},
            cwd=home,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        sys.exit(f"{python} {script} {' '.join(words)}: exit code {done.returncode}\n{done.stderr[-4000:]}")
    found: Mapping[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def extraction(wanted: argparse.Namespace) -> str:
    """What ``extraction.py`` prints, which measures how quickly answers are read."""
    script = HERE / "extraction.py"
    return subprocess.run([wanted.vlmeval, str(script)], check=True, capture_output=True, text=True).stdout


def original(data: Path) -> Original:
    """The bytes of all different paintings of a set, and what their pixels are for each question."""
    sizes: dict[str, int] = {}
    pixels: dict[str, str] = {}
    questions: list[str] = []
    for file in sorted(data.rglob("*.parquet")):
        for batch in pq.ParquetFile(file).iter_batches(batch_size=1, columns=["image"]):
            image = batch.to_pylist()[0]["image"]
            if image["path"] not in sizes:
                sizes[image["path"]] = len(image["bytes"])
                pixels[image["path"]] = seen(Image.open(io.BytesIO(image["bytes"])))
            questions.append(pixels[image["path"]])
    return Original(sum(sizes.values()), questions)


if __name__ == "__main__":
    main()
