"""The paper's studies, for any runs: records in, ``Study`` records out; nothing is drawn or printed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..study import Study
from .ablations import COT, RESOLUTION, study_cot, study_resolution
from .blind import BLIND, study_blind
from .cohort import Cohort, StudyRun, make_cohort, read_cohort
from .consistency import AGREEMENT, CONSISTENCY, study_agreement, study_consistency
from .counting import COUNTING, TOLERANCE, study_counting, study_tolerance
from .ocr import OCR, study_ocr
from .paintings import COMPLEXITY, PAINTINGS, study_complexity, study_paintings
from .profile import PROFILE, study_profile
from .tiers import AT_LEAST, TIERS, study_tiers

__all__ = ["STUDIES", "Cohort", "StudyKind", "StudyRun", "make_cohort", "read_cohort"]


@dataclass(frozen=True, slots=True)
class StudyKind:
    """One study that can be made.

    Attributes:
        about: its name, title and text, without results.
        needs: what it needs beside runs; empty if nothing.
        make: the study of some runs; never raises for what these lack.
    """

    about: Study
    needs: str
    make: Callable[[Cohort], Study]


STUDIES: tuple[StudyKind, ...] = (
    StudyKind(CONSISTENCY, "", study_consistency),
    StudyKind(AGREEMENT, "two runs", study_agreement),
    StudyKind(PROFILE, "a key", study_profile),
    StudyKind(COUNTING, "a key", study_counting),
    StudyKind(TOLERANCE, "a key", study_tolerance),
    StudyKind(OCR, "a key", study_ocr),
    StudyKind(PAINTINGS, "a key", study_paintings),
    StudyKind(COMPLEXITY, "a key, complexity.json beside the data", study_complexity),
    StudyKind(TIERS, f"a key, {AT_LEAST} runs", study_tiers),
    StudyKind(BLIND, "a key, blind runs", study_blind),
    StudyKind(RESOLUTION, "a key, runs of one model at several resolutions", study_resolution),
    StudyKind(COT, "a key, runs of one model with and without chain of thought", study_cot),
)
