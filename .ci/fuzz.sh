#!/usr/bin/env bash
# fuzz.sh [SECONDS [FOLDER]]: fuzzes the readers of files, problem strings, plan strings and wisdom by libFuzzer, with
# AddressSanitizer and UndefinedBehaviorSanitizer, for SECONDS in total (30). An input fails if it crashes a reader, takes
# more than 10 s, or exceeds the memory limit. Failing inputs are stored in FOLDER/found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-30}
build=${2:-build-sanitize}
# Not jp2 and avif, whose libraries are not ours to fuzz, nor exr, fits and hdf5: OpenEXR takes memory for any size that a damaged header states; CFITSIO 4.2 and HDF5 1.10 crash
# for some damaged files of compressed images and groups. The unit tests replay a fixed set of damaged files for them, too.
targets=(png jpeg tiff pnm pfm npy npz webp mrc nrrd dcm bmp gif problem plan wisdom)
.ci/sanitizer_build.sh "$build" fuzz_targets

# The largest picture that a target reads (2^20 pixels) takes 8 MiB, so no reader should allocate more than 48 MiB at once.
export ASAN_OPTIONS=quarantine_size_mb=8:detect_leaks=1
share=$(((seconds + ${#targets[@]} - 1) / ${#targets[@]}))
for target in "${targets[@]}"; do
    mkdir -p "$build/found/$target" "$build/corpus/$target"
    echo "-- fuzz_$target"
    "$build/tests/fuzz/fuzz_$target" -max_total_time="$share" -max_len=8192 -timeout=10 -rss_limit_mb=512 \
        -malloc_limit_mb=48 -artifact_prefix="$build/found/$target/" -print_final_stats=1 -verbosity=0 \
        "$build/corpus/$target" "tests/fuzz/corpus/$target" 2>"$build/found/$target/log" || {
        tail -n 60 "$build/found/$target/log"
        exit 1
    }
    grep -E 'number_of_executed_units|peak_rss_mb' "$build/found/$target/log" || true
done
