"""The demo: six dense scenes drawn with Pillow, 60 questions that are true of them by construction, and the key."""

from .cache import DEMO_SOURCE, KEY_NAME, demo_folder

__all__ = ["DEMO_SOURCE", "KEY_NAME", "demo_folder"]
