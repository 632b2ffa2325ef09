"""``python -m visualoverload_tasks``."""

from .cli import main

main()
