"""What the paper found for its models (arXiv 2509.25339v3), to stand beside one's own figures on the same data."""

from __future__ import annotations

from collections.abc import Mapping

# Table 1: accuracy, and RMSE or edit distance, of the models that are best in either.
COUNTING: Mapping[str, tuple[float, float]] = {"Gemini 2.0 Flash": (41.7, 5.8), "o3": (36.7, 4.0)}
OCR: Mapping[str, tuple[float, float]] = {"Qwen2.5-VL 72B": (72.9, 0.16), "o4-mini": (62.7, 0.22)}

# Section 4, averages over the 37 models.
GAIN_WITHIN_10 = 1.6
OCR_CENTRE = 0.7
CONSISTENCY: Mapping[str, float] = {"reasoning": 60.6, "scene": 83.3}

# Table 2: totals of models that were shown no image.
BLIND: Mapping[str, float] = {"InternVL3 38B": 22.8, "Qwen2.5-VL 32B": 24.5, "LLaVA-OV 72B": 29.2}

# Table 3: InternVL3 38B, asked as usual and to think step by step.
COT_MODEL = "InternVL3 38B"
COT: Mapping[str, tuple[float, float]] = {
    "activity": (76.7, 74.0),
    "attributes": (78.5, 69.8),
    "counting": (35.4, 34.5),
    "ocr": (45.8, 50.0),
    "reasoning": (69.8, 62.4),
    "scene": (92.2, 91.4),
    "easy": (99.7, 98.9),
    "medium": (81.8, 77.1),
    "hard": (7.2, 14.4),
    "total": (67.6, 65.5),
}
