"""The six paintings of the demo, as plans: what stands where, how much of it, and in which light.

Groups that must stay in view come before the crowd, which fills the room that is left. A colour or pose that a question
singles out is left out of the crowd.
"""

from __future__ import annotations

from .scene import Group, Plan

_CLOTHES = ("red", "blue", "green", "yellow", "white", "brown", "orange", "grey", "black")
_ACCENTS = ("white", "black", "brown", "yellow", "red", "blue")
_CALM = ("standing", "akimbo", "pointing", "carrying a basket")
_LIVELY = ("standing", "akimbo", "waving", "drinking", "dancing")

_Box = tuple[float, float, float, float]


def _crowd(
    zone: _Box, height: tuple[float, float], doing: tuple[str, ...] = _CALM, colours: tuple[str, ...] = _CLOTHES
) -> Group:
    return Group("person", 560, zone, height, colours, _ACCENTS, doing, mode="crowd")


def _one(zone: _Box, height: float, colour: str, doing: str, hat: str = "brim", accent: str = "black") -> Group:
    return Group("person", 1, zone, (height, height), (colour,), (accent,), (doing,), (hat,))


def _behind(
    kind: str,
    count: int,
    zone: _Box,
    height: tuple[float, float],
    colours: tuple[str, ...] = ("white",),
    columns: int = 0,
) -> Group:
    return Group(kind, count, zone, height, colours, mode="backdrop", columns=columns)


MARKET = Plan(
    "market",
    11,
    (1920, 1080),
    ((0.0, "#7fa9c9", "#e9e2cc"), (0.37, "#c9b284", "#a98d5e")),
    (
        _behind("cloud", 9, (0.02, 0.06, 0.98, 0.16), (40, 70)),
        _behind("hill", 5, (-0.05, 0.385, 1.05, 0.385), (140, 140), ("green", "grey"), 5),
        _behind("tree", 26, (-0.02, 0.33, 1.02, 0.36), (100, 120), ("green",), 26),
        _behind("church", 1, (0.62, 0.40, 0.64, 0.40), (380, 380), ("blue",)),
        _behind("house", 11, (-0.01, 0.41, 1.01, 0.41), (170, 200), ("red", "brown", "orange", "red", "grey"), 11),
        Group("gull", 9, (0.05, 0.06, 0.45, 0.20), (9, 14)),
        Group("banner", 1, (0.20, 0.55, 0.35, 0.60), (92, 92), ("red",), ("white",), text="ANNO MDLIX"),
        Group("banner", 1, (0.60, 0.55, 0.80, 0.60), (92, 92), ("blue",), ("white",), text="FORVM"),
        _one((0.40, 0.75, 0.60, 0.9), 128, "purple", "playing the lute"),
        _one((0.10, 0.75, 0.30, 0.9), 128, "yellow", "juggling", "cap", "blue"),
        Group("stall", 13, (0.05, 0.50, 0.95, 0.93), (86, 122), ("red", "blue", "green", "orange")),
        Group("cow", 7, (0.05, 0.60, 0.95, 0.94), (52, 80), ("brown", "black")),
        Group("pig", 12, (0.05, 0.50, 0.95, 0.96), (28, 44)),
        Group("hen", 16, (0.03, 0.50, 0.97, 0.97), (22, 34)),
        _crowd((0.0, 0.44, 1.0, 0.99), (62, 124)),
    ),
    light_from="left",
    facts=frozenset({"day"}),
)

