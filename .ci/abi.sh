#!/usr/bin/env bash
# abi.sh FOLDER [--renew]: programs that were linked with this version's library run with the one in FOLDER. It exports
# the names of cmake/stockham.symbols, and the C functions, structs and enumerations are those of
# packaging/abi/stockham.abi, by abidiff. --renew writes both anew, for changes that are meant.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh abigail-tools
build=${1:?abi.sh FOLDER [--renew]}
dump=packaging/abi/stockham.abi
tests/static/check_symbols.sh "$build/libstockham.so" . ${2-}

# The C face as a library of its own, without the types of C++ behind it: each function that stockham.h declares with
# an empty body, and one for each enumeration, whose constants structs hold as numbers.
face=$(mktemp -d)
trap 'rm -rf "$face"' EXIT
{
    echo '#include <stockham/stockham.h>' | cc -std=c11 -E -P -Iinclude -I"$build/include" -x c - | tr '\n' ' ' |
        sed 's/;/;\n/g' | sed -E '/^ *(} *)?__attribute__\(\(visibility\("default"\)\)\).*stockham_/ s/;$/ { __builtin_trap(); }/'
    sed -n 's/^typedef enum \(stockham_[a-z]*\).*/void values_of_\1(\1 value) { (void)value; }/p' include/stockham/c/*.h
} >"$face/face.c"
cc -std=gnu11 -g -w -fPIC -shared "$face/face.c" -o "$face/libface.so"
(cd "$face" && abidw --no-show-locs --no-corpus-path --no-comp-dir-path --exported-interfaces-only \
    --out-file face.abi libface.so)
[[ ${2-} != --renew ]] || cp "$face/face.abi" $dump
if ! abidiff $dump "$face/face.abi"; then
    echo "abi.sh: the C face is not the one of $dump (.ci/abi.sh $build --renew writes it anew)" >&2
    exit 1
fi
functions=$(grep -c "<function-decl name='stockham_" $dump)
if [[ $functions != "$(grep -c '^stockham_' cmake/stockham.symbols)" ]]; then
    echo "abi.sh: $dump has $functions functions, not those of cmake/stockham.symbols" >&2
    exit 1
fi
echo "abi.sh: the C face is the one of $dump, $functions functions"
