"""What the demo paintings are made of: colours and shapes, as data.

A shape is a list of strokes, one a line: operation, colour, an optional size, then the points ``x,y``. Coordinates are
percent of the thing's height; the origin is the middle of its foot and y grows downwards. The colours ``main`` and
``accent`` are the thing's own; ``-`` and ``+`` after a colour darken and lighten it. ``soft`` is an oval,
``flat`` a polygon without edge.
"""

from __future__ import annotations

PALETTE = {
    "red": (188, 40, 36),
    "blue": (46, 86, 164),
    "green": (58, 122, 58),
    "yellow": (230, 188, 52),
    "white": (240, 234, 218),
    "black": (40, 36, 38),
    "brown": (122, 82, 48),
    "purple": (128, 58, 148),
    "orange": (222, 120, 38),
    "grey": (142, 138, 132),
    "skin": (226, 178, 142),
    "straw": (206, 172, 104),
    "gold": (196, 150, 62),
    "glass": (150, 186, 204),
    "flame": (255, 190, 70),
    "pink": (226, 158, 156),
    "sea": (88, 128, 140),
}

SHAPES = {
    "house": """
        poly straw -42,0 -42,-55 42,-55 42,0
        line brown 2 -42,-28 42,-28
        line brown 2 -20,0 -20,-55
        line brown 2 20,0 20,-55
        line brown 2 -42,-28 -20,-55
        line brown 2 42,-28 20,-55
        poly grey- 20,-74 20,-100 30,-100 30,-62
        poly main -50,-52 -30,-90 30,-90 50,-52
        line main- 1 -44,-64 44,-64
        line main- 1 -37,-77 37,-77
        poly brown- -9,0 -9,-24 9,-24 9,0
        poly glass -36,-34 -36,-48 -26,-48 -26,-34
        poly glass -7,-34 -7,-48 7,-48 7,-34
        poly glass 26,-34 26,-48 36,-48 36,-34
        poly glass -37,-8 -37,-22 -25,-22 -25,-8
        poly glass 25,-8 25,-22 37,-22 37,-8""",
    "church": """
        poly grey -45,0 -45,-38 10,-38 10,0
        poly main- -50,-36 -38,-54 10,-54 10,-36
        poly grey+ 8,0 8,-62 34,-62 34,0
        poly main 4,-60 21,-94 38,-60
        line black 1 21,-93 21,-100
        line black 1 18,-97 24,-97
        oval white 15,-56 27,-44
        line black 1 21,-55 21,-50 24,-50
        poly glass -36,-10 -36,-26 -32,-30 -28,-26 -28,-10
        poly glass -16,-10 -16,-26 -12,-30 -8,-26 -8,-10
        poly brown- 15,0 15,-16 21,-21 27,-16 27,0""",
    "lighthouse": """
        poly white -12,0 -8,-78 8,-78 12,0
        poly red -11,-14 -10,-30 10,-30 11,-14
        poly red -10,-46 -9,-60 9,-60 10,-46
        poly flame -7,-78 -7,-90 7,-90 7,-78
        poly red- -10,-89 0,-100 10,-89""",
    "hill": """
        flat main -220,0 -206,-35 -156,-71 -110,-87 -57,-97 0,-100 57,-97 110,-87 156,-71 206,-35 220,0""",
    "cloud": """
        soft white+ -60,-60 20,0
        soft white+ -20,-100 50,-10
        soft white+ 10,-60 80,0
        soft white+ -60,-24 78,0""",
    "tree": """
        poly brown -5,0 -3,-45 3,-45 5,0
        oval main- -32,-68 6,-28
        oval main- -6,-70 32,-30
        oval main -24,-100 24,-48
        oval main+ -16,-92 4,-74
        oval main+ 6,-66 20,-54""",
    "bare tree": """
        poly brown- -5,0 -2,-50 2,-50 5,0
        line brown- 3 0,-45 -24,-84
        line brown- 3 0,-40 26,-78
        line brown- 3 0,-48 2,-98
        line brown- 1.5 -12,-65 -30,-66
        line brown- 1.5 -16,-71 -14,-95
        line brown- 1.5 13,-58 32,-56
        line brown- 1.5 17,-64 14,-90
        line brown- 1.5 1,-72 -8,-90""",
    "fir": """
        poly brown- -4,0 -4,-14 4,-14 4,0
        poly main- -30,-12 0,-55 30,-12
        poly main -24,-36 0,-78 24,-36
        poly main -17,-60 0,-100 17,-60""",
    "boat": """
        poly brown -42,-16 42,-16 32,0 -30,0
        line gold 2 -40,-13 40,-13
        line brown- 2.5 0,-14 0,-100
        poly main 3,-22 3,-88 16,-78 34,-50 38,-22
        line main- 1 4,-55 32,-53
        poly main- -3,-22 -3,-80 -28,-22
        poly accent 1,-100 1,-92 22,-94 16,-97 22,-100""",
    "rowboat": """
        poly brown -95,-55 95,-55 70,0 -70,0
        line straw 6 -92,-50 92,-50
        oval skin -14,-120 14,-92
        poly main -24,-55 -16,-95 16,-95 24,-55
        line straw- 7 10,-78 105,-12""",
    "gull": "line white 14 -70,-80 -25,-100 0,-50 25,-100 70,-80",
    "crow": "line black 18 -70,-70 -25,-100 0,-45 25,-100 70,-70",
    "star": "poly flame+ 0,-100 12,-62 50,-50 12,-38 0,0 -12,-38 -50,-50 -12,-62",
    "crescent": "oval flame+ -50,-100 50,0\noval night -28,-104 68,-10",
    "cow": """
        poly main- -50,-35 -50,0 -42,0 -38,-35
        poly main- 25,-35 30,0 38,0 40,-35
        oval main -62,-86 50,-24
        oval white -30,-80 4,-50
        oval main 40,-100 72,-60
        oval pink 56,-80 76,-62
        line straw 5 46,-94 40,-108
        line straw 5 62,-96 70,-108
        line main- 5 -60,-66 -72,-30""",
    "pig": """
        poly pink- -42,-30 -42,0 -32,0 -30,-30
        poly pink- 22,-30 26,0 36,0 38,-30
        oval pink -64,-96 50,-14
        oval pink 34,-92 78,-36
        oval pink- 66,-74 84,-48
        line pink- 5 -62,-60 -78,-76""",
    "dog": """
        line main 12 -40,-45 -44,0
        line main 12 34,-45 38,0
        line main 12 24,-40 24,0
        line main 12 -28,-40 -28,0
        oval main -54,-70 46,-30
        oval main 32,-100 66,-62
        poly main- 52,-80 82,-76 80,-66 56,-66
        poly main- 34,-98 28,-70 42,-76
        line main 10 -50,-60 -76,-88""",
    "hen": """
        line orange 5 0,-25 0,0
        oval white -46,-72 36,-14
        poly white -40,-50 -66,-96 -20,-66
        oval white 16,-94 46,-54
        poly red 22,-90 28,-106 40,-92
        poly orange 45,-76 62,-70 45,-64""",
    "stall": """
        line brown- 3 -58,-70 -58,0
        line brown- 3 58,-70 58,0
        poly brown -60,0 -60,-34 60,-34 60,0
        oval red -48,-44 -34,-30
        oval orange -32,-44 -18,-30
        oval green -14,-44 0,-30
        oval yellow 4,-44 18,-30
        oval red 22,-44 36,-30
        oval green 38,-44 52,-30
        poly main -72,-64 -56,-100 56,-100 72,-64
        poly white -43,-64 -34,-100 -11,-100 -14,-64
        poly white 14,-64 11,-100 34,-100 43,-64""",
    "tent": """
        poly main -55,0 -42,-58 0,-92 42,-58 55,0
        poly white -30,0 -22,-58 0,-92 -6,-58 -10,0
        poly white 30,0 22,-58 0,-92 6,-58 10,0
        poly black -9,0 0,-46 9,0
        line brown- 2 0,-90 0,-108
        poly accent 0,-108 24,-103 0,-98""",
    "barrel": """
        poly brown -30,0 -38,-50 -30,-100 30,-100 38,-50 30,0
        line black 6 -35,-28 35,-28
        line black 6 -35,-72 35,-72
        oval brown- -30,-106 30,-92""",
    "crate": "poly straw -50,0 -50,-90 50,-90 50,0\nline brown 7 -50,0 50,-90\nline brown 7 -50,-90 50,0",
    "banner": """
        line brown- 6 -165,0 -165,-104
        line brown- 6 165,0 165,-104
        poly main -165,-100 165,-100 165,-36 -165,-36
        line accent 3 -158,-94 158,-94
        line accent 3 -158,-42 158,-42
        text accent 46 0,-68""",
    "plaque": "poly gold -170,0 -170,-100 170,-100 170,0\ntext black 62 0,-50",
    "snowman": """
        oval white -34,-56 34,2
        oval white -24,-84 24,-42
        oval white -16,-104 16,-72
        poly orange 0,-90 22,-86 0,-84
        oval black -8,-96 -3,-90
        oval black 4,-96 9,-90""",
    "sledge": """
        line brown- 12 -80,-8 70,-8 95,-40
        poly main -70,-40 70,-40 70,-62 -70,-62
        line brown- 8 -50,-40 -50,-8""",
    "fire": """
        line brown- 9 -50,-2 40,-22
        line brown- 9 50,-2 -40,-22
        poly red -38,-12 -30,-56 -16,-40 0,-100 16,-46 28,-62 38,-12
        poly orange -26,-12 -16,-46 0,-76 16,-44 26,-12
        poly flame -14,-12 0,-50 14,-12""",
    "lantern": """
        line black 6 0,-140 0,-96
        poly main -26,-8 -38,-50 -26,-94 26,-94 38,-50 26,-8
        poly flame -10,-24 0,-76 10,-24""",
    "candle": """
        poly gold -30,0 -30,-12 30,-12 30,0
        poly white -13,-10 -13,-64 13,-64 13,-10
        poly flame -12,-66 0,-100 12,-66""",
    "table": """
        poly brown- -190,0 -190,-60 -178,-60 -178,0
        poly brown- 178,0 178,-60 190,-60 190,0
        poly main -200,-40 -196,-88 196,-88 200,-40
        oval white -160,-86 -110,-68
        oval orange -150,-92 -120,-74
        oval white -40,-86 20,-68
        oval brown -30,-92 8,-74
        oval white 90,-86 150,-68
        oval green 104,-90 134,-72
        poly gold -86,-74 -86,-96 -70,-96 -70,-74
        poly gold 50,-74 50,-96 66,-96 66,-74""",
    "window": """
        poly grey -32,0 -32,-78 0,-100 32,-78 32,0
        poly glass -25,-5 -25,-74 0,-92 25,-74 25,-5
        line grey 3 0,-5 0,-92
        line grey 3 -25,-32 25,-32
        line grey 3 -25,-62 25,-62""",
    "column": """
        poly grey+ -7,0 -6,-94 6,-94 7,0
        poly grey -10,0 -10,-4 10,-4 10,0
        poly grey -11,-92 -11,-100 11,-100 11,-92""",
    "portrait": """
        poly gold -42,0 -42,-100 42,-100 42,0
        poly black -34,-8 -34,-92 34,-92 34,-8
        poly main -28,-8 -18,-42 18,-42 28,-8
        oval white -14,-50 14,-36
        oval skin -13,-76 13,-44
        oval accent -15,-84 15,-66""",
    "seascape": """
        poly gold -62,0 -62,-100 62,-100 62,0
        poly glass -54,-8 -54,-92 54,-92 54,-8
        poly sea- -54,-8 -54,-38 54,-38 54,-8
        poly brown- -28,-34 28,-34 20,-20 -20,-20
        poly white 2,-38 2,-84 24,-40
        poly main -2,-38 -2,-76 -20,-40""",
    "landscape": """
        poly gold -62,0 -62,-100 62,-100 62,0
        poly flame+ -54,-8 -54,-92 54,-92 54,-8
        poly grey -54,-30 -24,-76 2,-36 26,-64 54,-30
        poly green -54,-8 -54,-34 54,-28 54,-8
        oval green- 16,-50 40,-22""",
}
