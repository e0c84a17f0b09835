#!/usr/bin/env bash
# trips.sh COMPARE LIBRARY: transforms that a small device does not hold. COMPARE checks the results; the log must say that
# the device computed them in trips.
set -euo pipefail
compare=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export STOCKHAM_MEMORY=12000 STOCKHAM_FFTW_LINE=1100
# r2c f64 12 x 12 x 6 in place, unaligned; c2r f64 1000 from a reversed line, with an array between its trips.
STOCKHAM_FFTW_SEED=17 STOCKHAM_FFTW_CASES=2 STOCKHAM_FFTW_LOG="$work/log" "$compare" "$library" >"$work/out" ||
    { cat "$work/out"; exit 1; }
[[ $(grep -c 'the device computes it in 2 trips$' "$work/log") == 2 ]] && ! grep -q 'FFTW computes' "$work/log" ||
    { echo "not in trips:"; cat "$work/out" "$work/log"; exit 1; }
# c2c f32 1047 = 3 x 349: the columns of 349 points are too large. FFTW computes, and the log says why.
STOCKHAM_FFTW_SEED=21 STOCKHAM_FFTW_CASES=1 STOCKHAM_FFTW_LOG="$work/refused" "$compare" "$library" >"$work/out" 2>&1 ||
    { cat "$work/out"; exit 1; }
grep -q 'FFTW computes: .* the smallest part of it, .* the limit is 12000$' "$work/refused" ||
    { echo "no reason:"; cat "$work/out" "$work/refused"; exit 1; }
