#!/usr/bin/env bash
# timed.sh FILE NAME LIMIT COMMAND...: runs a test's command and appends to FILE the test's name, the processor seconds that
# the command and its children took, in user and in system mode, and the number of programs that OpenCL compiled for it. These
# are the ones that test programs report (tests/support/compiled_programs.hpp), and those in the program cache of the test's
# home. Programs that a child of the test compiles without a cache are not counted. A process that takes LIMIT processor seconds in all its
# threads hangs, and a signal ends it. On a busy machine a test takes longer, but not more processor seconds.
file=$1 name=$2 limit=$3
shift 3
TIMEFORMAT="%U %S"
export STOCKHAM_TEST_PROGRAMS=$file.$name.programs
# A process that ignores SIGXCPU ends two seconds later.
limited() (ulimit -S -t "$limit" && ulimit -H -t $((limit + 2)) && exec "$@")
# The shell may print a signal's name before the seconds.
{ seconds=$({ time limited "$@" >&3 2>&4 3>&- 4>&-; } 2>&1); } 3>&1 4>&2
code=$?
seconds=${seconds##*$'\n'}
programs=$({ cat "$STOCKHAM_TEST_PROGRAMS"; grep -rlF "PoCL's own cache" "${XDG_CACHE_HOME-}/stockham" | wc -l; } 2>/dev/null |
    awk '{ n += $1 } END { print n + 0 }')
rm -f "$STOCKHAM_TEST_PROGRAMS"
echo "kernels compiled: $programs"
echo "$name $seconds $programs" >>"$file"
((code <= 128)) || echo "timed.sh: $name died of signal $((code - 128))" >&2
# The signal may have ended a child, and the command an exit code of its own. The kernel counts ticks, so the sum may be smaller.
if ((code)) && awk -v limit="$limit" '{ exit $1 + $2 < 0.75 * limit }' <<<"$seconds"; then
    echo "timed.sh: $name took ${seconds/ / + } processor seconds. One process may take $limit: four times the seconds in" \
        "tests/price/seconds.txt times STOCKHAM_TEST_TIME_FACTOR (cmake/TestSettings.cmake)." >&2
fi
exit $code
