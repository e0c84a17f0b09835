#!/usr/bin/env bash
# raised_rights.sh PROGRAM PRETENDED_RIGHTS: runs raised_rights_test in an environment that must have no effect on a
# process with raised rights: with pretended ones, and as root also as a set-user-ID program and with a capability.
set -euo pipefail
program=$1 pretended=$2
source "$(dirname "${BASH_SOURCE[0]}")/raised.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/config/stockham/profiles" "$work/pocl"
echo broken | tee "$work/wisdom.json" >"$work/config/stockham/profiles/broken.json"
chmod -R a+rX "$work"
unset STOCKHAM_PROFILES
export STOCKHAM_KERNEL_DIR=$work/none STOCKHAM_WISDOM=$work/wisdom.json STOCKHAM_DEVICE=none XDG_CONFIG_HOME=$work/config
failed=0

try() {  # NAME SUITE COMMAND..: in folders of its own
    local name=$1 suite=$2
    shift 2
    mkdir -m 777 "$work/$name"
    cp -r "$work/pocl" "$work/$name/pocl"  # kernels are compiled once
    [[ $name != capability.run ]] || chown -R 65534 "$work/$name/pocl"
    echo "== $name"
    STOCKHAM_CACHE=$work/$name/cache CLFFT_CACHE_PATH=$work/$name/clfft STOCKHAM_CLFFT_LOG=$work/$name/log \
        POCL_CACHE_DIR=$work/$name/pocl "$@" --log_level=message --run_test="raised_rights_test/$suite" ||
        { echo "$name failed" >&2; failed=1; }
}

try ordinary obeyed "$program"
[[ -s $work/ordinary/log ]] || { echo "an ordinary process wrote no log: the test is wrong" >&2; failed=1; }
try pretended ignored env LD_PRELOAD="$pretended" "$program"
rm -r "$work/pocl" && cp -r "$work/pretended/pocl" "$work"
mapfile -t copies < <(raised_copies "$program" "$work" --run_test=raised_rights_test/ignored/rights_are_raised)
for copy in "${copies[@]}"; do try "${copy##*/}.run" ignored as_nobody "$copy"; done
for folder in pretended "${copies[@]/%/.run}"; do
    left=$(cd "$work/${folder##*/}" && ls)
    [[ $left == pocl ]] || { echo "${folder##*/} left files: $left" >&2; failed=1; }
done
exit $failed
