#!/usr/bin/env bash
# measure_passes.sh STOCKHAM FILE.passes [SECONDS [K/N]]: measures passes on the default device with the command STOCKHAM and
# adds them to FILE.passes: the passes of the suites pow2 and images and of a sweep of random lengths, then whole lines of every
# length from 2 to 1024 and of one in eight up to 8192, complex and real, in both precisions. Stops after SECONDS (560, a piece of
# ten minutes); the same command continues there. K/N takes the K-th of N parts. The device should be idle.
set -euo pipefail

if (($# < 2 || $# > 4)) || [[ $2 != *.passes || ! ${3:-560} =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: $0 STOCKHAM FILE.passes [SECONDS [K/N]]" >&2
    exit 2
fi
command=$(realpath "$1")
file=$(realpath "$2")
seconds=${3:-560}
part=${4:-1/1}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export STOCKHAM_BENCH_SUITES="$PWD/benchmarks/suites"

# lengths: a suite of whole lines with 64 MiB of input.
lengths() {
    local n kind precision bytes
    for ((k = 2; k <= 1920; ++k)); do
        n=$((k <= 1024 ? k : 1024 + 8 * (k - 1024) + (k * 5) % 8))  # of each residue modulo 8
        for precision in f32 f64; do
            for kind in c2c r2c; do
                [[ $precision == f64 ]] && bytes=8 || bytes=4
                [[ $kind == c2c ]] && bytes=$((2 * bytes))
                echo "$kind $precision $n b$(((64 << 20) / (n * bytes)))"
            done
        done
    done
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
lengths >"$folder/lengths.txt"
"$command" calibrate --passes pow2 images every:1:64 "$folder/lengths.txt" --into "$file" --seconds "$seconds" --part "$part"
