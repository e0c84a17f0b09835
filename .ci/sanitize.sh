#!/usr/bin/env bash
# sanitize.sh [FOLDER]: the tests that need no device pass under AddressSanitizer and UndefinedBehaviorSanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build-sanitize}
.ci/sanitizer_build.sh "$build" unit_tests
# Exports are checked in builds without sanitizers, which add names of their own.
ctest --test-dir "$build" -j2 --output-on-failure --no-tests=error -L '^unit$' -E '[._]symbols$'
