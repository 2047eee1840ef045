# Everything here needs only make and Python 3.11 or newer.
# The first command creates .venv and installs the pinned requirements into it.

# The newest suitable Python; choose another with `make test PYTHON=python3.12`.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

RUN       := .venv/bin/python -m
INSTALLED := .venv/.installed
JOBS      ?= 2
# One more than there are cores here: tests of pages, jails and installations often wait.
TESTERS   ?= 3
GRADES    ?= grades
TESTS     := $(RUN) pytest -q -n $(TESTERS) --dist loadfile
# What is fetched from npm: what pages are made with, and what measures them.
FOR_PAGES := _build/vendor/site/.fetched
PACKAGES  := $(FOR_PAGES) _build/vendor/quality/.fetched
NOTEBOOKS := $(wildcard book/*.ipynb book/*/*.ipynb book/coursework/source/*/*.ipynb)

# One thread per process: the tests already run side by side, and timings stay comparable.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help book pdf handouts browser packages site-quality look check test test-site test-live coursework grade ledger table1 bench lint format clean distclean
.DEFAULT_GOAL := help

help: ## show this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

book: $(INSTALLED) $(FOR_PAGES) ## build the book and show it (OPEN=0: only build)
	@$(RUN) tools.site.build

pdf: $(INSTALLED) browser $(FOR_PAGES) ## print the book as one PDF (needs Chromium)
	@$(RUN) tools.site.pdf

handouts: $(INSTALLED) browser $(FOR_PAGES) ## print a sheet of symbols and formulas, and slides of every chapter
	@$(RUN) tools.site.handouts

site-quality: $(INSTALLED) browser $(PACKAGES) ## measure every page of the built book, and first moves of figures (TIMES=5: medians)
	@$(RUN) tools.site.quality --times $(or $(TIMES),1)
	@$(RUN) tools.site.first_move

look: $(INSTALLED) browser ## contact sheets of every built page at four widths, light and dark (needs Chromium)
	@$(RUN) tools.site.look --sheets

packages: $(PACKAGES) ## fetch what the site needs from npm; other commands do it when they need it

check: lint $(FOR_PAGES) ## style, types and the fast tests: two minutes
	$(TESTS) -m "not browser and not slow" tests

test: lint $(PACKAGES) ## style, types, unit and statistical tests, notebooks, and the built book in a browser
	$(TESTS) --no-loadscope-reorder -m "not (browser and slow)" tests --nbval-lax --nbval-current-env $(NOTEBOOKS)

test-site: $(INSTALLED) $(PACKAGES) ## only the built book: every page and figure in a browser
	@OPEN=0 $(RUN) tools.site.build
	VASLB_SITE=_build/html $(TESTS) -m "browser and not slow" tests/site

test-live: $(INSTALLED) ## run every chapter and a problem set in JupyterLab, in a browser
	$(RUN) pytest -q -m "browser and slow" tests/site

coursework: $(INSTALLED) ## make the student versions of the problem sets (SOLUTIONS=1: and the solved ones)
	$(RUN) tools.coursework.release $(if $(SOLUTIONS),--solutions)

grade: $(INSTALLED) ## mark a folder of submissions (SUBMISSIONS=dir, GRADES=dir: where to write; CONTAINER=image: grade in it; UNSAFE=1: no jail)
	@$(RUN) tools.coursework.grade "$(SUBMISSIONS)" --grades "$(GRADES)" --jobs $(JOBS) $(if $(CONTAINER),--container "$(CONTAINER)") $(if $(UNSAFE),--unsafe)

table1: $(INSTALLED) ## play the grid of Table 1 and write its results (WORKERS=n; SCHEDULER=a Dask scheduler)
	@$(RUN) vaslb_edu.table1 $(if $(WORKERS),--workers $(WORKERS)) $(if $(SCHEDULER),--scheduler $(SCHEDULER))

ledger: $(INSTALLED) ## measure again what the ledger shows, where its code has changed (ALL=1: everything)
	@$(RUN) tools.ledger.refresh $(if $(ALL),--all)

bench: $(INSTALLED) ## measure speed and memory, race all algorithms, print the tables
	@missed=0; for one in bench bench_sweep race small_games worst_games switching bench_voful2 bench_redraw bench_laboratory bench_grading; do \
		.venv/bin/python benchmarks/$$one.py || missed=1; done; exit $$missed

lint: $(INSTALLED) ## check style and types
	$(RUN) ruff check --quiet .
	$(RUN) ruff format --quiet --check .
	$(RUN) mypy

format: $(INSTALLED) ## rewrite the code in the project's style
	$(RUN) ruff check --quiet --fix .
	$(RUN) ruff format .

clean: ## remove build products and caches
	rm -rf _build build dist *.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -path ./.venv -prune -o -path ./.git -prune -o -type d \
		\( -name __pycache__ -o -name .ipynb_checkpoints \) -exec rm -rf {} +

distclean: clean ## remove the environment as well
	rm -rf .venv

# Said before minutes are spent on the rest.
browser: $(INSTALLED)
	@$(RUN) tools.site.browser

# Once, before anything that uses them; the stamp is written when all of a group is there.
_build/vendor/%/.fetched: tools/site/npm/%/package.json tools/site/npm/%/package-lock.json | $(INSTALLED)
	@$(RUN) tools.site.vendor $*

# The stamp is newer than the requirements exactly when the environment is up to date.
$(INSTALLED): pyproject.toml requirements.txt requirements-dev.txt
	@if [ -z "$(PYTHON)" ]; then \
		echo "This project needs Python 3.11 or newer, with its venv module (Debian: python3-venv)."; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.12"; \
		exit 1; fi >&2
	@.venv/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@echo "Installing into .venv (the first time takes a minute or two)"
	@$(RUN) pip install --quiet -r requirements-dev.txt
	@touch $@
