#!/usr/bin/env bash
# tidy.sh [--deep] [FOLDER]: clang-tidy finds nothing in the library's sources; FOLDER is a build folder. Clang's path
# analyzer, which costs most of the time, runs only with --deep.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

checks='-clang-analyzer-*'
if [[ ${1-} == --deep ]]; then
    checks=
    shift
fi
build=${1:-build}
cmake -S . -B "$build" --log-level=NOTICE -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
find host transpose -name tests -prune -o -name '*.cpp' -print0 |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet --config-file=.ci/clang-tidy --checks="$checks" -p "$build"
