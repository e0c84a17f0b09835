#!/usr/bin/env bash
# clfft_clients.sh BUILD ROOT [CLIENT..]: runs programs of Debian 12 that were built for clFFT with the libclFFT.so.2 of
# BUILD, in a Debian system in the folder ROOT (made by debootstrap; needs root). Clients: client, gpyfft, silx, ufo, and
# alternatives, which switches between this library and Debian's; by default all. CLFFT_THEIRS is the path of clFFT's own
# library, whose results are compared with those of ufo.
set -euo pipefail
if (($# < 2)); then sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1 root=$2
shift 2
clients=("$@")
((${#clients[@]})) || clients=(client gpyfft silx ufo alternatives)
theirs=${CLFFT_THEIRS:-/usr/lib/x86_64-linux-gnu/libclFFT.so.2}

inside() { chroot "$root" env LC_ALL=C HOME=/root PYOPENCL_CTX=0 UFO_DEVICE_TYPE=cpu STOCKHAM_CLFFT_LOG=/tmp/refused "$@"; }

# Install the system, with our package instead of clFFT's.
if [[ ! -d $root/proc ]]; then
    debootstrap --variant=minbase bookworm "$root" >&2
    inside apt-get update -q >&2
    inside apt-get install -qy --no-install-recommends pocl-opencl-icd >&2
fi
mount -t proc proc "$root/proc" 2>/dev/null || true  # PoCL reads the number of cores from /proc and /sys
mount -t sysfs sysfs "$root/sys" 2>/dev/null || true
trap 'umount "$root/proc" "$root/sys"' EXIT
rm -f "$root"/tmp/libclfft2-stockham_*.deb
"$here/clfft_package.sh" "$build" "$root/tmp" >&2
inside bash -c 'apt-get install -qy --reinstall /tmp/libclfft2-stockham_*.deb' >&2
inside apt-get install -qy --no-install-recommends clfft-client python3-gpyfft python3-silx python3-pyopencl python3-numpy \
    ufo-filters libufo-bin >&2
[[ $(inside find / -xdev -name 'libclFFT.so.2.*' | wc -l) == 1 ]] || { echo "$root has another libclFFT.so.2" >&2; exit 1; }

failed=0
report() { printf '%-8s %s\n' "$1" "$2"; }

# clFFT-client checks its own results: a constant input gives an impulse, or the reverse.
client() {
    local passed=0 tried=0 options
    while read -r options; do
        ((++tried))
        if inside timeout 300 clFFT-client $options </dev/null 2>&1 | grep -q PASS; then ((++passed)); else
            report client "clFFT-client $options: no PASS"
        fi
    done < <("$here/clfft_clients/client_options.sh")
    inside timeout 300 clFFT-client -x 64 -y 64 -p 10 2>&1 | grep -q gflops || { report client "-p prints no time"; failed=1; }
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

# Processes pictures by our library and by clFFT's.
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

# Runs the update-alternatives commands of the page, with Debian's library instead of our package. After each command,
# checks which library clFFT-client loads and that it passes.
alternatives() {
    local folder=/tmp/alternatives right=0 tried=0
    inside apt-get install -qy --no-install-recommends libclfft2 >&2
    mkdir -p "$root$folder/build/interfaces/clfft"
    cp -L "$build/interfaces/clfft/libclFFT.so.2.12.2" "$root$folder/build/interfaces/clfft/"
    loads() {  # LIBRARY COMMAND..
        local wanted=$1 found
        shift
        inside bash -ec "cd $folder; ${*//sudo /}" >&2
        found=$(inside bash -c 'readlink -f "$(ldd /usr/bin/clFFT-client | awk "/libclFFT/ {print \$3}")"')
        ((++tried))
        if [[ $found == "$wanted" ]] && inside timeout 300 clFFT-client -x 64 2>&1 | grep -q PASS; then ((++right)); else
            report switch "$found is loaded instead of $wanted after: $*"
        fi
    }
    local ours=/usr/local/lib/stockham/libclFFT.so.2 theirs=/usr/lib/x86_64-linux-gnu/libclFFT.so.2.12.2 commands
    loads "$ours" "$(page_block 'update-alternatives --install')"
    mapfile -t commands < <(page_block 'update-alternatives --set')
    loads "$theirs" "${commands[0]}"
    loads "$ours" "${commands[1]}"
    loads "$theirs" "${commands[2]}"
    rm -r "${root:?}$folder"
    report switch "$right of $tried correct"
    ((right == tried)) || failed=1
    inside bash -c 'apt-get install -qy /tmp/libclfft2-stockham_*.deb' >&2
}

# page_block WORDS: prints the block of commands on the page that contains WORDS.
page_block() {
    awk -v RS='```' -v words="$1" '/^sh\n/ && index($0, words) {sub(/^sh\n/, ""); printf "%s", $0}' \
        "$here/../docs/moving_from_clfft.md"
}

for each in "${clients[@]}"; do "$each"; done
if [[ -e $root/tmp/refused ]]; then sort "$root/tmp/refused" | uniq -c; rm "$root/tmp/refused"; fi
exit $failed
