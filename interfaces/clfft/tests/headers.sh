#!/usr/bin/env bash
# headers.sh CC: compares our clFFT.h with clFFT's own header (Debian: libclfft-dev). A program compiled with either header
# must print the same constants, sizes of types and layout of the setup data. abidiff compares the functions' types.
# Prints "skipped: .." if the header or abidiff is not installed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cc=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {  # NAME FLAGS..
    local name=$1
    shift
    "$cc" -w -g -DCL_TARGET_OPENCL_VERSION=120 "$@" "$here/header.c" -o "$work/$name"
    # In C++, () and (void) are the same type.
    "$cc" -w -g -DCL_TARGET_OPENCL_VERSION=120 "${@:1:1}" -DTYPES_ONLY -shared -fPIC -x c++ "$here/header.c" -o "$work/$name.so"
    "$work/$name" >"$work/$name.txt"
}
build ours -I"$here/../include" -std=gnu99
grep -q '^clfftSetupData 24: 0 4 8 16$' "$work/ours.txt" || { echo "clfftSetupData has an unexpected layout" >&2; exit 1; }
if [[ ! -e ${CLFFT_HEADER:=/usr/include/clFFT.h} ]]; then
    echo "skipped: clFFT's own header is not installed"
    exit
fi
build theirs -I"$(dirname "$CLFFT_HEADER")" -std=gnu89
diff "$work/theirs.txt" "$work/ours.txt"
echo "$(wc -l <"$work/ours.txt") lines of constants, sizes and offsets are the same"
if ! command -v abidiff >/dev/null; then
    echo "skipped: abidiff is not installed"
    exit
fi
abidiff "$work/theirs.so" "$work/ours.so"
echo "abidiff: the functions' types are the same"
