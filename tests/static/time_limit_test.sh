#!/usr/bin/env bash
# time_limit_test.sh ROOT: tests/price/timed.sh ends a test that takes too many processor seconds, itself or in a child, and
# names the limit. It passes on the output and the exit code of other tests and records their seconds.
set -uo pipefail
timed=$1/tests/price/timed.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
spin='while :; do :; done'

# run NAME COMMAND...: sets `code`, the exit code under a limit of one processor second, and `kernels`, the line that timed.sh
# adds; the command's output is in $folder/out and err.
run() {
    timeout 300 bash "$timed" "$folder/seconds" "$1" 1 "${@:2}" >"$folder/all" 2>"$folder/err"
    code=$?
    kernels=$(grep '^kernels compiled: ' "$folder/all")
    grep -v '^kernels compiled: ' "$folder/all" >"$folder/out"
}
# expect WHAT CONDITION...
expect() {
    "${@:2}" && return
    echo "$1: exit code $code" >&2
    cat "$folder/out" "$folder/err" >&2
    failed=1
}
names_limit() { grep -q "$1 took .* processor seconds. One process may take 1:" "$folder/err"; }

run fast bash -c 'echo result; echo error >&2; exit 3'
expect "exit code" test $code = 3
expect "output" test "$(<"$folder/out"),$(<"$folder/err")" = result,error
expect "compiled kernels" test "$kernels" = "kernels compiled: 0"
run loop bash -c "$spin"
expect "a loop ends" test $code = 152
expect "a loop names the limit" names_limit loop
run parent bash -c "bash -c '$spin'; echo after; exit 4"
expect "the loop of a child ends" test $code,"$(<"$folder/out")" = 4,after
expect "the loop of a child names the limit" names_limit parent
run deaf bash -c "trap '' XCPU; $spin"
expect "a loop that ignores the signal ends" test $code = 137
expect "recorded" test "$(cut -d' ' -f1 "$folder/seconds" | tr '\n' ' ')" = "fast loop parent deaf "
expect "seconds are numbers" test "$(grep -cE '^[a-z]+ [0-9]+\.[0-9]+ [0-9]+\.[0-9]+ [0-9]+$' "$folder/seconds")" = 4
# Waiting is not work.
run waits sleep 1.5
expect "waiting" test $code = 0
exit $failed
