#!/usr/bin/env bash
# timed.sh FILE NAME LIMIT COMMAND...: runs a test's command and appends to FILE the test's name and the processor seconds that
# the command and its children took, in user and in system mode. A process that takes LIMIT processor seconds in all its
# threads hangs, and a signal ends it. On a busy machine a test takes longer, but not more processor seconds.
file=$1 name=$2 limit=$3
shift 3
TIMEFORMAT="%U %S"
# A process that ignores SIGXCPU ends two seconds later.
limited() (ulimit -S -t "$limit" && ulimit -H -t $((limit + 2)) && exec "$@")
# The shell may print a signal's name before the seconds.
{ seconds=$({ time limited "$@" >&3 2>&4 3>&- 4>&-; } 2>&1); } 3>&1 4>&2
code=$?
seconds=${seconds##*$'\n'}
echo "$name $seconds" >>"$file"
((code <= 128)) || echo "timed.sh: $name died of signal $((code - 128))" >&2
# The signal may have ended a child, and the command an exit code of its own. The kernel counts ticks, so the sum may be smaller.
if ((code)) && awk -v limit="$limit" '{ exit $1 + $2 < 0.75 * limit }' <<<"$seconds"; then
    echo "timed.sh: $name took ${seconds/ / + } processor seconds. One process may take $limit: four times the seconds in" \
        "tests/price/seconds.txt times STOCKHAM_TEST_TIME_FACTOR (cmake/TestSettings.cmake)." >&2
fi
exit $code
