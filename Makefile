# `make help` lists what can be done here.
.DEFAULT_GOAL := help
.PHONY: help setup run test check bench bench-peers first-crawl by-default flat broad against vectors exact polite hostile faults fuzz mutants machine
.PHONY: e2e bench-neo4j faults-neo4j polite-neo4j bench-web bench-web-heap screenshots traps sanitize neo4j contract-neo4j claims-neo4j lock openapi format clean

# Commands start in half the time when Python keeps what it has compiled.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PYTEST := $(BIN)/pytest
# Root can install what tests need, so that nothing of it may be missing.
NOT_ROOT := [ "$$(id -u)" != 0 ]

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## install everything for working on Leadline into .venv
	@scripts/setup dev

run: ## set up what is missing, start the server and the demo site, tell what to try
	@scripts/setup runtime
	@exec $(BIN)/python scripts/run.py

test: setup lint ## everything that CI checks
	@scripts/npm run --silent test
	@tests/fuzz/sanitize short
	@$(MAKE) --silent neo4j || $(NOT_ROOT)
	@LEADLINE_NEO4J_REQUIRED=$$($(NOT_ROOT) || echo 1) $(PYTEST) --durations=25 --durations-min=1
	@scripts/npm run --silent e2e -- --grep-invert @long

check: setup lint ## lint, types, imports and unit tests, in under a minute
	@scripts/npm run --silent test
	@$(PYTEST) tests/unit tests/architecture

.PHONY: lint
lint:
	@scripts/npm run --silent lint
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@$(BIN)/mypy
	@said=$$($(BIN)/lint-imports) || { echo "$$said"; exit 1; }

bench: setup ## print the benchmarks, as ratios from one run (needs nginx and openjdk-17-doc)
	@$(BIN)/python benchmarks/fetch_cost.py
	@$(BIN)/python benchmarks/robots_choice.py
	@$(BIN)/python benchmarks/extract_cost.py
	@$(BIN)/python benchmarks/crawl_cost.py
	@$(BIN)/python benchmarks/link_index_cost.py
	@$(BIN)/python benchmarks/bodies_cost.py
	@$(BIN)/python benchmarks/export_cost.py
	@$(BIN)/python benchmarks/graph_cost.py
	@$(BIN)/python benchmarks/scrape_latency.py
	@$(BIN)/python benchmarks/idle_cost.py
	@$(BIN)/python benchmarks/live_load.py

by-default: setup ## crawl a real site without any option: time, memory, disk (minutes; needs nginx, apache2-doc)
	@$(BIN)/python benchmarks/by_default.py

flat: setup ## crawl PAGES (500,000) of a generated web: does its cost stay what it was? (needs nginx)
	@$(BIN)/python benchmarks/flat.py $(or $(PAGES),500000)

broad: setup ## what a page costs with 100 hosts, with 5,000, and beside 11,000 crawls (minutes; needs nginx)
	@$(BIN)/python benchmarks/broad.py

against: setup ## crawl a real site with this code and with REV, taking turns, ROUNDS (3) times (needs nginx, openjdk-17-doc)
	@$(BIN)/python benchmarks/against.py $(REV) $(or $(ROUNDS),3)

first-crawl: ## clone this, make run, crawl the demo site: seconds, cold and warm (minutes)
	@python3 benchmarks/first_crawl.py

bench-peers: setup ## crawl a real site with Leadline and with its peers, ROUNDS (3) times each (half an hour)
	@$(BIN)/python benchmarks/peer_cost.py --rounds $(or $(ROUNDS),3)

e2e: setup ## the web page in a real browser against the real server, also what takes long (needs Chromium)
	@scripts/npm run --silent e2e

bench-web: setup ## what the web page loads, how it scrolls and draws, what it keeps in memory (minutes; needs Chromium)
	@scripts/npm run --silent bench

