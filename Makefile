# Everything below sets itself up; all it needs is Python >= 3.10 with venv, and make.
PYTHON ?= python3
CORE := .venv
LMMS := .venv-lmms-eval
VLM := .venv-vlmeval

.PHONY: help demo test check test-core test-lmms-eval test-vlmeval bench clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/'

$(CORE)/ready: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(CORE)
	$(CORE)/bin/python -m pip install --quiet --editable '.[dev]'
	touch $@

# lmms-eval brings torch: several GB, once.
$(LMMS)/ready: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(LMMS)
	$(LMMS)/bin/python -m pip install --quiet --editable '.[lmms-eval,dev]'
	touch $@

# lmms-eval and VLMEvalKit need different versions of antlr4-python3-runtime, so each has its own environment.
$(VLM)/ready: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VLM)
	$(VLM)/bin/python -m pip install --quiet --editable '.[ms-vlmeval,dev]'
	touch $@

demo: $(LMMS)/ready  ## run lmms-eval on the demo with the consistent-guess baseline
	$(LMMS)/bin/lmms-eval --model visualoverload_baseline --model_args policy=consistent \
	  --tasks visualoverload_demo --output_path logs --log_samples

test: check test-core test-lmms-eval test-vlmeval  ## everything, each part in its own environment

check: $(CORE)/ready  ## style and types
	$(CORE)/bin/ruff check .
	$(CORE)/bin/ruff format --check .
	$(CORE)/bin/mypy

test-core: $(CORE)/ready  ## the core, the command line and the wheel
	$(CORE)/bin/pytest tests --ignore tests/lmms_eval --ignore tests/vlmeval

test-lmms-eval: $(LMMS)/ready  ## the plugin, in real lmms-eval processes
	$(LMMS)/bin/pytest tests/lmms_eval

test-vlmeval: $(VLM)/ready  ## the plugin, in real VLMEvalKit processes
	$(VLM)/bin/pytest tests/vlmeval

bench: $(CORE)/ready $(LMMS)/ready $(VLM)/ready  ## what it costs, beside naive twins: writes docs/performance.md
	$(CORE)/bin/python benchmarks/run.py --lmms-eval $(LMMS)/bin/python --vlmeval $(VLM)/bin/python

clean:  ## remove the environments
	rm -rf $(CORE) $(LMMS) $(VLM)
