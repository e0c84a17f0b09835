#!/usr/bin/env bash
# headers.sh CC: a program compiled with our clFFT.h prints what it prints compiled with clFFT's own header (Debian:
# libclfft-dev): every constant, the sizes of all types and the layout of the setup data. abidiff compares the functions'
# types. What is not installed is named in a line "skipped: ..".
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cc=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {  # NAME FLAGS..
    local name=$1
    shift
    "$cc" -w -g -DCL_TARGET_OPENCL_VERSION=120 "$@" "$here/header.c" -o "$work/$name"
    # As C++, where () and (void) are one type.
    "$cc" -w -g -DCL_TARGET_OPENCL_VERSION=120 "${@:1:1}" -DTYPES_ONLY -shared -fPIC -x c++ "$here/header.c" -o "$work/$name.so"
    "$work/$name" >"$work/$name.txt"
}
build ours -I"$here/../include" -std=gnu99
grep -q '^clfftSetupData 24: 0 4 8 16$' "$work/ours.txt" || { echo "the setup data are laid out otherwise" >&2; exit 1; }
if [[ ! -e ${CLFFT_HEADER:=/usr/include/clFFT.h} ]]; then
    echo "skipped: clFFT's own header is not installed"
    exit
fi
build theirs -I"$(dirname "$CLFFT_HEADER")" -std=gnu89
diff "$work/theirs.txt" "$work/ours.txt"
echo "$(wc -l <"$work/ours.txt") constants, sizes and offsets are the same"
if ! command -v abidiff >/dev/null; then
    echo "skipped: abidiff is not installed"
    exit
fi
abidiff "$work/theirs.so" "$work/ours.so"
echo "abidiff: the functions' types are the same"
