"""A report of one or several runs to look at and to share: one HTML file, or the same as Markdown or JSON."""

from .content import Content, collect
from .html import require_extra, to_html
from .pictures import thumbnails
from .plain import to_json, to_markdown

__all__ = ["Content", "collect", "require_extra", "thumbnails", "to_html", "to_json", "to_markdown"]
