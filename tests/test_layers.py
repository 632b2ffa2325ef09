"""The imports, read from the source: stages exchange records, everything points one way, and no host is in the core."""

from __future__ import annotations

import ast
import configparser
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import visualoverload_tasks

ROOT = Path(__file__).parents[1]
CORE = "visualoverload_tasks"
PLUGINS = sorted(path.name for path in ROOT.glob("*_plugin") if (path / "__init__.py").is_file())
HOSTS = {"lmms_eval", "vlmeval", "torch", "datasets", "transformers", "pandas"}
SLOW = {
    "PIL",
    "matplotlib",
    "huggingface_hub",
    "numpy",
    "pyarrow",
    "rapidfuzz",
    "rich",
    "scipy",
}  # only when something is done with them

# Who may import what, beside the records and the errors, which everybody may. A new module belongs in here.
EDGES: dict[str, set[str]] = {
    "records": set(),
    "errors": set(),
    # data in
    "files": set(),
    "prompts": set(),
    "hub": set(),
    "paintings": {"files"},
    "pixels": {"files"},
    "variants": {"demo"},
    "showing": {"files", "pixels", "variants"},
    "demo": {"files", "prompts"},
    "source": {"demo", "hub", "paintings", "prompts"},
    # a response becomes an answer
    "answers": set(),
    # answers become scores
    "wording": set(),
    "matching": set(),
    "inference": {"matching", "wording"},
    "pairs": {"inference"},
    "intervals": set(),
    "bias": set(),
    "diagnosis": {"bias"},
    "metrics": {"intervals", "scores"},
    "chance": {"metrics", "scores"},
    "signature": {"answers", "metrics"},
    "evaluation": {"answers", "bias", "chance", "diagnosis", "metrics", "pairs", "scores", "signature"},
    "scores": {"bias", "diagnosis"},
    "study": set(),
    "figures": {"files", "study"},
    "report": {"bias", "diagnosis", "scores", "variants"},
    # two runs, and the published ones
    "paired": {"intervals"},
    "comparison": {"evaluation", "metrics", "paired", "pairs", "scores"},
    "comparison_report": {"comparison", "paired", "report", "scores", "variants"},
    "leaderboard": {"data", "intervals", "metrics", "scores"},
    "leaderboard_request": {"leaderboard", "report", "runs", "scores"},
    # files of the user's
    "key": {"answers", "demo", "jsontext"},
    "pairs_file": {"demo", "files", "jsontext", "pairs"},
    "spreadsheets": set(),
    "tables": {"prompts", "spreadsheets"},
    "jsontext": set(),
    "runs": {"jsontext", "prompts", "tables", "variants"},
    "submission": {"answers", "demo", "evaluation", "files", "jsontext", "scores", "variants"},
    # on top
    "baselines": {"key", "pairs", "pairs_file", "source"},
    "simulation": {"baselines", "evaluation", "metrics", "pairs", "scores"},
    "data": {"complexity", "files", "metrics", "paintings", "source"},
    "finishing": {"key", "pairs_file", "report", "scores", "submission"},
    "enabling": {"files"},
    "hosts": {"enabling"},
    "printing": {"report", "scores", "source"},
    "cli_chance": {"chance", "key", "metrics", "pairs_file", "printing", "report", "scores", "signature",
                   "simulation", "source"},
    "cli_data": {"data", "pairs", "pairs_file", "printing", "source"},
    "cli_extract": {"diagnosis", "evaluation", "printing", "report"},
    "cli_runs": {"demo", "printing", "runs", "source", "tables"},
    "cli_compare": {"cli_runs", "comparison", "comparison_report", "evaluation", "key", "leaderboard",
                    "leaderboard_request", "pairs_file", "printing", "report", "runs", "scores"},
    # the paper's studies
    "complexity": {"hub", "source"},
    "studies": {"chance", "complexity", "evaluation", "intervals", "leaderboard", "metrics", "pairs", "runs", "scores",
                "study", "tables", "variants"},
    "page": {"figures", "prompts", "report", "scores", "studies", "study", "variants"},
    "cli_report": {"cli_runs", "files", "key", "page", "pairs_file", "printing", "tables"},
    "cli_study": {"cli_runs", "figures", "files", "key", "pairs_file", "printing", "studies", "study", "tables"},
    "cli": {"baselines", "cli_chance", "cli_compare", "cli_data", "cli_extract", "cli_report", "cli_runs", "cli_study",
            "demo", "enabling", "evaluation", "hosts", "key", "pairs_file", "printing", "runs", "signature", "source",
            "submission"},
    "__main__": {"cli"},
}  # fmt: skip

