#!/usr/bin/env bash
# start_up.sh [WHEEL]: measures start-up times. First, the seconds from `python3 -m venv` to the first transform, including
# the download of packages from PyPI, with no cached kernels. Then the processor seconds (of all threads) and the wall-clock
# seconds of a program that imports stockham and transforms a 1024 x 1024 image with cached kernels. Both are the best of ten
# runs. Builds a wheel if none is given. PYTHON is the interpreter (python3). Exits with 1 above the limits, 60 s and 0.5 s.
set -euo pipefail
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
python=${PYTHON-python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wheel=${1-}
if [[ ! $wheel ]]; then
    "$python" -m pip wheel --quiet --no-deps --wheel-dir "$folder" "$source_root"
    wheel=$(echo "$folder"/stockham-*.whl)
fi
wheel=$(realpath "$wheel")
# Start with empty kernel caches of the library and of PoCL.
export STOCKHAM_CACHE=$folder/kernels POCL_CACHE_DIR=$folder/pocl
mkdir "$POCL_CACHE_DIR"
cd "$folder"

start=$(date +%s.%N)
"$python" -m venv new
new/bin/pip install --quiet --disable-pip-version-check "$wheel"
installed=$(date +%s.%N)
new/bin/python -c 'import numpy, stockham; stockham.fft.fft(numpy.ones(1024))'
first=$(date +%s.%N)

cat >warm.py <<'PROGRAM'
import numpy
a = numpy.random.default_rng(1).random((1024, 1024))
import stockham
stockham.fft.fft2(a)
PROGRAM
new/bin/python warm.py
TIMEFORMAT='%U %S %R'
for _ in {1..10}; do
    { time new/bin/python warm.py; } 2>>seconds.txt
done
awk -v start="$start" -v installed="$installed" -v first="$first" '
    NR == 1 || $1 + $2 < cpu { cpu = $1 + $2 }
    NR == 1 || $3 < wall { wall = $3 }
    END {
        printf "venv and install %.1f s, first transform after %.1f s (limit 60)\n", installed - start, first - start
        printf "warm fft2 of 1024 x 1024: processor time %.3f s (limit 0.5), wall-clock time %.3f s\n", cpu, wall
        exit first - start > 60 || cpu > 0.5
    }' seconds.txt