HARBOUR = Plan(
    "harbour",
    23,
    (1920, 1080),
    ((0.0, "#86a8bd", "#f0dfbf"), (0.30, "#7fa3a5", "#3f6b78"), (0.70, "#c4ab80", "#98794f")),
    (
        _behind("cloud", 12, (0.02, 0.07, 0.98, 0.18), (40, 80)),
        _behind("hill", 3, (0.62, 0.301, 1.0, 0.301), (80, 80), ("grey", "green"), 3),
        Group("lighthouse", 1, (0.90, 0.44, 0.94, 0.45), (270, 270)),
        Group("gull", 14, (0.03, 0.06, 0.80, 0.22), (9, 15)),
        Group("boat", 15, (0.04, 0.36, 0.84, 0.655), (70, 170), ("white",), ("red", "yellow"), flip=False),
        Group("boat", 8, (0.04, 0.36, 0.84, 0.655), (70, 150), ("red",), ("white", "yellow"), flip=False),
        Group("rowboat", 13, (0.04, 0.40, 0.96, 0.65), (20, 34), ("blue", "green", "white", "brown")),
        Group("banner", 1, (0.35, 0.82, 0.65, 0.84), (96, 96), ("green",), ("white",), text="PORTVS NOVVS"),
        Group("banner", 1, (0.12, 0.82, 0.25, 0.84), (80, 80), ("yellow",), ("black",), text="PISCES"),
        _one((0.70, 0.85, 0.9, 0.95), 126, "blue", "playing the drum", "cone", "white"),
        Group("dog", 6, (0.04, 0.78, 0.96, 0.97), (34, 48), ("brown", "black", "white")),
        Group("barrel", 18, (0.03, 0.76, 0.97, 0.97), (38, 54), mode="crowd"),
        Group("crate", 12, (0.03, 0.76, 0.97, 0.97), (34, 46), mode="crowd"),
        _crowd((0.0, 0.715, 1.0, 0.99), (72, 116)),
    ),
    light_from="right",
    facts=frozenset({"day"}),
)

WINTER = Plan(
    "winter",
    37,
    (1800, 1040),
    (
        (0.0, "#b9c3c4", "#ecdcc0"),
        (0.34, "#e6e6e2", "#f4f2ea"),
        (0.46, "#c3d0d2", "#a9bcc2"),
        (0.86, "#eeeeea", "#dfe2e2"),
    ),
    (
        _behind("hill", 6, (-0.05, 0.36, 1.05, 0.36), (90, 90), ("white", "grey"), 6),
        _behind("church", 1, (0.76, 0.40, 0.78, 0.40), (290, 290), ("white",)),
        _behind("fir", 24, (-0.02, 0.37, 1.02, 0.40), (70, 110), ("green",), 24),
        _behind("house", 9, (0.02, 0.44, 0.98, 0.44), (120, 160), ("white", "white", "grey"), 9),
        Group("crow", 12, (0.04, 0.05, 0.60, 0.20), (10, 16)),
        Group("bare tree", 5, (0.03, 0.93, 0.97, 0.97), (210, 250), columns=5),
        _one((0.40, 0.68, 0.60, 0.84), 122, "purple", "sweeping", "bonnet", "white"),
        _one((0.60, 0.68, 0.85, 0.84), 122, "orange", "playing the drum", "cap", "black"),
        Group("snowman", 4, (0.04, 0.50, 0.96, 0.97), (56, 84)),
        Group("sledge", 11, (0.04, 0.52, 0.96, 0.86), (32, 52), ("red", "blue", "green"), mode="crowd"),
        Group("dog", 8, (0.04, 0.52, 0.96, 0.97), (26, 44), ("brown", "black")),
        _crowd((0.0, 0.49, 1.0, 0.86), (50, 112), ("skating", "skating", "skating", "standing", "waving")),
        _crowd((0.0, 0.93, 1.0, 0.99), (112, 118)),
    ),
    facts=frozenset({"day", "snow", "ice"}),
)

