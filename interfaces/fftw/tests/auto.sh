#!/usr/bin/env bash
# auto.sh PROGRAM LIBRARY: who computes when the library chooses. Reads its log.
set -euo pipefail
program=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
run() {  # NAME VARIABLE.. -- ARGUMENT..
    local name=$1 variables=()
    shift
    while [[ $1 != -- ]]; do variables+=("$1"); shift; done
    shift
    env STOCKHAM_FFTW=auto STOCKHAM_FFTW_LOG="$work/$name" LD_PRELOAD="$library" "${variables[@]}" "$program" "$@" ||
        { echo "$name failed" >&2; failed=1; }
}
expect() {  # NAME COUNT WORDS: the log has COUNT lines with the words
    local found
    found=$(grep -c -- "$3" "$work/$1" || true)
    [[ $found == "$2" ]] || { echo "$1: $found lines with '$3' instead of $2:" >&2; cat "$work/$1" >&2; failed=1; }
}

# A CPU is never faster than FFTW; the library notices when FFTW has computed for a while, and compiles nothing.
run cpu STOCKHAM_FFTW_WISDOM="$work/cpu.wisdom" -- 600
expect cpu 1 'the OpenCL device is a CPU'
expect cpu 0 'compiled'
# The next process knows.
run known STOCKHAM_FFTW_WISDOM="$work/cpu.wisdom" -- 1
expect known 1 'this machine had no OpenCL device other than a CPU'
# Few executions: the device is not even opened.
run few STOCKHAM_FFTW_WISDOM=off STOCKHAM_FFTW_CPU=1 -- 2
expect few 1 'FFTW computes at first: the device may be faster'
expect few 0 'compiled'
# Many executions: compiled in the background, measured, kept.
run many STOCKHAM_FFTW_WISDOM="$work/wisdom" STOCKHAM_FFTW_CPU=1 -- 600
expect many 1 'compiled'
expect many 1 'measured .* s on the device'
[[ $(wc -l <"$work/wisdom") == 2 ]] || { echo "no measurement was kept" >&2; failed=1; }
# Both measured while planning.
run measure STOCKHAM_FFTW_WISDOM=off STOCKHAM_FFTW_CPU=1 -- 1 measure
expect measure 1 'compiled'
expect measure 1 'measured .* s on the device'
# Wisdom decides at once if FFTW was faster. Otherwise the device is opened as without wisdom, after half a second.
times() {  # FFTW DEVICE: the file with these seconds
    awk -F'\t' -v OFS='\t' -v fftw="$1" -v device="$2" 'NR == 2 { $3 = fftw; $4 = device } { print }' "$work/wisdom"
}
times 0.001 0.002 >"$work/slower"
run slower STOCKHAM_FFTW_WISDOM="$work/slower" STOCKHAM_FFTW_CPU=1 -- 3
expect slower 1 'FFTW computes: measured to take it'
times 0.001 0.0000001 >"$work/faster"
run faster STOCKHAM_FFTW_WISDOM="$work/faster" STOCKHAM_FFTW_CPU=1 -- 3
expect faster 0 'compiled'
run faster STOCKHAM_FFTW_WISDOM="$work/faster" STOCKHAM_FFTW_CPU=1 -- 600
expect faster 1 'compiled'
# Files of other versions are left alone.
{ echo "0.002 0.001 0123456789abcdef 1 c2c f64 64:1:1 forward"; sed 's/^#2/#3/' "$work/slower"; } >"$work/other"
run other STOCKHAM_FFTW_WISDOM="$work/other" STOCKHAM_FFTW_CPU=1 -- 1
expect other 1 'FFTW computes at first: the device may be faster'
# An execution is known to save more than opening the device takes: the first one uses it.
times 2 0.001 >"$work/much.faster"
run much STOCKHAM_FFTW_WISDOM="$work/much.faster" STOCKHAM_FFTW_CPU=1 -- 1
expect much 1 'compiled'
# More data than a block of pinned memory, by the way of devices with memory of their own.
for how in estimate in-place; do
    run "link.$how" STOCKHAM_FFTW=device STOCKHAM_LINK=1 STOCKHAM_FFTW_WISDOM=off -- 1 $how 21
    expect "link.$how" 1 'compiled'
done
# A device with exactly the memory of 1024 points and their results computes them at once, one with less in trips.
for bytes in 32768 32767; do
    run "memory.$bytes" STOCKHAM_FFTW=device STOCKHAM_MEMORY=$bytes STOCKHAM_FFTW_WISDOM=off -- 1 estimate 10
    expect "memory.$bytes" $((bytes < 32768)) 'the device computes it in 2 trips'
    expect "memory.$bytes" 0 'FFTW computes'
done
# Other processes may need the device: the memory of a few problems is kept, not that of all. malloc() returns what is freed.
run growing STOCKHAM_FFTW=device STOCKHAM_LINK=1 STOCKHAM_FFTW_WISDOM=off MALLOC_MMAP_THRESHOLD_=1000000 -- 16 growing
expect growing 16 'compiled'
# Not asked for.
run fftw STOCKHAM_FFTW=fftw -- 1
expect fftw 1 'STOCKHAM_FFTW=fftw'
# The program ends while the library compiles: no crash.
ending=(STOCKHAM_FFTW_WISDOM=off STOCKHAM_FFTW_CPU=1 POCL_KERNEL_CACHE=0 ABRUPT=1)
for times in 200 240; do run "end.$times" "${ending[@]}" -- $times; done
run exit.220 "${ending[@]}" EXIT_IN_THREAD=1 -- 220  # in another thread than main
run typo STOCKHAM_FFTW=gpu STOCKHAM_FFTW_WISDOM=off -- 1 2>"$work/errors"
[[ $(<"$work/errors") == *"STOCKHAM_FFTW=gpu is ignored: it must be auto, device or fftw" ]] || { cat "$work/errors"; failed=1; }
exit $failed
