# Shopworld. `make run` shows it at work, `make test` checks it, `make bench` measures it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SHOPWORLD_HOME ?= .shopworld
export SHOPWORLD_HOME

.PHONY: run explorer-farm redteam test test-again test-cluster cluster-growth test-offers-cluster mutants compiled lint types check-imports bench bench-catalog bench-catalog-small bench-offers serve doctor browser docs reference clean help test-adapters axe cohort chaos locked stranger-power first-contact claim-weights hardest same-observations viewer-axe pictures bench-viewer

help:
	@echo "make run    run three agents in four shops and write a report"
	@echo "make test   style, types, import rules, and all tests"
	@echo "make test-again  once more the tests that keep things in homes: a checkout that was tested before changes nothing"
	@echo "make test-adapters  other people's harnesses with their real packages, each in an environment of its own (HOSTS=\"inspect openenv\" does some)"
	@echo "make first-contact  the wheel as a new user meets it: init, its tests, a run, a submission"
	@echo "make mutants  how far the tests can be trusted: 300 mutants of each of five rooms (two hours at most)"
	@echo "make explorer-farm  the explorer on all micro-shops, with a table of what was read and what was missed"
	@echo "make axe      axe-core on every storefront family, page and state, wide and narrow"
	@echo "make viewer-axe  axe-core on every view of the viewer and page of a study, light and dark, wide and narrow"
	@echo "make pictures    take the documentation's pictures of the viewer anew"
	@echo "make bench-viewer  sizes of the viewer's files and its first paint (INSPECT=python sets Inspect's viewer beside it)"
	@echo "make cohort   thirty shops in three trades, verified, measured, with a sheet of screenshots"
	@echo "make chaos  kills, full disks, bad models, fuzzed requests, malformed files, a soak, a night (an hour at most)"
	@echo "make locked install by requirements.lock: every package by its hash"
	@echo "make claim-weights   fit the weights by which sentences of reviews are weighed against claims"
	@echo "make hardest         print the 40 hardest verdicts on sentences of reviews"
	@echo "make stranger-power  seed 200 faults into a suite, and count those that the stranger finds"
	@echo "make redteam  hostile agents and clients, in every kind of jail"
	@echo "make bench  measure speed, memory and start-up beside BrowserGym"
	@echo "make same-observations    play whole episodes in five storefront families with and without drawing: every observation equal (half an hour)"
	@echo "make bench-catalog        measure a catalog of 3.7 million products (hours on two cores, 30 GB of disk)"
	@echo "make bench-catalog-small  the same with 100,000 products"
	@echo "make bench-offers         measure reading crawls: throughput, memory, growth, beside a plain script"
	@echo "make test-cluster         Ray on two nodes: runs, proofs, cohorts equal, actors, nodes and driver killed (installs ray)"
	@echo "make cluster-growth       20,000 trials on Ray (TRIALS=…, 40 minutes at most): memory, descriptors, files along the way"
	@echo "make test-offers-cluster  crawls read by Daft and on a Ray cluster of two nodes (installs both)"
	@echo "make serve  browse the default mall by hand"
	@echo "make docs   the documentation as a site, in build/site (make reference writes its generated pages anew)"
	@echo "make doctor say what is missing on this machine"

$(READY): pyproject.toml constraints.txt bootstrap.sh
	@sh bootstrap.sh "$(PYTHON)" "$(VENV)"
	@touch $(READY)

browser: $(READY)
	@$(BIN)/shopworld doctor --install --only browser
	@$(BIN)/shopworld doctor --install --only jail || true

axe: browser
	AXE_FAMILIES=all $(BIN)/pytest -q -n 2 tests/families/test_axe.py

viewer-axe: browser
	$(BIN)/python tests/viewer/tour.py axe

pictures: browser
	$(BIN)/python tests/viewer/tour.py pictures docs/images

bench-viewer: browser
	$(BIN)/python benchmarks/viewer.py $(if $(INSPECT),--inspect $(INSPECT))

# COUNT=2 asks for less.
COUNT ?= 10
cohort: browser
	RENAMING=1 $(BIN)/pytest -q tests/arena/similarity/test_renaming.py
	$(BIN)/python tests/families/whole_cohorts.py $(COUNT)

run: browser
	$(BIN)/shopworld demo --out runs/demo

