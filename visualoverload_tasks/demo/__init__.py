"""The demo: six dense scenes drawn with Pillow, 60 questions that are true of them by construction, and the key."""

from .cache import DEMO_SOURCE, KEY_NAME, demo_folder
from .dataset import DEMO_VERSION, write_demo

__all__ = ["DEMO_SOURCE", "DEMO_VERSION", "KEY_NAME", "demo_folder", "write_demo"]
