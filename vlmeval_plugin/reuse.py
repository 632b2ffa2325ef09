"""Earlier prediction tables for VLMEvalKit, with every response as the file keeps it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from visualoverload_tasks import load_questions, read_predictions, read_rows
from vlmeval_plugin.logs import stop_at_user_error
from vlmeval_plugin.sources import DATASETS, dataset_of


@stop_at_user_error
def read_frame(file: object) -> pd.DataFrame | None:
    """The table in a file: the index as whole numbers, all else as text; None if it is no table of ours.

    It ends the process if the table was made with other data: VLMEvalKit joins by row number, and would take the
    responses to other questions for responses to these.
    """
    path = Path(str(file))
    dataset = dataset_of(path)
    if dataset is None or not path.is_file():
        return None
    read_predictions(path, load_questions(DATASETS[dataset].source))
    rows = read_rows(path)
    frame = pd.DataFrame({name: [row[name].text for row in rows] for name in rows[0]}, dtype=object)
    frame["index"] = [int(index) for index in frame["index"]]
    return frame
