#!/usr/bin/env bash
# tidy.sh [FOLDER]: clang-tidy finds nothing in the library's sources; FOLDER is a configured and built build folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build}
cmake -S . -B "$build" --log-level=NOTICE -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
find host transpose -name tests -prune -o -name '*.cpp' -print0 | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build"
