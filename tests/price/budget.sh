#!/usr/bin/env bash
# budget.sh: adds up the recorded processor seconds of builds and tests, and fails if those of ./test.sh do not fit into 12 minutes of
# two processors. Both are busy for nine tenths of the time, and packages take 90 s of one. The sum of ./test.sh --all is only
# printed; 20 minutes are the aim.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
awk '
    FILENAME == "README.md" {
        if (/^## /) in_table = /^## Long tests/
        if (in_table && /^\| `/) {
            split($0, cells, "|")
            count = split(cells[2], names, "`")
            for (i = 2; i <= count; i += 2) long[names[i]] = 1
        }
        next
    }
    /^#/ || NF < 2 { next }
    FILENAME == "price/build.txt" { build[$1] = $2; next }
    $1 != "reference" { recorded[$1] = 1; all += $2; if (!($1 in long)) quick += $2 }
    END {
        for (name in long)
            if (!(name in recorded)) { printf "tests/README.md: no seconds are recorded for %s\n", name; failed = 1 }
        benchmarks = build["benchmarks"] + build["benchmarks/report"] + build["benchmarks/kernels"] + build["benchmarks/tests"] \
            + build["benchmarks/report/tests"] + build["benchmarks/kernels/tests"]
        room = 0.9 * 2 * 60
        printf "default: %.0f s of builds and %.0f s of tests; at most %.0f s together\n", build["all"] - benchmarks, quick, 12 * room - 90
        printf "all: %.0f s of builds and %.0f s of tests; aim: %.0f s together\n", build["all"], all, 20 * room - 90
        if (quick + build["all"] - benchmarks > 12 * room - 90) failed = 1
        exit failed
    }' README.md price/build.txt price/seconds.txt
