#!/usr/bin/env bash
# abi.sh FOLDER [--renew]: checks that the libraries in FOLDER are binary compatible with this version. They must export the
# symbols of cmake/stockham.symbols, cmake/stockham_imaging.symbols and interfaces/heffte/heffte.symbols. By abidiff, its C functions, structs and enumerations must be those of
# packaging/abi/stockham.abi. --renew updates these files after an intended change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh abigail-tools
build=${1:?abi.sh FOLDER [--renew]}
dump=packaging/abi/stockham.abi
tests/static/check_symbols.sh "$build/libstockham.so" . ${2-}
for pair in stockham_imaging:cmake/stockham_imaging.symbols stockham_heffte:interfaces/heffte/heffte.symbols; do
    library=$build/lib${pair%:*}.so list=${pair#*:}
    names=$(nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | c++filt | LC_ALL=C sort -u)
    [[ ${2-} != --renew ]] || printf '%s\n' "$names" >"$list"
    if ! diff "$list" - <<<"$names"; then
        echo "abi.sh: $library does not export the symbols of $list (.ci/abi.sh $build --renew updates it)" >&2
        exit 1
    fi
done

# A library with the C interface alone, without C++ types: every function of stockham.h with an empty body, and one function
# per enumeration, because structs hold enumerators as numbers.
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
    echo "abi.sh: the C interface differs from $dump (.ci/abi.sh $build --renew updates it)" >&2
    exit 1
fi
functions=$(grep -c "<function-decl name='stockham_" $dump)
if [[ $functions != "$(grep -c '^stockham_' cmake/stockham.symbols)" ]]; then
    echo "abi.sh: $dump has $functions functions, but cmake/stockham.symbols has other ones" >&2
    exit 1
fi
echo "abi.sh: the C interface matches $dump, $functions functions"
