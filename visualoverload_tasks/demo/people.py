"""The shapes of the people in the demo paintings: clothes, hats and what they are doing, as in ``shapes``."""

from __future__ import annotations

BODIES = {
    "gown": """
        poly main -20,0 -9,-72 9,-72 20,0
        line main- 2 -4,-6 -2,-46
        line main- 2 8,-6 4,-46
        line accent 3 -11,-48 11,-48""",
    "tunic": """
        poly black+ -10,0 -10,-36 -1,-36 -3,0
        poly black+ 3,0 1,-36 10,-36 10,0
        poly main -14,-32 -10,-72 10,-72 14,-32
        line accent 3 -12,-46 12,-46""",
}
HEAD = "oval skin -7,-89 7,-72"
HATS = {
    "cap": "poly accent -10,-85 -8,-93 8,-93 10,-85",
    "brim": "poly accent -6,-86 -5,-97 5,-97 6,-86\noval accent -14,-89 14,-83",
    "cone": "poly accent -8,-84 0,-106 8,-84",
    "bonnet": "poly accent -9,-75 -9,-88 0,-94 9,-88 9,-75 6,-84 -6,-84",
    "hair": "poly brown- -8,-78 -8,-88 0,-93 8,-88 8,-78 5,-85 -5,-85",
    "crown": "poly yellow -9,-85 -10,-99 -4,-92 0,-100 4,-92 10,-99 9,-85",
}
_LEFT_DOWN = "line main- 5 -10,-68 -16,-40\noval skin -19,-42 -13,-36\n"
_RIGHT_DOWN = "line main- 5 10,-68 16,-40\noval skin 13,-42 19,-36\n"
POSES = {
    "standing": _LEFT_DOWN + _RIGHT_DOWN,
    "akimbo": "line main- 5 -10,-68 -20,-54 -11,-46\nline main- 5 10,-68 20,-54 11,-46",
    "waving": _LEFT_DOWN + "line main- 5 10,-68 22,-94\noval skin 19,-100 26,-92",
    "pointing": _LEFT_DOWN + "line main- 5 10,-67 34,-70\noval skin 33,-73 39,-67",
    "carrying a basket": _LEFT_DOWN
    + """
        line main- 5 10,-68 22,-52
        poly straw 12,-30 14,-48 32,-48 34,-30
        oval red 15,-53 23,-45
        oval green 22,-53 31,-45""",
    "playing the drum": """
        poly white -12,-32 -12,-52 12,-52 12,-32
        line red 2 -12,-34 -4,-50 4,-34 12,-50
        oval straw -13,-56 13,-48
        line main- 5 -10,-68 -20,-60
        line main- 5 10,-68 20,-60
        line brown- 2 -22,-66 -4,-52
        line brown- 2 22,-66 4,-52""",
    "playing the lute": """
        line brown- 4 0,-54 30,-74
        oval orange -14,-64 10,-42
        oval black -4,-56 3,-50
        line main- 5 -10,-68 -18,-56 -6,-50
        line main- 5 10,-68 20,-64""",
    "reading a book": """
        line main- 5 -10,-68 -8,-54
        line main- 5 10,-68 8,-54
        poly white -15,-52 -15,-68 0,-64 15,-68 15,-52 0,-48
        line black 1 0,-64 0,-48""",
    "sweeping": """
        line straw 3 -8,-62 26,-8
        poly straw 20,-14 32,-16 38,0 20,0
        line main- 5 -10,-68 2,-50
        line main- 5 10,-68 10,-42""",
    "juggling": """
        line main- 5 -10,-68 -24,-72
        line main- 5 10,-68 24,-72
        oval red -28,-92 -20,-84
        oval yellow -16,-112 -8,-104
        oval blue 8,-112 16,-104
        oval green 20,-92 28,-84""",
    "dancing": """
        line main- 5 -10,-68 -24,-96
        line main- 5 10,-68 24,-96
        oval skin -28,-102 -21,-94
        oval skin 21,-102 28,-94""",
    "drinking": _LEFT_DOWN + "line main- 5 10,-68 20,-62 12,-74\npoly gold 6,-72 6,-84 16,-84 16,-72",
    "skating": """
        line main- 5 -10,-68 -26,-58
        line main- 5 10,-68 28,-62
        line glass 2 -18,1 -2,1
        line glass 2 4,1 20,1""",
    "fishing": _LEFT_DOWN
    + """
        line main- 5 10,-68 22,-58
        line brown- 2 18,-52 62,-92
        line white 1 62,-92 62,-2""",
}
