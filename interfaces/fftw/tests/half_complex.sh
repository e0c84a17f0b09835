#!/usr/bin/env bash
# half_complex.sh COMPARE LIBRARY: half-complex and Hartley transforms on the device, whole, in pieces and in trips. COMPARE
# checks the results; the log must say that the device computed them.
set -euo pipefail
compare=$1 library=$2
log=$(mktemp)
trap 'rm -f "$log"*' EXIT
export STOCKHAM_FFTW_HALF_COMPLEX=1 STOCKHAM_FFTW_LOG=$log
failed=0
try() {  # SEED CASES LINES WORDS VARIABLE..: cases from a seed on; the log has LINES lines with the words
    rm -f "$log"
    env STOCKHAM_FFTW_SEED="$1" STOCKHAM_FFTW_CASES="$2" "${@:5}" "$compare" "$library" >"$log.out" 2>&1 &&
        [[ $(grep -c "$4" "$log") == "$3" ]] && ! grep -q 'FFTW computes' "$log" ||
        { echo "from seed $1: not $3 lines with '$4'" && cat "$log.out" "$log" && failed=1; }
}
# Lines of 2 to 8 numbers: all kinds, batches, gaps, negative strides, in place, unaligned, beside axes of one point.
try 86 13 13 'compiled in' STOCKHAM_FFTW_LINE=8
# Batches that the device does not hold: R2HC in place, HC2R between lines with gaps.
try 719 1 1 'compiled in' STOCKHAM_LINK=1 STOCKHAM_MEMORY=20000
try 162 1 1 'compiled in' STOCKHAM_LINK=1 STOCKHAM_MEMORY=20000
# Lines that it does not hold: R2HC, and HC2R in place.
try 77 1 1 'in 2 trips$' STOCKHAM_MEMORY=12000 STOCKHAM_FFTW_LINE=1100
try 817 1 1 'in 2 trips$' STOCKHAM_MEMORY=12000 STOCKHAM_FFTW_LINE=1100
exit $failed
