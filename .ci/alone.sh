#!/usr/bin/env bash
# alone.sh [FOLDER]: each source compiles by itself, which unity builds do not show, and Clang has no warning for it. Nothing
# is run, so Clang stops at its intermediate code. Those of host, imaging and transpose are left out: .ci/objects.sh compiles
# them in this way.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build-alone}
# Objects wait for the libraries that their target links, so linking must succeed: it only makes an empty file.
link='cmake -E touch <TARGET>'
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O0 -emit-llvm -Xclang -disable-llvm-passes" \
    -DCMAKE_CXX_CREATE_SHARED_LIBRARY="$link" -DCMAKE_CXX_LINK_EXECUTABLE="$link" \
    -DSTOCKHAM_WERROR=ON -DSTOCKHAM_UNITY=OFF
mapfile -t objects < <(ninja -C "$build" -t targets all | sed -nE 's/^(.*\.o): CX*_COMPILER.*/\1/p' |
    grep -vE '^(host|imaging|transpose)/CMakeFiles/')
((${#objects[@]} > 400)) || { echo "alone.sh: $build has only ${#objects[@]} objects" >&2; exit 1; }
ninja -C "$build" --quiet "${objects[@]}"
echo "alone.sh: ${#objects[@]} sources"
