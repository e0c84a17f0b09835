#!/usr/bin/env bash
# fftw_package.sh BUILD FOLDER: makes a Debian package of FFTW's interface in BUILD: libstockham_fftw3.so for LD_PRELOAD, the
# command stockham-fftw, which sets it, and the libraries that take the place of FFTW's in a folder of their own. FFTW stays
# installed, because it computes what the device does not. Prints the path of the package.
set -euo pipefail
if (($# != 2)); then sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
build=$1/interfaces/fftw folder=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

version=$(sed -n 's/^project(stockham VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
architecture=$(dpkg --print-architecture)
triplet=$(gcc -print-multiarch)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"

lib=$tree/usr/lib/$triplet
doc=$tree/usr/share/doc/libstockham-fftw3
mkdir -p "$lib/stockham/fftw" "$doc" "$tree/DEBIAN" "$tree/usr/bin"
install -m 644 "$build/libstockham_fftw3.so" "$lib/"
cp -P "$build"/replacement/lib*.so.* "$lib/stockham/fftw/"
chmod 644 "$lib"/stockham/fftw/*.so.*.*
strip --strip-unneeded "$lib/libstockham_fftw3.so" "$lib"/stockham/fftw/*.so.*.*
cat >"$tree/usr/bin/stockham-fftw" <<'EOF'
#!/bin/sh
# stockham-fftw PROGRAM [ARGUMENT..]: runs a program whose FFTW transforms may be computed by an OpenCL device.
if [ $# = 0 ]; then sed -n '2s/^# //p' "$0" >&2; exit 2; fi
export LD_PRELOAD="libstockham_fftw3.so${LD_PRELOAD:+:$LD_PRELOAD}"
exec "$@"
EOF
chmod 755 "$tree/usr/bin/stockham-fftw"
install -m 644 "$root/LICENSE" "$doc/copyright"
install -m 644 "$root/docs/moving_from_fftw.md" "$doc/"
cat >"$tree/DEBIAN/control" <<EOF
Package: libstockham-fftw3
Version: $version
Architecture: $architecture
Maintainer: stockham developers <stockham@localhost>
Section: libs
Priority: optional
Depends: libc6 (>= 2.34), libgcc-s1, libstdc++6, ocl-icd-libopencl1 | libopencl1
Recommends: libfftw3-double3, libfftw3-single3
Description: FFTW's interface for OpenCL devices, by the stockham library
 Programs built for FFTW run unchanged. The device computes transforms that it
 computes faster than FFTW, which does the others.
EOF
echo "activate-noawait ldconfig" >"$tree/DEBIAN/triggers"

mkdir -p "$folder"
package=$folder/libstockham-fftw3_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null
echo "$package"
