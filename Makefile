# `make up` runs Faan here, `make test` runs every test. Both need Rust, and nothing else installed or started first:
# deploy/postgres.sh installs PostgreSQL's programs. ARGS is passed on: make test ARGS="--test ledger", make up ARGS="--help".
#
# Every command builds the whole workspace, never one package with -p: Cargo unites the features that the selected packages need, so with
# -p it would compile many dependencies again.

CARGO ?= cargo
TARGET = $(or $(CARGO_TARGET_DIR),target)
FAAN = $(TARGET)/debug/faan

export CARGO

# The databases of `make test` are in memory if 4 GB are free there: on a disk, the file system takes about 40 % of the time of these tests
# for creating and deleting the files of hundreds of databases.
MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 >= 4000000 { print "/dev/shm" }')

.PHONY: up test thorough model many standings live faults fuzz bench release lint build postgres

up: $(if $(FAAN_DATABASE_URL),,postgres) build
	@$(FAAN) up $(ARGS)

# cargo-nextest where it is installed (.config/nextest.toml says how it runs them), otherwise `cargo test`. ARGS="--test api hands" chooses tests for both.
# Twice as many at once as there are cores: most of them wait for a database.
export NEXTEST_TEST_THREADS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
RUN_TESTS = $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo nextest run || echo test --no-fail-fast)

test: postgres build
	@$(if $(MEMORY),TMPDIR=$(MEMORY)) $(FAAN) test-cluster -- $(CARGO) $(RUN_TESTS) --workspace $(ARGS)

# The outer ring of the tests: what takes long, or packages that few machines have. ARGS="client_python": that part.
thorough: postgres
	@.ci/outer $(or $(ARGS),all)

# Clients at once in several clubs, each against a model in memory, as fast as Faan is. OPERATIONS="…" in all, SEED="…" to
# repeat a run. The first build takes minutes.
OPERATIONS ?= 100000
model: postgres build
	@FAAN_MODEL_OPERATIONS=$(OPERATIONS) $(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- \
		$(CARGO) test --release --workspace --test api model -- --nocapture
	@FAAN_MODEL_OPERATIONS=$(OPERATIONS) $(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- \
		$(CARGO) test --release --workspace --test ledger account_model -- --nocapture

# So many hands recorded by batches, exported, and what verifying them takes.
HANDS ?= 1000000
many: postgres build
	@FAAN_MANY_HANDS=$(HANDS) $(FAAN) test-cluster -- $(CARGO) test --release --workspace --test api many:: -- --nocapture
	@$(CARGO) bench -q --workspace --bench verify -- $(abspath $(TARGET))/tmp/$(HANDS).ndjson

# Standings of so many hands, corrected at random, against what their entries come to at once; what reading them costs, and what
# reading those of FEW hands does.
standings: HANDS = 100000
standings: FEW ?= 1000
standings: postgres build
	@FAAN_STANDINGS_HANDS=$(HANDS) FAAN_STANDINGS_FEW=$(FEW) $(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- \
		$(CARGO) test --release --workspace --test ledger standings_are -- --nocapture

# So many follow one match while it is played, one of them cut off again and again.
live: READERS ?= 1000
live: CUTS ?= 100
live: postgres build
	@FAAN_LIVE_READERS=$(READERS) FAAN_LIVE_CUTS=$(CUTS) $(FAAN) test-cluster -- \
		$(CARGO) test --release --workspace --test api events::everybody -- --nocapture

# Every fault of RELIABILITY.md, the fault bench in full, whose results are written there. SEED="…" draws the same again,
# ARGS="kills" runs only those of the bench.
faults: postgres build
	@$(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- .ci/faults $(ARGS)

# Ten minutes for each target, in sequence. ARGS="2 patch": two minutes for that one.
fuzz:
	@.ci/fuzz $(ARGS)

# Ratios of medians on this machine; it wants to be otherwise idle. Nothing here is a test. ARGS="D1 D7": only these lines of the
# benchmark of the whole service.
bench: postgres build
ifeq ($(ARGS),)
	@$(CARGO) bench -q --workspace --bench score
	@$(CARGO) bench -q --workspace --bench verify
	@$(CARGO) bench -q --workspace --bench tree
	@$(FAAN) test-cluster -- $(CARGO) bench -q --workspace --bench append
	@$(CARGO) bench --workspace --bench service
endif
	@$(CARGO) bench -q --workspace --bench load -- $(ARGS)

# What is published of this commit, in target/release-files or in FOLDER: the optimised program, a package for Debian, an image, a list of
# what is in the program, and checksums. `.ci/release` tries them.
release:
	@deploy/release $(FOLDER)

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

build:
	@command -v $(firstword $(CARGO)) >/dev/null || { echo "Rust is not here: see https://rustup.rs"; exit 1; }
	$(CARGO) build --workspace --bin faan

postgres:
	@deploy/postgres.sh >/dev/null
