"""The VisualOverload benchmark without a host: questions, answers, pairs, scores and submissions.

Source of the rules: Gavrikov et al., VisualOverload (CVPR 2026, arXiv 2509.25339).
"""

import lazy_loader

# The names are in __init__.pyi, once for people, type checkers and this.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
