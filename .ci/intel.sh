#!/usr/bin/env bash
# intel.sh [FOLDER]: the quick device tests, built in FOLDER, pass on Intel's CPU runtime, whose vectoriser is not PoCL's.
# The runtime comes from PyPI; without it this check fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

exec scripts/implementations.sh --build "${1:-build}" --quick intel
