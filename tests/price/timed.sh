#!/usr/bin/env bash
# timed.sh FILE NAME COMMAND...: runs a test's command and appends to FILE the test's name and the processor seconds that
# the command and its children took, in user and in system mode.
TIMEFORMAT="$2 %U %S"
{ time "${@:3}" 2>&3; } 3>&2 2>>"$1"
code=$?
((code <= 128)) || echo "timed.sh: $2 died of signal $((code - 128))" >&2
exit $code
