#!/usr/bin/env bash
# fresh_machine.sh [FOLDER]: runs the README's two commands in a minimal Debian 12, with an empty home and a clone of the last
# commit. The system is installed in FOLDER by debootstrap (default: a temporary folder). Prints the time of each command and
# the numbers of tests that passed, were skipped and failed. Needs root and 5 GB.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/debian_root.sh

if (($# > 1)) || [[ ${1-} == -* ]]; then
    echo "usage: $0 [FOLDER]" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
root=$(realpath -m "${1:-$work/root}")
if [[ -e $root ]]; then
    echo "fresh_machine.sh: $root exists; name a new folder" >&2
    exit 2
fi

make_debian_root "$root" bookworm
git clone --quiet --no-hardlinks . "$root/root/stockham"
commit=$(git rev-parse --short=12 HEAD)
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "fresh_machine.sh: commit $commit in a minimal Debian $(<"$root/etc/debian_version"), $(nproc) processors ($processor)"

# as_user COMMAND: runs a command in the new clone with a clean environment.
as_user() {
    in_debian_root "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        LANG=C.UTF-8 TERM=dumb bash -c "cd ~/stockham && $1" </dev/null
}

failed=0
minutes() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }

start=$SECONDS
as_user ./demo.sh >"$work/demo.log" 2>&1 || { tail -n 40 "$work/demo.log"; failed=1; }
picture=$root/root/stockham/spectrum.png
[[ $(head -c 4 "$picture" 2>/dev/null | tail -c 3) == PNG ]] || { echo "demo.sh made no picture"; failed=1; }
echo "./demo.sh: $(minutes $((SECONDS - start)))"

start=$SECONDS
as_user ./test.sh >"$work/test.log" 2>&1 || failed=1
echo "./test.sh: $(minutes $((SECONDS - start)))"
sed -n '/^[0-9]*% tests passed/,$p' "$work/test.log"
# CTest prints `Test  #3: name ....   Passed    1.02 sec` for each test.
count() { grep -cE "^ *[0-9]+/[0-9]+ Test +#[0-9]+: .*$1" "$work/test.log" || true; }
passed=$(count ' Passed ')
skipped=$(count '\*\*\*Skipped')
all=$(count '')
echo "fresh_machine.sh: $all tests: $passed passed, $skipped skipped, $((all - passed - skipped)) failed"
((passed > 0)) || { tail -n 40 "$work/test.log"; failed=1; }
exit "$failed"
