#!/usr/bin/env bash
# reference.sh COMPILER: prints `reference USER SYSTEM`, the processor seconds of compilations that measure this machine. It is as busy
# as the tests keep it: a compilation on each processor, three times.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
compile() { for _ in 1 2 3; do "$1" -std=c++17 -O2 -c "$here/reference.cpp" -o /dev/null; done; }
TIMEFORMAT="%U %S"
seconds=$({ time { for _ in $(seq "$(nproc)"); do compile "$1" & done; wait; }; } 2>&1)
awk -v n="$(nproc)" '{ print "reference", $1 / n, $2 / n }' <<<"$seconds"
