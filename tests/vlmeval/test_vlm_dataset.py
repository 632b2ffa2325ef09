"""The dataset class as VLMEvalKit uses it, in this process."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from builders import RIGHT, picture, row, small_rows, write_dataset, write_key
from PIL import Image

from visualoverload_tasks import VARIANTS, load_policy, load_questions, open_painting
from vlmeval_plugin.register import install

install()

import vlmeval.dataset  # noqa: E402
from vlmeval.config import supported_VLM  # noqa: E402
from vlmeval.smp import dump, load  # noqa: E402

from vlmeval_plugin.dataset import VisualOverload  # noqa: E402
from vlmeval_plugin.models import VisualOverloadBaseline  # noqa: E402


@pytest.fixture(autouse=True)
def environment(data: Path, key: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("VISUALOVERLOAD_DATA", str(data))
    monkeypatch.setenv("VISUALOVERLOAD_KEY", str(key))
    monkeypatch.setenv("LMUData", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    load_policy.cache_clear()
    yield


@pytest.fixture
def dataset() -> VisualOverload:
    return vlmeval.dataset.build_dataset("VisualOverload")


def write_table(dataset: VisualOverload, folder: Path, responses: dict[str, str] = RIGHT, suffix: str = "tsv") -> Path:
    """A prediction table as VLMEvalKit writes it."""
    frame = dataset.data.copy()
    frame["prediction"] = [responses[question_id] for question_id in frame["question_id"]]
    path = folder / f"m_VisualOverload.{suffix}"
    dump(frame, str(path))
    return path


def test_the_names_are_known_everywhere() -> None:
    for name in (variant.dataset for variant in VARIANTS):
        assert vlmeval.dataset.SUPPORTED_DATASETS.count(name) == 1
        assert vlmeval.dataset.DATASET_TYPE(name) == "VisualOverload"
        assert vlmeval.dataset.DATASET_MODALITY(name) == "IMAGE"
        assert type(vlmeval.dataset.build_dataset(name)) is VisualOverload
    assert vlmeval.dataset.VisualOverload is VisualOverload
    assert vlmeval.dataset.DATASET_CLASSES.count(VisualOverload) == 1
    assert VisualOverload.force_use_dataset_prompt and VisualOverload.TYPE not in ("MCQ", "VQA", "Y/N")


def test_rows_have_numbers_for_index_and_texts_for_ids(dataset: VisualOverload) -> None:
    assert dataset.data["index"].tolist() == list(range(10))
    assert dataset.data["question_id"].tolist() == [one["question_id"] for one in small_rows()]
    assert "A" not in dataset.data and "answer" not in dataset.data


def test_the_prompt_is_the_painting_then_the_text_of_the_dataset(dataset: VisualOverload) -> None:
    for number, one in enumerate(small_rows()):
        for line in (number, dataset.data.iloc[number], dataset[number]):
            image, text = dataset.build_prompt(line)
            assert text == {"type": "text", "value": one["default_prompt"], "question_id": one["question_id"]}
            assert image["type"] == "image" and Path(image["value"]).suffix == ".jpg"
            assert Path(image["value"]).read_bytes() == one["image"]["bytes"]
        assert dataset.dump_image(dataset[number]) == [image["value"]]
    assert dataset.data["image_path"].nunique() == 2


@pytest.mark.parametrize(
    ("mode", "format", "exif", "as_it_is"),
    [
        ("RGB", "PNG", False, True),
        ("RGB", "JPEG", True, False),
        ("CMYK", "JPEG", False, False),
        ("L", "JPEG", False, False),
        ("RGBA", "PNG", False, False),
        ("RGB", "WEBP", False, False),
    ],
)
def test_rare_files_reach_both_hosts_with_the_same_pixels(
    mode: str, format: str, exif: bool, as_it_is: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    content = picture(3, (30, 20), mode, format, **({"exif": turned} if exif else {}))
    folder = write_dataset(tmp_path / "rare", [row("aa", image={"bytes": content, "path": "rare"})])
    monkeypatch.setenv("VISUALOVERLOAD_DATA", str(folder))
    monkeypatch.delenv("VISUALOVERLOAD_KEY")
    (path,) = {vlmeval.dataset.build_dataset("VisualOverload")[0]["image_path"] for _ in range(2)}
    painting = load_questions(folder)[0].painting
    assert (Path(path) == painting.path) is as_it_is
    with Image.open(path) as given:
        assert given.mode == "RGB" and given.getexif().get(0x0112, 1) == 1
        assert given.tobytes() == open_painting(painting).tobytes()
        assert given.size == ((20, 30) if exif else (30, 20))


def test_a_pickled_dataset_evaluates(dataset: VisualOverload, tmp_path: Path) -> None:
    path = write_table(dataset, tmp_path)
    again = pickle.loads(pickle.dumps(dataset))
    assert again.evaluate(str(path), model="gpt-4o-mini", nproc=4)["total"] == 100.0


def test_results_are_plain_values_with_the_files(dataset: VisualOverload, tmp_path: Path) -> None:
    result = dataset.evaluate(str(write_table(dataset, tmp_path)))
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    for part in ("submission", "responses", "report"):
        assert Path(result[part]).is_absolute() and Path(result[part]).is_file()
    assert result["signature"].split("|host:")[1].startswith(("ms-vlmeval ", "VLMEvalKit "))


def test_without_a_key_no_number_looks_like_an_accuracy(
    dataset: VisualOverload, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUALOVERLOAD_KEY")
    result = dataset.evaluate(str(write_table(dataset, tmp_path)))
    names = {"consistency", "counts", "signature", "submission", "responses", "report"}
    assert set(result) == names


def test_a_users_mistake_is_a_line_and_no_failure_of_a_judge(dataset: VisualOverload, tmp_path: Path) -> None:
    result = dataset.evaluate(str(tmp_path / "m_VisualOverload.tsv"))
    assert list(result) == ["error"] and "cannot be read" in result["error"]
    assert VisualOverload.report_judge_err(None, total_samples=10, error_message="x") == {"failed": 0, "total": 10}
    assert VisualOverload.report_primary_metric({}) == {}
    assert VisualOverload.report_primary_metric(None) == {}


def test_files_that_cannot_be_written_there_go_elsewhere(dataset: VisualOverload, tmp_path: Path) -> None:
    path = write_table(dataset, tmp_path)
    (tmp_path / "submissions").touch()
    result = dataset.evaluate(str(path))
    assert result["total"] == 100.0 and Path(result["submission"]).is_file()


def test_a_pickle_in_place_of_the_table_is_read(dataset: VisualOverload, tmp_path: Path) -> None:
    # VLMEvalKit writes it where a format cannot hold a response, and leaves what it has written of the table before.
    path = write_table(dataset, tmp_path)
    dump(load(str(path)), str(path.with_suffix(".pkl")))
    path.write_text("cut o")
    path.with_suffix(".pkl").touch()
    assert dataset.evaluate(str(path))["total"] == 100.0
    write_table(dataset, tmp_path, dict.fromkeys(RIGHT, "A"))  # a later run that could be written
    assert dataset.evaluate(str(path))["total"] < 100.0


@pytest.mark.parametrize("suffix", ["tsv", "json", "xlsx"])
def test_failed_responses_are_counted_for_the_hosts_table(dataset: VisualOverload, tmp_path: Path, suffix: str) -> None:
    failed = RIGHT | {"88a09e03": "Failed to obtain answer via API. "}
    path = write_table(dataset, tmp_path, failed, suffix)
    assert VisualOverload.report_infer_err(path) == {"failed": 1, "total": 10}
    assert VisualOverload.report_infer_err(tmp_path / "gone_VisualOverload.tsv") == {"failed": 0, "total": 0}
    assert VisualOverload.report_infer_err(None) == {"failed": 0, "total": 0}
    metrics = {"total": 90.0, "counts|failed": 1, "counts|missing": 0, "counts|questions": 10, "category|scene": 1.0}
    assert VisualOverload.report_primary_metric(metrics) == {"total": 90.0, "counts|failed": 1}


@pytest.mark.parametrize("suffix", ["tsv", "json", "xlsx"])
def test_vlmevalkit_reads_our_tables_as_text_and_others_as_ever(
    dataset: VisualOverload, tmp_path: Path, suffix: str
) -> None:
    said = dict.fromkeys(RIGHT, "NA") | {"88a09e03": "007", "1e100000": "nan", "59628a3d": ""}
    frame = load(str(write_table(dataset, tmp_path, said, suffix)))
    assert dict(zip(frame["question_id"], frame["prediction"])) == said
    assert [type(index) for index in frame["index"]] == [int] * 10
    other = tmp_path / "m_OtherBench.tsv"
    dump(pd.DataFrame({"index": [0], "prediction": ["NA"]}), str(other))
    assert pd.isna(load(str(other))["prediction"][0])


def test_unknown_names_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(SystemExit) as caught:
        VisualOverload("VisualOverload_8K")
    assert caught.value.code == 2


@pytest.mark.parametrize("policy", ["random", "consistent", "constant", "oracle"])
def test_baselines_answer_what_they_are_asked(dataset: VisualOverload, policy: str) -> None:
    model = pickle.loads(pickle.dumps(supported_VLM[f"VisualOverload-Baseline-{policy}"]()))
    said = {one["question_id"]: model.generate(dataset.build_prompt(dataset[n]), dataset="VisualOverload")
            for n, one in enumerate(small_rows())}  # fmt: skip
    if policy == "constant":
        assert set(said.values()) == {"A"}
    if policy in ("consistent", "oracle"):
        assert {said["5e100000"], said["00001234"]} == {"A", "B"}
    if policy == "oracle":
        assert said["82a13fe7"] == "C"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [("VisualOverload", {"policy": "clever"}, None), ("MMBench", {}, "Is it day?"), ("VisualOverload", {}, "Is it?")],
)
def test_baselines_stop_where_they_cannot_answer(name: str, arguments: dict[str, Any], message: str | None) -> None:
    with pytest.raises(SystemExit):
        VisualOverloadBaseline(**arguments).generate([{"type": "text", "value": message or ""}], dataset=name)


def test_an_oracle_needs_the_key(dataset: VisualOverload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUALOVERLOAD_KEY")
    with pytest.raises(SystemExit):
        VisualOverloadBaseline("oracle").generate(dataset.build_prompt(0), dataset="VisualOverload")


@pytest.mark.parametrize(
    ("variable", "content"),
    [("VISUALOVERLOAD_KEY", {"aa": "yes"}), ("VISUALOVERLOAD_PAIRS", [{"pair": None, "question_id": "aa"}])],
)
def test_a_file_for_other_data_stops_at_the_start(
    variable: str, content: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(write_key(tmp_path / "file.json", content)))
    with pytest.raises(SystemExit) as caught:
        vlmeval.dataset.build_dataset("VisualOverload")
    assert caught.value.code == 2
