#!/usr/bin/env bash
# symbols.sh OURS [THEIRS]: checks that the library exports clFFT's 35 functions and nothing else. These are the functions
# of clFFT's own library and clfftInitSetupData, which the header of clFFT 2.12.2 defines inline and 2.14.0 and 2.15.0
# export.
set -euo pipefail
names() { nm -D --defined-only "$1" | awk '$3 ~ /^clfft[A-Z][A-Za-z]*$/ {print $3}' | sort; }

exported=$(nm -D --defined-only "$1" | awk '{print $3}' | sort)
[[ $exported == "$(names "$1")" ]] || { echo "$1 exports a symbol that is not a function of clFFT" >&2; exit 1; }
(($(wc -l <<<"$exported") == 35)) || { echo "$1 exports $(wc -l <<<"$exported") functions, not 35" >&2; exit 1; }
[[ $(readelf -d "$1") == *"[libclFFT.so.2]"* ]] || { echo "the SONAME of $1 is not libclFFT.so.2" >&2; exit 1; }
if (($# == 1)); then
    echo "skipped: clFFT's own library is not installed"
    exit
fi
diff <({ names "$2"; echo clfftInitSetupData; } | sort -u) <(names "$1")
echo "35 functions: those of $2, and clfftInitSetupData"
