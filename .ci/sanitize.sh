#!/usr/bin/env bash
# sanitize.sh [FOLDER]: the tests that need no device pass under AddressSanitizer and UndefinedBehaviorSanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build-sanitize}
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1 -fno-omit-frame-pointer" \
    -DCMAKE_CXX_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" \
    -DSTOCKHAM_BENCHMARKS=OFF -DSTOCKHAM_EXAMPLES=OFF -DSTOCKHAM_TEST_TIME_FACTOR=8
cmake --build "$build" --parallel "$(nproc)" --target unit_tests
ctest --test-dir "$build" -j2 --output-on-failure --no-tests=error -L '^unit$'
