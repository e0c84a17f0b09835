#!/bin/sh
# Runs the small device tests under Oclgrind. It exits with 0 even if it finds races, so its log must be empty, too.
# usage: oclgrind.sh OCLGRIND DEVICE_TESTS
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$1" --data-races --uniform-writes --local-mem-size 262144 --log "$log" "$2" --run_test=small
if [ -s "$log" ]; then
    head -n 100 "$log" >&2
    exit 1
fi
