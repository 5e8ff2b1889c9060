# `make test` is the one test command: it installs what is missing, then checks
# format, lints, docs, and runs every test. Tests that need the SAIL corpus run
# wherever its files are found.

.PHONY: test tools mutations bench models

test: tools
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	@if data=$$(cargo run --quiet -p cicerone-cli -- data where); then \
	  echo "SAIL corpus: $$data"; \
	  cargo test --workspace -- --include-ignored; \
	else \
	  echo "Without the SAIL corpus the tests that need it are left out."; \
	  cargo test --workspace; \
	fi

tools:
	@command -v cargo >/dev/null || { echo "Cargo is missing: install Rust first, see README.md"; exit 1; }
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

# A longer run of the readers against broken files: a million mutations each.
mutations:
	CICERONE_MUTATIONS=1000000 cargo test --release -p cicerone --test mutations

# The models that the binary carries, from the SAIL training split and English
# text: about an hour and a half on two cores. Runs that were stopped go on.
RUNS ?= runs
models:
	cargo build --release -p cicerone-cli
	target/release/cicerone train selector --out $(RUNS)/selector.json
	target/release/cicerone train language-model --threads 1 --out $(RUNS)/language-model
	target/release/cicerone train realizer --threads 1 --seed 1 --out $(RUNS)/realizer-1
	target/release/cicerone train follower --threads 1 --models 3 --seed 1 --out $(RUNS)/followers
	target/release/cicerone train parser --threads 1 --epochs 20 --out $(RUNS)/parser
	target/release/cicerone train bundle --selector $(RUNS)/selector.json \
	  --realizer $(RUNS)/realizer-1 --language-model $(RUNS)/language-model \
	  --follower $(RUNS)/followers --parser $(RUNS)/parser \
	  --out crates/cicerone/models

bench:
	cargo bench -p cicerone
