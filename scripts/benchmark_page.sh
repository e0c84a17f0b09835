#!/usr/bin/env bash
# benchmark_page.sh [--check] [BUILD]: prints docs/benchmarks.md, made from the committed results by BUILD's stockham-bench.
# With --check it compares the committed page with this output instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
check=0
[[ ${1-} == --check ]] && { check=1; shift; }
bench=$(realpath "${1-build}")/benchmarks/stockham-bench
cd docs # the page's links begin there

page() {
    cat <<'TEXT'
# Benchmarks

`scripts/benchmark_page.sh` generates this page from the committed results in
[benchmarks/results/](../benchmarks/results/README.md). Do not edit it by hand. Each line is a suite. All its libraries ran in one run on
the same buffers, and each result was checked unless the command has `--no-check`. A rival's column has the geometric mean of its time over
this library's: above 1, this library is faster. "Worst case" is the least ratio of the best rival of a case. Plans are those of the cost
model ("estimate") or of the shipped wisdom. If several processes made a file, the command is that of the first.

`stockham-bench report FILE` prints the times of all cases of a file, and `benchmarks/report/plots.py FILE -o plots.svg` draws them.
[benchmarks/README.md](../benchmarks/README.md) describes the method, and [performance.md](performance.md) explains the figures. Do not
compare times of different lines.

TEXT
    # Experiments have no rivals.
    grep -lZ '"time_us"' ../benchmarks/results/*/*.jsonl | xargs -0 "$bench" report --overview
}

if ((check)); then
    diff -u benchmarks.md <(page) || { echo "run scripts/benchmark_page.sh > docs/benchmarks.md" >&2; exit 1; }
else
    page
fi
