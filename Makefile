# `make build` makes the binary with the page in it. `make test` is the one
# test command: it installs what is missing, then checks format, lints, docs,
# and runs every test, those of the page in a real browser. Tests that need
# the SAIL corpus run wherever its files are found; without Node.js or Chromium
# the tests of the page are left out, without PostgreSQL those of the study on
# it, without Python 3.10 those of the Python package, and that is said.

.PHONY: build test tools page page-test wheel ray-test dist dist-check docs docs-check shapes mutations bench fuzz-api models release-check oldest-rust

has_node = { node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' && command -v npm; } >/dev/null 2>&1
# As `cargo test` builds it: whatever else is asked for has other features.
build_binary = cargo test --quiet --workspace --all-features --no-run --test serve
binary = $${CARGO_TARGET_DIR:-target}/debug/cicerone
with_postgres = crates/cicerone-study/with-postgres
has_python = python3 -c 'import ensurepip, sys; assert sys.version_info >= (3, 10)' >/dev/null 2>&1
chromium = { command -v chromium || command -v chromium-browser || command -v google-chrome; }

build: page
	cargo build --profile dist -p cicerone-cli --features full

# One set of features for everything that is built, so that nothing is built
# twice; the smaller sets are only checked. The binary that the tests meet is
# also the one that looks for the corpus and that serves the page.
test: tools page
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features -- -D warnings
	cargo clippy -p cicerone --no-default-features -- -D warnings
	cargo clippy -p cicerone --no-default-features --features training -- -D warnings
	cargo clippy -p cicerone-cli -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --all-features --no-deps
	$(build_binary)
	@if data=$$($(binary) data where); then \
	  echo "SAIL corpus: $$data"; \
	  CICERONE_SAIL="$$data" $(with_postgres) cargo test --workspace --all-features -- --include-ignored; \
	else \
	  echo "Without the SAIL corpus the tests that need it are left out."; \
	  $(with_postgres) cargo test --workspace --all-features; \
	fi
	@$(MAKE) --no-print-directory page-test
	@$(has_python) || echo "Without Python 3.10 and its venv the tests of the Python package were left out."

tools:
	@command -v cargo >/dev/null || { echo "Cargo is missing: install Rust first, see README.md"; exit 1; }
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy
	@if ! { $(has_node) && $(chromium) >/dev/null; } && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Node.js and Chromium for the tests of the page."; \
	  $(has_node) || node="nodejs npm"; \
	  { apt-get install -y -q chromium $$node || { apt-get update -q && apt-get install -y -q chromium $$node; }; } >/dev/null \
	  || echo "They could not be installed."; \
	fi
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null \
	  && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing PostgreSQL for the tests of the study."; \
	  { apt-get install -y -q postgresql || { apt-get update -q && apt-get install -y -q postgresql; }; } >/dev/null \
	  || echo "It could not be installed."; \
	fi

	@if command -v python3 >/dev/null && ! $(has_python) && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Python's venv for the tests of the Python package."; \
	  { apt-get install -y -q python3-venv || { apt-get update -q && apt-get install -y -q python3-venv; }; } >/dev/null \
	  || echo "It could not be installed."; \
	fi

# The page, into the server's package, from where the binary takes it. Not `npm ci`: it asks
# the lock for the bundler's builds of every platform, which a registry may lack.
page:
	@if $(has_node); then \
	  cd web && { [ node_modules/.package-lock.json -nt package-lock.json ] || PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --no-save; } \
	  && npm run --silent check && npm run --silent build && npm run --silent size; \
	else echo "Without Node.js 20 the binary has no page."; fi

page-test:
	@if ! $(has_node); then echo "Without Node.js 20 the tests of the page are left out."; \
	elif ! $(chromium) >/dev/null; then echo "Without Chromium the tests of the page are left out."; \
	else $(build_binary) && binary=$$(realpath "$(binary)") && cd web && export CICERONE="$$binary" \
	  && npm run --silent api-check && CHROMIUM=$$($(chromium)) npm run --silent test; fi

# The Python package alone.
maturin = target/maturin/bin/maturin
wheel:
	@[ -x $(maturin) ] || { python3 -m venv target/maturin && target/maturin/bin/pip install --quiet 'maturin>=1.9.4,<2'; }
	$(maturin) build --profile dist -m crates/cicerone-python/Cargo.toml --out target/wheels

# All that a release gives away, into target/release-files, free of times and paths.
dist: page
	scripts/dist

# What `make dist` made: the checksums, and the wheel in an empty environment.
wheel_file = $$(ls "$$PWD"/target/release-files/cicerone-*.whl)
dist-check:
	cd target/release-files && sha256sum --quiet --check SHA256SUMS
	@[ $$(stat --format=%s $(wheel_file)) -lt 25000000 ] || { echo "The wheel has 25 MB or more."; exit 1; }
	python3 -m venv --clear target/empty
	target/empty/bin/pip install --quiet pytest pyarrow $(wheel_file)
	tests="$$PWD/crates/cicerone-python/python/tests" pytest="$$PWD/target/empty/bin/pytest" && cd target/empty \
	  && $$pytest -q -p no:cacheprovider -m "not ray" --doctest-modules --pyargs cicerone "$$tests"

# Many routes with a real Ray of two workers, one of whom is killed. Ray is some
# hundred megabytes, so nobody is made to install it for `make test`.
ray-test: wheel
	python3 -m venv --clear target/ray
	target/ray/bin/pip install --quiet pytest pyarrow 'ray[data]' target/wheels/cicerone-*.whl
	cd crates/cicerone-python/python/tests && ../../../../target/ray/bin/pytest -q -p no:cacheprovider test_many_machines.py

# The site of documents, into target/book. mdBook installs itself the first time,
# which takes some minutes.
docs:
	@command -v mdbook >/dev/null || cargo install --locked mdbook --no-default-features --features search
	mdbook build docs

# Every command of the documents and of the README, run.
docs-check:
	$(build_binary)
	docs/check "$(binary)"

# Instructions in other programs' shapes: 500 routes of every building, read by the
# packages that people read them with.
shapes: page
	@$(build_binary)
	@if data=$$($(binary) data where); then export CICERONE_SAIL="$$data"; fi; \
	  CICERONE_ROUTES=500 cargo test --workspace --all-features --test shapes -- --nocapture

# A longer run of the readers against broken files: a million mutations each.
mutations:
	CICERONE_MUTATIONS=1000000 cargo test --release -p cicerone --all-features --test mutations

# The API against requests made up from its own document.
fuzz-api:
	$(build_binary)
	CICERONE="$(binary)" crates/cicerone-server/fuzz-api

# The models that the binary carries, from the SAIL training split and English
# text: 40 to 90 minutes on two cores. Runs that were stopped go on. The number of
# threads is part of what is learnt, whatever the number of cores. Text about
# Matterport3D's scans is left out, for their terms count models as derived.
RUNS ?= runs
models:
	cargo build --profile dist -p cicerone-cli
	mkdir -p $(RUNS)
	target/dist/cicerone train selector --out $(RUNS)/selector.json
	target/dist/cicerone train language-model --without rxr_val_en --threads 8 --out $(RUNS)/language-model
	target/dist/cicerone train phrasebook --without rxr_val_en --out crates/cicerone/src/realize/phrasebook.json
	for seed in 1 2 3; do \
	  target/dist/cicerone train realizer --threads 1 --seed $$seed --out $(RUNS)/realizer-$$seed || exit 1; \
	  target/dist/cicerone train realizer --slots --threads 1 --seed $$seed --out $(RUNS)/slots-$$seed || exit 1; \
	done
	target/dist/cicerone train follower --threads 1 --models 3 --seed 1 --out $(RUNS)/followers
	target/dist/cicerone train parser --without rxr_val_en --threads 1 --models 3 --seed 1 --out $(RUNS)/parser
	target/dist/cicerone train bundle --selector $(RUNS)/selector.json \
	  --realizer $(RUNS)/realizer-1 --realizer $(RUNS)/realizer-2 --realizer $(RUNS)/realizer-3 \
	  --realizer $(RUNS)/slots-1 --realizer $(RUNS)/slots-2 --realizer $(RUNS)/slots-3 \
	  --language-model $(RUNS)/language-model \
	  --follower $(RUNS)/followers --parser $(RUNS)/parser \
	  --out $(RUNS)/bundle
	cp $(RUNS)/bundle/language-model.safetensors crates/cicerone-language-model/
	cp $(RUNS)/bundle/realizer-*.safetensors crates/cicerone-realizers/
	cd $(RUNS)/bundle && cp *.json follower-* parser-* $(CURDIR)/crates/cicerone-models/models/

bench:
	cargo bench -p cicerone --all-features

# Everything with the oldest Rust that Cargo.toml promises; rustup fetches it where it is missing.
oldest-rust:
	version=$$(sed -n 's/^rust-version = "\(.*\)"$$/\1/p' Cargo.toml) \
	  && cargo +$$version.0 check --locked --workspace --all-targets --all-features

# Before a release: licences and advisories, the oldest Rust, packages that build from what
# they carry, and no breaking change that the version does not tell of. The tools
# install themselves the first time, which takes a while.
release-check: page
	@command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	@command -v cargo-semver-checks >/dev/null || cargo install --locked cargo-semver-checks
	cargo deny --all-features check
	@$(MAKE) --no-print-directory oldest-rust
	cargo package --workspace --allow-dirty
	@if git rev-parse -q --verify v0.1.0 >/dev/null; then \
	  cargo semver-checks -p cicerone --baseline-rev v0.1.0 --all-features; \
	else echo "Without the tag v0.1.0 there is nothing to compare the API with."; fi
