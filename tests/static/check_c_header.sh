#!/usr/bin/env bash
# check_c_header.sh SOURCES INCLUDE...: checks that stockham/stockham.h, each header of stockham/c/ on its own, and the C
# programs that use them compile as C11 and as C++11, without warnings from any installed compiler.
set -euo pipefail

sources=$1
shift
folders=("-I$sources/include")
for folder in "$@"; do folders+=("-I$folder"); done
strict=(-pedantic -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Werror -fsyntax-only "${folders[@]}")
headers=("$sources"/include/stockham/c/*.h "$sources/include/stockham/stockham.h")
compilers=()
for pair in gcc:g++ clang:clang++; do
    c=${pair%:*} cpp=${pair#*:}
    command -v "$c" >/dev/null && command -v "$cpp" >/dev/null || continue
    compilers+=("$c")
    for header in "${headers[@]}"; do
        include="#include <stockham/${header#*/include/stockham/}>"
        "$c" -std=c11 -Wstrict-prototypes "${strict[@]}" -x c - <<<"$include"
        "$cpp" -std=c++11 -Wold-style-cast "${strict[@]}" -x c++ - <<<"$include"
    done
    for program in "$sources/examples/c_interface.c" "$sources/tests/consumer/c_interface.c"; do
        "$c" -std=c11 -Wstrict-prototypes "${strict[@]}" "$program"
    done
done
((${#compilers[@]})) || { echo "neither gcc nor clang is here" >&2; exit 1; }
echo "${compilers[*]} compile ${#headers[@]} headers as C11 and C++11"
