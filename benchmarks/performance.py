"""The measurements as rows, as a table for the terminal, and as docs/performance.md."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

QUESTIONS = 2720
TEMPLATE = Path(__file__).with_name("performance.md.in")
PACKAGES = ("lmms_eval", "ms-vlmeval", "datasets", "torch", "pillow", "pyarrow", "numpy")


@dataclass(frozen=True)
class Result:
    """What one process printed (``measuring``), and how many paintings it had."""

    name: str
    paintings: int
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def cpu(self) -> float:
        """Seconds a question."""
        return float(self["cpu"] / self["questions"])


@dataclass(frozen=True)
class Original:
    """Of a drawn set: the bytes of all different paintings, and for each question what its pixels are."""

    bytes: int
    pixels: list[str]


@dataclass(frozen=True)
class Measured:
    """All results by name, the sets by their number of paintings, versions by environment, and extraction's table."""

    runs: Mapping[str, Result]
    originals: Mapping[int, Original]
    versions: Mapping[str, str]
    extraction: str

    def whole(self, name: str) -> bool:
        """Whether every question came with the pixels of the dataset."""
        run = self.runs[name]
        return bool(run["seen"] == self.originals[run.paintings].pixels)

    def disk(self, name: str) -> float:
        """Bytes written, in those of the different paintings."""
        run = self.runs[name]
        return float(run["disk"] / self.originals[run.paintings].bytes)


@dataclass(frozen=True)
class Row:
    """One line of the table; ``met`` is None where nothing is required."""

    what: str
    ours: str
    naive: str
    found: str
    required: str
    met: bool | None = None


def rows(measured: Measured) -> Iterator[Row]:
    """What the table says, in order."""
    runs = measured.runs
    yield from _hosts(measured)
    yield _ratio("local model: decoding CPU a question", runs["local ours some"], runs["local naive"], 10)
    yield _codecs("local model: decodes a painting", runs["local ours some"], runs["local naive"], "decodes", 1)
    yield _ratio("chat, PNG: CPU a question", runs["PNG ours"], runs["PNG naive"], 6)
    yield _codecs("chat, PNG: encodes a painting", runs["PNG ours"], runs["PNG naive"], "encodes", 1)
    yield _sent("chat, PNG: sent a question", runs["PNG ours"], runs["PNG naive"])
    yield _ratio("chat, JPEG: CPU a question", runs["JPEG ours"], runs["JPEG naive"])
    yield _codecs("chat, JPEG: encodes a painting", runs["JPEG ours"], runs["JPEG naive"], "encodes")
    yield _sent("chat, JPEG: sent a question", runs["JPEG ours"], runs["JPEG naive"])
    for name in ("vlmeval", "local", "PNG", "JPEG"):
        ours = f"{name} ours" if name in ("PNG", "JPEG") else f"{name} ours some"
        said = ["the dataset's" if measured.whole(one) else "others" for one in (ours, f"{name} naive")]
        yield Row(f"pixels: {name}", *said, "", "the dataset's", measured.whole(ours))
    yield from _starts(runs)
    yield from _growth(runs)


def _hosts(measured: Measured) -> Iterator[Row]:
    runs = measured.runs
    for name, title, most in (("vlmeval", "VLMEvalKit", 1.05), ("build", "lmms-eval", 1.1)):
        ours, naive = runs[f"{name} ours some"], runs[f"{name} naive"]
        disk = measured.disk(ours.name), measured.disk(naive.name)
        texts = [f"{value:.2f}" for value in disk]
        yield Row(f"{title}: disk / paintings", *texts, _times(disk[1] / disk[0]), f"<= {most}", disk[0] <= most)
        if name == "vlmeval":
            yield _ratio(f"{title}: CPU a question", ours, naive, 100)
        peaks = [f"{one['peak'] / 1e6:,.0f} MB" for one in (ours, naive)]
        added = (ours["peak"] - ours["peak_imports"]) / 1e6
        yield Row(f"{title}: peak memory", *peaks, f"{added:,.0f} MB ours", "< 600 MB", ours["peak"] < 600e6)
        yield Row(f"{title}: of it imports", *(f"{one['peak_imports'] / 1e6:,.0f} MB" for one in (ours, naive)), "", "")
    core = runs["core build all"]["peak"]
    yield Row("core alone: peak memory", f"{core / 1e6:,.0f} MB", "", "", "< 600 MB", core < 600e6)


def _ratio(what: str, ours: Result, naive: Result, least: float = 0) -> Row:
    ratio = naive.cpu / ours.cpu
    required = f">= {least:g} x" if least else ""
    return Row(what, _time(ours.cpu), _time(naive.cpu), _times(ratio), required, ratio >= least if least else None)


def _codecs(what: str, ours: Result, naive: Result, name: str, most: float | None = None) -> Row:
    each = [one[name] / one.paintings for one in (ours, naive)]
    required = "" if most is None else f"<= {most:g}"
    return Row(what, *(f"{value:.1f}" for value in each), "", required, None if most is None else each[0] <= most)


def _sent(what: str, ours: Result, naive: Result) -> Row:
    each = [one["sent"] / one["questions"] for one in (ours, naive)]
    return Row(what, *(f"{value / 1e6:.1f} MB" for value in each), _times(each[1] / each[0]), "")


