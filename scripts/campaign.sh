#!/usr/bin/env bash
# campaign.sh [MINUTES [BUILD]]: runs long test sweeps for MINUTES (30), with the test programs in BUILD. A sweep consists of
# units (a range of lengths, a seed). The journal tests/campaign/journal.txt records each unit with its commit, date, seconds
# and result: passed, failed, or interrupted if the campaign was ended before the unit. Units that are missing in the journal
# run first, then those that ran longest ago. Commit the journal. Exits with 1 if a unit failed.
# With a chosen seed, tests run all their random problems and all device descriptions; in CTest they run some of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

minutes=${1:-30}
build=${2:-build}
journal=tests/campaign/journal.txt
if [[ ! $minutes =~ ^[1-9][0-9]*$ ]] || (($# > 2)); then
    echo "usage: $0 [MINUTES [BUILD]]" >&2
    exit 2
fi
programs=$(realpath "$build")

# units: prints one line per unit: name, environment variable, its value, program, test.
units() {
    local first seed test target
    for ((first = 1; first <= 4200; first += 100)); do
        echo "lengths/$first|STOCKHAM_TEST_LENGTHS|$first $((first + 99))|tests/library_unit_tests|lengths_test/range"
    done
    for test in interpreter_test loops_test formula_test plan_string_test word_group_test wisdom_damage_test; do
        for ((seed = 1; seed <= 20; ++seed)); do
            echo "$test/$seed|STOCKHAM_TEST_SEED|$seed|tests/library_unit_tests|$test"
        done
    done
    for test in random_test loops_run_test kinds_test accuracy_test convolution_test split_half_test; do
        for ((seed = 1; seed <= 20; ++seed)); do
            echo "$test/$seed|STOCKHAM_TEST_SEED|$seed|tests/library_device_tests|$test"
        done
    done
    echo "distinct_problems|STOCKHAM_TEST_PROBLEMS|10000|tests/library_device_tests|session_memory_test/distinct_problems"
    for test in kernels public; do
        for ((seed = 1; seed <= 20; ++seed)); do
            echo "transpose.$test/$seed|STOCKHAM_TEST_SEED|$seed|transpose/tests/transpose_device_tests|$test"
        done
    done
    for target in gfx1100 gfx90a gfx906; do
        for ((first = 1; first <= $(wc -l <tests/amd/problems.txt); first += 10)); do
            echo "amd.$target/$first|STOCKHAM_TEST_LINES|$first $((first + 9))|execute.py|$target"
        done
    done
}

# run PROGRAM TEST: the test of a Boost program, or the problems of an AMD target by the interpreter. Debian's numpy belongs to
# Debian's Python, even if another one is first in PATH.
run() {
    if [[ $1 == execute.py ]]; then
        PATH=/usr/bin:$PATH python3 tests/amd/execute.py "$programs" "$2"
    else
        "$programs/$1" --log_level=message --run_test="$2"
    fi
}

# in_order: prints the units, oldest entry in the journal first. A journal line is `date commit unit seconds result`.
in_order() {
    awk -F'|' 'FNR == NR { split($0, entry, " "); last[entry[3]] = entry[1]; next } { print last[$1] "|" $0 }' \
        "$journal" <(units) | sort -s -t'|' -k1,1 | cut -d'|' -f2-
}

commit=$(git describe --always --abbrev=12 --exclude='*' --dirty)
log=$(mktemp)
unit=

# record RESULT: appends the unit that runs to the journal.
record() {
    echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $commit $unit $((SECONDS - start)) $1" | tee -a "$journal"
    unit=
}
trap '[[ -z $unit ]] || record interrupted; rm -f "$log"' EXIT
export STOCKHAM_WISDOM=off STOCKHAM_PROFILES=off STOCKHAM_PASSES=off STOCKHAM_CACHE=off
failed=0
while IFS='|' read -r next variable value program test; do
    ((SECONDS < 60 * minutes)) || break
    unit=$next start=$SECONDS result=passed
    (export "$variable=$value" && run "$program" "$test") >"$log" 2>&1 </dev/null || result=failed
    record "$result"
    if [[ $result == failed ]]; then
        failed=1
        echo "$variable='$value' $program --run_test=$test:"
        grep -m 10 -E 'error:|FAIL|Traceback' "$log" || tail -n 10 "$log"
    fi
done < <(in_order)
exit "$failed"
