"""Figure -> SVG for a page that is light or dark, or a file. Drawn by matplotlib, which the extra ``report`` brings."""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import UsageError
from .files import write_whole
from .study import Figure, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

INSTALL = 'pip install "visualoverload[report]"'

# Okabe and Ito's colours, which people with any colour vision can tell apart; the page sets a lighter set in the dark.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f6a00")
_MARKERS = "osD^vPX"
# Beyond the palette its colours come again, with another one of these.
_LINES = ("-", "--", ":", "-.")
_HATCHES = ("", "///", "...", "xxx")
_INK, _FAINT = "#1b1f24", "#d5d9de"  # appear nowhere else, so that the page can put its own in their place
_VARIABLES = {_INK: "currentColor", _FAINT: "var(--line)"} | {
    colour: f"var(--series-{number}, {colour})" for number, colour in enumerate(PALETTE, start=1)
}
_STYLE: dict[str, Any] = {
    "axes.edgecolor": _FAINT,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.labelcolor": _INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "grid.color": _FAINT,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "savefig.dpi": 200,
    "svg.fonttype": "none",  # text stays text: it can be searched, and takes the page's font
    "text.color": _INK,
    "text.parse_math": False,  # a dollar in a model's name is a dollar
    "xtick.color": _FAINT,
    "xtick.labelcolor": _INK,
    "ytick.color": _FAINT,
    "ytick.labelcolor": _INK,
}
_MANY_BARS = 24  # more have no room for their names
_FEW_BARS = 3
_LONG_NAMES = 60  # characters of all names of the bars that still fit side by side


def figure_svg(figure: Figure, name: str) -> str:
    """An ``<svg>`` element for a page: text in the page's font, colours by the page's variables, same input same bytes.

    Args:
        name: unlike that of all other figures of the page, as the ids inside begin with it: letters, digits and ``-``.

    Raises:
        UsageError: matplotlib is not installed.
    """
    svg = _render(figure, "svg", name, transparent=True).decode("utf-8")
    svg = re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{name}-", svg[svg.index("<svg") :])
    # Its rule for all elements would be one of the whole page, and the page has a font.
    svg = re.sub(r'<defs>\s*<style.*?</style>\s*</defs>|font-family: [^;"]*; ', "", svg, flags=re.DOTALL)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, variable)
    label = escape(f"{figure.y_label} by {figure.x_label}")
    # Its own width and height would keep it from shrinking with the page.
    return re.sub(r' width="[^"]*" height="[^"]*"', f' role="img" aria-label="{label}"', svg, count=1)


def write_figure(figure: Figure, path: Path) -> None:
    """Write a figure as ``.svg`` or ``.png``, dark on white, for a paper or slides.

    Raises:
        UsageError: another ending, or matplotlib is not installed.
        OutputError: the folder cannot be written.
    """
    check_figure(path)
    write_whole(path, _render(figure, "svg" if path.suffix == ".svg" else "png", path.stem))


def check_figure(path: Path) -> None:
    """Tell before a long work what would keep its figure from being drawn.

    Raises:
        UsageError: as ``write_figure``.
    """
    if path.suffix not in (".svg", ".png"):
        raise UsageError(path, f"a figure as {path.suffix!r}", "a name that ends with .svg or .png")
    require_matplotlib()


