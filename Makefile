# make demo    plays Infiltration at three alarm starts and writes out/alarm.html
# make test    lint, types, layers, and every test
# make bench   speed of the playouts, one thread, and of the page of a comparison
# make calibrate  coverage, false alarms and planted faults on the duel; writes docs/calibration.md (minutes)
# make lock    pins the dependencies anew

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test lint bench calibrate lock clean

demo: $(READY)
	$(BIN)/heistlab compare infiltration --vary alarm_start=-1,0,1 -p 4 -n 20000 --seed 7 --report out/alarm.html

test: lint
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

lint: $(READY)
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python scripts/bench.py --cold

calibrate: $(READY)
	PYTHONPATH=.:scripts OPENBLAS_NUM_THREADS=1 $(BIN)/python scripts/calibrate.py

lock: $(READY)
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --python-version 3.11 --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) .cache out build *.egg-info

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "heistlab needs Python 3.11 or newer; try: make PYTHON=python3.11")'
	@echo "setting up $(VENV) (about a minute, once)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(READY)
