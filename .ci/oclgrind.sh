#!/usr/bin/env bash
# oclgrind.sh [FOLDER]: runs the device tests with the CTest label `small` of the build in FOLDER under Oclgrind, which
# reports data races and accesses out of bounds. Its exit code does not tell, so its log must be empty. Each test runs in
# its own process with its own log.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build}
checks=(--data-races --uniform-writes --local-mem-size 262144)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Check that Oclgrind reports the race of this kernel.
cat >"$logs/racy.cl" <<'KERNEL'
kernel void racy(global int* out) {
    local int x;
    x = (int)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = x;
}
KERNEL
printf 'racy.cl\nracy\n4 1 1\n4 1 1\n<size=16 fill=0>\n' >"$logs/racy.sim"
(cd "$logs" && oclgrind-kernel "${checks[@]}" --log racy.log racy.sim)
if ! grep -q 'data race' "$logs/racy.log"; then
    echo "oclgrind.sh: Oclgrind does not report the race of a test kernel" >&2
    exit 1
fi
rm "$logs"/racy.*

# shellcheck disable=SC2317 # called by xargs
run_one() {
    local build=$1 logs=$2 name=$3 start=$SECONDS
    shift 3
    if ! oclgrind "$@" --log "$logs/$name.log" ctest --test-dir "$build" -FA test_homes --output-on-failure --no-tests=error \
        -R "^${name//./\\.}\$" >"$logs/$name.out" 2>&1; then
        tail -n 40 "$logs/$name.out"
        return 1
    fi
    echo "oclgrind: $name, $((SECONDS - start)) s"
}
export -f run_one

# Run the fixture that empties the tests' homes once, not for each test.
ctest --test-dir "$build" --quiet -R '^test_homes\.empty$'
names=$(ctest --test-dir "$build" -N -FA test_homes -L '^small$' | sed -n 's/^ *Test *#[0-9]*: //p')
if [[ -z $names ]]; then
    echo "oclgrind.sh: no test in $build has the label small" >&2
    exit 1
fi
status=0
# shellcheck disable=SC2016 # the inner shell expands its own arguments
xargs -d '\n' -P "$(nproc)" -I{} bash -c 'run_one "$@"' - "$build" "$logs" {} "${checks[@]}" <<<"$names" || status=1
for log in "$logs"/*.log; do
    if [[ -s $log ]]; then
        echo "Oclgrind on ${log##*/}:" >&2
        head -n 60 "$log" >&2
        status=1
    fi
done
((status)) || echo "oclgrind.sh: $(wc -l <<<"$names") tests, no errors"
exit "$status"