NIGHT = Plan(
    "night",
    41,
    (1760, 1060),
    ((0.0, "#1c2850", "#4a4f7c"), (0.38, "#6d7656", "#59643f")),
    (
        Group("crescent", 1, (0.80, 0.16, 0.86, 0.18), (96, 96)),
        Group("star", 40, (0.02, 0.03, 0.98, 0.20), (13, 19)),
        _behind("hill", 5, (-0.05, 0.40, 1.05, 0.40), (110, 110), ("grey", "green"), 5),
        _behind("fir", 30, (-0.02, 0.39, 1.02, 0.42), (80, 130), ("green",), 30),
        Group("fire", 1, (0.47, 0.64, 0.53, 0.68), (130, 130)),
        Group("banner", 1, (0.15, 0.52, 0.30, 0.56), (92, 92), ("yellow",), ("black",), text="FERIA NOCTVRNA"),
        Group("banner", 1, (0.70, 0.52, 0.84, 0.56), (92, 92), ("red",), ("white",), text="SALVE"),
        _one((0.10, 0.75, 0.35, 0.93), 126, "purple", "juggling", "cone", "yellow"),
        _one((0.60, 0.75, 0.90, 0.93), 126, "green", "playing the lute", "brim", "white"),
        Group("tent", 14, (0.05, 0.47, 0.95, 0.90), (80, 140), ("red", "blue", "orange"), ("white", "yellow")),
        Group("lantern", 21, (0.05, 0.50, 0.95, 0.92), (30, 42), ("orange", "red")),
        Group("dog", 6, (0.04, 0.55, 0.96, 0.97), (30, 44), ("brown", "white")),
        # No blue: in the light of the fire it would pass for purple.
        _crowd((0.0, 0.44, 1.0, 0.99), (60, 118), _LIVELY, tuple(colour for colour in _CLOTHES if colour != "blue")),
    ),
    tint="#a9b0d8",
)

HALL = Plan(
    "hall",
    53,
    (1840, 1060),
    ((0.0, "#5b4632", "#8a6a48"), (0.42, "#9a5a40", "#7b432f")),
    (
        _behind("column", 9, (-0.02, 0.44, 1.02, 0.44), (440, 440), columns=9),
        _behind("window", 8, (0.04, 0.32, 0.96, 0.32), (190, 190), columns=8),
        Group("candle", 31, (0.02, 0.06, 0.98, 0.36), (34, 34), columns=16),
        Group("banner", 1, (0.30, 0.52, 0.40, 0.54), (92, 92), ("blue",), ("white",), text="VIVAT REX IVVENIS"),
        Group("banner", 1, (0.68, 0.52, 0.80, 0.54), (92, 92), ("white",), ("black",), text="PAX"),
        _one((0.47, 0.60, 0.55, 0.66), 132, "purple", "drinking", "crown"),
        _one((0.10, 0.80, 0.28, 0.95), 126, "yellow", "playing the lute"),
        _one((0.65, 0.80, 0.90, 0.95), 126, "green", "playing the drum", "cap", "white"),
        Group("table", 11, (0.06, 0.54, 0.94, 0.96), (46, 72), ("white", "red", "green")),
        Group("dog", 9, (0.04, 0.55, 0.96, 0.97), (30, 42), ("brown", "black", "white")),
        Group("barrel", 10, (0.03, 0.52, 0.97, 0.97), (38, 54), mode="crowd"),
        _crowd((0.0, 0.49, 1.0, 0.99), (72, 118), ("standing", "akimbo", "waving", "dancing", "carrying a basket")),
    ),
    facts=frozenset({"indoors"}),
)

GALLERY = Plan(
    "gallery",
    67,
    (1920, 1080),
    ((0.0, "#6d3f38", "#8b554a"), (0.555, "#b08a5c", "#8d6a42")),
    (
        Group(
            "portrait",
            17,
            (0.02, 0.135, 0.98, 0.135),
            (122, 122),
            ("red", "blue", "green", "black"),
            ("brown", "black"),
            columns=17,
        ),
        Group("seascape", 12, (0.02, 0.285, 0.98, 0.285), (114, 114), ("red", "white"), columns=12),
        Group("landscape", 11, (0.02, 0.435, 0.98, 0.435), (116, 116), columns=11),
        Group("plaque", 1, (0.46, 0.52, 0.54, 0.52), (58, 58), text="D. TÉNIERS"),
        _one((0.15, 0.80, 0.35, 0.95), 140, "purple", "reading a book", "bonnet", "white"),
        _one((0.55, 0.80, 0.80, 0.95), 140, "orange", "sweeping", "cap", "black"),
        Group("crate", 9, (0.04, 0.64, 0.96, 0.97), (36, 60), mode="crowd"),
        _crowd((0.0, 0.63, 1.0, 0.99), (92, 136), ("standing", "akimbo", "pointing", "pointing")),
    ),
    light_from="left",
    facts=frozenset({"indoors"}),
)

PLANS = (MARKET, HARBOUR, WINTER, NIGHT, HALL, GALLERY)
