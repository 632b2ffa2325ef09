"""Decoded paintings: upright RGB, shared safely, and never encoded worse than the authors did."""

from __future__ import annotations

import copy
import io
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from builders import picture
from PIL import Image, ImageDraw, ImageOps

from visualoverload_tasks import open_painting
from visualoverload_tasks.errors import SourceError
from visualoverload_tasks.records import Painting


def painting(folder: Path, content: bytes, name: str = "1.jpg") -> Painting:
    path = folder / name
    path.write_bytes(content)
    return Painting("0123456789abcdef", name, path)


def encoded(image: Image.Image, format: str = "PNG", **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(picture(1), id="as published"),
        pytest.param(picture(1, mode="CMYK"), id="CMYK, as scans are"),
        pytest.param(picture(1, mode="L"), id="grey"),
        pytest.param(picture(1, format="PNG"), id="PNG"),
        pytest.param(picture(1, mode="P", format="PNG"), id="palette"),
        pytest.param(picture(1, mode="RGBA", format="PNG"), id="transparent"),
        pytest.param(picture(1, format="WEBP", lossless=True), id="WebP"),
    ],
)
def test_every_kind_becomes_rgb_and_can_be_saved(tmp_path: Path, content: bytes) -> None:
    opened = open_painting(painting(tmp_path, content))
    assert (opened.mode, opened.size) == ("RGB", (40, 30))
    assert opened.tobytes() == Image.open(io.BytesIO(content)).convert("RGB").tobytes()
    assert Image.open(io.BytesIO(encoded(opened))).tobytes() == opened.tobytes()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_photograph_is_upright(tmp_path: Path, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    content = picture(1, exif=exif)
    opened = open_painting(painting(tmp_path, content))
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(content)))
    assert opened.size == ((30, 40) if orientation > 4 else (40, 30))
    assert opened.tobytes() == upright.tobytes()
    # Nobody must turn it a second time, whatever is sent on.
    sent = Image.open(io.BytesIO(encoded(opened, "JPEG", quality=100, subsampling=0)))
    assert ImageOps.exif_transpose(sent).size == opened.size


@pytest.mark.parametrize("options", [{}, {"quality": 75}, {"quality": 95, "optimize": True}])
def test_saved_as_jpeg_it_is_the_original_file(tmp_path: Path, options: dict[str, object]) -> None:
    opened = open_painting(painting(tmp_path, picture(1)))
    assert encoded(opened, "JPEG", **options) == picture(1)
    assert encoded(opened.copy(), "jpeg", **options) == picture(1)
    assert encoded(opened.convert("RGB"), "JPEG", **options) == picture(1)


@pytest.mark.parametrize("name", ["out.jpg", "out.JPEG"])
def test_the_name_of_a_file_asks_for_jpeg_too(tmp_path: Path, name: str) -> None:
    opened = open_painting(painting(tmp_path, picture(1)))
    opened.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == picture(1)
    opened.save(str(tmp_path / name), quality=10)
    assert (tmp_path / name).read_bytes() == picture(1)


def test_other_names_give_other_formats(tmp_path: Path) -> None:
    opened = open_painting(painting(tmp_path, picture(1)))
    opened.save(tmp_path / "out.png")
    with Image.open(tmp_path / "out.png") as saved:
        assert (saved.format, saved.tobytes()) == ("PNG", opened.tobytes())
    with pytest.raises(ValueError, match="unknown file extension"):
        opened.save(tmp_path / "out.unknown")


@pytest.mark.parametrize("kind", [{"mode": "CMYK"}, {"mode": "L"}, {"format": "PNG"}], ids=str)
def test_where_the_original_is_no_rgb_jpeg_it_is_encoded(tmp_path: Path, kind: dict[str, str]) -> None:
    opened = open_painting(painting(tmp_path, picture(1, **kind)))
    saved = Image.open(io.BytesIO(encoded(opened, "JPEG", quality=90)))
    assert (saved.format, saved.mode, saved.size) == ("JPEG", "RGB", (40, 30))


def change_by_drawing(image: Image.Image) -> Image.Image:
    ImageDraw.Draw(image).rectangle((0, 0, 40, 30), fill="black")
    return image


