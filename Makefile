# Everything runs in .venv, which the first target that needs it creates.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NEWEST := .venv-newest
POSTGRES := { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } > /dev/null 2>&1

.PHONY: conformance help play serve test check format bench beside kill load soak fuzz golden index clean docs dist test-newest mutants

help:
	@echo "make serve   live tables in the browser, on this machine"
	@echo "make play    a Red Dog table in this terminal"
	@echo "make test    the tests, and what they cover"
	@echo "make test-newest  the core's tests on the newest Python of this machine"
	@echo "make mutants what the tests say when the settlement and the odds are changed (long)"
	@echo "make check   format, lint, types, direction of imports, the vocabulary, documentation"
	@echo "make docs    the documentation, for reading offline"
	@echo "make conformance  the suite that every game passes; GAMES=folder adds games of your own"
	@echo "make bench   speed, beside PokerKit in the same run"
	@echo "make beside  speed through the full rules, beside release 0.1.0 in the same run"
	@echo "make kill    kill the server a thousand times under load: nothing acknowledged is lost"
	@echo "make load    a hundred tables, five hundred players: how long an action takes"
	@echo "make soak    an hour of a full hall in minutes: memory stays flat"
	@echo "make fuzz    a hundred thousand frames that no page would send"
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
	  $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --cov --cov-report= $$(command -v chromium > /dev/null || echo --ignore=tests/browser) "$$@"
	@$(BIN)/python -m tests.covered

# The suite's own Python is the oldest supported; here the rules, the record and the commands run on the newest.
test-newest:
	@python=$$(.ci/newest-python); \
	if test -z "$$python"; then \
	  echo "NOT RUN: the tests on a newer Python. There is none on this machine: install python3.12 or python3.13"; exit 0; fi; \
	set -e; test -x $(NEWEST)/bin/python || "$$python" -m venv $(NEWEST); \
	$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[lab,server,postgres,docs,dev]"; \
	$(NEWEST)/bin/python --version; \
	$(NEWEST)/bin/python -m pytest -q -n 2 --dist loadfile -m "not postgres" --ignore=tests/browser --ignore=tests/server \
	  --ignore=tests/lab

# In a copy of the tree (mutants/), one changed place at a time; docs/testing.md says what the survivors are.
MUTANTS := "croupier.nouns.money.*" "croupier.mathematics.figures.*" "croupier.games.red_dog.mathematics.solver.*" "croupier.games.double_down_stud.mathematics.solver.*" \
  "croupier.games.double_cross_poker.mathematics.solver_payoff.*" "croupier.games.double_cross_poker.mathematics.solver_side.*" "croupier.games.winners_pot_poker.*" \
  $(foreach f,spread deal_and_settle pair raise_and_third_card odds_row conclude,"croupier.games.red_dog.script.x_$(f)__mutmut_*") \
  $(foreach f,settle payout_row pay,"croupier.games.double_down_stud.script.x_$(f)__mutmut_*") \
  $(foreach f,showdown compare lose tie pay pay_within_limit three_card_wagers three_card_hand,"croupier.games.double_cross_poker.script.x_$(f)__mutmut_*")

mutants: $(READY)
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -p no:cacheprovider tests/test_imports.py tests/test_vocabulary.py
	$(MAKE) --no-print-directory docs

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The server under strain. On another database: make load DATABASE=postgresql+psycopg://…
kill: $(READY)
	@$(BIN)/python -m tests.server.kills 1000 $(DATABASE)

load: $(READY)
	@$(BIN)/python -m tests.server.load 60 $(DATABASE)

soak: $(READY)
	@$(BIN)/python -m tests.server.soak 8000 $(DATABASE)

fuzz: $(READY)
	@$(BIN)/python -m tests.server.fuzz 100000

# Games of one's own: make conformance GAMES=path/to/games
conformance: $(READY)
	CROUPIER_GAMES="$(abspath $(GAMES))" $(BIN)/python -m pytest -q -n 2 tests/conformance

bench: $(READY)
	$(BIN)/python -m benchmarks

beside: $(READY)
	@$(BIN)/python -m benchmarks.beside

golden: $(READY)
	$(BIN)/python -m tests.golden

index: $(READY)
	$(BIN)/python -m pytest --collect-only -q --clause-index=src/croupier/rules/clause_index.json tests > /dev/null

docs: $(READY)
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/build
	@echo "docs/build/index.html"

dist: $(READY)
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	@ls -l dist

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache $(NEWEST) .hypothesis .coverage* dist build mutants docs/build docs/generated
