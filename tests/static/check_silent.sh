#!/usr/bin/env bash
# check_silent.sh FOLDER PROGRAM.cpp...: checks that each program compiles and links with the installed library, found by
# pkg-config, and that no compiler prints anything, not even a note. Output files go to FOLDER.
set -euo pipefail

folder=$1
shift
mkdir -p "$folder"
for compiler in "${CXX:-c++}" clang++; do
    command -v "$compiler" >/dev/null || continue
    for standard in c++17 c++20; do
        rest=(-o "$folder/program" $(pkg-config --libs stockham))
        [[ $standard == c++17 ]] || rest=(-fsyntax-only) # another standard matters to the headers alone
        for program in "$@"; do
            # The command in the README, with the warnings that careful users add.
            if ! said=$("$compiler" -std=$standard -Wall -Wextra -Wpedantic -Wshadow -Wconversion "$program" \
                $(pkg-config --cflags stockham) "${rest[@]}" 2>&1) || [[ -n $said ]]; then
                printf '%s -std=%s %s says:\n%s\n' "$compiler" "$standard" "$program" "$said" >&2
                exit 1
            fi
        done
    done
    echo "$compiler compiles $# programs and says nothing"
done
