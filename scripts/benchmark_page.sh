#!/usr/bin/env bash
# benchmark_page.sh [--check] [BUILD]: prints docs/benchmarks.md, generated from the committed results by the stockham-bench
# in BUILD. With --check, compares the committed page with it instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
check=0
[[ ${1-} == --check ]] && { check=1; shift; }
build=${1-build}
bench=$build/benchmarks/stockham-bench

# section TITLE FILE: prints the run of a results file and a table of all its cases.
section() {
    local file=benchmarks/results/$2 cases
    cases=$(mktemp)
    # Each case once, in the file's order.
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

Made by `scripts/benchmark_page.sh` of the committed results in [benchmarks/results/](../benchmarks/results/README.md); nothing
here is typed. All libraries of a table ran in one run on the same buffers, and each result was checked;
[benchmarks/README.md](../benchmarks/README.md) says how it is measured, [performance.md](performance.md) what the figures
mean. Times of different tables do not compare. Bold: no other library was faster beyond the spread. Libraries that launch
through OpenCL, as stockham does, come first, then those through CUDA or on the host's threads: an OpenCL launch costs more
than a CUDA one, so the means below each table keep the two apart.
TEXT
    section 'Powers of two, NVIDIA H200' h200/pow2.jsonl
    section 'Working sets of 1 to 48 MB, NVIDIA H200, by estimate' h200/cache.jsonl
    section 'Pictures, NVIDIA H200' h200/images.jsonl
    section 'Awkward lengths, NVIDIA H200' h200/awkward.jsonl
    section 'Powers of two, NVIDIA H200, by estimate' h200/pow2-estimate.jsonl
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
