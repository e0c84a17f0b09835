#!/usr/bin/env bash
# on_gpu.sh WHEELS [PYTEST_ARGUMENT..]: runs the whole test suite and call_overhead.py on a GPU, without network access.
# Installs the wheels of the folder WHEELS into a temporary folder. All other packages (numpy, scipy, pytest, hypothesis) must
# be installed already. STOCKHAM_DEVICE selects the device (default: the first GPU), PYTHON the interpreter (python3), and
# STOCKHAM_TEST_EXAMPLES the number of hypothesis's examples per test.
set -euo pipefail
[[ $# -ge 1 && -d $1 ]] || {
    echo "usage: interfaces/python/tests/on_gpu.sh WHEELS [PYTEST_ARGUMENT..]" >&2
    exit 2
}
wheels=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")" # not in interfaces/python, where Python would import the sources
python=${PYTHON-python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --target "$folder" "$wheels"/*.whl
export PYTHONPATH=$folder STOCKHAM_DEVICE=${STOCKHAM_DEVICE-gpu}
"$python" - <<'PROGRAM'
import sys, numpy, scipy, pyopencl, stockham
device = stockham.get_device()
print(f"Python {sys.version.split()[0]}, numpy {numpy.__version__}, scipy {scipy.__version__}, pyopencl {pyopencl.VERSION_TEXT}, "
      f"stockham {stockham.__version__} on {device.name} ({device.platform}, {device.driver})", flush=True)
PROGRAM
status=0
"$python" -m pytest -q -p no:cacheprovider -c ../../../pyproject.toml --durations=10 "$@" . || status=$?
"$python" ../benchmarks/call_overhead.py --check || status=$?
exit "$status"
