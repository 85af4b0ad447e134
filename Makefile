# Everything runs in .venv, which the first target that needs it creates.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
POSTGRES := { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } > /dev/null 2>&1

.PHONY: help play serve test check format bench kill golden index clean docs dist

help:
	@echo "make serve   live tables in the browser, on this machine"
	@echo "make play    a Red Dog table in this terminal"
	@echo "make test    the tests"
	@echo "make check   format, lint, types"
	@echo "make bench   speed, beside PokerKit in the same run"
	@echo "make kill    kill the server a thousand times under load: nothing acknowledged is lost"
	@echo "make golden  write the golden playthroughs anew (read them before committing)"
	@echo "make index   write the index of clause tests anew"
	@echo "make dist    wheel and sdist, in dist/"
	@echo "make clean   remove the environment and what tools leave behind"

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (make PYTHON=python3.12 …)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
	  echo "python3-venv is missing: trying to install it"; rm -rf $(VENV); \
	  apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv $(VENV); }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[lab,dask,report,server,postgres,docs,dev]"
	@touch $@

serve: $(READY)
	@$(BIN)/croupier serve

play: $(READY)
	@$(BIN)/croupier play red-dog

# The tests in the browser need Chromium, some others PostgreSQL: installed where that is allowed, else they are left out, aloud.
test: $(READY)
	@command -v chromium > /dev/null || { echo "chromium is missing: trying to install it"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium > /dev/null; } || true
	@command -v chromium > /dev/null || \
	  echo "NOT RUN: tests/browser (the page in a browser). They need chromium, which could not be installed: apt-get install chromium"
	@$(POSTGRES) || { echo "postgresql is missing: trying to install it"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql > /dev/null; } || true
	@$(POSTGRES) || \
	  echo "NOT RUN: tests marked postgres (the journal and the tables on PostgreSQL). They need it, and it could not be installed: apt-get install postgresql"
	$(POSTGRES) || set -- -m "not postgres"; \
	  $(BIN)/python -m pytest -n 2 --dist loadfile $$(command -v chromium > /dev/null || echo --ignore=tests/browser) "$$@"

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The server under strain, longer than the tests do it. Any of them: DATABASE=postgresql+psycopg://…
kill: $(READY)
	@$(BIN)/python -m tests.server.kills 1000 $(DATABASE)

bench: $(READY)
	$(BIN)/python -m benchmarks

golden: $(READY)
	$(BIN)/python -m tests.golden

index: $(READY)
	$(BIN)/python -m pytest --collect-only -q --clause-index=src/croupier/clause_index.json tests > /dev/null

docs: $(READY)
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/build
	@echo "docs/build/index.html"

dist: $(READY)
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	@ls -l dist

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* dist build
