"""The demo dataset: its layout, and that what it says about its pictures is true of the pixels."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from visualoverload_tasks.demo.dataset import write_demo
from visualoverload_tasks.demo.placing import build_scene
from visualoverload_tasks.demo.plans import PLANS
from visualoverload_tasks.demo.scene import Box, Scene, Thing
from visualoverload_tasks.demo.shapes import PALETTE
from visualoverload_tasks.prompts import build_prompt
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, QUESTION_TYPES

PARQUET = Path("data") / "test-00000-of-00001.parquet"
TEXT_COLUMNS = ["question_id", "question_type", "question", "options", "difficulty", "category", "default_prompt"]
ASKED_KINDS = {
    "market": ("cow", "pig", "banner"),
    "harbour": ("boat", "lighthouse", "banner"),
    "winter": ("crow", "bare tree"),
    "night": ("fire", "banner", "crescent"),
    "hall": ("candle", "banner"),
    "gallery": ("portrait", "seascape", "landscape", "plaque"),
}

Row = dict[str, Any]
Pixel = tuple[int, int, int]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo")
    write_demo(path)
    return path


@pytest.fixture(scope="module")
def rows(folder: Path) -> list[Row]:
    table: list[Row] = pq.read_table(folder / PARQUET).to_pylist()
    return table


@pytest.fixture(scope="module")
def key(folder: Path) -> dict[str, dict[str, str]]:
    entries = json.loads((folder / "ground_truth.json").read_text(encoding="utf-8"))
    return {entry["question_id"]: entry for entry in entries}


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return {plan.name: build_scene(plan) for plan in PLANS}


@pytest.fixture(scope="module")
def pictures(rows: list[Row]) -> dict[str, Image.Image]:
    images = {row["image"]["path"]: row["image"]["bytes"] for row in rows}
    return {Path(name).stem: Image.open(BytesIO(content)).convert("RGB") for name, content in images.items()}


def test_columns_are_those_of_the_published_dataset(folder: Path) -> None:
    schema = pq.read_schema(folder / PARQUET)
    assert schema.names == ["image", *TEXT_COLUMNS]
    assert schema.field("image").type == pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    assert {schema.field(name).type for name in TEXT_COLUMNS} == {pa.string()}


def test_image_column_is_declared_to_datasets(folder: Path) -> None:
    features = json.loads(pq.read_schema(folder / PARQUET).metadata[b"huggingface"])["info"]["features"]
    assert features["image"] == {"_type": "Image"}
    assert [features[name] for name in TEXT_COLUMNS] == [{"dtype": "string", "_type": "Value"}] * 7


def test_each_painting_is_stored_once(folder: Path, rows: list[Row]) -> None:
    once = sum({row["image"]["path"]: len(row["image"]["bytes"]) for row in rows}.values())
    assert (folder / PARQUET).stat().st_size < once * 1.2


def test_every_call_writes_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write_demo(tmp_path)
    for name in (PARQUET, Path("ground_truth.json")):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_six_paintings_of_ten_contiguous_questions(rows: list[Row]) -> None:
    names = [row["image"]["path"] for row in rows]
    assert len(names) == 60
    assert [names[start : start + 10] for start in range(0, 60, 10)] == [[name] * 10 for name in dict.fromkeys(names)]


def test_each_painting_asks_two_scene_pairs_a_reasoning_pair_and_four_more(rows: list[Row]) -> None:
    for name in {row["image"]["path"] for row in rows}:
        asked = [row for row in rows if row["image"]["path"] == name]
        assert [row["category"] for row in asked[:6]] == ["scene"] * 4 + ["reasoning"] * 2
        assert sum(sorted(ast.literal_eval(row["options"])) == ["no", "yes"] for row in asked) == 6


@pytest.mark.parametrize(
    ("column", "values", "fewest"),
    [("category", CATEGORIES, 5), ("difficulty", DIFFICULTIES, 10), ("question_type", QUESTION_TYPES, 5)],
)
def test_every_value_occurs_several_times(rows: list[Row], column: str, values: tuple[str, ...], fewest: int) -> None:
    counted = Counter(row[column] for row in rows)
    assert set(counted) == set(values)
    assert min(counted.values()) >= fewest


def test_ids_are_unique_hexadecimal_text_some_like_numbers(rows: list[Row]) -> None:
    ids = [row["question_id"] for row in rows]
    assert len(set(ids)) == 60
    assert all(len(id_) == 8 and not set(id_) - set("0123456789abcdef") for id_ in ids)
    assert {"5e200000", "00004321"} <= set(ids)


def test_prompts_are_the_published_ones(rows: list[Row]) -> None:
    for row in rows:
        options = ast.literal_eval(row["options"])
        assert row["default_prompt"] == build_prompt(row["question_type"], row["question"], options)


def test_pairs_are_mutual_opposite_and_side_by_side(rows: list[Row], key: dict[str, dict[str, str]]) -> None:
    ids = [row["question_id"] for row in rows]
    pairs = {id_: entry["opposite_of"] for id_, entry in key.items() if "opposite_of" in entry}
    assert len(pairs) == 36
    for one, other in pairs.items():
        assert pairs[other] == one
        assert {key[one]["answer"], key[other]["answer"]} == {"yes", "no"}
        assert abs(ids.index(one) - ids.index(other)) == 1


def test_yes_comes_first_in_half_of_the_pairs(rows: list[Row], key: dict[str, dict[str, str]]) -> None:
    paired = [key[row["question_id"]]["answer"] for row in rows if "opposite_of" in key[row["question_id"]]]
    assert Counter(paired[::2]) == {"yes": 9, "no": 9}


def test_some_pairs_have_two_difficulties(rows: list[Row], key: dict[str, dict[str, str]]) -> None:
    levels = {row["question_id"]: row["difficulty"] for row in rows}
    differ = [id_ for id_, entry in key.items() if levels[entry.get("opposite_of", id_)] != levels[id_]]
    assert 8 <= len(differ) < 36


def test_answers_have_the_form_of_their_question_type(rows: list[Row], key: dict[str, dict[str, str]]) -> None:
    assert set(key) == {row["question_id"] for row in rows}
    for row in rows:
        answer, options = key[row["question_id"]]["answer"], ast.literal_eval(row["options"])
        assert len(set(options)) == {"choice": len(options), "counting": 0, "ocr": 0}[row["question_type"]]
        assert answer in options or not options
        assert answer.isdecimal() == (row["question_type"] == "counting")


def test_right_option_is_not_always_at_the_same_place(rows: list[Row], key: dict[str, dict[str, str]]) -> None:
    four_way = [row for row in rows if len(ast.literal_eval(row["options"])) == 4]
    places = Counter(ast.literal_eval(row["options"]).index(key[row["question_id"]]["answer"]) for row in four_way)
    assert len(places) == 4


def test_counts_and_inscriptions_vary(rows: list[Row], key: dict[str, dict[str, str]]) -> None:
    answers = {kind: [key[r["question_id"]]["answer"] for r in rows if r["category"] == kind] for kind in CATEGORIES}
    assert sorted(map(int, answers["counting"])) == [0, 7, 12, 23, 31, 40]
    assert len(set(answers["ocr"])) == 5
    assert "D. TÉNIERS" in answers["ocr"]


@pytest.mark.parametrize("name", ASKED_KINDS)
def test_pictures_decode_to_the_planned_size(
    name: str, scenes: dict[str, Scene], pictures: dict[str, Image.Image]
) -> None:
    assert pictures[name].size == scenes[name].plan.size
    assert len(scenes[name].things) > 250


@pytest.mark.parametrize("name", ASKED_KINDS)
def test_what_is_asked_about_is_whole_and_uncovered(name: str, scenes: dict[str, Scene]) -> None:
    things = scenes[name].things
    width, height = scenes[name].plan.size
    for place, thing in enumerate(things):
        if thing.kind in ASKED_KINDS[name] or thing.colour == "purple":
            left, top, right, bottom = thing.box
            assert left >= 0 and top >= 0 and right <= width and bottom <= height
            assert not [later.kind for later in things[place + 1 :] if _touch(thing.box, later.box)]


def test_singled_out_people_stand_alone(scenes: dict[str, Scene]) -> None:
    for name in ("market", "winter", "night", "hall", "gallery"):
        scenes[name].only("person", colour="purple")
    assert not scenes["harbour"].of("person", colour="purple")


def test_all_flags_blow_the_same_way(scenes: dict[str, Scene]) -> None:
    assert {boat.flip for boat in scenes["harbour"].of("boat")} == {False}


@pytest.mark.parametrize(
    ("name", "part", "is_part", "smallest", "kind"),
    [
        ("winter", (0.0, 0.0, 0.62, 0.22), lambda p: max(p) < 90, 12, "crow"),
        ("gallery", (0.0, 0.0, 1.0, 0.14), lambda p: p[0] > 150 and 0.55 < p[2] / p[0] < 0.7, 60, "portrait"),
        ("hall", (0.0, 0.0, 1.0, 0.36), lambda p: min(p) > 168 and p[0] > p[2], 30, "candle"),
    ],
)
def test_as_many_spots_of_the_colour_as_things(
    name: str,
    part: Box,
    is_part: Callable[[Pixel], bool],
    smallest: int,
    kind: str,
    scenes: dict[str, Scene],
    pictures: dict[str, Image.Image],
) -> None:
    width, height = pictures[name].size
    corners = (round(part[0] * width), round(part[1] * height), round(part[2] * width), round(part[3] * height))
    spots = [spot for spot in _spots(pictures[name].crop(corners), is_part) if len(spot) >= smallest]
    assert len(spots) == scenes[name].count(kind)


@pytest.mark.parametrize(
    ("name", "doing"),
    [
        ("harbour", "playing the drum"),
        ("winter", "playing the drum"),
        ("night", "playing the lute"),
        ("hall", "playing the lute"),
    ],
)
def test_clothes_have_the_colour_that_the_key_names(
    name: str, doing: str, scenes: dict[str, Scene], pictures: dict[str, Image.Image]
) -> None:
    person = scenes[name].only("person", doing=doing)
    assert _nearest(_pixel(pictures[name], person, (5, -67))) == person.colour


def test_the_church_roof_is_blue(scenes: dict[str, Scene], pictures: dict[str, Image.Image]) -> None:
    assert _nearest(_pixel(pictures["market"], scenes["market"].only("church"), (21, -72))) == "blue"


def test_a_plan_without_room_is_an_error() -> None:
    plan = PLANS[0]
    crammed = replace(plan, groups=tuple(replace(g, count=900) for g in plan.groups if g.kind == "stall"))
    with pytest.raises(RuntimeError, match="market: no room for stall"):
        build_scene(crammed)


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _pixel(picture: Image.Image, thing: Thing, point: tuple[float, float]) -> Pixel:
    x, y = thing.to_pixel(point)
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def _nearest(pixel: Pixel) -> str:
    def distance(name: str) -> float:  # regardless of brightness, which light and varnish change
        colour = PALETTE[name]
        return sum((a / max(pixel) - b / max(colour)) ** 2 for a, b in zip(pixel, colour, strict=True))

    return min(("red", "blue", "green", "yellow", "purple", "orange", "white", "brown"), key=distance)


def _spots(picture: Image.Image, is_part: Callable[[Pixel], bool]) -> Iterator[set[tuple[int, int]]]:
    """The connected areas of matching pixels."""
    content, width = picture.tobytes(), picture.width
    pixels = zip(content[::3], content[1::3], content[2::3], strict=True)
    left = {divmod(index, width) for index, pixel in enumerate(pixels) if is_part(pixel)}
    while left:
        spot, edge = set(), [left.pop()]
        while edge:
            row, column = edge.pop()
            spot.add((row, column))
            near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & left
            left -= near
            edge.extend(near)
        yield spot
