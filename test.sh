#!/usr/bin/env bash
# test.sh: installs missing Debian packages, builds everything but the benchmarks, and runs the default tests, in about 12 minutes on two
# processors. It ends with a list of the long tests, which it leaves out (tests/README.md).
# test.sh --all: builds everything and runs all tests.
# test.sh CTEST-OPTION...: builds everything and runs the tests that the options select, such as `-L unit` or `-R consumer`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

test=(ctest --test-dir build -j2 --output-on-failure)
if (($#)); then
    [[ $1 != --all ]] || shift
    scripts/build.sh
    exec "${test[@]}" "$@"
fi

benchmarks=OFF
[[ ! -e build/benchmarks/stockham-bench ]] || benchmarks=ON # which keeps them up to date
scripts/build.sh -DSTOCKHAM_BENCHMARKS=$benchmarks
code=0
"${test[@]}" -LE long || code=$?
echo
echo "Left out: the long tests below, which tests/README.md lists. ./test.sh --all runs them, too."
ctest --test-dir build -N -L long -FA . | sed -n 's/^ *Test *#[0-9]*: /  /p'
[[ $benchmarks == ON ]] || echo "  the benchmarks and their tests, which were not built"
exit "$code"
