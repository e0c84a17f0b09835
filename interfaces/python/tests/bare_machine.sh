#!/usr/bin/env bash
# bare_machine.sh [EXTRA [WHEEL]]: checks that `pip install stockham[EXTRA]` (default: pocl) provides a working CPU device on
# a machine without OpenCL, compiler and linker. Installs a minimal Debian with Python into a folder, and works there as a
# normal user: transforms numpy arrays and, if installed, pyopencl arrays, and compares the results with numpy.fft. Builds a
# wheel if none is given. ROOT is a folder for the Debian system, kept for later runs. Needs root for debootstrap and chroot.
set -euo pipefail
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
extra=${1-pocl}
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
wheel=${2-}
if [[ ! $wheel ]]; then
    /usr/bin/python3 -m venv "$folder/make"
    "$folder/make/bin/pip" wheel --quiet --no-deps --wheel-dir "$folder" "$source_root"
    wheel=$(echo "$folder"/stockham-*.whl)
fi
root=${ROOT-$folder/root}

source "$source_root/scripts/debian_root.sh"
[[ -e $root/usr/bin/python3 ]] || make_debian_root "$root" bookworm python3-venv

rm -rf "$root/home/somebody"
mkdir -p "$root/home/somebody"
cp "$wheel" "$root/home/somebody/"
cat >"$root/home/somebody/program.py" <<'PROGRAM'
import sys
import numpy as np
import stockham

x = np.random.default_rng(1).uniform(-1, 1, (60, 64))
right = np.fft.fft2(x)
device = stockham.get_device()
print(device, flush=True)
assert device.kind == "cpu"
for dtype, most in ((np.float32, 1e-6), (np.float64, 1e-14)):
    error = np.linalg.norm(stockham.fft.fft2(x.astype(dtype)) - right) / np.linalg.norm(right)
    print(f"numpy {dtype.__name__}: {error:.1e}", flush=True)
    assert error < most
try:
    import pyopencl as cl
    import pyopencl.array as cl_array
except ImportError:
    sys.exit()
context = cl.Context([cl.Device.from_int_ptr(device.int_ptr)])
queue = cl.CommandQueue(context)
d = cl_array.to_device(queue, x)
assert np.allclose((d + d).get(), 2 * x), "a kernel of pyopencl's own"
error = np.linalg.norm(stockham.fft.fft2(d).get() - right) / np.linalg.norm(right)
print(f"pyopencl float64: {error:.1e}")
assert error < 1e-14
PROGRAM
cat >"$root/home/somebody/go.sh" <<'SCRIPT'
set -eu
for name in ld cc gcc clang; do
    if command -v $name; then echo "$name must not be installed here"; exit 1; fi
done
[ ! -e /etc/OpenCL ]
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-cache-dir "$(echo ./stockham-*.whl)[$1]"
venv/bin/python program.py
SCRIPT
chown -R 12345:12345 "$root/home/somebody"
start=$SECONDS
in_debian_root "$root" setpriv --reuid=12345 --regid=12345 --clear-groups env -i HOME=/home/somebody \
    PATH=/usr/local/bin:/usr/bin:/bin PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -c "cd && exec sh go.sh $extra"
echo "bare_machine.sh: stockham[$extra] works, $((SECONDS - start)) s"
