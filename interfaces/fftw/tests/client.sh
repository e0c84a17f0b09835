#!/usr/bin/env bash
# client.sh PROGRAM OMP-PROGRAM FOLDER: runs PROGRAM, which prints the results of FFTW's functions, with FFTW, and then with the
# library in FOLDER: by LD_PRELOAD and by LD_LIBRARY_PATH, on the device and as the library chooses. All outputs must be
# the same, and the device must really have computed. On the device in double precision only, because both precisions are
# one source.
set -euo pipefail
program=$1 omp=$2 folder=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" >"$work/fftw"
(($(wc -l <"$work/fftw") > 100)) || { echo "$program printed too little" >&2; exit 1; }
failed=0
try() {  # NAME VARIABLE..
    local name=$1 precision=()
    [[ $name != *.device ]] || precision=(f64)
    shift
    env STOCKHAM_FFTW_LOG="$work/log.$name" STOCKHAM_CACHE="$work/cache" "$@" "$program" "${precision[@]}" >"$work/$name" ||
        { echo "$name: exit code $?" >&2; failed=1; }
    grep "^${precision[*]}" "$work/fftw" | diff - "$work/$name" || { echo "$name: other results than FFTW" >&2; failed=1; }
}
try preload.device STOCKHAM_FFTW=device LD_PRELOAD="$folder/libstockham_fftw3.so"
try path.device STOCKHAM_FFTW=device LD_LIBRARY_PATH="$folder/replacement:$folder"
try preload.auto STOCKHAM_FFTW=auto LD_PRELOAD="$folder/libstockham_fftw3.so"
try path.fftw STOCKHAM_FFTW=fftw LD_LIBRARY_PATH="$folder/replacement:$folder"
# The same program with FFTW's library for OpenMP.
program=$omp
try omp.preload STOCKHAM_FFTW=auto LD_PRELOAD="$folder/libstockham_fftw3.so"
try omp.path STOCKHAM_FFTW=auto LD_LIBRARY_PATH="$folder/replacement:$folder"
for name in preload.device path.device; do
    compiled=$(grep -c ': compiled in ' "$work/log.$name" || true)
    ((compiled >= 40)) || { echo "$name: the device computed only $compiled problems" >&2; failed=1; }
done
((failed)) || echo "$(wc -l <"$work/fftw") lines equal FFTW's, those in double precision also on the device"
exit $failed