CHANGES = {
    "drawing": change_by_drawing,
    "putpixel": lambda image: image.putpixel((0, 0), (1, 2, 3)) or image,
    "paste": lambda image: image.paste((1, 2, 3), (0, 0, 40, 30)) or image,
    "thumbnail": lambda image: image.thumbnail((10, 10)) or image,
    "resize": lambda image: image.resize((10, 10)),
    "crop": lambda image: image.crop((0, 0, 10, 10)),
    "transpose": lambda image: image.transpose(Image.Transpose.ROTATE_90),
    "grey": lambda image: image.convert("L"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_image_leaves_the_others_and_is_saved_as_changed(tmp_path: Path, change: str) -> None:
    one = painting(tmp_path, picture(1))
    untouched = open_painting(one)
    pixels = untouched.tobytes()
    changed = CHANGES[change](open_painting(one))
    assert changed.tobytes() != pixels
    assert untouched.tobytes() == open_painting(one).tobytes() == pixels
    assert Image.open(io.BytesIO(encoded(changed))).tobytes() == changed.tobytes()
    assert encoded(changed, "JPEG") != picture(1)
    assert encoded(open_painting(one), "JPEG") == picture(1)


def test_closing_one_leaves_the_others(tmp_path: Path) -> None:
    one = painting(tmp_path, picture(1))
    with open_painting(one) as opened:
        opened.close()
    assert open_painting(one).getpixel((0, 0)) == Image.open(io.BytesIO(picture(1))).getpixel((0, 0))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda image: pickle.loads(pickle.dumps(image))])
def test_copies_of_any_kind_have_the_same_pixels(tmp_path: Path, duplicate) -> None:
    opened = open_painting(painting(tmp_path, picture(1)))
    other = duplicate(opened)
    assert (other.mode, other.size, other.tobytes()) == ("RGB", opened.size, opened.tobytes())
    assert Image.open(io.BytesIO(encoded(other))).tobytes() == opened.tobytes()


def test_a_painting_is_decoded_and_encoded_once_for_all_its_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = painting(tmp_path, picture(1))
    calls: list[str] = []
    real_open, real_save = Image.open, Image.Image.save
    monkeypatch.setattr(Image, "open", lambda *a, **k: calls.append("decode") or real_open(*a, **k))
    monkeypatch.setattr(Image.Image, "save", lambda *a, **k: calls.append("encode") or real_save(*a, **k))
    sent = {encoded(open_painting(one)) for _ in range(18)}
    assert len(sent) == 1
    assert calls == ["decode", "encode"]


def test_a_png_is_made_once_in_whatever_order_the_paintings_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lmms-eval's `openai` backend asks in the order of a hash of the prompt."""
    paintings = [painting(tmp_path, picture(number), f"{number}.jpg") for number in range(8)]
    calls: list[object] = []
    real_save = Image.Image.save
    monkeypatch.setattr(Image.Image, "save", lambda *a, **k: calls.append(a) or real_save(*a, **k))
    for one in 3 * paintings:
        opened = open_painting(one)
        assert Image.open(io.BytesIO(encoded(opened))).tobytes() == opened.tobytes()
    assert len(calls) == 8


def test_a_kept_png_is_of_these_very_bytes(tmp_path: Path) -> None:
    first = encoded(open_painting(painting(tmp_path, picture(1))))
    (tmp_path / "other").mkdir()
    assert encoded(open_painting(painting(tmp_path / "other", picture(2)))) != first


def test_without_a_cache_it_is_encoded_all_the_same(tmp_path: Path, alone: Path) -> None:
    (alone / "visualoverload").write_text("a file where the folder should be")
    opened = open_painting(painting(tmp_path, picture(1)))
    assert Image.open(io.BytesIO(encoded(opened))).tobytes() == opened.tobytes()


def test_other_options_are_another_encoding(tmp_path: Path) -> None:
    opened = open_painting(painting(tmp_path, picture(1)))
    assert len(encoded(opened, "WEBP", quality=1)) < len(encoded(opened, "WEBP", quality=99))


def test_threads_share_a_painting(tmp_path: Path) -> None:
    paintings = [painting(tmp_path, picture(number), f"{number}.jpg") for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(lambda number: encoded(open_painting(paintings[number % 8]), "JPEG"), range(64)))
    assert sent == [picture(number % 8) for number in range(64)]


@pytest.mark.parametrize("content", [None, b"", picture(1)[:400]], ids=["gone", "empty", "cut"])
def test_a_file_that_was_lost_during_the_run_is_named(tmp_path: Path, content: bytes | None) -> None:
    one = painting(tmp_path, content or b"")
    if content is None:
        one.path.unlink()
    with pytest.raises(SourceError, match=r"1\.jpg cannot be read any more"):
        open_painting(one)
