#!/usr/bin/env bash
# check_commits_test.sh ROOT: scripts/check_commits.sh accepts each good subject below and rejects each bad one.
set -euo pipefail
check=$1/scripts/check_commits.sh
failed=0

good=$(
    cat <<'SUBJECTS'
Move the interfaces out of the root
Embed the kernel files
Process each axis once
Bring back the old default
Feed the tuner from a suite
Re-enable the check of symbols
Focus the summary on the slowest cases
SUBJECTS
)
bad=$(
    cat <<'SUBJECTS'
Moved the interfaces out of the root
Moving the interfaces out of the root
Moves the interfaces out of the root
Wrote a page about wisdom
move the interfaces out of the root
Move the interfaces out of the root.
Python: test the packages below pyopencl
The cost model knows slow hosts
Tests of all layouts
Describe every rule of the planner at such length that no list can show the line
SUBJECTS
)

if ! "$check" - <<<"$good" >/dev/null; then
    "$check" - <<<"$good" >&2 || true
    failed=1
fi
while IFS= read -r subject; do
    if "$check" - <<<"$subject" >/dev/null; then
        echo "accepted: $subject" >&2
        failed=1
    fi
done <<<"$bad"
exit $failed
