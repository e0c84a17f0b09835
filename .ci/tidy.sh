#!/usr/bin/env bash
# tidy.sh [--deep] [FOLDER]: runs clang-tidy on the library's sources, with the build in FOLDER. Clang's path analyzer, which
# takes most of the time, runs only with --deep.
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
