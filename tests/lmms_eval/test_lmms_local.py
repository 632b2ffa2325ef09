"""Runs with local Hugging Face backends on the CPU: the model sees each painting, and every question gets a record."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from lmms_data import IDS, PAINTINGS, ROWS, Row
from lmms_run import Finished, Host, Runs, Start
from PIL import Image
from qwen_vl_utils import process_vision_info
from tiny_models import NEW_TOKENS, save_llava, save_qwen
from transformers import AutoProcessor, LlavaForConditionalGeneration, Qwen2_5_VLForConditionalGeneration

Answer = Callable[[Image.Image, str], str]

BACKENDS = ("llava_hf", "qwen2_5_vl")
PIXELS = {"min_pixels": 3136, "max_pixels": 12544}
ARGS = {
    "llava_hf": "device=cpu,device_map=cpu,dtype=float32",
    "qwen2_5_vl": "device=cpu,device_map=cpu,attn_implementation=eager,min_pixels=3136,max_pixels=12544",
}


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    save = {"llava_hf": save_llava, "qwen2_5_vl": save_qwen}
    return {name: save[name](tmp_path_factory.mktemp(name) / f"tiny-{name}") for name in BACKENDS}


@pytest.fixture(scope="module")
def runs(host: Host, key: Path, models: dict[str, Path], start: Start) -> Runs:
    def local(name: str) -> Finished:
        wanted = f"pretrained={models[name]},{ARGS[name]}"
        few = ("--gen_kwargs", f"max_new_tokens={NEW_TOKENS}")
        return host.evaluate(name, "--model_args", wanted, *few, model=name, VISUALOVERLOAD_KEY=key)

    return start({name: lambda name=name: local(name) for name in BACKENDS})


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_what_the_model_says_depends_on_the_painting(backend: str, models: dict[str, Path]) -> None:
    # Without this, the next test would pass for a run that lost the images.
    answer = load(backend, models[backend])
    for prompt in {row.prompt for row in ROWS}:
        shown = [open_file(PAINTINGS[name]) for name in PAINTINGS]
        blind = [Image.new("RGB", image.size, "grey") for image in shown]
        said = [answer(image, prompt) for image in (*shown, *blind)]
        assert not {*said[:3]} & {*said[3:]} and len({*said[:3]}) == 3, said


def test_every_response_is_what_the_model_says_of_the_painting(
    backend: str, runs: Runs, models: dict[str, Path]
) -> None:
    answer = load(backend, models[backend])
    expected = {row.question_id: answer(painting_of(row), row.prompt).strip() for row in ROWS}
    assert {q: record["response"].strip() for q, record in runs(backend).records.items()} == expected


def test_every_question_has_a_record_and_the_files_tell_the_truth(backend: str, runs: Runs, host: Host) -> None:
    run = runs(backend)
    records, report = run.records, run.read("report")
    assert list(records) == IDS
    statuses = [record["status"] for record in records.values()]
    counted = {name: report["counts"][name] for name in ("ok", "unparsed", "failed", "missing")}
    assert counted == {name: statuses.count(name) for name in counted}
    assert report["counts"]["questions"] == len(ROWS) and report["counts"]["not_asked"] == 0
    partial = "failed" in statuses or "missing" in statuses
    assert ("_partial_" in run.file("submission").name) == report["counts"]["partial"] == partial
    # What the check may find in noise: gaps, and letters that are no option.
    flawed = partial or any(record["rule"] == "unknown-letter" for record in records.values())
    host.visualoverload("submission", "check", run.file("submission"), code=1 if flawed else 0)


def test_letters_of_random_models_are_not_taken_for_answers(backend: str, runs: Runs) -> None:
    # Noise must stay noise: nearly all of it has no answer, and whatever has one is scored like any other response.
    run = runs(backend)
    assert run.metrics["unparsed"] > 0
    assert run.metrics["total"] < 50


def open_file(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


def painting_of(row: Row) -> Image.Image:
    return open_file(PAINTINGS[row.painting])


def load(backend: str, folder: Path) -> Answer:
    """The model without any host, with the settings that the host gives it."""
    torch.set_num_threads(1)
    return (_llava if backend == "llava_hf" else _qwen)(folder)


def _llava(folder: Path) -> Answer:
    model = LlavaForConditionalGeneration.from_pretrained(folder, dtype=torch.float32)
    processor = AutoProcessor.from_pretrained(folder)

    def answer(image: Image.Image, prompt: str) -> str:
        text = processor.apply_chat_template(_messages(image, prompt), add_generation_prompt=True)
        return _generate(model, processor, processor(images=[image], text=text, return_tensors="pt"))

    return answer


def _qwen(folder: Path) -> Answer:
    model = Qwen2_5_VLForConditionalGeneration.from_pretrained(
        folder, dtype=torch.bfloat16, attn_implementation="eager"
    )
    processor = AutoProcessor.from_pretrained(folder, **PIXELS)

    def answer(image: Image.Image, prompt: str) -> str:
        messages = _messages(image, prompt)
        text = processor.apply_chat_template([messages], tokenize=False, add_generation_prompt=True)
        images, _ = process_vision_info([messages])
        return _generate(model, processor, processor(text=text, images=images, padding=True, return_tensors="pt"))

    return answer


def _messages(image: Image.Image, prompt: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"type": "image", "image": image}, {"type": "text", "text": prompt}]}]


def _generate(model: Any, processor: Any, inputs: Any) -> str:
    with torch.inference_mode():
        tokens = model.generate(**inputs, max_new_tokens=NEW_TOKENS, do_sample=False)
    (text,) = processor.batch_decode(tokens[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
    return str(text)
