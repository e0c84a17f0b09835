#!/usr/bin/env bash
# check_symbols.sh LIBRARY SOURCES [--renew]: checks that a shared library exports exactly the symbols in
# cmake/stockham.symbols: C functions stockham_.. and names in the inline namespace of the project's version. Each C
# function must be declared in include/stockham/c/ and called by the tests of the C interface.
set -euo pipefail
export LC_ALL=C

library=$1
sources=$2
list=$sources/cmake/stockham.symbols
version=$(sed -n 's/^project(stockham VERSION \([0-9]*\)\.\([0-9]*\)\..*/v\1_\2/p' "$sources/CMakeLists.txt")
exported=$(nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | sort)
names=$(c++filt <<<"$exported" | sort -u)

ours="^(stockham_[a-z0-9_]+$|((typeinfo|typeinfo name|vtable) for )?stockham::$version::)"
if others=$(grep -vE "$ours" <<<"$names"); then
    printf '%s exports symbols that are neither stockham_.. nor of stockham::%s:\n%s\n' "$library" "$version" "$others" >&2
    exit 1
fi
if grep -F "stockham::$version::detail" <<<"$names" >&2; then
    echo "$library exports the inline helpers of a header" >&2
    exit 1
fi
# size_t is mangled differently on 32-bit machines, so only the C functions are compared there.
kept='.'
[[ $(readelf -h "$library") == *ELF64* ]] || kept='^stockham_'
if [[ ${3-} == --renew ]]; then
    printf '%s\n' "$names" >"$list"
    echo "$list renewed"
fi
if ! diff <(grep "$kept" "$list") <(grep "$kept" <<<"$names") >&2; then
    echo "$library does not export what $list says (check_symbols.sh LIBRARY SOURCES --renew writes it anew)" >&2
    exit 1
fi

declared=$(sed -n 's/^STOCKHAM_API .*[ *]\(stockham_[a-z0-9_]*\)(.*/\1/p' "$sources"/include/stockham/c/*.h | sort)
if ! diff <(grep -E '^stockham_' <<<"$names") - <<<"$declared" >&2; then
    echo "the C functions of $library are not those of include/stockham/c/" >&2
    exit 1
fi
while read -r function; do
    if ! grep -qw "$function" "$sources"/tests/unit/c_api*.cpp "$sources"/tests/device/c_api*.cpp; then
        echo "$function is called by no test of the C face" >&2
        exit 1
    fi
done <<<"$declared"
echo "$library exports the $(wc -l <<<"$names") names of $list, $(wc -l <<<"$declared") of them C functions"
