"""The GitHub issue that asks for a row of the leaderboard, filled in as far as the run tells.

The fields are those of the benchmark's issue template (``.github/ISSUE_TEMPLATE/leaderboard-submission.md``, state of
2026-04-16); what the run does not tell is left to the user, marked ``TODO``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from .leaderboard import COLUMNS
from .report import percent
from .runs import report_beside
from .scores import Report

NEW_ISSUE = "https://github.com/paulgavrikov/visualoverload/issues/new"
TEMPLATE = "leaderboard-submission.md"
TODO = "TODO:"


@dataclass(frozen=True, slots=True)
class Request:
    """A filled-in issue.

    Attributes:
        row: the run in the published form, model, special inference and percentages; None without a key.
    """

    title: str
    body: str
    row: tuple[str, ...] | None

    @property
    def url(self) -> str:
        """Opens the form with title and body in it; the file must be attached by hand."""
        return f"{NEW_ISSUE}?{urlencode({'template': TEMPLATE, 'title': self.title, 'body': self.body})}"


def make_request(
    path: Path,
    report: Report,
    *,
    model: str,
    model_url: str | None = None,
    reproducibility: str | None = None,
    credit: str | None = None,
) -> Request:
    """Fill in the issue for a complete run.

    Args:
        path: of the run; the report beside it tells how the model was asked.
        report: of the same run, which must be one to rank (``leaderboard.refuse_other_data``).
        model: its name on the leaderboard.
    """
    recorded = report_beside(path)
    run = recorded.get("run")
    settings = run if isinstance(run, dict) else {}
    signature = str(recorded.get("signature") or report.signature)
    prompt = dict(part.partition(":")[::2] for part in signature.split("|")).get("prompt")
    lines = {
        "Model": _model(model, settings),
        "Model URL": model_url or f"{TODO} *(optional)*",
        "Did you use any special prompts?": _prompts(prompt, settings),
        "Did you use sampling?": _sampling(settings, prompt),
        "Reproducibility": reproducibility or f"{TODO} *(optional) Please add a link to reproduce your results.*",
        "Credit": credit or f"{TODO} *Who should we credit?*",
        "Prediction JSON": f"{TODO} *attach {_file(path)} here*",
    }
    body = "\n".join([*(f"{name}: {value}" for name, value in lines.items()), "", f"Signature: `{signature}`"])
    return Request(f"[LEADERBOARD] {model}", body, published_row(report, model, _is_special(prompt, settings)))


def published_row(report: Report, model: str, special: bool | None) -> tuple[str, ...] | None:
    """The run as a row of the published table; None without a key.

    Args:
        special: whether it was asked with other than the default prompts; None if that is not known.
    """
    if report.total is None:
        return None
    scores = {**report.category, **report.difficulty, "total": report.total}
    inference = {True: "Yes", False: "No", None: f"{TODO} Yes or No"}[special]
    return (model, inference, *(percent(scores[name]) for name in COLUMNS))


def _file(path: Path) -> str:
    is_file = path.name.endswith(".json")
    return (
        f"the file `{path.name}`" if is_file else "the `…_submission.json` that `visualoverload submission build` made"
    )


def _model(model: str, settings: Mapping[str, object]) -> str:
    told = settings.get("model_args")
    return f"{model} (`{told}`)" if told else model


_DESCRIBED = {"default": "`default_prompt`.", "cot": "chain of thought (the prompts of the paper's appendix F)."}


def _is_special(prompt: str | None, settings: Mapping[str, object]) -> bool | None:
    if prompt in (None, "unknown") and not settings.get("system_instruction"):
        return None
    return prompt != "default" or bool(settings.get("system_instruction"))


def _prompts(prompt: str | None, settings: Mapping[str, object]) -> str:
    start = {True: "Yes, ", False: "No, ", None: ""}[_is_special(prompt, settings)]
    described = _DESCRIBED.get(str(prompt), f"{TODO} *Please describe if you did not use `default_prompt`*")
    system = settings.get("system_instruction")
    return f"{start}{described}{f' System instruction: `{system}`.' if system else ''}"


def _sampling(settings: Mapping[str, object], prompt: str | None) -> str:
    """From lmms-eval's ``gen_kwargs``, which override the tasks' own greedy settings; other hosts record none."""
    if "gen_kwargs" not in settings:
        return f"{TODO} *If yes, please detail the parameters*"
    given = settings["gen_kwargs"]
    if not given:
        tokens = 4096 if prompt == "cot" else 512
        return f"No (the task asks for `do_sample=false, temperature=0, max_new_tokens={tokens}`)."
    named = given if isinstance(given, dict) else dict(part.partition("=")[::2] for part in str(given).split(","))
    values = {str(name).strip(): str(value).strip().lower() for name, value in named.items()}
    if _is_zero(values.get("temperature", "0")) and values.get("do_sample", "false") in ("false", "0"):
        return f"No (`{given}`)."
    return f"Yes: `{given}`."


def _is_zero(text: str) -> bool:
    try:
        return float(text) == 0
    except ValueError:
        return False
