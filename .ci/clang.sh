#!/usr/bin/env bash
# clang.sh [FOLDER]: everything compiles with Clang without a warning, each source by itself (STOCKHAM_UNITY=OFF). Nothing is
# run, so nothing is optimised.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build-clang}
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSTOCKHAM_WERROR=ON -DSTOCKHAM_UNITY=OFF
cmake --build "$build" --parallel "$(nproc)"
