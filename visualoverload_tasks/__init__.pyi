# What the package exports; __init__.py loads each name when it is first used.
from .answers import extract_answer, is_failure, normalise_text
from .baselines import POLICIES, check_policy, load_policy, make_policy
from .comparison import Comparison, compare
from .errors import KeyFileError, OutputError, PairsFileError, RunError, SourceError, UsageError, VisualOverloadError
from .evaluation import evaluate, evaluate_run
from .finishing import finish_run, stopping_at_user_errors
from .key import load_key, make_key
from .pairs import find_pairs
from .pairs_file import load_pairs
from .pixels import open_painting, painting_file
from .prompts import prompt_in
from .records import (
    CATEGORIES,
    DIFFICULTIES,
    Answer,
    Key,
    Painting,
    Pair,
    Pairing,
    Question,
    Questions,
    Run,
    Unit,
)
from .report import interval, to_table
from .runs import RECORD, read_run
from .scores import Report, Score
from .showing import shown
from .source import load_questions
from .submission import Submission, build_submission, check_submission
from .tables import describe_damage, read_predictions, read_rows
from .variants import VARIANTS, Variant, describe_variant, variant_named

__all__ = [
    "CATEGORIES",
    "DIFFICULTIES",
    "POLICIES",
    "RECORD",
    "VARIANTS",
    "Answer",
    "Comparison",
    "Key",
    "KeyFileError",
    "OutputError",
    "Painting",
    "Pair",
    "Pairing",
    "PairsFileError",
    "Question",
    "Questions",
    "Report",
    "Run",
    "RunError",
    "Score",
    "SourceError",
    "Submission",
    "Unit",
    "UsageError",
    "Variant",
    "VisualOverloadError",
    "build_submission",
    "check_policy",
    "check_submission",
    "compare",
    "describe_damage",
    "describe_variant",
    "evaluate",
    "evaluate_run",
    "extract_answer",
    "find_pairs",
    "finish_run",
    "interval",
    "is_failure",
    "load_key",
    "load_pairs",
    "load_policy",
    "load_questions",
    "make_key",
    "make_policy",
    "normalise_text",
    "open_painting",
    "painting_file",
    "prompt_in",
    "read_predictions",
    "read_rows",
    "read_run",
    "shown",
    "stopping_at_user_errors",
    "to_table",
    "variant_named",
]
