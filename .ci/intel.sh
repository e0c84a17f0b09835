#!/usr/bin/env bash
# intel.sh [FOLDER]: runs the quick device tests of the build in FOLDER on Intel's CPU runtime, which vectorises differently
# from PoCL. The runtime comes from PyPI; without it this check fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

exec scripts/implementations.sh --build "${1:-build}" --quick intel
