#!/usr/bin/env bash
# public_face.sh BUILD OUTPUT [ROUNDS]: measures the documented performance of single axes, pruned outputs and
# convolutions of prime lengths, by BUILD/benchmarks/stockham-bench in one run on the device of STOCKHAM_DEVICE. Checks
# each result; OUTPUT is a text file. SMALL=1 uses small arrays, to try the script.
set -euo pipefail
build=${1:?public_face.sh BUILD OUTPUT [ROUNDS]}
output=${2:?public_face.sh BUILD OUTPUT [ROUNDS]}
rounds=${3:-15}
bench=$build/benchmarks/stockham-bench

stack=(64 512 512) side=2048 rows=1009 columns=1013
[[ -z ${SMALL-} ]] || stack=(4 32 32) side=64 rows=37 columns=41
planes=${stack[0]} n=${stack[1]} m=${stack[2]}

failed=0
measure() {
    printf '\n== %s\n' "$1"
    shift
    "$bench" "$@" --rounds "$rounds" || failed=1
}

{
    printf '# public_face.sh, %s rounds, %s UTC\n' "$rounds" "$(date -u '+%F %T')"
    for precision in f32 f64; do
        measure "axis 2 of ${planes}x${n}x$m, then axis 1, $precision: at most 1.15 times the time per byte" layouts \
            "c2c $precision $m b$((planes * n))" \
            "c2c $precision $n is=$m os=$m loops=$planes:$((n * m)),$m:1"
    done
    measure "half of each axis of ${side}x$side wanted: at most 0.75 of the time for all" layouts \
        "c2c f32 ${side}x$side" \
        "c2c f32 ${side}x$side wanted=$((side / 2))x$((side / 2))" \
        "c2c f32 ${side}x$side wanted=$((side / 2))x$side" \
        "c2c f32 ${side}x$side wanted=${side}x$((side / 2))"
    measure "convolution of ${rows}x$columns: less than forward, product and inverse separately" convolution \
        "c2c f32 ${rows}x$columns" "r2c f32 ${rows}x$columns" "c2c f64 ${rows}x$columns"
    exit "$failed"
} | tee "$output"