bench-web-heap: setup ## the memory of the web page over MINUTES (30) of a crawl (needs Chromium)
	@MINUTES=$(or $(MINUTES),30) scripts/npm run --silent bench -- heap.bench

screenshots: setup ## take the pictures of docs/images anew (needs Chromium, apache2-doc, openjdk-17-doc)
	@scripts/npm run --silent screenshots

vectors: setup ## run other people's test data; fails where it is not there
	@LEADLINE_CORPORA_REQUIRED=1 $(PYTEST) tests/vectors tests/unit/guard -m corpora

exact: setup ## compare crawls of whole real sites with an oracle, page by page (minutes)
	@$(PYTEST) -s -m "" tests/exact

polite-neo4j: setup neo4j ## watch the pace of hosts with a Neo4j server as the store (minutes)
	@LEADLINE_NEO4J_REQUIRED=1 $(PYTEST) -m "" -k neo4j tests/polite

faults-neo4j: setup neo4j ## kill feeders, and a Neo4j server that is the store; print what was lost (minutes)
	@LEADLINE_NEO4J_REQUIRED=1 $(PYTEST) -m "" tests/faults/test_on_neo4j.py

bench-neo4j: setup neo4j ## pages per second of a store on Neo4j, against a bare loop of its driver (minutes)
	@$(BIN)/python benchmarks/neo4j_cost.py

polite: setup ## watch who asks a host when, and how long small crawls wait (minutes)
	@$(PYTEST) -m "" tests/polite

traps: setup ## crawl every trap of the test site with the default budgets; print what was fetched (minutes)
	@$(PYTEST) -m "" tests/traps

machine: setup ## call the store in any order, for minutes, and check its rows after every call
	@$(PYTEST) -m long tests/unit/store/test_frontier_machine.py

hostile: setup ## sites made to do harm: print the memory, disk, CPU and time that each could take
	@$(PYTEST) tests/hostile tests/integration/sandbox/test_hostile_pages.py

faults: setup ## kill, stop, cut off and fill up what can be, for minutes; print what was lost (root)
	@$(PYTEST) -m "" tests/faults

mutants: setup ## apply one-line faults to the rules of the store; the contract suite has to fail on each (minutes)
	@$(BIN)/python tests/mutants --jobs $(or $(JOBS),2)

fuzz: setup ## fuzz the pure parts for SECONDS (600), then the server with 5,000 made-up requests
	@tests/fuzz/run $(or $(SECONDS),600)
	@$(PYTEST) -m long tests/e2e/test_api_fuzz.py

sanitize: setup ## read the test pages and many fuzzed ones with the C code watched for memory errors (minutes; needs gcc)
	@tests/fuzz/sanitize long

neo4j: setup ## fetch the Neo4j that tests start, once for all checkouts (2 minutes; needs Java and Maven)
	@$(BIN)/python tests/neo4j_server/jars.py

contract-neo4j: setup neo4j ## run the contract tests of stores on a real Neo4j (minutes)
	@LEADLINE_NEO4J_REQUIRED=1 $(PYTEST) -k neo4j tests/contract

claims-neo4j: setup neo4j ## let 50 claim 10,000 pages of a real Neo4j at once; print how many are claimed twice (minutes)
	@LEADLINE_NEO4J_REQUIRED=1 $(PYTEST) -s -m long tests/integration/store/test_neo4j_claims.py

lock: setup ## write requirements/*.txt anew from pyproject.toml
	@$(BIN)/python -m venv .venv-lock && .venv-lock/bin/pip install --quiet uv
	@scripts/lock .venv-lock/bin/uv

openapi: setup ## write docs/reference/openapi.json, and the web page's types of it, anew
	@scripts/openapi

format: setup ## format the code
	@scripts/npm run --silent format
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet

clean: ## remove what was installed and cached here
	@rm -rf .venv .venv-lock .venv-fuzz .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build/peers web/node_modules src/leadline/web src/leadline/html/*.so
	@find . -name __pycache__ -prune -exec rm -rf {} +