def _starts(runs: Mapping[str, Result]) -> Iterator[Row]:
    scoring, startup = runs["scoring"], runs["startup"]
    seconds, ratio = scoring["cpu"], scoring["naive"] / scoring["cpu"]
    looped = f"{scoring['naive']:.0f} s"
    yield Row("scoring 2,720 responses", _time(seconds), looped, _times(ratio), "<= 1 s", seconds <= 1)
    yield Row("scoring, beside a plain loop", "", "", _times(ratio), ">= 100 x", ratio >= 100)
    for name in ("help", "version"):
        wall, cpu = startup[name]
        yield Row(f"visualoverload --{name}", _time(wall), "", f"CPU {_time(cpu)}", "< 0.25 s", wall < 0.25)
    for name, what, most in (("import", "import visualoverload_tasks", 0.15), ("line", ".pth line", 0.002)):
        yield Row(what, _time(startup[name]), "", "", f"< {most:g} s", startup[name] < most)


def _growth(runs: Mapping[str, Result]) -> Iterator[Row]:
    for name, what in (("vlmeval ours", "VLMEvalKit"), ("build ours", "lmms-eval"), ("local ours", "local model")):
        some, every = runs[f"{name} some"], runs[f"{name} all"]
        growth = every.cpu / some.cpu
        what = f"{what}: {some.paintings} to {every.paintings} paintings"
        texts = f"{_time(every.cpu)}", f"{_time(some.cpu)}"
        yield Row(f"{what}, CPU", *texts, f"{growth:.2f} x", "<= 1.25 x", growth <= 1.25)
        more = every["peak"] / some["peak"]
        peaks = [f"{one['peak'] / 1e6:,.0f} MB" for one in (every, some)]
        yield Row(f"{what}, memory", *peaks, f"{more:.2f} x", "<= 1.1 x", more <= 1.1)


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"


def _times(ratio: float) -> str:
    return f"{ratio:,.1f} x" if ratio < 100 else f"{ratio:,.0f} x"


def table(measured: Measured) -> str:
    """For the terminal."""
    head = f"{'':42}{'ours':>10}{'twin':>14}{'found':>14}{'required':>14}"
    lines = [f"{r.what:42}{r.ours:>10}{r.naive:>14}{r.found:>14}{r.required:>14}  {_met(r)}" for r in rows(measured)]
    return "\n".join([head, *lines, "", measured.extraction]).strip("\n")


def _met(row: Row) -> str:
    return "" if row.met is None else "yes" if row.met else "NO"


def page(measured: Measured) -> str:
    """The page: the template with the machine, the versions and the table."""
    cells: Sequence[Sequence[str]] = [(r.what, r.ours, r.naive, r.found, r.required, _met(r)) for r in rows(measured)]
    runs = measured.runs
    missed = [row.what for row in rows(measured) if row.met is False]
    minutes = {name: f"{runs[f'{name} naive'].cpu * QUESTIONS / 60:.0f}" for name in ("PNG", "vlmeval")}
    ours = {f"ours_{name}": f"{runs[run].cpu * QUESTIONS / 60:.1f}" for name, run in (
        ("PNG", "PNG ours"), ("vlmeval", "vlmeval ours all"))}  # fmt: skip
    extraction = f"## Extraction\n\n```\n{measured.extraction.strip()}\n```\n" if measured.extraction else ""
    return TEMPLATE.read_text(encoding="utf-8").format(
        rows="\n".join(f"| {' | '.join(row)} |" for row in cells),
        machine=_machine(),
        versions="\n".join(f"- {name}: {what}" for name, what in measured.versions.items()),
        day=date.today().isoformat(),
        missed="\n".join(f"- {what}" for what in missed) or "- nothing",
        some=runs["PNG ours"].paintings,
        few=runs["PNG naive"].paintings,
        every=runs["core build all"].paintings,
        extraction=extraction,
        imports=f"{runs['build ours some']['peak_imports'] / 1e6:,.0f} and "
        f"{runs['vlmeval ours some']['peak_imports'] / 1e6:,.0f}",
        **minutes,
        **ours,
    )


def _machine() -> str:
    """Processor, cores, memory and system, as far as the system tells."""
    text = {file: Path(file).read_text() if Path(file).exists() else "" for file in ("/proc/cpuinfo", "/proc/meminfo")}
    model = re.search(r"model name\s*: (.*)", text["/proc/cpuinfo"])
    memory = re.search(r"MemTotal:\s*(\d+)", text["/proc/meminfo"])
    size = f", {int(memory[1]) / 1e6:.0f} GB of memory" if memory else ""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    name = model[1] if model else platform.processor()
    return f"{name}, {os.cpu_count()} cores{size}, {platform.platform()}; load at the end {load}"


def versions(python: str) -> str:
    """Python and the packages that matter in an environment."""
    code = "import importlib.metadata as m, platform as p, sys; print('Python', p.python_version(), end='')\n"
    code += "for name in sys.argv[1:]:\n    for d in m.distributions(name=name): print(',', name, d.version, end='')"
    return subprocess.run([python, "-c", code, *PACKAGES], check=True, capture_output=True, text=True).stdout
