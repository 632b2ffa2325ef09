"""Paints a scene of the demo with Pillow. What comes out depends on the scene and Pillow alone."""

from __future__ import annotations

import unicodedata
from functools import cache
from random import Random

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter, ImageFont, ImageOps

from .scene import Plan, Scene, Stroke, Thing
from .shapes import PALETTE

Colour = tuple[int, int, int]

_SUPERSAMPLING = 2  # painted this much larger, then reduced: Pillow's shapes have no smooth edges
_GLOWING = {"fire": 3.2, "lantern": 1.5, "candle": 1.2, "crescent": 1.6}  # radius of the light, in heights
_WIDEST_TEXT = 3.05  # in heights of a banner


def paint(scene: Scene) -> Image.Image:
    """The picture of a scene, as RGB."""
    size = scene.plan.size
    large = (size[0] * _SUPERSAMPLING, size[1] * _SUPERSAMPLING)
    image = _background(scene.plan, large)
    draw = ImageDraw.Draw(image, "RGBA")
    for thing in scene.things:
        _shadow(draw, thing, scene.plan)
    for thing in scene.things:
        for stroke in thing.strokes:
            _stroke(draw, thing, stroke, scene.plan)
    small = image.reduce(_SUPERSAMPLING)
    tinted = ImageChops.multiply(small, Image.new("RGB", size, scene.plan.tint))
    return _varnish(_lights(tinted, scene), scene.plan)


def _background(plan: Plan, size: tuple[int, int]) -> Image.Image:
    image = Image.new("RGB", size)
    ends = [top for top, _, _ in plan.bands[1:]] + [1.0]
    for (top, upper, lower), end in zip(plan.bands, ends, strict=True):
        band = (size[0], round((end - top) * size[1]) + 1)
        gradient = Image.linear_gradient("L").resize(band)
        image.paste(ImageOps.colorize(gradient, upper, lower), (0, round(top * size[1])))
    return image


def _shadow(draw: ImageDraw.ImageDraw, thing: Thing, plan: Plan) -> None:
    if not plan.light_from or thing.y < plan.bands[-1][0] * plan.size[1]:
        return  # only what stands on the ground casts one
    left, _, right, _ = thing.box
    away = 1 if plan.light_from == "left" else -1
    half, flat, reach = (right - left) / 2.6, thing.height * 0.06, away * thing.height * 0.62
    corners = ((-half, -flat), (half, flat), (half + reach, -flat * 0.6), (reach - half / 3, -flat * 2.6))
    draw.polygon([_scaled((thing.x + x, thing.y + y)) for x, y in corners], fill=(30, 24, 40, 80))


def _stroke(draw: ImageDraw.ImageDraw, thing: Thing, stroke: Stroke, plan: Plan) -> None:
    points = [_scaled(thing.to_pixel(point)) for point in stroke.points]
    colour = _colour(stroke.colour, thing, plan)
    unit = thing.height * _SUPERSAMPLING / 100
    if stroke.operation == "text":
        _write(draw, thing, points[0], stroke.size, colour)
    elif stroke.operation == "line":
        draw.line(points, fill=colour, width=max(2, round(stroke.size * unit)), joint="curve")
    else:
        _area(draw, stroke.operation, points, colour, max(1, round(unit * 0.8)))


def _area(
    draw: ImageDraw.ImageDraw, operation: str, points: list[tuple[float, float]], colour: Colour, edge: int
) -> None:
    outline = colour if operation in ("soft", "flat") else _shaded(colour, 0.66)
    if operation in ("poly", "flat"):
        draw.polygon(points, fill=colour, outline=outline, width=edge)
        return
    (x0, y0), (x1, y1) = points
    draw.ellipse((min(x0, x1), y0, max(x0, x1), y1), fill=colour, outline=outline, width=edge)


def _write(draw: ImageDraw.ImageDraw, thing: Thing, centre: tuple[float, float], size: float, colour: Colour) -> None:
    plain = "".join(letter for letter in unicodedata.normalize("NFD", thing.text) if not unicodedata.combining(letter))
    height = thing.height * _SUPERSAMPLING
    size = min(size / 100, _WIDEST_TEXT * 100 / ImageFont.load_default(size=100).getlength(plain)) * height
    font = ImageFont.load_default(size=size)
    left, middle = centre[0] - font.getlength(plain) / 2, centre[1]
    draw.text((left, middle), plain, colour, font, anchor="lm", stroke_width=round(size / 34), stroke_fill=colour)
    for index, letter in enumerate(unicodedata.normalize("NFC", thing.text)):
        if letter == "É":  # Pillow's own font has no letters with diacritics
            _acute(draw, left + font.getlength(plain[:index]) + font.getlength("E") / 2, middle, size, colour)


def _acute(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, colour: Colour) -> None:
    ends = (x - size * 0.05, y - size * 0.43, x + size * 0.13, y - size * 0.60)
    draw.line(ends, fill=colour, width=round(size * 0.1))


def _lights(image: Image.Image, scene: Scene) -> Image.Image:
    """Fire, lanterns, candles and the moon lighten what is around them."""
    glow = Image.new("RGB", image.size)
    for thing in scene.things:
        if thing.kind in _GLOWING:
            radius = round(thing.height * _GLOWING[thing.kind])
            halo = ImageOps.colorize(_halo().resize((2 * radius, 2 * radius)), "black", "#8a5a20")
            corner = (round(thing.x) - radius, round(thing.y - thing.height / 2) - radius)
            area = (*corner, corner[0] + 2 * radius, corner[1] + 2 * radius)
            glow.paste(ImageChops.lighter(glow.crop(area), halo), corner)
    return ImageChops.screen(image, glow)


@cache
def _halo() -> Image.Image:
    # Pillow's gradient reaches white in the corners; this one is to reach black at the middle of each edge.
    return Image.radial_gradient("L").point([max(0, 180 - value) * 255 // 180 for value in range(256)])


def _varnish(image: Image.Image, plan: Plan) -> Image.Image:
    """The grain of brush and canvas, and darker corners."""
    small = (image.width // 7, image.height // 2)  # wider than high: strokes of a brush, not the noise of a camera
    noise = Image.frombytes("L", small, Random(plan.seed).randbytes(small[0] * small[1]))
    grain = noise.filter(ImageFilter.BoxBlur(0.6))
    grain = grain.resize(image.size, Image.Resampling.BILINEAR).point([236 + value * 19 // 255 for value in range(256)])
    corners = Image.radial_gradient("L").resize(image.size).point([255 - value * value // 1300 for value in range(256)])
    shade = ImageChops.multiply(grain, corners)
    return ImageChops.multiply(image, Image.merge("RGB", (shade, shade, shade)))


def _colour(name: str, thing: Thing, plan: Plan) -> Colour:
    base = name.rstrip("+-")
    if base == "night":  # the dark part of the moon is sky
        return _rgb(plan.bands[0][1])
    colour = PALETTE[{"main": thing.colour, "accent": thing.accent}.get(base, base)]
    return _shaded(colour, {"+": 1.16, "-": 0.72}.get(name[len(base) :], 1.0))


def _rgb(name: str) -> Colour:
    red, green, blue = ImageColor.getrgb(name)[:3]
    return red, green, blue


def _shaded(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


def _scaled(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * _SUPERSAMPLING, point[1] * _SUPERSAMPLING
