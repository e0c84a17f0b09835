#!/usr/bin/env bash
# packages.sh [--try FOLDER]: builds the Debian packages in build-packages/ and checks them by lintian. With --try, also
# installs them into a minimal Debian 12 in FOLDER (needs root and debootstrap) and tests the command, its manual, a C
# program and a C++ program there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

try=
if [[ ${1-} == --try ]]; then
    try=$(realpath -m "${2:?packages.sh --try FOLDER}")
fi
scripts/install.sh cmake g++ ninja-build pkg-config ocl-icd-opencl-dev opencl-c-headers nlohmann-json3-dev libcli11-dev \
    libfmt-dev libjpeg-dev libpng-dev libtiff-dev libavif-dev libcairo2-dev libcfitsio-dev libgif-dev libhdf5-dev libopenexr-dev libopenjp2-7-dev libwebp-dev libzip-dev dpkg-dev lintian fakeroot

build=build-packages
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
    -DCMAKE_SKIP_INSTALL_RPATH=ON -DSTOCKHAM_TESTS=OFF -DSTOCKHAM_EXAMPLES=OFF -DSTOCKHAM_BENCHMARKS=OFF -DSTOCKHAM_CLFFT=OFF -DSTOCKHAM_FFTW=OFF \
    -DCMAKE_CXX_FLAGS="$(dpkg-buildflags --get CPPFLAGS) $(dpkg-buildflags --get CXXFLAGS | sed 's/-g -O2 //')" \
    -DCMAKE_SHARED_LINKER_FLAGS="$(dpkg-buildflags --get LDFLAGS) -Wl,-z,now" \
    -DCMAKE_EXE_LINKER_FLAGS="$(dpkg-buildflags --get LDFLAGS) -Wl,-z,now"
cmake --build "$build" --parallel "$(nproc)"
cmake --build "$build" --target package_documents
rm -f "$build"/*.deb
(cd "$build" && cpack --config CPackConfig.cmake)
lintian --fail-on error,warning --tag-display-limit 0 --allow-root "$build"/*.deb
echo "packages.sh: lintian has no errors and no warnings"
[[ $try ]] || exit 0

# A minimal Debian, with only these packages and their dependencies.
source scripts/debian_root.sh
[[ -e $try/etc/debian_version ]] || make_debian_root "$try" bookworm
inside() {
    in_debian_root "$try" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}
mkdir -p "$try/packages"
for package in "$build"/*.deb; do cp "$package" "$try/packages/$(dpkg-deb --field "$package" Package).deb"; done
inside apt-get -qq update
inside apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends man-db pocl-opencl-icd gcc g++ libc6-dev \
    pkg-config /packages/libstockham0.2.deb /packages/libstockham-dev.deb /packages/stockham.deb

cp -r tests/consumer examples "$try/packages/"
inside sh -euc '
    cd /packages
    stockham phantom -o phantom.png
    stockham spectrum phantom.png -o spectrum.png
    test -s spectrum.png
    gcc -std=c11 -pedantic -Wall -Wextra -Werror consumer/c_interface.c -o consumer_c $(pkg-config --cflags --libs stockham) -lm
    ./consumer_c
    gcc -std=c11 -pedantic -Wall -Wextra -Werror examples/c_interface.c -o example_c $(pkg-config --cflags --libs stockham) -lm
    ./example_c
    g++ -std=c++17 -Wall -Wextra -Werror consumer/c_handles.cpp -o consumer_cpp $(pkg-config --cflags --libs stockham)
    ./consumer_cpp
    man stockham > manual.txt
    grep -q "stockham spectrum" manual.txt
    test -e /usr/share/bash-completion/completions/stockham'
echo "packages.sh: the packages work in $try"
