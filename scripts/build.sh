#!/usr/bin/env bash
# build.sh [--target TARGET] [CMAKE-OPTION...]: installs missing Debian packages, configures a Release build in build/ with
# the options, and builds everything or TARGET. demo.sh and test.sh call it. If nothing has changed, it takes a moment.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=all
if [[ ${1-} == --target ]]; then
    target=$2
    shift 2
fi

tools=(cmake g++ ninja-build pkg-config)
opencl=(ocl-icd-opencl-dev opencl-c-headers opencl-clhpp-headers pocl-opencl-icd)
library_needs=(nlohmann-json3-dev)
command_needs=(libcli11-dev libfmt-dev libjpeg-dev libpng-dev libtiff-dev)
format_needs=(libavif-dev libcairo2-dev libcfitsio-dev libgif-dev libhdf5-dev libopenexr-dev libopenjp2-7-dev libsndfile1-dev libwebp-dev libzip-dev)
tests_need=(libboost-test-dev libfftw3-dev)
scripts/install.sh "${tools[@]}" "${opencl[@]}" "${library_needs[@]}" "${command_needs[@]}" \
    "${format_needs[@]}" "${tests_need[@]}"

# Everything, even if test.sh left out the benchmarks before.
configure=(cmake -S . -B build --log-level=NOTICE -DSTOCKHAM_BENCHMARKS=ON "$@")
# A build folder keeps the generator and the build type of its first configuration.
[[ -e build/CMakeCache.txt ]] || configure+=(-G Ninja -DCMAKE_BUILD_TYPE=Release)
"${configure[@]}" >&2
cmake --build build --target "$target" --parallel "$(nproc)" >&2
