#!/usr/bin/env bash
# symbols.sh HEADER FOLDER THEIRS..: for each of FFTW's libraries THEIRS checks that the library of the same name in FOLDER
# exports the functions of the header and of Fortran that THEIRS exports, has its SONAME, and exports nothing else; and that
# libstockham_fftw3.so, which lies above FOLDER, has all of them. The installed FFTW may be older than 3.3.11, whose names the
# library has; scripts/fftw_names.sh compares with Debian's newest FFTW.
set -euo pipefail
header=$1 folder=$2
shift 2
exported() { nm -D --defined-only "$1" | awk '{print $3}' | sort -u; }

newer=(fftw_copy_plan dfftw_copy_plan_ dfftw_copy_plan__ fftwf_copy_plan sfftw_copy_plan_ sfftw_copy_plan__)
declared=$({ cc -E -P "$header" | grep -oE '\bfftwf?_[a-z0-9_]+'; printf '%s\n' "${newer[@]}"; } | sort -u)
everything=$(exported "$folder/../libstockham_fftw3.so")
total=0
for theirs in "$@"; do
    name=$(basename "$theirs")
    ours=$folder/$name
    case $name in
    libfftw3.so.3) since=("${newer[@]:0:3}") ;;
    libfftw3f.so.3) since=("${newer[@]:3}") ;;
    *) since=() ;;
    esac
    wanted=$({ comm -12 <(echo "$declared") <(exported "$theirs"); exported "$theirs" | grep -E '^[ds]fftw_'; printf '%s\n' "${since[@]}"; } |
        grep . | sort -u)
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
