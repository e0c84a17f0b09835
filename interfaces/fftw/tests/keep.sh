#!/usr/bin/env bash
# keep.sh PROGRAM LIBRARY: planning with FFTW's wisdom keeps the program's arrays, while the library measures the device.
set -euo pipefail
program=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" make "$work/wisdom"
"$program" check "$work/wisdom" || { echo "FFTW alone fails: the test is wrong" >&2; exit 1; }
export STOCKHAM_FFTW=auto STOCKHAM_FFTW_CPU=1 STOCKHAM_FFTW_WISDOM=off STOCKHAM_FFTW_LOG=$work/log
LD_PRELOAD=$library "$program" check "$work/wisdom" >"$work/said" || { cat "$work/said"; exit 1; }
expect() {  # COUNT WORDS: the log has COUNT lines with the words
    local found
    found=$(grep -c -- "$2" "$work/log" || true)
    [[ $found == "$1" ]] || { echo "$found lines with '$2' instead of $1:" >&2; cat "$work/log" >&2; exit 1; }
}
expect 8 'measured .* s on the device'  # each layout once, the batch again with threads
if [[ $(<"$work/said") != *skipped* ]]; then expect 1 'the device is prepared: arrays to measure with take'; fi
