#!/usr/bin/env bash
# abi.sh FOLDER [--renew]: with the build in FOLDER, programs that were linked with this version's library can be run with this one: it exports the names of
# cmake/stockham.symbols, and its C functions, structs and enumerations are those of packaging/abi/stockham.abi (abidiff).
# --renew writes both anew, for changes that are meant.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh abigail-tools >&2
build=${1:-build}
dump=packaging/abi/stockham.abi
# Types are read from debug information: only the C face's objects are compiled again for that.
cmake -S . -B "$build" --log-level=NOTICE -DSTOCKHAM_ABI_INFO=ON
cmake --build "$build" --parallel "$(nproc)" --target stockham >&2

tests/static/check_symbols.sh "$build/libstockham.so" . ${2-}
abidw --suppressions packaging/abi/suppressions --headers-dir include/stockham/c --drop-private-types --no-show-locs \
    --no-corpus-path --no-comp-dir-path --out-file "$build/stockham.abi" "$build/libstockham.so"
[[ ${2-} != --renew ]] || cp "$build/stockham.abi" $dump
if ! abidiff --suppressions packaging/abi/suppressions $dump "$build/stockham.abi"; then
    echo "abi.sh: the C face is another one than $dump says (.ci/abi.sh $build --renew writes it anew)" >&2
    exit 1
fi
echo "abi.sh: the C face is that of $dump ($(grep -c '<function-decl' $dump) functions)"
