# `make up` runs Faan here, `make test` runs every test. Both need Rust, and nothing else installed or started first:
# deploy/postgres.sh sees to PostgreSQL's programs. ARGS is passed on: make test ARGS="-p rules", make up ARGS="--help".

CARGO ?= cargo
TARGET = $(or $(CARGO_TARGET_DIR),target)
FAAN = $(TARGET)/debug/faan

.PHONY: up test model many standings live faults fuzz bench lint build postgres

up: $(if $(FAAN_DATABASE_URL),,postgres) build
	@$(FAAN) up $(ARGS)

test: postgres build
	@$(FAAN) test-cluster -- $(CARGO) test $(ARGS)

# Clients at once in several clubs, each against a model in memory, as fast as Faan is. OPERATIONS="…" in all, SEED="…" to
# repeat a run. The first build takes minutes.
OPERATIONS ?= 100000
model: postgres build
	@FAAN_MODEL_OPERATIONS=$(OPERATIONS) $(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- \
		$(CARGO) test --release -p gateway --test api model -- --nocapture
	@FAAN_MODEL_OPERATIONS=$(OPERATIONS) $(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- \
		$(CARGO) test --release -p ledger --test ledger account_model -- --nocapture

# So many hands recorded by batches, exported, and what verifying them takes.
HANDS ?= 1000000
many: postgres build
	@FAAN_MANY_HANDS=$(HANDS) $(FAAN) test-cluster -- $(CARGO) test --release -p gateway --test api many:: -- --nocapture
	@$(CARGO) bench -q -p audit --bench verify -- $(abspath $(TARGET))/tmp/$(HANDS).ndjson

# Standings of so many hands, corrected at random, against what their entries come to at once; what reading them costs, and what
# reading those of FEW hands does.
standings: HANDS = 100000
standings: FEW ?= 1000
standings: postgres build
	@FAAN_STANDINGS_HANDS=$(HANDS) FAAN_STANDINGS_FEW=$(FEW) $(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- \
		$(CARGO) test --release -p ledger --test ledger standings_are -- --nocapture

# So many follow one match while it is played, one of them cut off again and again.
live: READERS ?= 1000
live: CUTS ?= 100
live: postgres build
	@FAAN_LIVE_READERS=$(READERS) FAAN_LIVE_CUTS=$(CUTS) $(FAAN) test-cluster -- \
		$(CARGO) test --release -p gateway --test api events::everybody -- --nocapture

# Every fault of RELIABILITY.md, the fault bench in full, whose results are written there. SEED="…" draws the same again,
# ARGS="kills" runs only those of the bench.
faults: postgres build
	@$(if $(SEED),FAAN_TEST_SEED=$(SEED)) $(FAAN) test-cluster -- .ci/faults $(ARGS)

# Ten minutes for each target, in sequence. ARGS="2 patch": two minutes for that one.
fuzz:
	@.ci/fuzz $(ARGS)

# Ratios of medians on this machine; it wants to be otherwise idle. Nothing here is a test.
bench: postgres build
	@$(CARGO) bench -q -p rules --bench score
	@$(CARGO) bench -q -p audit --bench verify
	@$(CARGO) bench -q -p evidence --bench tree
	@$(FAAN) test-cluster -- $(CARGO) bench -q -p ledger --bench append --features test-database
	@$(CARGO) bench --bench service $(ARGS)

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

build:
	@command -v $(firstword $(CARGO)) >/dev/null || { echo "Rust is not here: see https://rustup.rs"; exit 1; }
	$(CARGO) build -p faan

postgres:
	@deploy/postgres.sh >/dev/null
