#!/usr/bin/env bash
# symbols.sh HEADER FOLDER THEIRS..: for each of FFTW's libraries THEIRS checks that the library of the same name in FOLDER
# exports the functions of the header and of Fortran that THEIRS exports, has its SONAME, and exports nothing else; and that
# libstockham_fftw3.so, which lies above FOLDER, has all of them.
set -euo pipefail
header=$1 folder=$2
shift 2
exported() { nm -D --defined-only "$1" | awk '{print $3}' | sort -u; }

declared=$(cc -E -P "$header" | grep -oE '\bfftwf?_[a-z0-9_]+' | sort -u)
everything=$(exported "$folder/../libstockham_fftw3.so")
total=0
for theirs in "$@"; do
    name=$(basename "$theirs")
    ours=$folder/$name
    wanted=$({ comm -12 <(echo "$declared") <(exported "$theirs"); exported "$theirs" | grep -E '^[ds]fftw_'; } | sort -u)
    (($(wc -l <<<"$wanted") >= 10)) || { echo "$theirs exports no functions of FFTW" >&2; exit 1; }
    diff <(echo "$wanted") <(exported "$ours") || { echo "$ours: < is missing, > is too much" >&2; exit 1; }
    missing=$(comm -23 <(echo "$wanted") <(echo "$everything"))
    [[ -z $missing ]] || { echo "libstockham_fftw3.so lacks $missing" >&2; exit 1; }
    [[ $(readelf -d "$ours") == *"SONAME"*"[$name]"* ]] || { echo "the SONAME of $ours is not $name" >&2; exit 1; }
    ((total += $(wc -l <<<"$wanted")))
done
undeclared=$(comm -23 <(grep -E '^fftwf?_' <<<"$everything") <(echo "$declared"))
[[ -z $undeclared ]] || { echo "libstockham_fftw3.so exports $undeclared, which the header does not declare" >&2; exit 1; }
echo "$total symbols of $# libraries"
