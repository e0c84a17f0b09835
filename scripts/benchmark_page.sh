#!/usr/bin/env bash
# benchmark_page.sh [--check] [BUILD]: prints docs/benchmarks.md, made from the committed results by BUILD's stockham-bench.
# With --check it compares the committed page with this output instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
check=0
[[ ${1-} == --check ]] && { check=1; shift; }
build=${1-build}
bench=$build/benchmarks/stockham-bench

# section TITLE FILE: the record of the run in FILE, and a table of all its cases.
section() {
    local file=benchmarks/results/$2 cases
    cases=$(mktemp)
    # Each case once, in the order of the file. Without the placement, the table has both.
    sed -n '2,$ s/.*"case":"\([^"]*\)".*/\1/p' "$file" | awk '!seen[$0]++' >"$cases"
    printf '\n## %s\n\n' "$1"
    printf '[%s](../%s), %d cases, made by\n`%s`\n' "$2" "$file" "$(wc -l <"$cases")" \
        "$(sed -n '1 s/.*"command":"\([^"]*\)".*/\1/p' "$file")"
    printf '(commit %s, kernels %s).\n\n' "$(sed -n '1 s/.*"commit":"\([^"]*\)".*/\1/p' "$file")" \
        "$(sed -n '1 s/.*"kernels":"\([^"]*\)".*/\1/p' "$file")"
    "$bench" report --markdown --cases "$cases" "$file"
    rm "$cases"
}

page() {
    cat <<'TEXT'
# Benchmarks

`scripts/benchmark_page.sh` generates this page from the committed results in
[benchmarks/results/](../benchmarks/results/README.md). Do not edit it by hand. All libraries of a table ran in one run on the same
buffers, and each result was checked. [benchmarks/README.md](../benchmarks/README.md) describes the method, and
[performance.md](performance.md) explains the figures. Do not compare times of different tables.

Bold means that no other library was faster beyond the spread. Libraries that launch through OpenCL, like stockham, come first. Libraries
that use CUDA or threads of the host follow. An OpenCL launch costs more than a CUDA launch, so each table has a separate mean for both
groups.
TEXT
    section 'Powers of two, NVIDIA H200' h200/pow2.jsonl
    section 'Working sets of 1 to 48 MB, NVIDIA H200, by estimate' h200/cache.jsonl
    section 'Pictures, NVIDIA H200' h200/images.jsonl
    section 'Awkward lengths, NVIDIA H200' h200/awkward.jsonl
    section 'Powers of two, NVIDIA H200, by estimate' h200/pow2-estimate.jsonl
    section 'Powers of two, NVIDIA H100, by estimate' h100/pow2-estimate.jsonl
    section 'Working sets of 1 to 48 MB, NVIDIA H100, by estimate' h100/cache.jsonl
    section 'Pictures, NVIDIA H100, by estimate' h100/images-estimate.jsonl
    section 'Pictures, NVIDIA H200, by estimate' h200/images-estimate.jsonl
    section 'Awkward lengths, NVIDIA H200, by estimate' h200/awkward-estimate.jsonl
    section 'Real data beside complex, NVIDIA H200' h200/real.jsonl
    section 'Powers of two, two cores of a CPU with PoCL 3.1' pocl/pow2.jsonl
    section "Four problems, Intel's CPU runtime" intel/four.jsonl
    section 'Four problems, PoCL 6.0' pocl6/four.jsonl
}

if ((check)); then
    diff -u docs/benchmarks.md <(page) || { echo "run scripts/benchmark_page.sh > docs/benchmarks.md" >&2; exit 1; }
else
    page
fi