def require_matplotlib() -> None:
    """Raises a ``UsageError`` if it is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UsageError(
            "figures", "matplotlib is not installed", "the extra 'report'", f"{INSTALL} adds it."
        ) from None


def _render(figure: Figure, kind: Literal["svg", "png"], name: str, transparent: bool = False) -> bytes:
    require_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure as Canvas

    # The user's own matplotlibrc would change the page.
    with style.context(["default", {**_STYLE, "svg.hashsalt": name}]):
        canvas = Canvas(figsize=(5.8, 4.4 if figure.diagonal else 3.5), layout="constrained")
        _draw(figure, canvas)
        buffer = io.BytesIO()
        nothing = {"Date": None, "Creator": None, "Format": None, "Type": None} if kind == "svg" else {"Software": None}
        canvas.savefig(buffer, format=kind, metadata=nothing, transparent=transparent)
    return buffer.getvalue()


def _draw(figure: Figure, canvas: Canvas) -> None:
    axes = canvas.add_subplot()
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(figure.y_label)
    places = _places(figure.series)
    for number, series in enumerate(figure.series):
        round_, place = divmod(number, len(PALETTE))
        look = {"color": PALETTE[place], "label": series.name}
        x = [places[value] if isinstance(value, str) else float(value) for value in series.x]
        if figure.kind == "bars":
            hatch = {"hatch": _HATCHES[round_ % len(_HATCHES)], "edgecolor": _INK, "linewidth": 0} if round_ else {}
            _bars(axes, series, x, (number, len(figure.series)), look | hatch)
        else:
            marker = _MARKERS[(number + round_) % len(_MARKERS)]
            style = {"marker": marker, "linestyle": _LINES[round_ % len(_LINES)]}
            _points(axes, series, x, figure.kind, look | style)
    ends = (axes.dataLim.x1, axes.dataLim.y1)
    _scale(axes, "x", figure.x_scale, max(ends) if figure.diagonal else ends[0])
    _scale(axes, "y", figure.y_scale, max(ends) if figure.diagonal else ends[1])
    if places:
        _name(axes, places)
    if figure.diagonal:
        _diagonal(axes)
    if len(figure.series) > 1:
        canvas.legend(loc="outside upper left", ncols=2 if len(figure.series) < 9 else 3, fontsize=9)


def _places(series: tuple[Series, ...]) -> dict[str, float]:
    """Where the names stand: names of all series, in the order in which they come."""
    names = dict.fromkeys(value for one in series for value in one.x if isinstance(value, str))
    return {name: float(place) for place, name in enumerate(names)}


def _bars(axes: Axes, series: Series, x: list[float], turn: tuple[int, int], look: dict[str, Any]) -> None:
    number, many = turn
    steps = [b - a for a, b in zip(sorted(set(x)), sorted(set(x))[1:])]
    width = 0.82 * min(steps, default=1.0) / many
    middle = [place + width * (number - (many - 1) / 2) for place in x]
    axes.bar(middle, series.y, width * 0.94, **look)
    if series.low:
        axes.errorbar(middle, series.y, yerr=_reach(series), fmt="none", color=_INK, elinewidth=1, capsize=2)
    axes.grid(False, axis="x")


def _points(axes: Axes, series: Series, x: list[float], kind: str, look: dict[str, Any]) -> None:
    if kind == "line":
        look |= {"linewidth": 1.6, "markersize": 5}
    else:
        look |= {"linestyle": "none", "markersize": 4.5, "alpha": 0.55, "markeredgewidth": 0}
    if series.counts:
        _heaps(axes, series, x, look)
    else:
        axes.errorbar(x, series.y, yerr=_reach(series) if series.low else None, elinewidth=1, capsize=2, **look)


def _heaps(axes: Axes, series: Series, x: list[float], look: dict[str, Any]) -> None:
    """Points that stand for several: the area of each grows with their number."""
    sizes = [8.0 * count for count in series.counts]
    axes.scatter(x, series.y, sizes, color=look["color"], marker=look["marker"], alpha=0.45, linewidths=0)
    axes.plot([], [], **look)  # of one size, for the legend


def _reach(series: Series) -> tuple[list[float], list[float]]:
    # A bound may miss its value by rounding; matplotlib refuses bars of negative length. Where it is nan,
    # there is none.
    return (
        [max(y - low, 0.0) for y, low in zip(series.y, series.low)],
        [max(high - y, 0.0) for y, high in zip(series.y, series.high)],
    )


def _scale(axes: Axes, which: Literal["x", "y"], scale: str, top: float) -> None:
    from matplotlib.ticker import FuncFormatter

    axis = axes.xaxis if which == "x" else axes.yaxis
    if scale == "symlog":
        _counts(axes, which, max(float(top), 1.0) * 1.6)
    elif scale == "log":
        axes.set(**{f"{which}scale": "log"})
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def _counts(axes: Axes, which: Literal["x", "y"], top: float) -> None:
    """An axis from 0 by powers of ten, where 0 to 1 takes about half the room of 1 to 10."""
    from matplotlib.ticker import FixedLocator

    scale = axes.set_xscale if which == "x" else axes.set_yscale
    scale("symlog", linthresh=1, linscale=0.5)
    axes.set(**{f"{which}lim": (-0.4, top)})
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(FixedLocator([0, 1, *(10**n for n in range(1, 7) if 10**n <= top * 1.6)]))
    axis.set_minor_locator(FixedLocator([]))


def _name(axes: Axes, places: dict[str, float]) -> None:
    if len(places) > _MANY_BARS:
        axes.set_xticks([])
        return
    turned = sum(map(len, places)) > _LONG_NAMES
    if len(places) < _FEW_BARS:  # a bar as wide as the figure is no bar
        axes.set_xlim(-1.0, len(places))
    axes.set_xticks(
        list(places.values()), list(places), rotation=35 if turned else 0, ha="right" if turned else "center"
    )


def _diagonal(axes: Axes) -> None:
    low = min(axes.get_xlim()[0], axes.get_ylim()[0])
    high = max(axes.get_xlim()[1], axes.get_ylim()[1])
    axes.set(xlim=(low, high), ylim=(low, high))
    axes.plot([low, high], [low, high], color=_INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