# How the declared packages are called in Python.
MODULES = {"huggingface-hub": "huggingface_hub", "pillow": "PIL", "text2num": "text_to_num"}


def files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The absolute name of every imported module, wherever in the file, with the names taken from it."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            names = [alias.name for alias in node.names]
            if node.level and not node.module:
                yield from ((f"{module}.{name}", []) for name in names)  # from . import x
            else:
                yield module, names


def part_of(path_or_module: Path | str) -> str:
    """The core's module, or its subpackage, that a file or a dotted name belongs to."""
    if isinstance(path_or_module, Path):
        parts = path_or_module.relative_to(ROOT / CORE).with_suffix("").parts
    else:
        parts = tuple(path_or_module.split(".")[1:])
    return parts[0] if parts else "__init__"


def edges() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in files(CORE):
        inner = {part_of(module) for module, _ in imports(path) if module.split(".")[0] == CORE}
        found.setdefault(part_of(path), set()).update(inner - {part_of(path)})
    return found


def top(module: str) -> str:
    return module.split(".")[0]


@pytest.mark.parametrize("module", sorted(set(edges()) - {"__init__"}))
def test_a_module_imports_only_what_its_place_allows(module: str) -> None:
    assert module in EDGES, "say where the new module stands"
    assert edges()[module] - {"records", "errors"} <= EDGES[module]


def test_the_list_of_edges_has_nothing_left_over() -> None:
    found = edges()
    assert set(EDGES) <= set(found)
    assert {name: EDGES[name] - found[name] for name in EDGES if EDGES[name] - found[name]} == {}


def test_nothing_imports_in_a_circle() -> None:
    left = {name: set(inner) for name, inner in edges().items()}
    while ends := [name for name, inner in left.items() if not inner]:
        left = {name: inner - set(ends) for name, inner in left.items() if name not in ends}
    assert left == {}


def test_the_core_needs_no_host_and_only_what_it_declares() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    listed = config["options"]["install_requires"] + config["options.extras_require"]["report"]
    required = re.findall(r"^[\w.-]+", listed, re.MULTILINE)
    declared = {MODULES.get(name.lower(), name) for name in required}
    used = {top(module) for path in files(CORE) for module, _ in imports(path)} - sys.stdlib_module_names - {CORE}
    assert not used & HOSTS
    assert used == declared, "each package is declared, and each declared package is used"


@pytest.mark.parametrize("plugin", PLUGINS)
def test_a_plugin_takes_only_what_the_core_exports(plugin: str) -> None:
    taken = {
        (module, name)
        for path in files(plugin)
        for module, names in imports(path)
        if top(module) == CORE
        for name in names or ["(the module itself)"]
    }
    assert taken
    assert taken <= {(CORE, name) for name in visualoverload_tasks.__all__}


@pytest.mark.parametrize("plugin", PLUGINS)
def test_a_plugin_knows_no_other_plugin(plugin: str) -> None:
    others = {name for name in (*PLUGINS, "lmms_eval", "vlmeval") if not plugin.startswith(name) and name != plugin}
    assert not {top(module) for path in files(plugin) for module, _ in imports(path)} & others


def test_the_exported_names_are_sorted_complete_and_there() -> None:
    tree = ast.parse((ROOT / CORE / "__init__.pyi").read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    names = ast.literal_eval(tree.body[-1].value) if isinstance(tree.body[-1], ast.Assign) else []
    assert set(names) == imported == set(visualoverload_tasks.__all__)
    assert len(names) == len(set(names))
    order = [(0 if name.isupper() else 1 if name[0].isupper() else 2, name) for name in names]
    assert order == sorted(order)


@pytest.mark.parametrize("name", visualoverload_tasks.__all__)
def test_every_exported_name_says_what_it_is(name: str) -> None:
    thing = getattr(visualoverload_tasks, name)
    if not name.isupper():
        assert thing.__doc__ and not thing.__doc__.startswith(f"{name}("), "not the text that dataclasses make up"


@pytest.mark.parametrize("module", [CORE, f"{CORE}.cli", f"{CORE}.hosts"])
def test_importing_does_not_even_try_a_heavy_package(tmp_path: Path, module: str) -> None:
    for name in HOSTS | SLOW:
        (tmp_path / f"{name}.py").write_text(f"import os\nprint('imported {name}', flush=True)\nos._exit(3)\n")
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
