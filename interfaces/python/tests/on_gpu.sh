#!/usr/bin/env bash
# on_gpu.sh WHEELS [PYTEST_ARGUMENT..]: the whole test suite and call_overhead.py on a machine's GPU, where there may be no
# network: the wheels of a folder are installed into a folder of their own, and what is not among them the interpreter must
# have (numpy, scipy, pytest, hypothesis). STOCKHAM_DEVICE names another device than the first GPU, PYTHON another
# interpreter than python3, STOCKHAM_TEST_EXAMPLES the number of hypothesis's examples of each test.
set -euo pipefail
[[ $# -ge 1 && -d $1 ]] || {
    echo "usage: interfaces/python/tests/on_gpu.sh WHEELS [PYTEST_ARGUMENT..]" >&2
    exit 2
}
wheels=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")" # not beside interfaces/python/stockham, which Python would import
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
