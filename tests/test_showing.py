"""What a model is shown of a painting: sizes by their definition, pixels by Pillow alone, and each file made once."""

from __future__ import annotations

import doctest
import io
from concurrent.futures import ThreadPoolExecutor
from math import prod
from pathlib import Path

import pytest
from builders import picture
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from visualoverload_tasks import showing
from visualoverload_tasks.errors import OutputError
from visualoverload_tasks.pixels import open_painting
from visualoverload_tasks.records import Painting
from visualoverload_tasks.showing import resized_size, shown
from visualoverload_tasks.variants import RESOLUTIONS, VARIANTS

LARGE = (1100, 700)  # more pixels than VGA, fewer than HD


def painting(
    folder: Path, size: tuple[int, int] = LARGE, mode: str = "RGB", format: str = "JPEG", **save: object
) -> Painting:
    """A painting as the cache keeps it."""
    small = Image.open(io.BytesIO(picture(1, (60, 40), format="PNG"))).resize(size, Image.Resampling.NEAREST)
    file = io.BytesIO()
    (small.convert("L").convert(mode) if mode.startswith("I") else small.convert(mode)).save(file, format, **save)
    path = folder / f"{mode}{size[0]}x{size[1]}.{format.lower()}"
    path.write_bytes(file.getvalue())
    return Painting(path.stem, path.name, path)


@given(st.integers(40, 9000), st.integers(40, 9000), st.sampled_from([prod(size) for size in RESOLUTIONS.values()]))
def test_a_size_is_the_largest_within_a_pixel_of_the_exact_one(width: int, height: int, most: int) -> None:
    size = resized_size((width, height), most)
    if width * height <= most:
        assert size == (width, height)
        return
    scale = (most / (width * height)) ** 0.5
    assert all(abs(side - scale * was) < 1 + 1e-9 for side, was in zip(size, (width, height)))
    near = [(a, b) for a in range(size[0] - 2, size[0] + 3) for b in range(size[1] - 2, size[1] + 3)]
    near = [pair for pair in near if abs(pair[0] - scale * width) < 1 and abs(pair[1] - scale * height) < 1]
    assert prod(size) == max(prod(pair) for pair in near if prod(pair) <= most)


@pytest.mark.parametrize(
    ("size", "most", "expected"),
    [
        ((3840, 2160), (2560, 1440), (2560, 1440)),  # where the aspect is the target's, the size is
        ((2160, 3840), (640, 480), (415, 740)),  # exactly 415.7 x 739.008; 416 x 739 would be 224 too many
        ((640, 480), (640, 480), (640, 480)),
        ((641, 480), (640, 480), (640, 480)),  # exactly 640.5 x 479.6
        ((1_000_000, 1), (640, 480), (1_000_000, 1)),  # a strip with no smaller size of its aspect
    ],
)
def test_sizes_worked_out_by_hand(size: tuple[int, int], most: tuple[int, int], expected: tuple[int, int]) -> None:
    assert resized_size(size, prod(most)) == expected


@pytest.mark.parametrize(
    ("mode", "format"),
    [("RGB", "JPEG"), ("L", "JPEG"), ("CMYK", "JPEG"), ("P", "PNG"), ("RGBA", "PNG"), ("I;16", "PNG")],
)
def test_a_smaller_file_holds_what_pillow_makes_of_the_painting(tmp_path: Path, mode: str, format: str) -> None:
    original = painting(tmp_path, mode=mode, format=format)
    smaller = shown([original], "vga")[original]
    assert smaller is not None and (smaller.painting_id, smaller.name) == (original.painting_id, original.name)
    assert smaller.path.suffix == ".png" and original.path.is_file()
    with Image.open(original.path) as opened, Image.open(smaller.path) as made:
        # 307,200 pixels of this aspect are 694.8 x 442.1, and 695 x 442 = 307,190 fit.
        expected = opened.convert("RGB").resize((695, 442), Image.Resampling.LANCZOS)
        assert (made.mode, made.size) == ("RGB", (695, 442))
        assert made.tobytes() == expected.tobytes() == open_painting(smaller).tobytes()


def test_a_painting_is_upright_before_it_is_shrunk(tmp_path: Path) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was held sideways
    original = painting(tmp_path, exif=turned)
    smaller = shown([original], "vga")[original]
    assert smaller is not None
    with Image.open(smaller.path) as made:
        assert made.size == (442, 695) and made.getexif().get(0x0112, 1) == 1


@pytest.mark.parametrize("image", ["original", "hd", "qhd"])
def test_a_painting_with_no_more_pixels_stays_the_authors_file(tmp_path: Path, image: str, alone: Path) -> None:
    original = painting(tmp_path)
    assert shown([original], image) == {original: original}
    assert not (alone / "visualoverload" / "resized").exists()


def test_one_file_for_each_painting_and_resolution_however_often_and_by_however_many(
    tmp_path: Path, alone: Path
) -> None:
    paintings = [painting(tmp_path, size) for size in (LARGE, (1300, 900), (640, 480))]
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: shown(paintings * 18, "vga"), range(8)))
    assert made == [made[0]] * 8 and list(made[0]) == paintings
    files = sorted((alone / "visualoverload" / "resized").iterdir())
    assert [file.name for file in files] == ["RGB1100x700-vga-lanczos-1.png", "RGB1300x900-vga-lanczos-1.png"]
    times = [file.stat().st_mtime_ns for file in files]
    shown(paintings, "vga")
    assert [file.stat().st_mtime_ns for file in files] == times


def test_grey_is_one_plain_image_for_all_and_none_is_nothing(tmp_path: Path) -> None:
    paintings = [painting(tmp_path, size) for size in (LARGE, (640, 480))]
    assert shown(paintings, "none") == dict.fromkeys(paintings)
    (path,) = {image.path for image in shown(paintings, "grey").values() if image}
    with Image.open(path) as grey:
        assert (grey.size, grey.getcolors()) == ((448, 448), [(448 * 448, (128, 128, 128))])


@pytest.mark.parametrize("image", ["grey", "vga"])
def test_a_cache_that_cannot_be_written_is_one_line(tmp_path: Path, alone: Path, image: str) -> None:
    (alone / "visualoverload").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        shown([painting(tmp_path)], image)


def test_the_example_in_the_documentation_is_true() -> None:
    assert doctest.testmod(showing) == (0, 1)


def test_every_image_of_a_variant_is_known(tmp_path: Path) -> None:
    original = painting(tmp_path, (30, 20))
    assert all(list(shown([original], variant.image)) == [original] for variant in VARIANTS)
