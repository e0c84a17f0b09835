#!/usr/bin/env bash
# sanitizer_build.sh FOLDER TARGET..: builds these targets by Clang with AddressSanitizer, UndefinedBehaviorSanitizer and
# libFuzzer's coverage, warnings as errors. One build for .ci/sanitize.sh and .ci/fuzz.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$1
# The coverage that guides libFuzzer. Tracing comparisons, too, would make the tests three times slower.
coverage=-fsanitize-coverage=inline-8bit-counters,pc-table
shift
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1 -fno-omit-frame-pointer" \
    -DCMAKE_CXX_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all $coverage" \
    -DSTOCKHAM_WERROR=ON -DSTOCKHAM_FUZZ=ON -DSTOCKHAM_BENCHMARKS=OFF -DSTOCKHAM_EXAMPLES=OFF -DSTOCKHAM_TEST_TIME_FACTOR=8
cmake --build "$build" --parallel "$(nproc)" --target "$@"