serve: $(READY)
	$(BIN)/shopworld mall serve default

doctor: $(READY)
	@$(BIN)/shopworld doctor

docs: $(READY)
	$(BIN)/python -m mkdocs build --strict --quiet
	@echo "Open build/site/index.html"

reference: $(READY)
	$(BIN)/python docs/reference/generate.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

check-imports: $(READY)
	$(BIN)/lint-imports

# One worker more than processors: those that wait for a page leave room. Two dozen would only read all tests two dozen times.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 8 ? n + 1 : 8)))
PYTEST := $(BIN)/pytest -q -n $(WORKERS) --dist worksteal

test: browser lint check-imports
	@$(MAKE) --no-print-directory -j2 types compiled
	$(PYTEST)

# Byte code of the project and its tests, once for all workers and for the programs that tests start.
compiled: export PYTHONDONTWRITEBYTECODE :=
compiled: $(READY)
	@$(BIN)/python -m compileall -q src
	@found=$$($(BIN)/pytest -q --collect-only) || { echo "$$found" | tail -30; exit 1; }

KEEP_THINGS := tests/test_own_places.py tests/mall/test_home.py tests/guru/authored tests/cli/tasks tests/arena/generate/authoring
test-again: browser
	$(PYTEST) $(KEEP_THINGS)

# Some gigabytes of packages, a quarter of an hour.
HOSTS ?=
test-adapters: browser
	$(BIN)/python tests/adapters/run_hosts.py $(HOSTS)

# The wheel in a new environment, outside of any checkout: init, its tests, a run, a submission.
first-contact: $(READY)
	$(BIN)/python tests/first_contact.py

# MUTANTS="--mutants 60 --room mall" asks for less.
mutants: browser
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,parquet,mutants]'
	$(BIN)/python tests/mutants/kill_rates.py $(MUTANTS)

explorer-farm: export EXPLORER_FARM := 1
explorer-farm: browser
	$(BIN)/pytest -q tests/arena/explore/test_farm.py
	PYTHONPATH=tests/servers $(BIN)/python -m micro_shops.table

claim-weights: $(READY)
	$(VENV)/bin/python benchmarks/claim_weights.py --write

hardest: $(READY)
	$(VENV)/bin/python benchmarks/hardest_verdicts.py

stranger-power: $(READY)
	@$(VENV)/bin/shopworld mall make default >/dev/null 2>&1 || true
	$(VENV)/bin/python benchmarks/stranger_power.py --faults 200 default

redteam: export REDTEAM := 1
redteam: browser
	$(PYTEST) tests/jail tests/mall/test_red_team_sockets.py tests/mall/test_red_team_browser.py

# CHAOS="--scale 0.1 kills night" asks for less.
chaos: export PYTHONPATH := tests/chaos:tests/servers:tests/worlds
chaos: browser
	$(BIN)/python tests/chaos/parts.py $(CHAOS)

# Needs nothing that is not in the file: the build backend is locked, too. How the file is made: CONTRIBUTING.md.
locked:
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

# AGAINST=../older/src compares with another version instead of a run with pictures.
same-observations: browser
	$(BIN)/python benchmarks/same_observations.py --steps 2000 $(if $(AGAINST),--against $(AGAINST))

bench: browser
	$(BIN)/python benchmarks/run.py

bench-catalog: $(READY)
	$(BIN)/python benchmarks/catalog.py

bench-catalog-small: $(READY)
	$(BIN)/python benchmarks/catalog.py --products 100000

OFFERS_PAGES ?= 1000 4000
bench-offers: $(READY)
	$(BIN)/python benchmarks/offers.py --pages $(OFFERS_PAGES)

test-cluster: browser
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[ray]'
	SHOPWORLD_CLUSTER=1 $(BIN)/pytest -q tests/cluster_runs

# A run that was stopped after MINUTES goes on by the same command.
TRIALS ?= 20000
MINUTES ?= 40
cluster-growth: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[ray]'
	$(BIN)/python benchmarks/cluster.py --trials $(TRIALS) --actors 2 --minutes $(MINUTES) --out $(SHOPWORLD_HOME)/cluster-growth

test-offers-cluster: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[offers-scale]'
	SHOPWORLD_CLUSTER=1 $(BIN)/pytest -q tests/offers_cluster

clean:
	rm -rf $(VENV) .shopworld runs .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
