"""Figures: vector graphics that fit a page of any colour, are the same each time, and hold their texts as texts."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from visualoverload_tasks.errors import UsageError
from visualoverload_tasks.figures import _draw, figure_svg, write_figure
from visualoverload_tasks.study import Figure, Series

NAN = float("nan")
FIGURES = {
    "bars": Figure("bars", "category", "%", (Series("run", ("ocr", "scene"), (4.0, 6.0), (3.0, 5.0), (5.0, 7.0)),)),
    "one-interval": Figure("bars", "kind", "%", (Series("run", ("ocr", "scene"), (4.0, 6.0), (NAN, 5.0), (NAN, 7.0)),)),
    "line": Figure("line", "size", "%", (Series("a", (1.0, 2.0), (3.0, 4.0)), Series("b", (1.0, 2.0), (5.0, 6.0)))),
    "line-of-names": Figure("line", "size", "%", (Series("a", ("VGA", "HD"), (3.0, 4.0)),)),
    "scatter": Figure("scatter", "truth", "said", (Series("a", (0.0, 12.0), (1.0, 4000.0)),), "symlog", "symlog", True),
    "heaps": Figure("scatter", "truth", "said", (Series("a", (0.0, 2.0), (1.0, 3.0), counts=(7, 1)),)),
    "log": Figure("line", "pixels", "%", (Series("a", (1e3, 1e6), (1.0, 2.0)),), "log"),
    "many-names": Figure("bars", "painting", "%", (Series("a", tuple(f"{n}.jpg" for n in range(40)), (1.0,) * 40),)),
    "no-points": Figure("bars", "painting", "%", (Series("a", (), ()),)),
}  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_of_a_page_takes_its_colours_and_its_ids_from_the_page(name: str) -> None:
    svg = figure_svg(FIGURES[name], name)
    assert svg == figure_svg(FIGURES[name], name)
    left = set(re.findall(r"#[0-9a-f]{6}", re.sub(r"var\([^)]*\)", "", svg)))
    assert left == set(), "a colour of its own would be unreadable on light or on dark"
    assert all(node.get("id", name).startswith(name) for node in ElementTree.fromstring(svg).iter())
    assert set(re.findall(r'(?:url\(|href=")#([\w-]+)', svg)) <= set(re.findall(r'id="([\w-]+)"', svg))
    assert "<style" not in svg and "font-family" not in svg
    assert {FIGURES[name].x_label, FIGURES[name].y_label} <= set(texts(svg))


def test_the_names_of_bars_and_series_are_texts_and_nothing_in_them_is_markup() -> None:
    hostile = ("a$_1$", "</svg><script>alert(1)</script>")
    series = tuple(Series(name, ("x & y", "z"), (1.0, 2.0)) for name in hostile)
    svg = figure_svg(Figure("bars", "<b>", '"quoted"', series), "f")
    assert {*hostile, "x & y", "<b>", '"quoted"'} <= set(texts(svg))
    assert "<script" not in svg


@pytest.mark.parametrize("kind", ["bars", "line", "scatter"])
def test_more_series_than_colours_can_still_be_told_apart(kind: str) -> None:
    from matplotlib.colors import to_hex
    from matplotlib.figure import Figure as Canvas

    many = Figure(kind, "x", "%", tuple(Series(f"run {n}", (1.0, 2.0), (3.0, 4.0)) for n in range(16)))
    canvas = Canvas()
    _draw(many, canvas)
    (axes,) = canvas.axes
    if kind == "bars":
        looks = [(to_hex(box[0].get_facecolor()), box[0].get_hatch()) for box in axes.containers]
    else:
        lines = [line for line in axes.lines if not line.get_label().startswith("_")] or [
            box[0] for box in axes.containers
        ]
        looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in lines]
    assert len(looks) == len(set(looks)) == 16
    left = re.findall(r"#[0-9a-f]{6}", re.sub(r"var\([^)]*\)", "", figure_svg(many, "f")))
    assert left == []


def test_counts_have_ticks_at_zero_and_powers_of_ten() -> None:
    shown = texts(figure_svg(FIGURES["scatter"], "f"))
    assert shown.count("0") == shown.count("1") == shown.count("1,000") == 2  # on both axes, which are alike


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_file_is_dark_on_white_and_the_same_each_time(tmp_path: Path, suffix: str) -> None:
    one, other = tmp_path / f"one{suffix}", tmp_path / "other" / f"one{suffix}"
    for path in (one, other):
        write_figure(FIGURES["bars"], path)
    assert one.read_bytes() == other.read_bytes()
    if suffix == ".png":
        assert Image.open(one).convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    else:
        assert "var(" not in one.read_text(encoding="utf-8")


def test_other_endings_and_a_missing_library_are_one_line_with_the_next_step(tmp_path: Path, monkeypatch) -> None:
    with pytest.raises(UsageError, match=r"\.gif'; expected a name that ends with \.svg or \.png"):
        write_figure(FIGURES["bars"], tmp_path / "a.gif")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r'matplotlib is not installed.*pip install "visualoverload\[report\]"'):
        write_figure(FIGURES["bars"], tmp_path / "a.svg")
    assert not list(tmp_path.iterdir())
