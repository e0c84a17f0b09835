#!/usr/bin/env bash
# left_out.sh SECONDS BUILD COMPILER: prints the long tests that this machine cannot run within SECONDS, as a pattern for ctest -E, and
# nothing if all tests fit. The longest go first. It knows the tests' processor seconds (seconds.txt) and how fast the machine is.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
{
    "$here/reference.sh" "$3"
    ctest --test-dir "$2" -N -L '^long$' -FA . | sed -n 's/^ *Test *#[0-9]*: /long /p'
    sort -k 2,2 -g -r "$here/seconds.txt"
} | awk -v room="$(($1 * $(nproc)))" '
    /^#/ || NF < 2 { next }
    $1 == "reference" { if (!now) now = $2 + $3; else recorded = $2; next }
    $1 == "long" { long[$2] = 1; next }
    { name[++n] = $1; seconds[n] = $2; total += $2 }
    END {
        total *= now / recorded
        for (k = 1; k <= n && total > room; ++k) {
            if (!(name[k] in long)) continue
            gsub(/\./, "\\.", name[k])
            printf "%s%s", separator, name[k]
            separator = "|"
            total -= seconds[k] * now / recorded
        }
    }'
