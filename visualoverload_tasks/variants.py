"""All tasks of both hosts: which data, how the model is asked, and what it is shown of each painting.

The names in lmms-eval and VLMEvalKit, their prompts, their images, and the names of result files follow from this list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .demo import DEMO_SOURCE

RESOLUTIONS: dict[str, tuple[int, int]] = {
    "vga": (640, 480),
    "hd": (1280, 720),
    "fhd": (1920, 1080),
    "qhd": (2560, 1440),
}
"""Width and height whose product is the highest pixel count of a painting (paper, appendix D)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One task.

    Attributes:
        name: what follows the benchmark's name; empty for the standard task.
        about: what differs from the standard task, for whoever reads a score.
        prompt: style of the prompts (``prompts``): ``default`` or ``cot``.
        image: ``original``, ``none``, ``grey``, or one of ``RESOLUTIONS``.
        source: what ``load_questions`` gets; None is ``VISUALOVERLOAD_DATA`` or the Hub.
    """

    name: str
    about: str = ""
    prompt: str = "default"
    image: str = "original"
    source: str | None = None

    @property
    def task(self) -> str:
        """Its name in lmms-eval, such as ``visualoverload_cot``."""
        return self.dataset.lower()

    @property
    def dataset(self) -> str:
        """Its name in VLMEvalKit, such as ``VisualOverload_CoT``."""
        return "_".join(["VisualOverload", *([self.name] if self.name else [])])


def _resolutions() -> Iterator[Variant]:
    for image, (width, height) in RESOLUTIONS.items():
        most = f"at most {width * height / 1e6:.1f} megapixels a painting ({width} x {height})"
        yield Variant(image.upper(), most, image=image)


VARIANTS: tuple[Variant, ...] = (
    Variant(""),
    Variant("CoT", "asked to think step by step", prompt="cot"),
    Variant("Blind", "no painting shown", image="none"),
    Variant("Blind_Grey", "a grey image in place of each painting", image="grey"),
    *_resolutions(),
    Variant("Demo", source=DEMO_SOURCE),
)


def variant_named(name: str | None) -> Variant | None:
    """The variant of this name in either host; None if there is none."""
    return next((variant for variant in VARIANTS if name in (variant.task, variant.dataset)), None)


def variant_of(prompt: str | None, image: str | None) -> Variant:
    """The variant that a run was, by what is known of it: with prompts of its own it goes by its images."""
    fits = [variant for variant in VARIANTS if image in (None, variant.image)] or [*VARIANTS]
    return next((variant for variant in fits if variant.prompt == (prompt or "default")), fits[0])


def describe_variant(prompt: str | None, image: str | None) -> str | None:
    """One line that keeps a score from being taken for the standard one; None where it is that, or nothing is known."""
    variant = variant_of(prompt, image)
    return f"VARIANT {variant.name}: {variant.about}; no standard score" if variant.about else None
