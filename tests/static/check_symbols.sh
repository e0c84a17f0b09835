#!/usr/bin/env bash
# check_symbols.sh LIBRARY: a shared library exports symbols of namespace stockham and no others.
set -euo pipefail

library=$1
symbols=$(nm -DC --defined-only "$library" | cut -d ' ' -f 3-)
ours=$(grep -cE '^((typeinfo|typeinfo name|vtable) for )?stockham::' <<<"$symbols") || true
others=$(grep -vE '^((typeinfo|typeinfo name|vtable) for )?stockham::' <<<"$symbols") || true
if [[ -n $others ]]; then
    printf '%s exports symbols that are not stockham'\''s:\n%s\n' "$library" "$others" >&2
    exit 1
fi
if ((ours == 0)); then
    echo "$library exports nothing" >&2
    exit 1
fi
if grep -F 'stockham::detail' <<<"$symbols" >&2; then
    echo "$library exports the inline helpers of a header" >&2
    exit 1
fi
echo "$library exports $ours symbols, all of namespace stockham"
