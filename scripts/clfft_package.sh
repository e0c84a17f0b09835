#!/usr/bin/env bash
# clfft_package.sh BUILD FOLDER: makes a Debian package of the libclFFT.so.2 in BUILD, which replaces libclfft2: it provides
# that package's name and version, and conflicts with it. Prints the path of the package.
set -euo pipefail
if (($# != 2)); then sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
build=$1 folder=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

version=$(sed -n 's/^project(stockham VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
architecture=$(dpkg --print-architecture)
triplet=$(gcc -print-multiarch)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"

lib=$tree/usr/lib/$triplet
mkdir -p "$lib" "$tree/usr/share/doc/libclfft2-stockham" "$tree/DEBIAN"
install -m 644 "$build/interfaces/clfft/libclFFT.so.2.12.2" "$lib/"
strip --strip-unneeded "$lib/libclFFT.so.2.12.2"
ln -s libclFFT.so.2.12.2 "$lib/libclFFT.so.2"
install -m 644 "$root/LICENSE" "$tree/usr/share/doc/libclfft2-stockham/copyright"
install -m 644 "$root/docs/moving_from_clfft.md" "$root/interfaces/clfft/tests/bad_input.txt" "$tree/usr/share/doc/libclfft2-stockham/"
cat >"$tree/DEBIAN/control" <<EOF
Package: libclfft2-stockham
Version: $version
Architecture: $architecture
Maintainer: stockham developers <stockham@localhost>
Section: libs
Priority: optional
Depends: libc6, libgcc-s1, libstdc++6, ocl-icd-libopencl1 | libopencl1
Provides: libclfft2 (= 2.12.2-3.2)
Conflicts: libclfft2
Replaces: libclfft2
Description: clFFT's interface, implemented by the stockham library
 libclFFT.so.2 for programs built for clFFT: any length, any driver, several threads.
EOF
echo "activate-noawait ldconfig" >"$tree/DEBIAN/triggers"

mkdir -p "$folder"
package=$folder/libclfft2-stockham_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null
echo "$package"
