#!/usr/bin/env bash
# sanitize.sh [FOLDER]: the default tests that need no device pass under AddressSanitizer and UndefinedBehaviorSanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build-sanitize}
.ci/sanitizer_build.sh "$build" unit_tests
# HDF5 asks for any size that a damaged file states, and handles the refusal; the sanitizer would abort instead.
export ASAN_OPTIONS=allocator_may_return_null=1
export LSAN_OPTIONS=suppressions=$PWD/.ci/leaks_of_libraries.txt:print_suppressions=0
# Exports are checked in builds without sanitizers, which add names of their own.
ctest --test-dir "$build" -j2 --output-on-failure --no-tests=error -L '^unit$' -LE '^long$' -E '[._]symbols$'
