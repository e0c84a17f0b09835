#!/usr/bin/env bash
# test.sh [CTEST-OPTION...]: installs missing Debian packages, builds everything, and runs all tests, or those selected by
# the options, such as `-L unit` or `-R consumer`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

scripts/build.sh
exec ctest --test-dir build -j2 --output-on-failure "$@"
