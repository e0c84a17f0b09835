#!/usr/bin/env bash
# clfft_clients.sh BUILD ROOT [CLIENT..]: programs that were built for clFFT, from Debian 12, on this build's libclFFT.so.2
# in a system of its own in the folder ROOT (made by debootstrap; needs root). Clients: client, gpyfft, silx, ufo; all of
# them if none is named. CLFFT_THEIRS names clFFT's own library, whose pictures ufo's are compared with.
set -euo pipefail
if (($# < 2)); then sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1 root=$2
shift 2
clients=("$@")
((${#clients[@]})) || clients=(client gpyfft silx ufo)
theirs=${CLFFT_THEIRS:-/usr/lib/x86_64-linux-gnu/libclFFT.so.2}

inside() { chroot "$root" env LC_ALL=C HOME=/root PYOPENCL_CTX=0 UFO_DEVICE_TYPE=cpu STOCKHAM_CLFFT_LOG=/tmp/refused "$@"; }

# The system, with our package in the place of clFFT's.
if [[ ! -d $root/proc ]]; then
    debootstrap --variant=minbase bookworm "$root" >&2
    inside apt-get update -q >&2
    inside apt-get install -qy --no-install-recommends pocl-opencl-icd >&2
fi
mount -t proc proc "$root/proc" 2>/dev/null || true  # PoCL asks both for the number of cores
mount -t sysfs sysfs "$root/sys" 2>/dev/null || true
trap 'umount "$root/proc" "$root/sys"' EXIT
rm -f "$root"/tmp/libclfft2-stockham_*.deb
"$here/clfft_package.sh" "$build" "$root/tmp" >&2
inside bash -c 'apt-get install -qy --reinstall /tmp/libclfft2-stockham_*.deb' >&2
inside apt-get install -qy --no-install-recommends clfft-client python3-gpyfft python3-silx python3-pyopencl python3-numpy \
    ufo-filters libufo-bin >&2
[[ $(inside find / -xdev -name 'libclFFT.so.2.*' | wc -l) == 1 ]] || { echo "there is another libclFFT.so.2 in $root" >&2; exit 1; }

failed=0
report() { printf '%-8s %s\n' "$1" "$2"; }

# Its own check: a constant input gives an impulse, or the other way round.
client() {
    local passed=0 tried=0 sizes options
    while read -r sizes; do
        while read -r options; do
            ((++tried))
            if inside timeout 300 clFFT-client $sizes $options 2>&1 | grep -q PASS; then ((++passed)); else
                report client "clFFT-client $sizes $options: no PASS"
            fi
        done <<'OPTIONS'
-o
--inv
--double --inLayout 2 --outLayout 2
-o --inLayout 5 --outLayout 3
--inLayout 5 --outLayout 3 --double
-o --inLayout 4 --outLayout 5
--inLayout 3 --outLayout 5
OPTIONS
    done <<'SIZES'
-x 64
-x 11 -b 3
-x 13
-x 1000 -b 2
-x 16 -y 11
-x 13 -y 12 -b 2
-x 8 -y 6 -z 5
SIZES
    inside timeout 300 clFFT-client -x 64 -y 64 -p 10 2>&1 | grep -q gflops || { report client "-p gives no time"; failed=1; }
    report client "PASS $passed of $tried"
    ((passed == tried)) || failed=1
}

gpyfft() {
    local last
    last=$(inside bash -c 'cd /tmp && python3 -m unittest gpyfft.test.test_gpyfft gpyfft.test.test_gpyfftlib \
        gpyfft.test.test_batched gpyfft.test.test_callback 2>&1' | grep -E '^(Ran|OK|FAILED)' | tr '\n' ' ')
    report gpyfft "$last"
    [[ $last == *OK* ]] || failed=1
}

silx() {
    cp "$here/clfft_clients/silx_backends.py" "$root/tmp/"
    inside bash -c 'cd /tmp && python3 silx_backends.py 2>/dev/null' || failed=1
}

# Pictures through a pipeline, by our library and by clFFT's.
ufo() {
    cp "$here/clfft_clients/ufo_pictures.py" "$root/tmp/"
    inside bash -c 'cd /tmp && python3 ufo_pictures.py make ours' || failed=1
    if [[ -e $theirs ]]; then
        mkdir -p "$root/opt/clfft"
        cp -L "$theirs" "$root/opt/clfft/libclFFT.so.2"
        inside env LD_LIBRARY_PATH=/opt/clfft bash -c 'cd /tmp && python3 ufo_pictures.py make theirs' || failed=1
        rm -r "$root/opt/clfft"
        inside bash -c 'cd /tmp && python3 ufo_pictures.py compare' || failed=1
    fi
}

for each in "${clients[@]}"; do "$each"; done
if [[ -e $root/tmp/refused ]]; then sort "$root/tmp/refused" | uniq -c; rm "$root/tmp/refused"; fi
exit $failed
