#!/usr/bin/env bash
# symbols.sh OURS [THEIRS]: the library exports clFFT's 34 functions and nothing else; each is one of clFFT's own library.
set -euo pipefail
names() { nm -D --defined-only "$1" | awk '$3 ~ /^clfft[A-Z][A-Za-z]*$/ {print $3}' | sort; }

exported=$(nm -D --defined-only "$1" | awk '{print $3}' | sort)
[[ $exported == "$(names "$1")" ]] || { echo "$1 exports something that is no function of clFFT's" >&2; exit 1; }
(($(wc -l <<<"$exported") == 34)) || { echo "$1 exports $(wc -l <<<"$exported") functions, not 34" >&2; exit 1; }
[[ $(readelf -d "$1") == *"[libclFFT.so.2]"* ]] || { echo "$1 is not libclFFT.so.2 by its name" >&2; exit 1; }
if (($# == 1)); then
    echo "skipped: clFFT's own library is not installed"
    exit
fi
diff <(names "$2") <(names "$1")
echo "34 functions, those of $2"
