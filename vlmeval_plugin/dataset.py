"""The benchmark as a dataset class of VLMEvalKit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pandas as pd
import vlmeval
from vlmeval.dataset.image_base import ImageBaseDataset
from vlmeval.smp import get_pred_file_format, githash, load

from visualoverload_tasks import (
    VisualOverloadError,
    describe_damage,
    finish_run,
    is_failure,
    load_key,
    load_pairs,
    load_questions,
    painting_file,
    prompt_in,
    read_predictions,
    read_rows,
    shown,
)
from vlmeval_plugin.logs import logger, stop_at_user_error
from vlmeval_plugin.results import primary_metrics, to_result
from vlmeval_plugin.sources import DATASETS, variant_of


class VisualOverload(ImageBaseDataset):  # type: ignore[misc]
    """The questions of ``VISUALOVERLOAD_DATA`` or the Hub, or those of the demo, asked as the variant wants it.

    Args:
        dataset: one of ``DATASETS``, such as ``VisualOverload`` or ``VisualOverload_CoT``.

    Raises:
        SystemExit: no such dataset, data that cannot be read, or a key or pairs that do not fit it.
    """

    # No type that VLMEvalKit knows: for those it asks a judge model, or lets models write their own prompts.
    TYPE = "VisualOverload"
    MODALITY = "IMAGE"
    DEFAULT_JUDGE = None
    force_use_dataset_prompt = True

    @stop_at_user_error
    def __init__(self, dataset: str = "VisualOverload") -> None:
        # Not the questions: API mode evaluates in another process, and pickles this object.
        self.variant = variant_of(dataset)
        # A key or pairs that do not fit must stop the run before the model is asked, not after.
        questions = load_questions(self.variant.source)
        load_pairs(None, questions, load_key(None, questions))
        super().__init__(dataset)
        if get_pred_file_format() == "xlsx":
            logger.warning("The prediction table is .xlsx, which cuts responses at 32,767 characters: PRED_FORMAT=tsv")

    @classmethod
    def supported_datasets(cls) -> list[str]:
        """The names for ``--data``."""
        return list(DATASETS)

    def load_data(self, dataset: str) -> pd.DataFrame:
        """The table of questions, in dataset order.

        ``index`` is the row's number, since VLMEvalKit turns ids like ``1e100000`` into numbers. ``question`` is the
        whole prompt: a model's own prompt, which API mode allows, would else lack the options.
        """
        questions = load_questions(self.variant.source)
        images = shown((question.painting for question in questions), self.variant.image)
        files = {painting: str(painting_file(image)) if image else None for painting, image in images.items()}
        table = pd.DataFrame(
            [
                {
                    "index": index,
                    "question_id": question.question_id,
                    "question": prompt_in(self.variant.prompt, question),
                    "question_type": question.question_type,
                    "category": question.category,
                    "difficulty": question.difficulty,
                    "image_path": files[question.painting],
                    "data": questions.source,
                }
                for index, question in enumerate(questions)
            ]
        )
        return table.dropna(axis="columns")  # of `image_path` ms-vlmeval 0.0.20 takes nothing but paths

    def dump_image(self, line: Mapping[str, Any]) -> list[str]:
        """The file that is shown, if any, for models that make their own prompt; nothing is written."""
        return [line["image_path"]] if "image_path" in line else []

    def build_prompt(self, line: int | Mapping[str, Any]) -> list[dict[str, str]]:
        """The painting, unless the variant shows none, then the prompt; with the id by which a baseline knows it."""
        row = self.data.iloc[line] if isinstance(line, int) else line
        images = [{"type": "image", "value": path} for path in self.dump_image(row)]
        return [*images, {"type": "text", "value": row["question"], "question_id": row["question_id"]}]

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, Any]:
        """Write the submission beside the prediction table, and evaluate it: with the key, if there is one.

        Args:
            eval_file: the prediction table.
            judge_kwargs: ignored; there is no judge.

        Returns:
            Plain Python values: see ``vlmeval_plugin.results``. A mistake that the user can mend is the value
            ``error``; an exception would be shown with a traceback.
        """
        table = Path(eval_file)
        try:
            return self._evaluated(table)
        except VisualOverloadError as error:
            logger.error(str(error))
            return {"error": str(error)}

    def _evaluated(self, table: Path) -> dict[str, Any]:
        questions = load_questions(self.variant.source)
        read = read_predictions(_written(table), questions)
        notes = list(describe_damage(read.damaged))
        for note in notes:
            logger.warning(note)
        files, report = finish_run(
            questions,
            read.responses,
            table.absolute().parent / "submissions",
            model=table.stem.removesuffix(f"_{self.dataset_name}"),
            host=_host(),
            prompt=read.prompt,
            image=self.variant.image,
            log=logger.error,
        )
        return to_result(report, files, notes)

    @classmethod
    def report_primary_metric(cls, metrics: dict[str, Any] | None) -> dict[str, float]:
        """What VLMEvalKit's last table shows of a run."""
        return primary_metrics(metrics or {})

    @classmethod
    def report_infer_err(cls, prediction_file: str | Path | None) -> dict[str, int]:
        """How many responses are failure texts."""
        try:
            rows = read_rows(Path(prediction_file)) if prediction_file else []
        except VisualOverloadError:
            rows = []  # not written yet, or cut off: ``evaluate`` tells
        return {"failed": sum(is_failure(row["prediction"].text) for row in rows), "total": len(rows)}

    @classmethod
    def report_judge_err(
        cls, prediction_file: str | Path | None, *, total_samples: int | None, **_: Any
    ) -> dict[str, int | None]:
        """No judge, so none that fails."""
        return {"failed": 0, "total": total_samples}


def _host() -> str:
    """The framework and its version, for the signature; of a clone the commit, as its version number never changes."""
    folder = Path(vlmeval.__file__).parent
    try:
        package = distribution("ms-vlmeval")
        if Path(str(package.locate_file("vlmeval"))).resolve() == folder.resolve():
            return f"ms-vlmeval {package.version}"
    except PackageNotFoundError:
        pass
    commit = githash() if (folder.parent / ".git").exists() else "unknown"
    return f"VLMEvalKit {vlmeval.__version__} {commit}"


def _written(table: Path) -> Path:
    """The table, or its copy in JSON if VLMEvalKit could only pickle it, as for text that has no UTF-8 form."""
    pickled = table.with_suffix(".pkl")
    if not pickled.exists() or (table.exists() and table.stat().st_mtime > pickled.stat().st_mtime):
        return table
    copy = table.with_name(f"{table.stem}_unpickled.json")
    copy.write_text(json.dumps(load(str(pickled)).to_dict("records"), default=str), encoding="ascii")
    return copy
