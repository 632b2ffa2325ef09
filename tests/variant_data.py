"""Two paintings and what each task must send of them, worked out by hand, for the tests of both hosts."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

from builders import picture, row, write_dataset, write_key
from PIL import Image

BIG, SMALL = (2600, 1700), (640, 480)
# Of 2600 x 1700, the largest sizes beside the exact ones: 307,200 pixels of this aspect are 685.4 x 448.2, 921,600 are
# 1187.2 x 776.3, 2,073,600 are 1780.8 x 1164.4, and 3,686,400 are 2374.5 x 1552.5.
RESIZED = {"vga": (685, 448), "hd": (1187, 776), "fhd": (1781, 1164), "qhd": (2375, 1552)}


def _painting(seed: int, size: tuple[int, int]) -> bytes:
    """The JPEG of a painting: a little noise, enlarged, so that it takes no time to encode."""
    file = io.BytesIO()
    Image.open(io.BytesIO(picture(seed, (40, 30)))).resize(size, Image.Resampling.BICUBIC).save(file, "JPEG")
    return file.getvalue()


PAINTINGS = {"big.jpg": _painting(1, BIG), "small.jpg": _painting(2, SMALL)}
_big, _small = ({"bytes": content, "path": name} for name, content in PAINTINGS.items())
ROWS = [
    row("5e100000", "How many boats?", image=_big, category="counting", question_type="counting", options="[]"),
    row("00001234", "Which word?", image=_big, category="ocr", question_type="ocr", options=""),
    row("88a09e03", "Is it day?", image=_big),
    row("1e100000", "Is it night?", image=_big, options="['no', 'yes']"),
    row("00000000", "How many dogs?", image=_small, category="counting", question_type="counting", options="[]"),
]
KEY = {"5e100000": "3", "00001234": "ANNO", "88a09e03": "yes", "1e100000": "no", "00000000": "0"}
PAINTING_OF = {one["question_id"]: one["image"]["path"] for one in ROWS}

DEFAULT = {one["question_id"]: one["default_prompt"] for one in ROWS}
THINK = "Think step by step. Answer with"
LETTER = f"{THINK} the option's letter from the given choices wrapped in <answer></answer>."
COT = {  # paper, appendix F: no full stop after the tags but for options
    "5e100000": f"How many boats? {THINK} a number wrapped in <answer></answer>",
    "00001234": f"Which word? {THINK} the extracted text wrapped in <answer></answer>",
    "88a09e03": f"Is it day? Options:\nA. yes\nB. no\n{LETTER}",
    "1e100000": f"Is it night? Options:\nA. no\nB. yes\n{LETTER}",
    "00000000": f"How many dogs? {THINK} a number wrapped in <answer></answer>",
}

# What is shown, and how many boats are then said to be there: only with VGA the number is right.
BOATS = {"original": 0, "none": 1, "grey": 2, "vga": 3, "hd": 4, "fhd": 5, "qhd": 6}
IMAGES = {
    "visualoverload": "original",
    "visualoverload_cot": "original",
    "visualoverload_blind": "none",
    "visualoverload_blind_grey": "grey",
    "visualoverload_vga": "vga",
    "visualoverload_hd": "hd",
    "visualoverload_fhd": "fhd",
    "visualoverload_qhd": "qhd",
}
THOUGHT = {
    "5e100000": "<think>7 or 8? <answer>8</answer></think>At 2 places, 5 and 4 boats.\n\n<answer>9</answer>",
    "00001234": "<think>It reads ANNO, so I will write <answer>ANNO</answer>",  # cut off while thinking
    "88a09e03": "The shadows are short, as at noon, so B is out.\n<answer>A</answer>",
    "1e100000": "<answer>A. no</answer>",
    "00000000": "There are 3 cats.\n<answer>0</answer>",
}


def write_data(folder: Path) -> tuple[Path, Path]:
    """The dataset and its key."""
    return write_dataset(folder / "data", ROWS), write_key(folder / "key.json", KEY)


def say(prompt: str, image: bytes | None) -> str:
    """What the model says: how many boats, by what it sees; and always yes, also to two opposite questions."""
    for question_id, asked in COT.items():
        if prompt == asked:
            return THOUGHT[question_id]
    if prompt == DEFAULT["5e100000"]:
        size = Image.open(io.BytesIO(image)).size if image else None
        seen = {None: "none", (448, 448): "grey", BIG: "original"} | {size: name for name, size in RESIZED.items()}
        return str(BOATS[seen[size]])
    return {DEFAULT["00000000"]: "0", DEFAULT["00001234"]: "ANNO", DEFAULT["1e100000"]: "B"}.get(prompt, "A")


def digest(image: bytes | None) -> str | None:
    """The pixels of an image that was sent, whatever its format."""
    return None if image is None else _digest(Image.open(io.BytesIO(image)).convert("RGB"))


def _digest(image: Image.Image) -> str:
    return f"{image.size} {hashlib.sha256(image.tobytes()).hexdigest()}"


def expected(task: str) -> list[tuple[str, str | None]]:
    """Prompt and pixels of each request that a task must make."""
    prompts = COT if task == "visualoverload_cot" else DEFAULT
    return [(prompts[q], _shown(PAINTING_OF[q], IMAGES[task])) for q in prompts]


def _shown(name: str, image: str) -> str | None:
    if image == "none":
        return None
    if image == "grey":
        return _digest(Image.new("RGB", (448, 448), "#808080"))
    original = Image.open(io.BytesIO(PAINTINGS[name])).convert("RGB")
    if image in RESIZED and name == "big.jpg":
        return _digest(original.resize(RESIZED[image], Image.Resampling.LANCZOS))
    return _digest(original)


def answers(task: str) -> dict[str, str]:
    """The submission of a task."""
    if task == "visualoverload_cot":
        thinking = THOUGHT["00001234"]  # no answer was read in it, so it is submitted as it is
        return {"5e100000": "9", "00001234": thinking, "88a09e03": "A", "1e100000": "A", "00000000": "0"}
    boats = str(BOATS[IMAGES[task]])
    return {"5e100000": boats, "00001234": "ANNO", "88a09e03": "A", "1e100000": "B", "00000000": "0"}


# Units: boats, dogs, the word, and the pair, which is right only in the chain of thought, where the word is not.
RIGHT = {task: 3 if task == "visualoverload_vga" else 2 for task in IMAGES}
