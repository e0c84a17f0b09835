#!/usr/bin/env bash
# alone.sh [FOLDER]: each source compiles by itself, which unity builds do not show, and Clang has no warning for it. Nothing
# is run, so Clang makes no objects. Sources of host, imaging and transpose are left out: .ci/objects.sh compiles them in this
# way.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$(realpath "${1:-build-alone}")
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-fsyntax-only -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DSTOCKHAM_WERROR=ON -DSTOCKHAM_UNITY=OFF
ninja -C "$build" --quiet stockham_provenance # writes a header

# Ninja would compile the libraries first, whose objects nothing needs. Sources that a build generates are left out.
mapfile -t calls < <(sed -nE 's/^ *"command": "(.*)",?$/\1/p' "$build/compile_commands.json" | sed -E 's/\\(["\\])/\1/g' |
    grep -vE -- " -o (host|imaging|transpose)/CMakeFiles/| -c $build/")
((${#calls[@]} > 400)) || { echo "alone.sh: $build has only ${#calls[@]} sources" >&2; exit 1; }
cd "$build"
printf '%s\0' "${calls[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c
echo "alone.sh: ${#calls[@]} sources"
